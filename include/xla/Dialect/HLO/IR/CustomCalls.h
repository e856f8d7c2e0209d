//===- CustomCalls.h - What custom_call ops say -----------------*- C++ -*-===//
//
// The parts of a custom_call that several places read: attributes for the
// function, layouts, aliases.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_CUSTOMCALLS_H
#define XLA_DIALECT_HLO_IR_CUSTOMCALLS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace xla::hlo {

/// On a custom_call, a unit attribute: its operands and results have the shapes
/// in which they lie in memory, and `operand_layouts` and `result_layouts` say
/// which dimensions of the program these are.
inline constexpr llvm::StringLiteral kPhysicalOrderAttr = "hlo.physical_order";

/// True of targets that only say where a value is to be: on which devices, in
/// which memory or order. On one device they hand their operand on.
bool isAnnotationTarget(llvm::StringRef target);

/// The dictionary that the function is to have as attributes: backend_config,
/// or mhlo.backend_config as JAX writes it, or the error_message of a
/// `shape_assertion`; empty if there is none.
mlir::DictionaryAttr getCallAttributes(CustomCallOp op);

/// The letter that LAPACK's interface takes for attribute `name`, or 0.
char getCallLetter(CustomCallOp op, llvm::StringRef name);

/// backend_config where it is text, otherwise "".
llvm::StringRef getCallText(CustomCallOp op);

/// The dimensions in `layout` (an entry of operand_layouts), from the fastest
/// to the slowest in memory.
llvm::SmallVector<int64_t> getMinorToMajor(mlir::Attribute layout);

/// True if `minorToMajor` is the order of row-major data.
bool isRowMajor(llvm::ArrayRef<int64_t> minorToMajor);

/// The type that a value of the program has which lies in memory as `type`.
mlir::RankedTensorType getLogicalType(mlir::RankedTensorType type,
                                      llvm::ArrayRef<int64_t> minorToMajor);

/// Pairs of an operand and the result that takes its buffer, counted without
/// tokens. Fails where an alias leads into a tuple or an operand or result is
/// in two.
mlir::FailureOr<llvm::SmallVector<std::pair<int64_t, int64_t>>>
getCallAliases(CustomCallOp op);

/// Clones the body of `function`, which has one block, into the empty `region`
/// of an op that runs it, with the terminator of such a region.
void cloneComputation(mlir::OpBuilder &builder, mlir::func::FuncOp function,
                      mlir::Region &region);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_CUSTOMCALLS_H
