//===- CallValues.cpp - What a function is told of its values -------------===//

#include "xla/Dialect/HLO/IR/CallValues.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"

using namespace mlir;
using namespace xla::hlo;

/// On a call whose values became bytes: the description of what they were.
static constexpr llvm::StringLiteral kCallValuesAttr = "hlo.call_values";

static void describe(NamedAttrList &values, CustomCallOp op, StringRef what,
                     TypeRange types, ArrayAttr layouts) {
  Builder builder(op.getContext());
  bool isPhysical = op->hasAttr(kPhysicalOrderAttr);
  SmallVector<Attribute> described, orders;
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    SmallVector<int64_t> order;
    if (isPhysical && layouts) {
      order = getMinorToMajor(layouts[index]);
      tensor = getLogicalType(tensor, order);
      if (isRowMajor(order))
        order.clear();
    }
    described.push_back(TypeAttr::get(tensor));
    orders.push_back(builder.getDenseI64ArrayAttr(order));
  }
  values.append((what + "s").str(), builder.getArrayAttr(described));
  values.append((what + "_layouts").str(), builder.getArrayAttr(orders));
}

DictionaryAttr xla::hlo::describeCallValues(CustomCallOp op) {
  if (auto known = op->getAttrOfType<DictionaryAttr>(kCallValuesAttr))
    return known;
  NamedAttrList values;
  describe(values, op, "operand", op.getOperandTypes(),
           op.getOperandLayoutsAttr());
  describe(values, op, "result", op.getResultTypes(),
           op.getResultLayoutsAttr());
  return values.getDictionary(op.getContext());
}

bool xla::hlo::isCallOnBytes(CustomCallOp op) {
  return op->hasAttr(kCallValuesAttr);
}

CustomCallOp xla::hlo::recreateCall(OpBuilder &builder, CustomCallOp op,
                                    TypeRange types, ValueRange operands) {
  auto call = CustomCallOp::create(builder, op.getLoc(), types, operands,
                                   op->getAttrs());
  call->setAttr(kCallValuesAttr, describeCallValues(op));
  // Those were of the values as they were.
  call.removeOperandLayoutsAttr();
  call.removeResultLayoutsAttr();
  call->removeAttr(kPhysicalOrderAttr);
  return call;
}
