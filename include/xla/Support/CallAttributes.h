//===- CallAttributes.h - Attributes for custom calls -----------*- C++ -*-===//
//
// A dictionary in the form in which the C ABI hands it to functions
// (xla_attribute). Native code and the interpreter make it here.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_CALLATTRIBUTES_H
#define XLA_SUPPORT_CALLATTRIBUTES_H

#include "xla/Runtime/xla_runtime.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include <string>
#include <vector>

namespace xla {
/// The fields of an xla_attribute; `data` owns its bytes, for text without the
/// NUL.
struct CallAttribute {
  std::string name;
  xla_element_type elementType = XLA_INVALID_TYPE;
  int64_t count = 0;
  bool isList = false;
  std::string data;
};

/// Numbers, booleans, text, and lists, dense arrays and constants of numbers of
/// one type, in order of their names; a dictionary adds its own as
/// "outer.inner". A unit attribute is a true boolean. Fails after an error for
/// anything else.
mlir::FailureOr<std::vector<CallAttribute>>
encodeCallAttributes(mlir::DictionaryAttr attributes,
                     llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
} // namespace xla

#endif // XLA_SUPPORT_CALLATTRIBUTES_H
