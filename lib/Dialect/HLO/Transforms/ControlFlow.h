//===- ControlFlow.h - Known branches, smaller loops ------------*- C++ -*-===//
//
// What passes do to an `if` or `case` whose branch is known, and to a `while`
// that carries in vain.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_TRANSFORMS_CONTROLFLOW_H
#define XLA_LIB_DIALECT_HLO_TRANSFORMS_CONTROLFLOW_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/BitVector.h"

namespace xla::hlo {

/// The region that an `if` or `case` runs where its operand is `selector`: an
/// index outside selects the last.
mlir::Region &getSelectedBranch(mlir::Operation *op, int64_t selector);

/// Moves the ops of `region` before `op` and replaces it by what they return.
void inlineBranch(mlir::Operation *op, mlir::Region &region,
                  mlir::RewriterBase &rewriter);

/// What a trip of `op` runs.
inline mlir::Block &getBodyBlock(WhileOp op) { return op.getBody().front(); }

/// What a trip of `op` leaves to the next.
inline mlir::ValueRange getNextValues(WhileOp op) {
  return getBodyBlock(op).getTerminator()->getOperands();
}

/// Whether the results of `op` have more bytes than its operands: a loop makes
/// such again in each trip where that costs less than to read it
/// (hlo-sink-into-loops), and has others made before
/// (hlo-hoist-loop-invariants).
bool makesMoreThanItTakes(mlir::Operation *op);

/// Patterns that run branches whose selector is a constant in place.
void populateKnownBranchPatterns(mlir::RewritePatternSet &patterns);

/// Whether all branches of `conditional` return values of its results' types.
bool branchesKeepTypes(mlir::Operation *conditional);

/// The patterns of hlo-convert-conditionals that move code out of branches.
void populateBranchMotionPatterns(mlir::RewritePatternSet &patterns);

/// Rebuilds `op` without the carried values in `dropped`, whose arguments have
/// no use left but among themselves, and whose results `replacements` replace.
void dropCarried(WhileOp op, const llvm::BitVector &dropped,
                 mlir::ValueRange replacements, mlir::RewriterBase &rewriter);

/// Whether running the condition of `op` has no effect.
bool hasPureCondition(WhileOp op);

/// Whether the carried value `index` has one type throughout.
bool hasOneType(WhileOp op, unsigned index);

/// The marks of a remark about a loop or branch.
inline mlir::remark::RemarkOpts describeDecision(llvm::StringRef pass) {
  return mlir::remark::RemarkOpts::name(pass).category("control");
}

/// Says what hlo-simplify-loops did to `op`.
void noteLoop(WhileOp op, llvm::StringRef what, llvm::StringRef why);

/// A constant of `type`, an integer tensor, full of `value`.
mlir::Value createInteger(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Type type, const llvm::APInt &value);

/// The patterns of hlo-simplify-loops that drop carried values.
void populateCarriedValuePatterns(mlir::RewritePatternSet &patterns);

/// The pattern that drops carried values that nothing needs.
void populateDeadCarriedPatterns(mlir::RewritePatternSet &patterns);

} // namespace xla::hlo

#endif // XLA_LIB_DIALECT_HLO_TRANSFORMS_CONTROLFLOW_H
