//===- CHLOToHLO.h - Lower chlo to hlo, or a part of it ---------*- C++ -*-===//

#ifndef XLA_CONVERSION_CHLOTOHLO_H
#define XLA_CONVERSION_CHLOTOHLO_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace xla {

/// What the pass chlo-legalize-to-hlo does to the ops in `root`, but for those
/// whose names are in `kept`: a target that has them wants them as they are.
/// `keepFunctions` keeps the math functions that code generation knows, on real
/// elements. Fails after an error at an op that has no lowering.
llvm::LogicalResult legalizeCHLOToHLO(mlir::Operation *root,
                                      llvm::ArrayRef<llvm::StringRef> kept = {},
                                      bool keepFunctions = false);

} // namespace xla

#endif // XLA_CONVERSION_CHLOTOHLO_H
