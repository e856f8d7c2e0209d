//===- ExportGroups.cpp - Collectives that HLO does not have --------------===//
//
// HLO has no roots that are known at run time, no reduction whose result one
// process keeps, and no computation of a collective that sees values around it.
// Each is an exchange and arithmetic on what came of it: a process finds its
// place in its group in a table, and combines what all have by itself, in the
// order of the group.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"
#include "xla/Dialect/HLO/IR/ReplicaGroups.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace xla;
using hlo::GroupMode;

namespace {
/// Replaces one collective by ops in front of it.
class GroupExpansion {
public:
  explicit GroupExpansion(Operation *op)
      : op(op), builder(op), loc(op->getLoc()) {}

  /// Reads the groups, which have to be of one size.
  LogicalResult begin();

  LogicalResult expandBroadcast(hlo::CollectiveBroadcastOp broadcast);
  LogicalResult expandCollectiveReduce(hlo::CollectiveReduceOp reduce);
  LogicalResult expandAllReduce(hlo::AllReduceOp reduce);
  LogicalResult expandReduceScatter(hlo::ReduceScatterOp scatter);

private:
  /// How many partitions or replicas the module says there are.
  FailureOr<int64_t> getCount(StringRef name);
  /// This process's place in its group, as a scalar of i64; -1: in none.
  FailureOr<Value> createPlace();
  /// The operands of all members along a new first dimension.
  FailureOr<Value> gather(Value operand);
  /// `operand` of all members, combined by `region`.
  FailureOr<Value> combineAll(Value operand, Region &region);

  Value convert(Value value, Type element) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getElementType() == element)
      return value;
    return hlo::ConvertOp::create(builder, loc, type.clone(element), value);
  }
  Value reshape(Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType());
    return hlo::ReshapeOp::create(builder, loc, type.clone(shape), value);
  }
  Value createNumber(int64_t value) {
    auto type = RankedTensorType::get({}, builder.getI64Type());
    return hlo::ConstantOp::create(builder, loc,
                                   DenseIntElementsAttr::get(type, value));
  }
  /// Element `index` of a list, a scalar of i64.
  Value getElement(Value list, int64_t index) {
    int64_t limit = index + 1, stride = 1;
    Value one = hlo::SliceOp::create(builder, loc, list, index, limit, stride);
    return convert(reshape(one, {}), builder.getI64Type());
  }
  /// `size` elements of dimension `dim` from `start` on.
  Value takePart(Value value, int64_t dim, Value start, int64_t size);
  /// What collectives have in common.
  NamedAttrList getGroupAttributes() {
    NamedAttrList attributes;
    for (StringRef name :
         {"replica_groups", "channel_handle", "use_global_device_ids"})
      if (Attribute attr = op->getAttr(name))
        attributes.set(name, attr);
    return attributes;
  }
  void replace(ValueRange values) {
    op->replaceAllUsesWith(values);
    op->erase();
  }

  Operation *op;
  OpBuilder builder;
  Location loc;
  hlo::IdGroups groups;
};
} // namespace

LogicalResult GroupExpansion::begin() {
  FailureOr<hlo::IdGroups> found = hlo::getIdGroups(op);
  if (failed(found))
    return failure();
  groups = std::move(*found);
  if (groups.empty() || !llvm::all_equal(llvm::map_range(
                            groups, [](const auto &g) { return g.size(); })))
    return op->emitOpError("expects replica groups of one size, spelled out, "
                           "in a program for HLO");
  auto isStatic = [](Type type) {
    return cast<RankedTensorType>(type).hasStaticShape();
  };
  if (!llvm::all_of(op->getOperandTypes(), isStatic))
    return op->emitOpError("expects operands of static shape in a program for "
                           "HLO");
  return success();
}

FailureOr<int64_t> GroupExpansion::getCount(StringRef name) {
  auto module = op->getParentOfType<ModuleOp>();
  if (auto count = module->getAttrOfType<IntegerAttr>(name))
    return count.getValue().getSExtValue();
  return op->emitOpError("expects the module to have the attribute '")
         << name << "' in a program for HLO";
}

FailureOr<Value> GroupExpansion::createPlace() {
  Type i64 = builder.getI64Type();
  auto add = [&](Value lhs, Value rhs) -> Value {
    return hlo::AddOp::create(builder, loc, lhs, rhs);
  };
  auto scale = [&](Value value, int64_t factor) -> Value {
    return hlo::MultiplyOp::create(builder, loc, value, createNumber(factor));
  };
  auto id32 = RankedTensorType::get(
      {}, IntegerType::get(op->getContext(), 32, IntegerType::Unsigned));
  GroupMode mode = hlo::getGroupMode(op);
  Value id, partition;
  if (mode != GroupMode::CrossReplica)
    partition = convert(hlo::PartitionIdOp::create(builder, loc, id32), i64);
  if (mode != GroupMode::CrossPartition)
    id = convert(hlo::ReplicaIdOp::create(builder, loc, id32), i64);
  if (mode == GroupMode::CrossPartition)
    id = partition;
  if (mode == GroupMode::FlattenedIds) {
    FailureOr<int64_t> partitions = getCount("mhlo.num_partitions");
    if (failed(partitions))
      return failure();
    id = add(scale(id, *partitions), partition);
  }
  SmallVector<int64_t> places;
  for (ArrayRef<int64_t> group : groups)
    for (auto [place, member] : llvm::enumerate(group)) {
      // The table has an entry for each id up to the greatest.
      if (member < 0 || member >= hlo::kMaxDevices)
        return op->emitOpError("expects ids of 0 to ")
               << hlo::kMaxDevices - 1
               << " in replica groups of a program for HLO, but got " << member;
      if (member >= int64_t(places.size()))
        places.resize(member + 1, -1);
      places[member] = place;
    }
  // Behind the last one, for all ids from there on.
  places.push_back(-1);
  auto type = RankedTensorType::get({int64_t(places.size())}, i64);
  Value table = hlo::ConstantOp::create(
      builder, loc, DenseIntElementsAttr::get(type, places));
  Value place = reshape(takePart(table, 0, id, 1), {});
  // All replicas of a partition before those of the next.
  if (mode == GroupMode::CrossReplicaAndPartition)
    place = add(place, scale(partition, groups.front().size()));
  return place;
}

Value GroupExpansion::takePart(Value value, int64_t dim, Value start,
                               int64_t size) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> sizes(type.getShape());
  SmallVector<Value> starts(type.getRank());
  for (int64_t i : llvm::seq(type.getRank()))
    starts[i] = i == dim ? start : createNumber(0);
  sizes[dim] = size;
  return hlo::DynamicSliceOp::create(builder, loc, value, starts, sizes);
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// Every member sends what it has to all others, and takes what the root sent.
LogicalResult
GroupExpansion::expandBroadcast(hlo::CollectiveBroadcastOp broadcast) {
  int64_t count = groups.front().size();
  Value roots = broadcast.getOperands().back();
  SmallVector<Value> results;
  for (auto [index, operand] :
       llvm::enumerate(broadcast.getOperands().drop_back())) {
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), count);
    Value copies = hlo::createBroadcast(
        builder, loc, operand, shape,
        llvm::to_vector(llvm::seq<int64_t>(1, type.getRank() + 1)));
    NamedAttrList attributes = getGroupAttributes();
    attributes.set("split_dimension", builder.getI64IntegerAttr(0));
    attributes.set("concat_dimension", builder.getI64IntegerAttr(0));
    attributes.set("split_count", builder.getI64IntegerAttr(count));
    Operation *all =
        hlo::AllToAllOp::create(builder, loc, TypeRange(copies.getType()),
                                ValueRange(copies), attributes.getAttrs());
    Value part = takePart(all->getResult(0), 0, getElement(roots, index), 1);
    results.push_back(reshape(part, type.getShape()));
  }
  replace(results);
  return success();
}

/// All combine, and who is not the root forgets the result.
LogicalResult
GroupExpansion::expandCollectiveReduce(hlo::CollectiveReduceOp reduce) {
  FailureOr<Value> place = createPlace();
  if (failed(place))
    return failure();
  ValueRange operands = reduce.getOperands();
  Value roots;
  if (reduce.getHasDynamicRoot()) {
    roots = operands.back();
    operands = operands.drop_back();
  }
  OperationState state(loc, hlo::AllReduceOp::getOperationName(), operands,
                       reduce->getResultTypes(),
                       getGroupAttributes().getAttrs());
  state.addRegion()->takeBody(reduce.getComputation());
  SmallVector<Value> results(builder.create(state)->getResults());
  for (auto [index, result] : llvm::enumerate(results)) {
    Value root = roots ? getElement(roots, index) : createNumber(0);
    Value isRoot = hlo::CompareOp::create(builder, loc, *place, root,
                                          hlo::ComparisonDirection::EQ);
    result = hlo::SelectOp::create(
        builder, loc, isRoot, result,
        hlo::createSplatConstant(builder, loc,
                                 cast<RankedTensorType>(result.getType()), 0));
  }
  replace(results);
  return success();
}

//===----------------------------------------------------------------------===//
// Computations that see values around them
//===----------------------------------------------------------------------===//

FailureOr<Value> GroupExpansion::gather(Value operand) {
  auto type = cast<RankedTensorType>(operand.getType());
  int64_t count = groups.front().size();
  if (hlo::getGroupMode(op) == GroupMode::CrossReplicaAndPartition) {
    FailureOr<int64_t> partitions = getCount("mhlo.num_partitions");
    if (failed(partitions))
      return failure();
    count *= *partitions;
  }
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), 1);
  Value own = reshape(operand, shape);
  shape.front() = count;
  NamedAttrList attributes = getGroupAttributes();
  attributes.set("all_gather_dim", builder.getI64IntegerAttr(0));
  return hlo::AllGatherOp::create(builder, loc, TypeRange(type.clone(shape)),
                                  ValueRange(own), attributes.getAttrs())
      ->getResult(0);
}

FailureOr<Value> GroupExpansion::combineAll(Value operand, Region &region) {
  Type element = getElementTypeOrSelf(region.getArgument(0).getType());
  FailureOr<Value> all = gather(convert(operand, element));
  if (failed(all))
    return failure();
  auto type = cast<RankedTensorType>(operand.getType()).clone(element);
  int64_t count = cast<RankedTensorType>(all->getType()).getDimSize(0);
  Value combined;
  for (int64_t index : llvm::seq(count)) {
    Value next =
        reshape(takePart(*all, 0, createNumber(index), 1), type.getShape());
    if (!combined) {
      combined = next;
      continue;
    }
    auto map = hlo::MapOp::create(
        builder, loc, type, ValueRange{combined, next},
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
    IRMapping mapping;
    region.cloneInto(&map.getComputation(), mapping);
    combined = map.getResult();
  }
  return combined;
}

LogicalResult GroupExpansion::expandAllReduce(hlo::AllReduceOp reduce) {
  SmallVector<Value> results;
  for (Value operand : reduce.getOperands()) {
    FailureOr<Value> combined = combineAll(operand, reduce.getComputation());
    if (failed(combined))
      return failure();
    results.push_back(*combined);
  }
  replace(results);
  return success();
}

LogicalResult
GroupExpansion::expandReduceScatter(hlo::ReduceScatterOp scatter) {
  FailureOr<Value> place = createPlace();
  FailureOr<Value> combined =
      combineAll(scatter.getOperand(), scatter.getComputation());
  if (failed(place) || failed(combined))
    return failure();
  int64_t dim = scatter.getScatterDimension();
  int64_t size = cast<RankedTensorType>(scatter.getType()).getDimSize(dim);
  Value start =
      hlo::MultiplyOp::create(builder, loc, *place, createNumber(size));
  replace(takePart(*combined, dim, start, size));
  return success();
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// True if the computation of `op` still needs values from around it once it
/// has constants of its own.
static bool seesAround(Operation *op) {
  hlo_export::repeatConstants(op->getRegion(0), /*isCombiner=*/true);
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  return !captures.empty();
}

static LogicalResult expand(Operation *op) {
  GroupExpansion expansion(op);
  if (failed(expansion.begin()))
    return failure();
  if (auto broadcast = dyn_cast<hlo::CollectiveBroadcastOp>(op))
    return expansion.expandBroadcast(broadcast);
  if (auto reduce = dyn_cast<hlo::CollectiveReduceOp>(op))
    return expansion.expandCollectiveReduce(reduce);
  if (auto reduce = dyn_cast<hlo::AllReduceOp>(op))
    return expansion.expandAllReduce(reduce);
  return expansion.expandReduceScatter(cast<hlo::ReduceScatterOp>(op));
}

static LogicalResult expandAll(func::FuncOp function,
                               function_ref<bool(Operation *)> isWanted) {
  SmallVector<Operation *> found;
  function.walk([&](Operation *op) {
    if (isWanted(op))
      found.push_back(op);
  });
  for (Operation *op : found)
    if (failed(expand(op)))
      return failure();
  return success();
}

LogicalResult hlo_export::expandGroups(func::FuncOp function) {
  // What becomes of a collective reduction may see values around it too.
  return failure(
      failed(expandAll(function,
                       [](Operation *op) {
                         return isa<hlo::CollectiveReduceOp>(op) ||
                                (isa<hlo::CollectiveBroadcastOp>(op) &&
                                 op->hasAttr("has_dynamic_root"));
                       })) ||
      failed(expandAll(function, [](Operation *op) {
        return isa<hlo::AllReduceOp, hlo::ReduceScatterOp>(op) &&
               seesAround(op);
      })));
}
