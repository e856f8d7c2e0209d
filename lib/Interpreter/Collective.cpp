//===- Collective.cpp - Evaluation of collectives -------------------------===//
//
// All members of a group hand over their operands; each then computes its own
// results from everybody's, as the specification says it: parts are joined and
// elements combined in the order of the group.
//
//===----------------------------------------------------------------------===//

#include "DetachedFunction.h"
#include "RegionFunction.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// The group of the process that evaluates an op.
struct Group {
  SmallVector<int64_t> members;
  /// The process's place among them.
  int64_t place = 0;

  int64_t getSize() const { return members.size(); }
};

/// A tensor as blocks around one dimension: `outer` times `size` rows of
/// `inner` bytes.
struct Blocks {
  int64_t outer = 1, size, inner;

  Blocks(const Tensor &tensor, int64_t dim)
      : size(tensor.getDim(dim)), inner(tensor.getElementBytes()) {
    for (int64_t i = 0; i < tensor.getRank(); ++i)
      (i < dim ? outer : inner) *= i == dim ? 1 : tensor.getDim(i);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// The group of this process; one without members if it takes no part.
static FailureOr<Group> findGroup(OpContext &context,
                                  const hlo::IdGroups &groups) {
  int64_t self = context.evaluator.getProcess();
  FailureOr<SmallVector<int64_t>> members =
      findGroup(context.getOp(), groups, hlo::getGroupMode(context.getOp()),
                context.evaluator.getGrid(), self);
  if (failed(members))
    return failure();
  Group group;
  group.place = llvm::find(*members, self) - members->begin();
  group.members = std::move(*members);
  return group;
}

static FailureOr<Group> findGroup(OpContext &context) {
  FailureOr<hlo::IdGroups> groups = hlo::getIdGroups(context.getOp());
  if (failed(groups))
    return failure();
  return findGroup(context, *groups);
}

/// The same for ops in which every process has to be in a group.
static FailureOr<Group> findOwnGroup(OpContext &context) {
  FailureOr<Group> group = findGroup(context);
  if (succeeded(group) && group->members.empty())
    return context.error() << "expects "
                           << context.evaluator.getGrid().describe(
                                  context.evaluator.getProcess())
                           << " to be in one of the replica groups";
  return group;
}

/// Everybody's operands, in the order of the group.
static FailureOr<std::vector<Values>> exchange(OpContext &context,
                                               const Group &group) {
  // What has to be the same for all: anything that the results depend on.
  std::string what;
  llvm::raw_string_ostream os(what);
  os << "'" << context.getOp()->getName() << "' on (";
  llvm::interleaveComma(context.getOp()->getOperandTypes(), os);
  os << ")";
  for (StringRef name : {"all_gather_dim", "scatter_dimension",
                         "split_dimension", "concat_dimension"})
    if (Attribute dim = context.getOp()->getAttr(name))
      os << " with " << name << " " << cast<IntegerAttr>(dim).getInt();
  return context.evaluator.getGrid().meet(
      context.getOp(), context.evaluator.getProcess(), group.members,
      hlo::getChannel(context.getOp()), what, std::move(context.operands));
}

static FailureOr<std::vector<Values>> exchangeInOwnGroup(OpContext &context,
                                                         Group &group) {
  FailureOr<Group> own = findOwnGroup(context);
  if (failed(own))
    return failure();
  group = std::move(*own);
  return exchange(context, group);
}

/// Adds a result, whose shape must be the declared one: how many processes meet
/// is known only now.
static LogicalResult addChecked(OpContext &context, const Group &group,
                                FailureOr<Tensor> tensor) {
  if (failed(tensor))
    return failure();
  auto type = cast<RankedTensorType>(
      context.getOp()->getResult(context.results.size()).getType());
  if (failed(verifyCompatibleShape(tensor->getShape(), type.getShape()))) {
    InFlightDiagnostic diagnostic = context.error();
    diagnostic << "expects a result of shape [";
    llvm::interleaveComma(tensor->getShape(), diagnostic);
    return diagnostic << "] in a group of " << group.getSize()
                      << " processes, but got " << type;
  }
  return context.addResult(tensor);
}

static FailureOr<Tensor> createZeros(OpContext &context, const Tensor &like) {
  FailureOr<Tensor> zeros = context.create(like.getKind(), like.getShape());
  if (succeeded(zeros))
    std::memset(zeros->getMutableData(), 0, zeros->getBytes());
  return zeros;
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

/// Part number `part` of `numParts` equal ones along `dim`.
static FailureOr<Tensor> slice(OpContext &context, const Tensor &tensor,
                               int64_t dim, int64_t part, int64_t numParts) {
  Blocks from(tensor, dim);
  Shape shape(tensor.getShape());
  shape[dim] /= numParts;
  FailureOr<Tensor> result = context.create(tensor.getKind(), shape);
  if (failed(result))
    return failure();
  int64_t bytes = shape[dim] * from.inner;
  for (int64_t i = 0; i < from.outer; ++i)
    std::memcpy(result->getMutableData() + i * bytes,
                tensor.getData() + i * from.size * from.inner + part * bytes,
                bytes);
  return result;
}

/// Tensors of equal shape joined along `dim`.
static FailureOr<Tensor> join(OpContext &context, ArrayRef<Tensor> parts,
                              int64_t dim) {
  Blocks from(parts.front(), dim);
  Shape shape(parts.front().getShape());
  shape[dim] *= int64_t(parts.size());
  FailureOr<Tensor> result = context.create(parts.front().getKind(), shape);
  if (failed(result))
    return failure();
  int64_t bytes = from.size * from.inner;
  char *out = result->getMutableData();
  for (int64_t i = 0; i < from.outer; ++i)
    for (const Tensor &part : parts) {
      std::memcpy(out, part.getData() + i * bytes, bytes);
      out += bytes;
    }
  return result;
}

static LogicalResult evaluateAllGather(hlo::AllGatherOp op,
                                       OpContext &context) {
  Group group;
  FailureOr<std::vector<Values>> all = exchangeInOwnGroup(context, group);
  if (failed(all))
    return failure();
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    SmallVector<Tensor> parts;
    for (const Values &values : *all)
      parts.push_back(values[i].getTensor());
    if (failed(addChecked(context, group,
                          join(context, parts, op.getAllGatherDim()))))
      return failure();
  }
  return success();
}

static LogicalResult evaluateAllToAll(hlo::AllToAllOp op, OpContext &context) {
  FailureOr<Group> group = findOwnGroup(context);
  if (failed(group))
    return failure();
  int64_t count = op.getSplitCount();
  if (count != group->getSize())
    return context.error() << "expects groups of split_count " << count
                           << " processes, but got " << group->getSize();
  FailureOr<std::vector<Values>> all = exchange(context, *group);
  if (failed(all))
    return failure();
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    SmallVector<Tensor> parts;
    for (const Values &values : *all) {
      FailureOr<Tensor> part =
          slice(context, values[i].getTensor(), op.getSplitDimension(),
                group->place, count);
      if (failed(part))
        return failure();
      parts.push_back(std::move(*part));
    }
    if (failed(addChecked(context, *group,
                          join(context, parts, op.getConcatDimension()))))
      return failure();
  }
  return success();
}

static LogicalResult evaluatePermute(hlo::CollectivePermuteOp op,
                                     OpContext &context) {
  FailureOr<hlo::IdGroups> pairs = hlo::getIdGroups(op);
  if (failed(pairs))
    return failure();
  // All processes of the pairs meet at once, so that cycles need no order.
  llvm::SmallSetVector<int64_t, 8> named;
  for (ArrayRef<int64_t> pair : *pairs)
    named.insert(pair.begin(), pair.end());
  SmallVector<int64_t> ids(named.getArrayRef());
  FailureOr<Group> group =
      ids.empty() ? Group() : findGroup(context, hlo::IdGroups(1, ids));
  if (failed(group))
    return failure();
  FailureOr<Tensor> result = createZeros(context, context.getTensor(0));
  if (failed(result) || group->members.empty())
    return context.addResult(result);
  int64_t self = ids[group->place];
  FailureOr<std::vector<Values>> all = exchange(context, *group);
  if (failed(all))
    return failure();
  for (ArrayRef<int64_t> pair : *pairs)
    if (pair[1] == self)
      result = (*all)[llvm::find(ids, pair[0]) - ids.begin()][0].getTensor();
  return context.addResult(result);
}

/// The place in the group of the root of operand `index`.
static FailureOr<int64_t> getRoot(OpContext &context, const Group &group,
                                  const Values &operands, bool isDynamic,
                                  unsigned index) {
  if (!isDynamic)
    return 0;
  const Tensor &roots = operands.back().getTensor();
  if (int64_t(index) >= roots.getNumElements())
    return context.error() << "expects a root for operand " << index
                           << ", but got " << roots.getNumElements();
  int64_t root = roots.getInteger(index);
  if (root < 0 || root >= group.getSize())
    return context.error() << "expects a root in a group of " << group.getSize()
                           << " processes, but got " << root;
  return root;
}

static LogicalResult evaluateBroadcast(hlo::CollectiveBroadcastOp op,
                                       OpContext &context) {
  FailureOr<Group> group = findGroup(context);
  if (failed(group))
    return failure();
  if (group->members.empty()) {
    for (unsigned i = 0; i < op.getNumResults(); ++i)
      if (failed(context.addResult(createZeros(context, context.getTensor(i)))))
        return failure();
    return success();
  }
  FailureOr<std::vector<Values>> all = exchange(context, *group);
  if (failed(all))
    return failure();
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    FailureOr<int64_t> root = getRoot(context, *group, (*all)[group->place],
                                      op.getHasDynamicRoot(), i);
    if (failed(root))
      return failure();
    context.results.push_back((*all)[*root][i]);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Operand `index` of all members, combined from the first to the last, as the
/// computation's type.
static FailureOr<Tensor> combine(OpContext &context, Region &computation,
                                 ArrayRef<Values> all, unsigned index) {
  RegionFunction function(computation, context);
  if (failed(function.check()))
    return failure();
  FailureOr<Tensor> result = convertTensor(
      context, all.front()[index].getTensor(), function.getArgKind(0));
  if (failed(result))
    return failure();
  for (const Values &values : all.drop_front()) {
    FailureOr<Tensor> next = convertTensor(context, values[index].getTensor(),
                                           function.getArgKind(1));
    result = context.takeOrCopy(std::move(*result));
    if (failed(next) || failed(result) ||
        failed(function.apply({result->getData(), next->getData()},
                              {result->getMutableData()},
                              result->getNumElements())))
      return failure();
  }
  return result;
}

static LogicalResult evaluateAllReduce(hlo::AllReduceOp op,
                                       OpContext &context) {
  Group group;
  FailureOr<std::vector<Values>> all = exchangeInOwnGroup(context, group);
  if (failed(all))
    return failure();
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    if (failed(
            context.addResult(combine(context, op.getComputation(), *all, i))))
      return failure();
  return success();
}

static LogicalResult evaluateReduceScatter(hlo::ReduceScatterOp op,
                                           OpContext &context) {
  FailureOr<Group> group = findOwnGroup(context);
  if (failed(group))
    return failure();
  int64_t dim = op.getScatterDimension(),
          size = context.getTensor(0).getDim(dim);
  if (size % group->getSize() != 0)
    return context.error() << "expects dimension " << dim << " of size " << size
                           << " to be a multiple of the group's "
                           << group->getSize() << " processes";
  FailureOr<std::vector<Values>> all = exchange(context, *group);
  if (failed(all))
    return failure();
  for (Values &values : *all) {
    FailureOr<Tensor> part = slice(context, values[0].getTensor(), dim,
                                   group->place, group->getSize());
    if (failed(part))
      return failure();
    values[0] = std::move(*part);
  }
  return addChecked(context, *group,
                    combine(context, op.getComputation(), *all, 0));
}

/// Only the root gets the combined value; the others get zeros.
static LogicalResult evaluateCollectiveReduce(hlo::CollectiveReduceOp op,
                                              OpContext &context) {
  Group group;
  FailureOr<std::vector<Values>> all = exchangeInOwnGroup(context, group);
  if (failed(all))
    return failure();
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    FailureOr<int64_t> root =
        getRoot(context, group, (*all)[group.place], op.getHasDynamicRoot(), i);
    FailureOr<Tensor> combined = combine(context, op.getComputation(), *all, i);
    if (failed(root) || failed(combined) ||
        failed(context.addResult(
            *root == group.place ? combined : createZeros(context, *combined))))
      return failure();
  }
  return success();
}

/// The sum over replicas, as all_reduce has replaced it.
static LogicalResult evaluateCrossReplicaSum(hlo::CrossReplicaSumOp op,
                                             OpContext &context) {
  DetachedFunction body(context);
  OperationState state(body.loc, hlo::AllReduceOp::getOperationName());
  state.addOperands(body.getArguments());
  state.addTypes(body.getType(0));
  state.addAttribute("replica_groups", op.getReplicaGroups());
  Region *region = state.addRegion();
  auto scalar = RankedTensorType::get({}, body.getType(0).getElementType());
  {
    OpBuilder::InsertionGuard guard(body.builder);
    Block *block = body.builder.createBlock(region, {}, {scalar, scalar},
                                            {body.loc, body.loc});
    Value sum = hlo::AddOp::create(
        body.builder, body.loc, block->getArgument(0), block->getArgument(1));
    hlo::ReturnOp::create(body.builder, body.loc, sum);
  }
  return body.evaluate(body.builder.create(state)->getResults());
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

static LogicalResult addId(OpContext &context, int64_t id) {
  FailureOr<Tensor> result = context.create(ElementKind::U32, {});
  if (succeeded(result))
    *reinterpret_cast<uint32_t *>(result->getMutableData()) = uint32_t(id);
  return context.addResult(result);
}

static LogicalResult evaluateReplicaId(hlo::ReplicaIdOp op,
                                       OpContext &context) {
  return addId(context, context.evaluator.getProcess() /
                            context.evaluator.getGrid().getNumPartitions());
}

static LogicalResult evaluatePartitionId(hlo::PartitionIdOp op,
                                         OpContext &context) {
  return addId(context, context.evaluator.getProcess() %
                            context.evaluator.getGrid().getNumPartitions());
}

void xla::interpreter::addCollectiveHandlers(HandlerTable &table) {
  table.add<hlo::AllGatherOp, evaluateAllGather>();
  table.add<hlo::AllReduceOp, evaluateAllReduce>();
  table.add<hlo::AllToAllOp, evaluateAllToAll>();
  table.add<hlo::CollectiveBroadcastOp, evaluateBroadcast>();
  table.add<hlo::CollectivePermuteOp, evaluatePermute>();
  table.add<hlo::CollectiveReduceOp, evaluateCollectiveReduce>();
  table.add<hlo::CrossReplicaSumOp, evaluateCrossReplicaSum>();
  table.add<hlo::ReduceScatterOp, evaluateReduceScatter>();
  table.add<hlo::ReplicaIdOp, evaluateReplicaId>();
  table.add<hlo::PartitionIdOp, evaluatePartitionId>();
}
