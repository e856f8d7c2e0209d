//===- HostCalls.cpp - Custom calls as calls of the host ------------------===//
//
// The config of a call keeps what the types of the host level do not say any
// more: signs, and the program's dimensions of values that lie in memory in
// another order.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"

using namespace mlir;
using namespace xla;

/// Adds `<what>s`, the types of the program, and `<what>_layouts`, the orders
/// in memory, to a config.
static void describeValues(NamedAttrList &config, hlo::CustomCallOp op,
                           StringRef what, TypeRange types, ArrayAttr layouts) {
  Builder builder(op.getContext());
  bool isPhysical = op->hasAttr(hlo::kPhysicalOrderAttr);
  SmallVector<Attribute> described, orders;
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    SmallVector<int64_t> order;
    if (isPhysical && layouts) {
      order = hlo::getMinorToMajor(layouts[index]);
      tensor = hlo::getLogicalType(tensor, order);
      if (hlo::isRowMajor(order))
        order.clear();
    }
    described.push_back(TypeAttr::get(tensor));
    orders.push_back(builder.getDenseI64ArrayAttr(order));
  }
  config.append((what + "s").str(), builder.getArrayAttr(described));
  config.append((what + "_layouts").str(), builder.getArrayAttr(orders));
}

FailureOr<CallHostOp> xla::createHostCall(OpBuilder &builder,
                                          hlo::CustomCallOp op,
                                          ValueRange inputs, TypeRange types) {
  auto aliases = hlo::getCallAliases(op);
  if (failed(aliases))
    return op.emitOpError("expects each operand and result in at most one "
                          "alias, and no tuples");
  SmallVector<int64_t> inPlace;
  for (auto [operand, result] : *aliases) {
    if (inputs[operand].getType() != types[result])
      return op.emitOpError("expects one layout of an operand and the result "
                            "that it is aliased with");
    llvm::append_values(inPlace, operand, result);
  }
  NamedAttrList config;
  config.append("api_version", builder.getI32IntegerAttr(
                                   static_cast<int32_t>(op.getApiVersion())));
  config.append("attributes", hlo::getCallAttributes(op));
  config.append("has_side_effect", builder.getBoolAttr(op.getHasSideEffect()));
  config.append("target", op.getCallTargetNameAttr());
  config.append("text", builder.getStringAttr(hlo::getCallText(op)));
  describeValues(config, op, "operand", op.getOperandTypes(),
                 op.getOperandLayoutsAttr());
  describeValues(config, op, "result", op.getResultTypes(),
                 op.getResultLayoutsAttr());
  return CallHostOp::create(
      builder, op.getLoc(), types, builder.getStringAttr("custom_call"),
      config.getDictionary(op.getContext()),
      builder.getDenseI64ArrayAttr(inPlace), inputs, ValueRange());
}
