//===- HostCommunication.cpp - Collectives as calls of the host -----------===//
//
// The config of a call keeps what the program says of a collective, a transfer
// or an id, in the words of the C interface; values are tensors in row-major
// order.
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"
#include "xla/Dialect/XLA/IR/Combiner.h"
#include "xla/Support/ElementKind.h"

using namespace mlir;
using namespace xla;

/// The type as which a service sees a tensor: inside compiled code elements of
/// less than a byte have a byte, of which it moves whole ones.
static RankedTensorType getServiceType(RankedTensorType type) {
  std::optional<ElementKind> kind = getElementKind(type.getElementType());
  if (!kind || !isPacked(*kind))
    return type;
  return RankedTensorType::get(type.getShape(),
                               IntegerType::get(type.getContext(), 8));
}

/// Adds `<what>s` and `<what>_layouts` to a config: types with their signs,
/// without tokens.
static void describeTensors(NamedAttrList &config, MLIRContext *context,
                            StringRef what, TypeRange types) {
  Builder builder(context);
  SmallVector<Attribute> described, orders;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    described.push_back(TypeAttr::get(getServiceType(tensor)));
    orders.push_back(builder.getDenseI64ArrayAttr({}));
  }
  config.append((what + "s").str(), builder.getArrayAttr(described));
  config.append((what + "_layouts").str(), builder.getArrayAttr(orders));
}

/// Adds the groups of a collective, row by row, short rows padded with -1.
/// Source-target pairs are two each even where there are none, which is not the
/// same as an op that has no list of them.
static LogicalResult describeGroups(NamedAttrList &config, Operation *op) {
  FailureOr<hlo::IdGroups> groups = hlo::getIdGroups(op);
  if (failed(groups))
    return failure();
  size_t size = op->hasAttr("source_target_pairs") ? 2 : 0;
  for (ArrayRef<int64_t> group : *groups)
    size = std::max(size, group.size());
  SmallVector<int64_t> ids;
  for (ArrayRef<int64_t> group : *groups) {
    llvm::append_range(ids, group);
    ids.append(size - group.size(), -1);
  }
  Builder builder(op->getContext());
  config.append("group_size", builder.getI64IntegerAttr(size));
  config.append("groups", builder.getDenseI64ArrayAttr(ids));
  return success();
}

/// The first of the attributes `names` that `op` has.
static int64_t getInteger(Operation *op, ArrayRef<StringRef> names) {
  for (StringRef name : names)
    if (auto attr = op->getAttrOfType<IntegerAttr>(name))
      return attr.getInt();
  return 0;
}

static bool isTrue(Operation *op, StringRef name) {
  Attribute attr = op->getAttr(name);
  auto value = dyn_cast_if_present<BoolAttr>(attr);
  return attr && (!value || value.getValue());
}

static LogicalResult describeCollective(NamedAttrList &config, Operation *op) {
  Builder builder(op->getContext());
  config.append("kind", builder.getStringAttr(op->getName().stripDialect()));
  config.append("channel", builder.getI64IntegerAttr(hlo::getChannel(op)));
  config.append("dimension", builder.getI64IntegerAttr(getInteger(
                                 op, {"all_gather_dim", "scatter_dimension",
                                      "split_dimension"})));
  config.append("concat_dimension", builder.getI64IntegerAttr(
                                        getInteger(op, {"concat_dimension"})));
  for (StringRef flag :
       {"use_global_device_ids", "is_host_transfer", "has_dynamic_root"})
    if (isTrue(op, flag))
      config.append(flag, builder.getUnitAttr());
  if (Attribute combiner = op->getAttr(kCombinerAttr))
    config.append("combiner", combiner);
  return describeGroups(config, op);
}

FailureOr<CallHostOp> xla::createHostCommunication(OpBuilder &builder,
                                                   Operation *op,
                                                   ValueRange inputs,
                                                   TypeRange types) {
  NamedAttrList config;
  StringRef service = "collective";
  if (isa<hlo::ReplicaIdOp, hlo::PartitionIdOp, hlo::InfeedOp, hlo::OutfeedOp>(
          op))
    service = op->getName().stripDialect();
  else if (failed(describeCollective(config, op)))
    return failure();
  TypeRange operands = op->getOperandTypes();
  if (isTrue(op, "has_dynamic_root"))
    operands = operands.drop_back();
  if (auto text = op->getAttrOfType<StringAttr>(
          isa<hlo::InfeedOp>(op) ? "infeed_config" : "outfeed_config"))
    config.append("text", text);
  describeTensors(config, op->getContext(), "operand", operands);
  describeTensors(config, op->getContext(), "result", op->getResultTypes());
  return CallHostOp::create(
      builder, op->getLoc(), types, builder.getStringAttr(service),
      config.getDictionary(op->getContext()), builder.getDenseI64ArrayAttr({}),
      inputs, ValueRange());
}
