//===- ShapeAssertion.cpp - Checks that exporters put on shapes -----------===//
//
// The message is the exporter's; only its numbers are filled in.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/ShapeAssertion.h"
#include "xla/Support/FormatAssertion.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace xla::hlo;

bool xla::hlo::isShapeAssertion(Operation *op) {
  auto call = dyn_cast<CustomCallOp>(op);
  return call && call.getCallTargetName() == "shape_assertion";
}

LogicalResult xla::hlo::verifyShapeAssertion(CustomCallOp op) {
  if (op.getInputs().empty() || op->getNumResults() != 0)
    return op.emitOpError("for 'shape_assertion' expects a condition and no "
                          "results, but got ")
           << op.getInputs().size() << " operands and " << op->getNumResults()
           << " results";
  for (auto [index, type] : llvm::enumerate(op.getInputs().getTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != 0 ||
        !isa<IntegerType>(tensor.getElementType()) ||
        (index == 0 && !tensor.getElementType().isInteger(1)))
      return op.emitOpError("for 'shape_assertion' expects ")
             << (index == 0 ? "a condition of type tensor<i1>"
                            : "values that are integers of rank 0")
             << ", but operand " << index << " has type " << type;
  }
  return success();
}

CustomCallOp xla::hlo::createShapeAssertion(OpBuilder &builder,
                                            Location location, Value condition,
                                            ValueRange values,
                                            StringRef message) {
  SmallVector<Value> operands = {condition};
  llvm::append_range(operands, values);
  auto call = CustomCallOp::create(
      builder, location, TypeRange(), operands,
      builder.getNamedAttr("call_target_name",
                           builder.getStringAttr("shape_assertion")));
  call.setHasSideEffect(true);
  call->setAttr("error_message", builder.getStringAttr(message));
  return call;
}

StringRef xla::hlo::getAssertionMessage(CustomCallOp op) {
  auto message = op->getAttrOfType<StringAttr>("error_message");
  return message ? message.getValue() : StringRef(kDefaultAssertionMessage);
}

std::string
xla::hlo::formatShapeAssertion(CustomCallOp op,
                               ArrayRef<std::optional<int64_t>> values) {
  SmallVector<std::string> texts;
  for (auto [operand, value] :
       llvm::zip_equal(op.getInputs().drop_front(), values)) {
    Type type = getElementTypeOrSelf(operand.getType());
    texts.push_back(
        value ? formatAssertedValue(*value, type.isUnsignedInteger(64)) : "?");
  }
  return formatAssertion(getAssertionMessage(op), texts.data(), texts.size());
}
