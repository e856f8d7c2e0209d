//===- ReductionPatterns.h - How xla-reduce shrinks hlo ---------*- C++ -*-===//

#ifndef XLA_DIALECT_HLO_TRANSFORMS_REDUCTIONPATTERNS_H
#define XLA_DIALECT_HLO_TRANSFORMS_REDUCTIONPATTERNS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace xla::hlo {
/// Lets `xla-reduce --reduction-tree` replace an hlo op by one of its operands
/// or by zero, wherever types allow. Such a step changes what a program means:
/// for shrinking programs that show a fault, never for compiling.
void registerReductionPatterns(mlir::DialectRegistry &registry);
} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_TRANSFORMS_REDUCTIONPATTERNS_H
