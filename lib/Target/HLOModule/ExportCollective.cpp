//===- ExportCollective.cpp - Communication between processes to HLO ------===//
//
// Replica groups are written out. A send or receive is a pair of a start and a
// wait; infeeds and outfeeds of several tensors take a tuple.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// Groups, channel and the meaning of the groups' ids.
static LogicalResult fillGroups(Operation *op, Instruction &inst) {
  FailureOr<hlo::IdGroups> groups = hlo::getIdGroups(op);
  if (failed(groups))
    return failure();
  proto::CollectiveDeviceListProto &list =
      *inst.mutable_collective_device_list();
  for (ArrayRef<int64_t> group : *groups)
    append(group, list.add_replica_groups()->mutable_replica_ids());
  inst.set_channel_id(hlo::getChannel(op));
  inst.set_use_global_device_ids(op->hasAttr("use_global_device_ids"));
  return success();
}

/// A collective whose region, if it has one, combines two elements.
static LogicalResult exportCollective(Computation &c, Operation *op,
                                      StringRef opcode,
                                      std::optional<int64_t> dimension = {}) {
  std::optional<int64_t> combiner;
  SmallVector<Instruction *> operands = c.get(op->getOperands());
  if (op->getNumRegions() != 0) {
    Region &region = op->getRegion(0);
    FailureOr<int64_t> computation =
        c.getModule().exportRegion(region, RegionForm::Flat);
    if (failed(computation))
      return failure();
    combiner = *computation;
    for (Instruction *&operand : operands)
      operand = c.createConvert(op->getLoc(), operand,
                                region.getArgument(0).getType());
  }
  Instruction *inst = c.createOp(op, opcode, operands);
  if (dimension)
    inst->add_dimensions(*dimension);
  if (combiner)
    inst->add_called_computation_ids(*combiner);
  return fillGroups(op, *inst);
}

/// HLO exchanges the parts of one dimension. Where they are to be joined along
/// another, the dimension of the processes moves there afterwards.
static LogicalResult exportAllToAll(Computation &c, hlo::AllToAllOp op) {
  int64_t split = op.getSplitDimension(), concat = op.getConcatDimension(),
          count = op.getSplitCount();
  for (auto [operand, result] : llvm::zip(op.getOperands(), op.getResults())) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (!type.hasStaticShape())
      return op.emitOpError("expects operands of static shape in HLO");
    Location loc = op.getLoc();
    Instruction *inst =
        c.create(loc, "all-to-all", getShape(Type(type)), {c.get(operand)});
    inst->add_dimensions(split);
    if (failed(fillGroups(op, *inst)) ||
        failed(fillAnnotations(loc, op->getDiscardableAttrDictionary(), *inst)))
      return failure();
    if (split != concat) {
      const Shape base = inst->shape();
      SmallVector<int64_t> sizes(type.getShape()), order;
      sizes[split] /= count;
      sizes.insert(sizes.begin() + split, count);
      inst = c.create(loc, "reshape", getShapeLike(base, sizes), {inst});
      // Where the old dimensions are now.
      for (int64_t dim : llvm::seq(type.getRank())) {
        if (dim == concat)
          order.push_back(split);
        order.push_back(dim < split ? dim : dim + 1);
      }
      SmallVector<int64_t> moved;
      for (int64_t dim : order)
        moved.push_back(sizes[dim]);
      inst = c.create(loc, "transpose", getShapeLike(base, moved), {inst});
      append(order, inst->mutable_dimensions());
      inst = c.create(loc, "reshape", getShape(result.getType()), {inst});
    }
    c.set(result, inst);
  }
  return success();
}

static void fillPairs(DenseIntElementsAttr pairs, Instruction &inst) {
  auto values = llvm::to_vector(pairs.getValues<int64_t>());
  for (size_t i = 0; i + 1 < values.size(); i += 2) {
    proto::SourceTarget &pair = *inst.add_source_target_pairs();
    pair.set_source(values[i]);
    pair.set_target(values[i + 1]);
  }
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

static LogicalResult exportInfeed(Computation &c, hlo::InfeedOp op) {
  Location loc = op.getLoc();
  ResultRange data = op->getResults().drop_back();
  SmallVector<Shape> shapes;
  for (auto [index, value] : llvm::enumerate(data)) {
    shapes.push_back(getShape(value.getType()));
    if (ArrayAttr layouts = op.getLayoutAttr();
        layouts && index < layouts.size())
      setLayout(layouts[index], shapes.back());
  }
  Value token = op->getResults().back();
  Instruction *inst = c.create(
      loc, "infeed",
      getTupleShape({getTupleShape(shapes), getShape(token.getType())}),
      {c.get(op.getToken())});
  inst->set_infeed_config(op.getInfeedConfig().str());
  if (!data.empty()) {
    Instruction *tuple = c.createElement(loc, inst, 0);
    for (auto [index, value] : llvm::enumerate(data))
      c.set(value, c.createElement(loc, tuple, index));
  }
  c.set(token, c.createElement(loc, inst, 1));
  return fillAnnotations(loc, op->getDiscardableAttrDictionary(), *inst);
}

static LogicalResult exportOutfeed(Computation &c, hlo::OutfeedOp op) {
  Instruction *data = c.pack(op.getLoc(), op.getInputs());
  Instruction *inst = c.createOp(op, "outfeed", {data, c.get(op.getToken())});
  *inst->mutable_outfeed_shape() = data->shape();
  inst->set_outfeed_config(op.getOutfeedConfig().str());
  return success();
}

/// What both halves of a transfer say.
template <typename OpT>
static LogicalResult fillTransfer(OpT op, Instruction &inst) {
  inst.set_channel_id(op.getChannelHandle().getHandle());
  inst.set_is_host_transfer(op.getIsHostTransfer());
  if (auto pairs = op.getSourceTargetPairsAttr()) {
    auto values = llvm::to_vector(
        cast<DenseIntElementsAttr>(pairs).template getValues<int64_t>());
    std::string text = "{";
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      text += (i ? ",{" : "{") + std::to_string(values[i]) + "," +
              std::to_string(values[i + 1]) + "}";
    (*inst.mutable_frontend_attributes()
          ->mutable_map())["_xla_send_recv_source_target_pairs"] = text + "}";
  }
  return fillAnnotations(op.getLoc(), op->getDiscardableAttrDictionary(), inst);
}

static Shape getCounterShape() {
  Shape shape;
  shape.set_element_type(proto::U32);
  return getShapeLike(shape, {});
}

static LogicalResult exportSend(Computation &c, hlo::SendOp op) {
  Location loc = op.getLoc();
  Instruction *data = c.pack(loc, op.getInputs());
  Shape token = getShape(op.getResult().getType());
  Instruction *send = c.create(
      loc, "send", getTupleShape({data->shape(), getCounterShape(), token}),
      {data, c.get(op.getToken())});
  Instruction *done = c.create(loc, "send-done", token, {send});
  c.set(op.getResult(), done);
  return failure(failed(fillTransfer(op, *send)) ||
                 failed(fillTransfer(op, *done)));
}

static LogicalResult exportRecv(Computation &c, hlo::RecvOp op) {
  Location loc = op.getLoc();
  ResultRange data = op->getResults().drop_back();
  Value last = op->getResults().back();
  Shape shape = getShape(data.getTypes()), token = getShape(last.getType());
  Instruction *recv =
      c.create(loc, "recv", getTupleShape({shape, getCounterShape(), token}),
               {c.get(op.getToken())});
  Instruction *done =
      c.create(loc, "recv-done", getTupleShape({shape, token}), {recv});
  if (!data.empty())
    c.unpack(loc, c.createElement(loc, done, 0), data);
  c.set(last, c.createElement(loc, done, 1));
  return failure(failed(fillTransfer(op, *recv)) ||
                 failed(fillTransfer(op, *done)));
}

//===----------------------------------------------------------------------===//
// The family
//===----------------------------------------------------------------------===//

FamilyResult hlo_export::exportCollective(Computation &c, Operation *op) {
  auto create = [&](Operation *op, StringRef opcode) -> LogicalResult {
    c.createOp(op, opcode);
    return success();
  };
  return TypeSwitch<Operation *, FamilyResult>(op)
      .Case([&](hlo::AllReduceOp op) {
        return ::exportCollective(c, op, "all-reduce");
      })
      .Case([&](hlo::AllGatherOp op) {
        return ::exportCollective(c, op, "all-gather", op.getAllGatherDim());
      })
      .Case([&](hlo::ReduceScatterOp op) {
        return ::exportCollective(c, op, "reduce-scatter",
                                  op.getScatterDimension());
      })
      .Case([&](hlo::CollectiveBroadcastOp op) {
        return ::exportCollective(c, op, "collective-broadcast");
      })
      .Case([&](hlo::CollectivePermuteOp op) {
        Instruction *inst = c.createOp(op, "collective-permute");
        fillPairs(cast<DenseIntElementsAttr>(op.getSourceTargetPairsAttr()),
                  *inst);
        inst->set_channel_id(hlo::getChannel(op));
        return success();
      })
      .Case([&](hlo::AllToAllOp op) { return exportAllToAll(c, op); })
      .Case([&](hlo::ReplicaIdOp op) { return create(op, "replica-id"); })
      .Case([&](hlo::PartitionIdOp op) { return create(op, "partition-id"); })
      .Case([&](hlo::InfeedOp op) { return exportInfeed(c, op); })
      .Case([&](hlo::OutfeedOp op) { return exportOutfeed(c, op); })
      .Case([&](hlo::SendOp op) { return exportSend(c, op); })
      .Case([&](hlo::RecvOp op) { return exportRecv(c, op); })
      .Default([](Operation *) { return std::nullopt; });
}
