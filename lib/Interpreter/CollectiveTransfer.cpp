//===- CollectiveTransfer.cpp - Evaluation of transfers -------------------===//
//
// Values that go from process to process, or between a process and its host.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

//===----------------------------------------------------------------------===//
// Host queues
//===----------------------------------------------------------------------===//

/// Gives `values` as the op's results, which end in a token, if they have the
/// types that it declares.
static LogicalResult addReceived(OpContext &context, Values values) {
  Operation *op = context.getOp();
  if (values.size() + 1 != op->getNumResults())
    return context.error() << "expects " << op->getNumResults() - 1
                           << " tensors, but got " << values.size();
  for (auto [index, value] : llvm::enumerate(values)) {
    auto type = cast<RankedTensorType>(op->getResult(index).getType());
    const Tensor &tensor = value.getTensor();
    if (getElementKind(type.getElementType()) != tensor.getKind() ||
        failed(verifyCompatibleShape(tensor.getShape(), type.getShape()))) {
      InFlightDiagnostic diagnostic = context.error();
      diagnostic << "expects tensor " << index << " to be " << type
                 << ", but got " << stringifyElementKind(tensor.getKind())
                 << "[";
      llvm::interleaveComma(tensor.getShape(), diagnostic);
      return diagnostic << "]";
    }
  }
  context.results = std::move(values);
  context.results.push_back(RuntimeValue::token());
  return success();
}

/// Takes the oldest entry of a host's queue.
static FailureOr<Values> take(OpContext &context, HostQueues::Queue &queue) {
  Values values;
  for (const Literal &literal : queue.front()) {
    FailureOr<Tensor> tensor = literalToTensor(literal, context.getOp(),
                                               &context.evaluator.getBudget());
    if (failed(tensor))
      return failure();
    values.push_back(std::move(*tensor));
  }
  queue.pop_front();
  return values;
}

/// The first `count` operands for the host.
static SmallVector<Literal> give(OpContext &context, unsigned count) {
  SmallVector<Literal> literals;
  for (unsigned i = 0; i < count; ++i)
    literals.push_back(tensorToLiteral(
        context.getTensor(i),
        cast<RankedTensorType>(context.getOp()->getOperand(i).getType())));
  return literals;
}

static LogicalResult evaluateInfeed(hlo::InfeedOp op, OpContext &context) {
  std::deque<Values> &local = context.evaluator.getGrid().infeed;
  HostQueues *queues = context.evaluator.getSession()->options.queues;
  FailureOr<Values> values = failure();
  if (!local.empty()) {
    values = std::move(local.front());
    local.pop_front();
  } else if (queues && !queues->infeed.empty()) {
    values = take(context, queues->infeed);
  } else {
    return context.error() << "takes from the infeed, which is empty";
  }
  return failed(values) ? failure() : addReceived(context, std::move(*values));
}

static LogicalResult evaluateOutfeed(hlo::OutfeedOp op, OpContext &context) {
  if (HostQueues *queues = context.evaluator.getSession()->options.queues)
    queues->outfeed.push_back(give(context, op.getInputs().size()));
  context.results.push_back(RuntimeValue::token());
  return success();
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

/// The route of this process's send (`isSource`) or receive; nothing if the
/// pairs leave it out.
static FailureOr<std::optional<ProcessGrid::Route>>
findRoute(OpContext &context, bool isSource) {
  Operation *op = context.getOp();
  ProcessGrid::Route route{hlo::getChannel(op), -1, -1};
  if (!op->hasAttr("source_target_pairs"))
    return std::optional(route);
  FailureOr<hlo::IdGroups> pairs = hlo::getIdGroups(op);
  if (failed(pairs))
    return failure();
  int64_t self = context.evaluator.getProcess();
  for (const SmallVector<int64_t> &pair : *pairs) {
    FailureOr<SmallVector<int64_t>> members = findGroup(
        op, {pair}, hlo::getGroupMode(op), context.evaluator.getGrid(), self);
    if (failed(members))
      return failure();
    if (members->empty() || (*members)[isSource ? 0 : 1] != self)
      continue;
    route.source = (*members)[0];
    route.target = (*members)[1];
    return std::optional(route);
  }
  return std::optional<ProcessGrid::Route>();
}

static LogicalResult evaluateSend(hlo::SendOp op, OpContext &context) {
  unsigned count = op.getInputs().size();
  if (op.getIsHostTransfer()) {
    if (HostQueues *queues = context.evaluator.getSession()->options.queues)
      queues->fromProgram[hlo::getChannel(op)].push_back(give(context, count));
  } else {
    auto route = findRoute(context, /*isSource=*/true);
    if (failed(route))
      return failure();
    if (*route) {
      Values values(context.operands.begin(), context.operands.begin() + count);
      context.evaluator.getGrid().send(**route, std::move(values));
    }
  }
  context.results.push_back(RuntimeValue::token());
  return success();
}

/// A process that nobody sends to gets zeros, as with collective_permute.
static LogicalResult receiveZeros(OpContext &context) {
  Values values;
  for (Type type : llvm::drop_end(context.getOp()->getResultTypes())) {
    auto tensorType = cast<RankedTensorType>(type);
    FailureOr<ElementKind> kind = context.getResultKind(values.size());
    if (failed(kind))
      return failure();
    if (!tensorType.hasStaticShape())
      return context.error() << "expects a static shape where nobody sends, "
                                "but got "
                             << type;
    FailureOr<Tensor> zeros = context.create(*kind, tensorType.getShape());
    if (failed(zeros))
      return failure();
    std::memset(zeros->getMutableData(), 0, zeros->getBytes());
    values.push_back(std::move(*zeros));
  }
  return addReceived(context, std::move(values));
}

static LogicalResult evaluateRecv(hlo::RecvOp op, OpContext &context) {
  int64_t channel = hlo::getChannel(op);
  FailureOr<Values> values = failure();
  if (op.getIsHostTransfer()) {
    HostQueues *queues = context.evaluator.getSession()->options.queues;
    if (!queues || queues->toProgram[channel].empty())
      return context.error() << "receives from the host in channel " << channel
                             << ", which is empty";
    values = take(context, queues->toProgram[channel]);
  } else {
    auto route = findRoute(context, /*isSource=*/false);
    if (failed(route))
      return failure();
    if (!*route)
      return receiveZeros(context);
    values = context.evaluator.getGrid().receive(
        op, context.evaluator.getProcess(), **route);
  }
  return failed(values) ? failure() : addReceived(context, std::move(*values));
}

//===----------------------------------------------------------------------===//
// Asynchronous computations
//===----------------------------------------------------------------------===//

/// Runs the computation where it starts; the future holds its results.
static LogicalResult evaluateAsyncStart(hlo::AsyncStartOp op,
                                        OpContext &context) {
  Values results;
  if (failed(context.evaluator.runRegion(op.getBody(), context.frame,
                                         std::move(context.operands), results)))
    return failure();
  context.results.push_back(
      RuntimeValue::tuple({std::make_move_iterator(results.begin()),
                           std::make_move_iterator(results.end())}));
  return success();
}

static LogicalResult evaluateAsyncDone(hlo::AsyncDoneOp op,
                                       OpContext &context) {
  for (const RuntimeValue &value : context.operands[0].getElements())
    context.results.push_back(value);
  return success();
}

void xla::interpreter::addTransferHandlers(HandlerTable &table) {
  table.add<hlo::InfeedOp, evaluateInfeed>();
  table.add<hlo::OutfeedOp, evaluateOutfeed>();
  table.add<hlo::SendOp, evaluateSend>();
  table.add<hlo::RecvOp, evaluateRecv>();
  table.add<hlo::AsyncStartOp, evaluateAsyncStart>();
  table.add<hlo::AsyncDoneOp, evaluateAsyncDone>();
}
