//===- SiteInitialize.cpp - Our dialects and passes for xla_mlir ----------===//
//
// MLIR's package initialiser imports a module of this name, adds the dialects
// to the registry of every context, and so never needs MLIR's own
// RegisterEverything module.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Registration.h"

#include "mlir/Bindings/Python/Nanobind.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"

namespace nb = nanobind;

NB_MODULE(_site_initialize_0, m) {
  xla_register_all_passes();
  m.def("register_dialects", [](MlirDialectRegistry registry) {
    xla_register_all_dialects(registry);
  });
  m.attr("version") = xla_version();
}
