//===- CallValues.h - What a function is told of its values -----*- C++ -*-===//
//
// A custom call's values may lie in memory otherwise than the program says: in
// another order, or packed into bytes. The function hears of the program's
// types and of the order.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_IR_CALLVALUES_H
#define XLA_DIALECT_HLO_IR_CALLVALUES_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// `operands` and `results`, the types of the program without tokens, and
/// `operand_layouts` and `result_layouts`, their dimensions from the fastest to
/// the slowest, empty where that is row-major.
mlir::DictionaryAttr describeCallValues(CustomCallOp op);

/// Fails unless describeCallValues of `op` tells of all its values.
mlir::LogicalResult verifyCallValues(CustomCallOp op);

/// Whether the values of `op` are bytes, of which only the description says
/// what they hold.
bool isCallOnBytes(CustomCallOp op);

/// `op` on `operands` and with results of `types`, which hold the same in
/// bytes. What describeCallValues says of it stays.
CustomCallOp recreateCall(mlir::OpBuilder &builder, CustomCallOp op,
                          mlir::TypeRange types, mlir::ValueRange operands);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_CALLVALUES_H
