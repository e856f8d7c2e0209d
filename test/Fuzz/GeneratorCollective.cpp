//===- GeneratorCollective.cpp - Random communication ---------------------===//
//
// Ops between the processes of a grid, or with the host. All processes come to
// the same ones in the same order: they stand at the top level, in loops that
// count to a constant, and in branches by what all processes agreed on. They
// combine elements in an order that is defined, so that sums are exact.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;

//===----------------------------------------------------------------------===//
// Who takes part
//===----------------------------------------------------------------------===//

NamedAttribute Generator::channel() {
  return attr("channel_handle",
              hlo::ChannelHandleAttr::get(context, ++numChannels, /*type=*/1));
}

NamedAttribute Generator::ids(StringRef name, int64_t rows, int64_t columns,
                              ArrayRef<int64_t> list) {
  auto type = RankedTensorType::get({rows, columns}, builder.getI64Type());
  return attr(name, DenseIntElementsAttr::get(type, list));
}

/// The ids 0 to n - 1 in groups of equal size.
NamedAttribute Generator::groupsOf(int64_t n, int64_t &size) {
  size = n;
  if (oneIn(4)) // None stands for one of all.
    return ids("replica_groups", 0, 0, {});
  while (n % (size = 1 + below(n)) != 0)
    ;
  return ids("replica_groups", n / size, size, permutation(n));
}

struct Generator::Groups {
  SmallVector<NamedAttribute> attributes;
  /// Processes in a group.
  int64_t size;
};

/// Groups of replicas, of replicas with all their partitions, or of processes.
Generator::Groups Generator::pickGroups() {
  Groups groups;
  int64_t ids = grid.replicas, each = 1, mode = below(3);
  if (mode == 1)
    each = grid.partitions;
  if (mode == 2)
    ids = grid.size();
  groups.attributes.push_back(groupsOf(ids, groups.size));
  groups.size *= each;
  if (mode > 0)
    groups.attributes.push_back(channel());
  if (mode == 2)
    groups.attributes.push_back(
        attr("use_global_device_ids", builder.getUnitAttr()));
  return groups;
}

/// Groups of replicas or of partitions.
Generator::Groups Generator::pickOneAxis() {
  Groups groups;
  bool byPartition = oneIn(2);
  groups.attributes.push_back(
      groupsOf(byPartition ? grid.partitions : grid.replicas, groups.size));
  if (byPartition)
    groups.attributes.push_back(channel());
  return groups;
}

/// From some to some of the replicas, or partitions where there is a channel.
NamedAttribute Generator::pairs(int64_t n) {
  SmallVector<int64_t> sources = permutation(n), targets = permutation(n), list;
  int64_t count = below(n + 1);
  for (int64_t i = 0; i < count; ++i)
    list.append({sources[i], targets[i]});
  return ids("source_target_pairs", count, 2, list);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// A dimension whose size is a multiple of `unit`; -1 if none is.
int64_t Generator::pickMultiple(ArrayRef<int64_t> shape, int64_t unit) {
  SmallVector<int64_t> found;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (size % unit == 0)
      found.push_back(dim);
  return found.empty() ? -1 : found[below(found.size())];
}

/// How two elements are combined; the type is wider at times.
std::unique_ptr<Region> Generator::computation(Type &element) {
  if (element.isF16() || element.isBF16() || element.isInteger(8))
    if (oneIn(4))
      element = isFloat(element) ? Type(builder.getF32Type())
                                 : Type(builder.getI32Type());
  if (isInt(element) || isBool(element) || oneIn(3))
    return combiner(element, /*draws=*/false);
  Type scalar = RankedTensorType::get({}, element);
  return region({scalar, scalar}, false, [&](ValueRange values) {
    return SmallVector<Value>{binary("hlo.add", values[0], values[1])};
  });
}

void Generator::addGatherOfAll(Value operand) {
  auto type = typeOf(operand);
  if (type.getRank() == 0)
    return;
  Groups groups = pickGroups();
  int64_t dim = below(type.getRank());
  groups.attributes.push_back(number("all_gather_dim", dim));
  SmallVector<Value> operands = {operand};
  if (oneIn(3))
    operands.push_back(like(type.getShape(), pickElement()));
  SmallVector<Type> types;
  for (Value value : operands) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] *= groups.size;
    types.push_back(typeOf(value).clone(shape));
  }
  add("hlo.all_gather", operands, groups.attributes, types);
}

void Generator::addReduceOfAll(Value operand) {
  Groups groups = pickGroups();
  Type element = elementOf(operand);
  auto type = typeOf(operand);
  Regions regions;
  regions.push_back(computation(element));
  if (oneIn(3)) {
    int64_t dim = pickMultiple(type.getShape(), groups.size);
    if (dim < 0)
      return;
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] /= groups.size;
    groups.attributes.push_back(number("scatter_dimension", dim));
    add("hlo.reduce_scatter", operand, groups.attributes,
        RankedTensorType::get(shape, element), std::move(regions));
    return;
  }
  SmallVector<Value> operands = {operand};
  SmallVector<Type> types = {type.clone(element)};
  if (oneIn(3)) {
    operands.push_back(like(pickShape(), type.getElementType()));
    types.push_back(typeOf(operands.back()).clone(element));
  }
  add(oneIn(4) ? "hlo.collective_reduce" : "hlo.all_reduce", operands,
      groups.attributes, types, std::move(regions));
}

void Generator::addExchange(Value operand) {
  Groups groups = pickOneAxis();
  auto type = typeOf(operand);
  int64_t split = pickMultiple(type.getShape(), groups.size);
  if (split < 0)
    return;
  groups.attributes.append({number("split_dimension", split),
                            number("concat_dimension", below(type.getRank())),
                            number("split_count", groups.size)});
  SmallVector<Value> operands = {operand};
  if (oneIn(3))
    operands.push_back(like(type.getShape(), pickElement()));
  add("hlo.all_to_all", operands, groups.attributes);
}

void Generator::addBroadcastToAll(Value operand) {
  Groups groups = pickOneAxis();
  SmallVector<Value> operands = {operand};
  if (oneIn(3))
    operands.push_back(anyValue());
  add("hlo.collective_broadcast", operands, groups.attributes);
}

void Generator::addPermute(Value operand) {
  bool byPartition = oneIn(2);
  SmallVector<NamedAttribute> attributes = {
      pairs(byPartition ? grid.partitions : grid.replicas)};
  if (byPartition)
    attributes.push_back(channel());
  value("hlo.collective_permute", operand, attributes);
}

void Generator::addCollective() {
  Value a = anyValue();
  switch (below(7)) {
  case 0:
    return addGatherOfAll(a);
  case 1:
  case 2:
    return addReduceOfAll(a);
  case 3:
    return addExchange(a);
  case 4:
    return addBroadcastToAll(a);
  case 5:
    return addPermute(a);
  default:
    value(pick({"hlo.replica_id", "hlo.partition_id"}), {});
  }
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

Value Generator::token() {
  Type type = hlo::TokenType::get(context);
  if (oneIn(3))
    return value("hlo.create_token", {}, {}, type);
  SmallVector<Value> tokens;
  for (int64_t i = 0, e = below(3); i < e; ++i)
    tokens.push_back(token());
  return value("hlo.after_all", tokens, {}, type);
}

/// Values for other processes and what comes from them.
void Generator::addSendAndReceive() {
  bool byPartition = oneIn(2);
  SmallVector<NamedAttribute> attributes = {
      pairs(byPartition ? grid.partitions : grid.replicas),
      byPartition ? channel()
                  : attr("channel_handle",
                         hlo::ChannelHandleAttr::get(context, 0, /*type=*/1))};
  SmallVector<Value> operands;
  for (int64_t i = 0, e = 1 + below(2); i < e; ++i)
    operands.push_back(anyValue());
  SmallVector<Type> types(ValueRange(operands).getTypes());
  types.push_back(hlo::TokenType::get(context));
  operands.push_back(token());
  if (Value sent = value("hlo.send", operands, attributes, types.back()))
    add("hlo.recv", sent, attributes, types);
}

/// Nothing that lies packed: queues hold whole bytes.
static bool isFed(RankedTensorType type) {
  Type element = type.getElementType();
  return isBool(element) || isComplex(element) ||
         element.getIntOrFloatBitWidth() >= 8;
}

void Generator::addFeed() {
  SmallVector<Value> operands;
  for (int64_t i = 0, e = 1 + below(2); i < e; ++i)
    if (Value fed = find(isFed))
      operands.push_back(fed);
  SmallVector<Type> types(ValueRange(operands).getTypes());
  types.push_back(hlo::TokenType::get(context));
  if (oneIn(2)) {
    add("hlo.infeed", token(), {}, types);
  } else {
    operands.push_back(token());
    value("hlo.outfeed", operands, {}, types.back());
  }
}

/// A computation beside the others.
void Generator::addAsync() {
  SmallVector<Value> operands;
  for (int64_t i = 0, e = 1 + below(2); i < e; ++i)
    operands.push_back(anyValue());
  SmallVector<Type> types;
  Regions regions;
  regions.push_back(
      region(ValueRange(operands).getTypes(), false, [&](ValueRange) {
        for (int64_t i = 0, e = 1 + below(2); i < e; ++i)
          oneIn(2) ? addCollective() : addOp();
        SmallVector<Value> results = {anyValue()};
        types.assign({results[0].getType()});
        return results;
      }));
  Value future = value("hlo.async_start", operands, {},
                       hlo::FutureType::get(context, types), &regions);
  if (future)
    add("hlo.async_done", future, {}, types);
}

//===----------------------------------------------------------------------===//
// In regions
//===----------------------------------------------------------------------===//

/// Ops among which are collectives, then values of the types.
SmallVector<Value> Generator::branchTogether(TypeRange types) {
  for (int64_t i = 0, e = 1 + below(2); i < e; ++i)
    addCollective();
  return branch(types);
}

void Generator::addLoopTogether() {
  Type counter = builder.getI32Type();
  SmallVector<Value> carried = {scalar(counter, 0)};
  for (int64_t i = 0, e = 1 + below(3); i < e; ++i)
    carried.push_back(anyValue());
  SmallVector<Type> types(ValueRange(carried).getTypes());
  Regions regions;
  regions.push_back(region(types, true, [&](ValueRange values) {
    return SmallVector<Value>{compare(hlo::ComparisonDirection::LT, values[0],
                                      scalar(counter, 1 + below(3)))};
  }));
  regions.push_back(region(types, true, [&](ValueRange values) {
    Value next = binary("hlo.add", values[0], scalar(counter, 1));
    SmallVector<Value> results = branchTogether(ArrayRef(types).drop_front());
    results.insert(results.begin(), next);
    return results;
  }));
  add("hlo.while", carried, {}, {}, std::move(regions));
}

void Generator::addIfTogether() {
  Value own = like({}, builder.getI1Type());
  Type scalar = own.getType();
  Regions either;
  either.push_back(region({scalar, scalar}, false, [&](ValueRange values) {
    return SmallVector<Value>{binary("hlo.or", values[0], values[1])};
  }));
  SmallVector<NamedAttribute> everybody = {
      ids("replica_groups", 1, grid.size(), permutation(grid.size())),
      channel(), attr("use_global_device_ids", builder.getUnitAttr())};
  Value agreed = value("hlo.all_reduce", own, everybody, scalar, &either);
  SmallVector<Type> types = {anyValue().getType()};
  Regions branches;
  for (int i = 0; i < 2; ++i)
    branches.push_back(
        region({}, true, [&](ValueRange) { return branchTogether(types); }));
  add("hlo.if", agreed, {}, types, std::move(branches));
}

void Generator::addCommunication() {
  if (grid.size() == 1 && oneIn(3))
    return addFeed();
  switch (below(8)) {
  case 0:
    return addSendAndReceive();
  case 1:
    return addLoopTogether();
  case 2:
    return addIfTogether();
  case 3:
    return addAsync();
  case 4: {
    Value a = anyValue();
    if (hasZero(elementOf(a))) {
      int64_t size;
      value("hlo.cross-replica-sum", a, groupsOf(grid.replicas, size));
    }
    return;
  }
  default:
    return addCollective();
  }
}
