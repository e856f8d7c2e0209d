//===- OpAttributes.h - Attributes of ops here and there --------*- C++ -*-===//
//
// Ops of vhlo hold what ops of hlo hold in other forms: structures lie open,
// field by field, dense arrays are tensors, symbols strings, and nothing is
// left out because it is the default.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_VHLO_OPATTRIBUTES_H
#define XLA_LIB_TARGET_VHLO_OPATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace xla::vhlo {

/// What an op of hlo (or func) leaves out where its attribute `name` has this
/// value, named and formed as in vhlo but of MLIR's kinds: `array<i64>` for an
/// empty tensor. Null if the attribute is always written.
mlir::Attribute getDefaultAttribute(mlir::Operation *op, llvm::StringRef name);

/// Names of attributes that begin with the dialect's: `stablehlo.mesh` in
/// artifacts, `hlo.mesh` here. Other names stay.
mlir::StringAttr getHLOName(mlir::StringAttr portableName);
mlir::StringAttr getPortableName(mlir::StringAttr hloName);

/// Takes off what `getDefaultAttribute` says is not needed.
void dropDefaultAttributes(mlir::Operation *op);

/// The inherent attributes of an op of hlo or func by their names in vhlo, as
/// twins of vhlo. Attributes that the op leaves out are missing.
mlir::NamedAttrList flattenAttributes(mlir::Operation *op);

/// The reverse for an op of hlo or func called `name`: `attributes` are those
/// of the op of vhlo as their twins of MLIR. Emits an error and fails where one
/// is missing or of another kind than the op needs.
mlir::FailureOr<mlir::NamedAttrList>
unflattenAttributes(mlir::Location loc, mlir::OperationName name,
                    mlir::NamedAttrList attributes);

} // namespace xla::vhlo

#endif // XLA_LIB_TARGET_VHLO_OPATTRIBUTES_H
