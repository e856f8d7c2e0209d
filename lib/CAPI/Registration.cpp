//===- Registration.cpp - Our dialects and passes for MLIR's C API --------===//

#include "xla-c/Registration.h"

#include "xla/InitAll.h"
#include "xla/Support/Version.h"

#include "mlir/CAPI/IR.h"
#include <mutex>

void xla_register_all_dialects(MlirDialectRegistry registry) {
  xla::registerAllDialects(*unwrap(registry));
}

void xla_register_all_passes(void) {
  static std::once_flag once;
  std::call_once(once, xla::registerAllPasses);
}

const char *xla_version(void) { return xla::getVersion().data(); }
