//===- HLOFolders.h - Folding of hlo ops ------------------------*- C++ -*-===//
//
// One entry per group of op families, for the dialect's fold hook. Folding is
// exact: it gives what strict numerics demand of compiled code, bit for bit,
// but for the payload of NaN. Null means that the op does not fold.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_IR_HLOFOLDERS_H
#define XLA_LIB_DIALECT_HLO_IR_HLOFOLDERS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// Constants with more elements than this stay operands, unless they are
/// splats: folding must not cost more than it saves.
constexpr int64_t kMaxFoldedElements = 65536;

/// Folds elementwise ops; `operands` holds the values that are known.
mlir::OpFoldResult foldElementwise(mlir::Operation *op,
                                   llvm::ArrayRef<mlir::Attribute> operands);

/// Folds ops that move elements.
mlir::OpFoldResult foldMovement(mlir::Operation *op,
                                llvm::ArrayRef<mlir::Attribute> operands);

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_IR_HLOFOLDERS_H
