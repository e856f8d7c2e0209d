//===- ImportCollective.cpp - Communication -------------------------------===//
//
// Collectives have ops of the same form. Their groups are rows of ids, or a
// formula for them, which is spelled out.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

//===----------------------------------------------------------------------===//
// Groups and channels
//===----------------------------------------------------------------------===//

/// More processes than any machine has, fewer than fill the memory.
static constexpr int64_t maxIds = 1 << 20;

/// The ids 0, 1, ... as an array of `sizes`, with its dimensions permuted.
static FailureOr<SmallVector<int64_t>>
getIota(Instruction &inst, ArrayRef<int64_t> sizes, ArrayRef<int64_t> order) {
  int64_t count = 1, rank = sizes.size();
  for (int64_t size : sizes)
    if (size <= 0 || llvm::MulOverflow(count, size, count) || count > maxIds)
      return inst.emitError()
             << "expects iota groups of 1 to " << maxIds << " ids";
  SmallVector<int64_t> strides(rank), sorted(order);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(rank)))
    return inst.emitError() << "expects iota groups with an order of their "
                            << rank << " dimensions";
  int64_t stride = 1;
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride *= sizes[dim];
  }
  SmallVector<int64_t> ids = {0};
  for (int64_t dim : order) {
    SmallVector<int64_t> next;
    for (int64_t id : ids)
      for (int64_t index = 0; index < sizes[dim]; ++index)
        next.push_back(id + index * strides[dim]);
    ids = std::move(next);
  }
  return ids;
}

/// `groups` in rows.
static FailureOr<DenseIntElementsAttr>
getIotaGroups(Instruction &inst,
              const proto::IotaReplicaGroupListProto &groups) {
  SmallVector<int64_t> order(groups.iota_transpose_perm().begin(),
                             groups.iota_transpose_perm().end());
  if (order.empty())
    order =
        llvm::to_vector(llvm::seq<int64_t>(groups.iota_reshape_dims_size()));
  FailureOr<SmallVector<int64_t>> ids =
      getIota(inst, toArray(groups.iota_reshape_dims()), order);
  if (failed(ids))
    return failure();
  int64_t rows = groups.num_replica_groups();
  int64_t columns = groups.num_devices_per_group(), product;
  if (rows <= 0 || columns <= 0 || llvm::MulOverflow(rows, columns, product) ||
      product != static_cast<int64_t>(ids->size()))
    return inst.emitError() << "expects " << rows << " groups of " << columns
                            << " ids, but got " << ids->size() << " ids";
  auto type = RankedTensorType::get({rows, columns}, inst.builder.getI64Type());
  return DenseIntElementsAttr::get(type, ArrayRef<int64_t>(*ids));
}

FailureOr<DenseIntElementsAttr> importer::getGroups(Instruction &inst) {
  const auto &list = inst.proto.collective_device_list();
  if (inst.proto.has_iota_collective_device_list())
    return getIotaGroups(inst, inst.proto.iota_collective_device_list());
  if (list.has_iota_replica_group_list())
    return getIotaGroups(inst, list.iota_replica_group_list());
  SmallVector<SmallVector<int64_t>> rows;
  size_t columns = 0;
  for (const proto::ReplicaGroup &group : list.replica_groups_size()
                                              ? list.replica_groups()
                                              : inst.proto.replica_groups()) {
    rows.emplace_back(group.replica_ids().begin(), group.replica_ids().end());
    columns = std::max(columns, rows.back().size());
  }
  // Short rows are filled up.
  if (columns * rows.size() > static_cast<size_t>(maxIds))
    return inst.emitError()
           << "expects groups of at most " << maxIds << " ids, but got "
           << rows.size() << " groups of up to " << columns;
  return getRowsAttr(inst.builder, rows);
}

ChannelHandleAttr importer::getChannel(Instruction &inst) {
  constexpr int64_t betweenDevices = 1;
  int64_t id = inst.proto.channel_id() > 0 ? inst.proto.channel_id()
                                           : inst.proto.all_reduce_id();
  return id > 0 ? ChannelHandleAttr::get(inst.getContext(), id, betweenDevices)
                : ChannelHandleAttr();
}

static UnitAttr getUnit(Instruction &inst, bool value) {
  return value ? inst.builder.getUnitAttr() : UnitAttr();
}

FailureOr<std::pair<int64_t, SmallVector<Type>>>
importer::getResultTypes(Instruction &inst, size_t count) {
  // Some starts give their results alone.
  if (!inst.getOpcode().ends_with("-start") || inst.types.size() <= count)
    return std::pair(int64_t(0), inst.types);
  auto [first, part] = findPart(inst.proto.shape(), {1});
  if (!part)
    return inst.emitError() << "'" << inst.getOpcode()
                            << "' expects to give operands and results, but "
                               "got "
                            << toString(inst.proto.shape());
  SmallVector<Type> types(
      ArrayRef(inst.types).slice(first, countLeaves(*part)));
  return std::pair(first, types);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

static LogicalResult importAllGather(Instruction &inst) {
  FailureOr<int64_t> dim = getDimension(inst);
  FailureOr<DenseIntElementsAttr> groups = getGroups(inst);
  auto types = getResultTypes(inst, inst.getNumOperands());
  if (failed(dim) || failed(groups) || failed(types))
    return failure();
  auto op = inst.create<AllGatherOp>(
      TypeRange(types->second), inst.getAllLeaves(),
      inst.builder.getI64IntegerAttr(*dim), *groups, getChannel(inst),
      getUnit(inst, inst.proto.use_global_device_ids()));
  return giveAmongFillers(inst, types->first, op->getResults());
}

/// A start of it gives the results alone, or in some files the operands first.
static LogicalResult importAllReduce(Instruction &inst) {
  FailureOr<DenseIntElementsAttr> groups = getGroups(inst);
  if (failed(groups))
    return failure();
  unsigned count = inst.getNumOperands();
  if (inst.types.size() < count)
    return inst.emitError() << "'" << inst.getOpcode()
                            << "' expects a result per operand, but got "
                            << toString(inst.proto.shape());
  auto op = inst.create<AllReduceOp>(
      TypeRange(inst.types).take_back(count), inst.getAllLeaves(), *groups,
      getChannel(inst), getUnit(inst, inst.proto.use_global_device_ids()));
  if (failed(inst.buildRegion(op.getComputation(), 0)))
    return failure();
  return giveAmongFillers(inst, inst.types.size() - count, op->getResults());
}

static LogicalResult importCollectiveReduce(Instruction &inst) {
  FailureOr<DenseIntElementsAttr> groups = getGroups(inst);
  if (failed(groups))
    return failure();
  auto op = inst.create<CollectiveReduceOp>(
      TypeRange(inst.types), inst.getAllLeaves(), *groups, getChannel(inst),
      getUnit(inst, inst.proto.use_global_device_ids()), UnitAttr());
  if (failed(inst.buildRegion(op.getComputation(), 0)))
    return failure();
  return inst.give(op->getResults());
}

/// One op for each operand: they are independent.
static LogicalResult importReduceScatter(Instruction &inst) {
  FailureOr<int64_t> dim = getDimension(inst);
  FailureOr<DenseIntElementsAttr> groups = getGroups(inst);
  if (failed(dim) || failed(groups))
    return failure();
  if (inst.types.size() != inst.getNumOperands())
    return inst.emitError() << "'reduce-scatter' expects a result per operand, "
                               "but got "
                            << toString(inst.proto.shape());
  for (auto [operand, type] :
       llvm::zip_equal(inst.getAllLeaves(), inst.types)) {
    auto op = inst.create<ReduceScatterOp>(
        type, operand, inst.builder.getI64IntegerAttr(*dim), *groups,
        getChannel(inst), getUnit(inst, inst.proto.use_global_device_ids()));
    if (failed(inst.buildRegion(op.getComputation(), 0)))
      return failure();
    inst.results.push_back(op.getResult());
  }
  return success();
}

static LogicalResult importCollectiveBroadcast(Instruction &inst) {
  FailureOr<DenseIntElementsAttr> groups = getGroups(inst);
  if (failed(groups))
    return failure();
  return inst.give<CollectiveBroadcastOp>(TypeRange(inst.types),
                                          inst.getAllLeaves(), *groups,
                                          getChannel(inst), UnitAttr());
}

//===----------------------------------------------------------------------===//
// All to all
//===----------------------------------------------------------------------===//

/// One operand per process of a group, each of which gets a result from every
/// process: one op on the operands one after the other.
static LogicalResult giveExchanged(Instruction &inst,
                                   DenseIntElementsAttr groups) {
  int64_t count = inst.getNumOperands();
  RankedTensorType type = inst.getOperandType(0);
  for (int64_t number = 0; number < count; ++number)
    if (inst.getOperandType(number) != type ||
        static_cast<int64_t>(inst.types.size()) != count)
      return inst.emitError()
             << "'all-to-all' expects operands of one type "
                "and as many results, but operand "
             << number << " is " << toString(inst.getOperandShape(number));
  SmallVector<int64_t> row = {1};
  llvm::append_range(row, type.getShape());
  RankedTensorType rowType = RankedTensorType::get(row, type.getElementType());
  SmallVector<Value> rows;
  for (Value operand : inst.getAllLeaves())
    rows.push_back(inst.create<ReshapeOp>(TypeRange(rowType), operand));
  row[0] = count;
  RankedTensorType all = RankedTensorType::get(row, type.getElementType());
  Value joined = inst.create<ConcatenateOp>(all, rows, /*dimension=*/0);
  auto op = inst.create<AllToAllOp>(
      TypeRange(all), joined, inst.builder.getI64IntegerAttr(0),
      inst.builder.getI64IntegerAttr(0), inst.builder.getI64IntegerAttr(count),
      groups, getChannel(inst));
  SmallVector<int64_t> starts(row.size(), 0), strides(row.size(), 1);
  SmallVector<int64_t> limits(row);
  for (int64_t number = 0; number < count; ++number) {
    starts[0] = number;
    limits[0] = number + 1;
    Value part = inst.create<SliceOp>(rowType, op->getResult(0), starts, limits,
                                      strides);
    inst.results.push_back(inst.create<ReshapeOp>(TypeRange(type), part));
  }
  return success();
}

static LogicalResult importAllToAll(Instruction &inst) {
  FailureOr<DenseIntElementsAttr> groups = getGroups(inst);
  if (failed(groups))
    return failure();
  if (inst.proto.dimensions_size() == 0)
    return giveExchanged(inst, *groups);
  FailureOr<int64_t> dim = getDimension(inst);
  if (failed(dim))
    return failure();
  int64_t count = groups->getType().getDimSize(1);
  if (count == 0)
    return inst.emitError() << "'all-to-all' expects groups that say how many "
                               "parts there are";
  auto part = inst.builder.getI64IntegerAttr(*dim);
  return inst.give<AllToAllOp>(TypeRange(inst.types), inst.getAllLeaves(), part,
                               part, inst.builder.getI64IntegerAttr(count),
                               *groups, getChannel(inst));
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

template <typename Op> static LogicalResult importId(Instruction &inst) {
  return inst.give<Op>(TypeRange(inst.types));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void OpcodeTable::addCollective() {
  constexpr unsigned any = ~0u;
  auto collective = [](Handler handler, unsigned minCallees = 0) {
    return Opcode{handler,   1, any, /*takesArrays=*/true, /*givesArray=*/false,
                  minCallees};
  };
  add({"all-gather", "all-gather-start"}, collective(importAllGather));
  add({"all-reduce", "all-reduce-start"}, collective(importAllReduce, 1));
  add({"all-to-all"}, collective(importAllToAll));
  add({"collective-broadcast"}, collective(importCollectiveBroadcast));
  add({"collective-reduce"}, collective(importCollectiveReduce, 1));
  add({"reduce-scatter"}, collective(importReduceScatter, 1));
  add({"partition-id"}, {importId<PartitionIdOp>, 0, 0});
  add({"replica-id"}, {importId<ReplicaIdOp>, 0, 0});
}
