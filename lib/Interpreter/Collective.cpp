//===- Collective.cpp - Evaluation of process identities ------------------===//
//
// The interpreter runs one process, replica 0 of partition 0. Ops that speak to
// other processes are not supported.
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

static LogicalResult evaluateProcessId(OpContext &context) {
  FailureOr<ElementKind> kind = context.getResultKind();
  if (failed(kind))
    return failure();
  FailureOr<Tensor> result = context.create(*kind, {});
  if (succeeded(result))
    std::memset(result->getMutableData(), 0, result->getBytes());
  return context.addResult(result);
}

void xla::interpreter::addCollectiveHandlers(HandlerTable &table) {
  table.add(hlo::ReplicaIdOp::getOperationName(), evaluateProcessId);
  table.add(hlo::PartitionIdOp::getOperationName(), evaluateProcessId);
}
