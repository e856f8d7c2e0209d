//===- ShapeAssertion.cpp - Checks that exporters put on shapes -----------===//
//
// The message is the exporter's; only its numbers are filled in.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/ShapeAssertion.h"

using namespace mlir;
using namespace xla::hlo;

bool xla::hlo::isShapeAssertion(Operation *op) {
  auto call = dyn_cast<CustomCallOp>(op);
  return call && call.getCallTargetName() == "shape_assertion" &&
         call.getNumOperands() > 0;
}

std::string xla::hlo::formatShapeAssertion(CustomCallOp op,
                                           ArrayRef<int64_t> values) {
  auto attr = op->getAttrOfType<StringAttr>("error_message");
  StringRef rest = attr ? attr.getValue() : "shape assertion failed";
  std::string message;
  while (!rest.empty()) {
    auto [before, after] = rest.split('{');
    message += before;
    if (before.size() == rest.size())
      break;
    size_t index;
    StringRef number = after;
    if (!number.consumeInteger(10, index) && index < values.size() &&
        number.consume_front("}")) {
      message += std::to_string(values[index]);
      rest = number;
    } else {
      message += '{';
      rest = after;
    }
  }
  return message;
}
