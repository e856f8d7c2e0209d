//===- weights.cpp - A compiled program whose weights lie in a file -------===//

#include "table.h"
#include "xla-c/Package.h"

#include <cstdio>
#include <vector>

int main() {
  const std::vector<float> x(16384, 0.5f);
  std::vector<float> y(x.size());
  xla_models::table table(TABLE_WEIGHTS);
  table(x, y);
  std::printf("%g %g\n", y[0], y[1]);
  // The package needs no file beside it.
  xla_package *package = xla_package_load(TABLE_PACKAGE, nullptr);
  const void *arguments[] = {x.data()};
  void *results[] = {y.data()};
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = const_cast<void *const *>(arguments);
  call.results = results;
  y.assign(y.size(), 0);
  if (!package || xla_package_run(package, &call) != XLA_OK)
    return 1;
  std::printf("package: %g %g\n", y[0], y[1]);
  xla_package_destroy(package);
}
