//===- CustomCall.cpp - Evaluation of custom calls ------------------------===//
//
// The targets that exporters use for what an op or a function of ours does.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "ContractionKernel.h"
#include "xla/Interpreter/ScalarArithmetic.h"
#include <cmath>

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// Fails with the call's own message unless its first operand is true; `{0}` in
/// the message stands for the second operand, and so on.
static LogicalResult evaluateShapeAssertion(hlo::CustomCallOp op,
                                            OpContext &context) {
  if (context.operands.empty())
    return context.error() << "expects a condition";
  if (context.getTensor(0).getInteger(0))
    return success();
  auto attr = op->getAttrOfType<StringAttr>("error_message");
  std::string message = attr ? attr.str() : "shape assertion failed";
  for (size_t i = 1; i < context.operands.size(); ++i) {
    std::string key = "{" + std::to_string(i - 1) + "}";
    for (size_t at; (at = message.find(key)) != std::string::npos;)
      message.replace(at, key.size(),
                      std::to_string(context.getTensor(i).getInteger(0)));
  }
  return context.error() << message;
}

static LogicalResult evaluateErf(hlo::CustomCallOp op, OpContext &context) {
  const Tensor &operand = context.getTensor(0);
  FailureOr<Tensor> wide = convertTensor(context, operand, ElementKind::F64);
  if (failed(wide))
    return failure();
  FailureOr<Tensor> result = context.takeOrCopy(std::move(*wide));
  if (failed(result))
    return failure();
  double *data = reinterpret_cast<double *>(result->getMutableData());
  for (int64_t i = 0, e = result->getNumElements(); i < e; ++i)
    data[i] = std::erf(data[i]);
  return context.addResult(convertTensor(context, *result, operand.getKind()));
}

/// LAPACK's potrf: the factor, and for each matrix 0 or the first order at
/// which it is not positive definite.
static LogicalResult evaluatePotrf(hlo::CustomCallOp op, OpContext &context) {
  const Tensor &a = context.getTensor(0);
  bool lower = true;
  if (auto config = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config"))
    if (auto uplo = config.getAs<IntegerAttr>("uplo"))
      lower = uplo.getValue() == 'L';
  FailureOr<Tensor> factor = choleskyFactor(context, a, lower);
  if (failed(factor) || op->getNumResults() != 2)
    return failure();
  FailureOr<Tensor> info =
      context.create(ElementKind::S32, a.getShape().drop_back(2));
  if (failed(info))
    return failure();
  int32_t *codes = reinterpret_cast<int32_t *>(info->getMutableData());
  int64_t n = a.getShape().back();
  ElementKind part =
      isComplex(a.getKind()) ? getPartKind(a.getKind()) : a.getKind();
  for (int64_t b = 0, e = info->getNumElements(); b < e; ++b) {
    codes[b] = 0;
    for (int64_t i = n; i-- > 0;)
      if (std::isnan(
              readAsDouble(part, factor->getElement((b * n + i) * n + i))))
        codes[b] = int32_t(i + 1);
  }
  if (failed(context.addResult(factor)))
    return failure();
  return context.addResult(info);
}

static LogicalResult evaluateCustomCall(hlo::CustomCallOp op,
                                        OpContext &context) {
  StringRef target = op.getCallTargetName();
  if (target.starts_with("check."))
    return evaluateCheckCall(op, context);
  if (target == "shape_assertion")
    return evaluateShapeAssertion(op, context);
  if (target == "mhlo.erf" && context.operands.size() == 1)
    return evaluateErf(op, context);
  if (target.starts_with("lapack_") && target.ends_with("potrf_ffi") &&
      context.operands.size() == 1)
    return evaluatePotrf(op, context);
  // Annotations for partitioning pass their operand on.
  if ((target == "Sharding" || target == "SPMDFullToShardShape" ||
       target == "SPMDShardToFullShape") &&
      context.operands.size() == 1) {
    context.results = std::move(context.operands);
    return success();
  }
  return context.error() << "calls '" << target
                         << "', which the interpreter does not have; it has "
                            "check.*, shape_assertion, mhlo.erf, Sharding and "
                            "lapack_*potrf_ffi";
}

void xla::interpreter::addCustomCallHandlers(HandlerTable &table) {
  table.add<hlo::CustomCallOp, evaluateCustomCall>();
}
