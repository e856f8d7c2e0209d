//===- load-package.cpp - Load a package with what the run time has -------===//
//
// Built from the loader's own files, for machines that the rest of the run time
// is not built for here.
//
//===----------------------------------------------------------------------===//

#include "../../../../lib/Runtime/ISA.h"
#include "../../../../lib/Runtime/Package.h"

#include "xla/Runtime/xla_model.h"

#include <cstdio>
#include <vector>

using namespace xla_runtime;

static int run(const LoadedImage &image) {
  std::vector<float> x(1024), y(1024);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i);
  void *const arguments[] = {x.data()}, *const results[] = {y.data()};
  xla_call call = xla_serial_call();
  call.arguments = arguments;
  call.results = results;
  int code = image.entries.front().entry(&call);
  std::printf("%s: %g %g %g\n", image.entries.front().info->cpu, y[0], y[1],
              y[1023]);
  return code;
}

int main(int, char **argv) {
  char error[256] = "no code for this processor";
  Failure fail = {error, sizeof(error)};
  MappedFile file;
  Package package;
  if (file.open(argv[1], fail) && package.open(file.bytes, fail))
    for (const xla_format::Section &section : package) {
      xla_format::Image image;
      LoadedImage loaded;
      PackageWeights weights(package, argv[1], nullptr, /*isTrusted=*/false);
      if (section.kind == xla_format::kImage && package.check(section, fail) &&
          readImage(package.getContent(section), section.size, image, fail) &&
          canRun(image.machine, image.isa) &&
          loaded.load(package, section, weights, fail))
        return run(loaded);
    }
  std::printf("%s\n", error);
  return 2;
}
