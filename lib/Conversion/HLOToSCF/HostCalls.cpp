//===- HostCalls.cpp - Custom calls as calls of the host ------------------===//
//
// The config of a call keeps what the types of the host level do not say any
// more: signs, and the program's dimensions of values that lie in memory in
// another order.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "xla/Dialect/HLO/IR/CallValues.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"

using namespace mlir;
using namespace xla;

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
  config.append(hlo::describeCallValues(op).getValue());
  return CallHostOp::create(
      builder, op.getLoc(), types, builder.getStringAttr("custom_call"),
      config.getDictionary(op.getContext()),
      builder.getDenseI64ArrayAttr(inPlace), inputs, ValueRange());
}
