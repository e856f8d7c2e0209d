//===- Perturb.cpp - Rounding errors made on purpose ----------------------===//
//
// A program evaluated several times with errors of the size that the contracts
// allow shows how far two right evaluations of it may lie apart, whatever the
// later ops make of an error. Nothing else is touched: where all ops are exact,
// so is the evaluation.
//
//===----------------------------------------------------------------------===//

#include "Perturb.h"

#include "xla/Support/Agreement.h"
#include "xla/Support/Generator.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// Ulps that functions may be off which are formulas of several ops once they
/// are compiled.
static constexpr uint64_t formulaUlps = 16;

static StringRef getMnemonic(Operation *op) {
  return op->getName().getStringRef().split('.').second;
}

/// Ops that add products or terms, in an order of their own.
static bool isSum(Operation *op) {
  static const llvm::StringSet<> names = {"batch_norm_grad",
                                          "batch_norm_inference",
                                          "batch_norm_training",
                                          "cholesky",
                                          "convolution",
                                          "dot",
                                          "dot_general",
                                          "dynamic_conv",
                                          "einsum",
                                          "fft",
                                          "ragged_dot",
                                          "triangular_solve",
                                          "unary_einsum"};
  if (names.contains(getMnemonic(op)))
    return true;
  // A reduction by maximum and the like is exact in any order.
  static const llvm::StringSet<> reductions = {
      "reduce",     "reduce_window", "scatter", "select_and_scatter",
      "all_reduce", "reduce_scatter"};
  if (!reductions.contains(getMnemonic(op)))
    return false;
  return op
      ->walk([](Operation *inner) {
        static const llvm::StringSet<> exact = {
            "and", "compare", "constant", "maximum",      "minimum",
            "or",  "reduce",  "return",   "select",       "select_and_scatter",
            "xor", "scatter", "convert",  "reduce_window"};
        return exact.contains(getMnemonic(inner)) ? WalkResult::advance()
                                                  : WalkResult::interrupt();
      })
      .wasInterrupted();
}

static uint64_t getUlps(Operation *op, ElementKind kind) {
  StringRef dialect = op->getName().getDialectNamespace();
  StringRef mnemonic = getMnemonic(op);
  bool isFormula = (dialect == "chlo" && !mnemonic.starts_with("broadcast_") &&
                    mnemonic != "constant_like") ||
                   mnemonic == "custom_call" || mnemonic == "composite";
  return isFormula ? formulaUlps : getMaxUlps(mnemonic, kind);
}

/// Multiplies each element of `tensor` by a number within `ulps` units in the
/// last place of 1.
static LogicalResult moveElements(OpContext &context, Tensor &tensor,
                                  double ulps, Perturbation &perturbation) {
  ElementKind kind = tensor.getKind();
  FailureOr<Tensor> own = context.takeOrCopy(std::move(tensor));
  if (failed(own))
    return failure();
  tensor = std::move(*own);
  int64_t parts = isComplex(kind) ? 2 : 1;
  ElementKind part = parts == 2 ? getPartKind(kind) : kind;
  unsigned size = getUnpackedBytes(part);
  double step = ulps * getUlpBound(part, 1, 1.0);
  char *element = tensor.getMutableData();
  for (int64_t i = 0, e = tensor.getNumElements() * parts; i < e; ++i) {
    double random = double(getRandomBits(perturbation.seed, i) >> 11) * 0x1p-52;
    writeDouble(part, element,
                readAsDouble(part, element) * (1 + (random - 1) * step));
    element += size;
  }
  // Another sequence for the next tensor.
  perturbation.seed = getRandomBits(perturbation.seed, ~uint64_t(0));
  perturbation.isApplied = true;
  return success();
}

static bool isInexactKind(const RuntimeValue &value) {
  return value.isTensor() && (isFloat(value.getTensor().getKind()) ||
                              isComplex(value.getTensor().getKind()));
}

LogicalResult xla::interpreter::perturbOperands(OpContext &context,
                                                Perturbation &perturbation) {
  Operation *op = context.getOp();
  if (!isSum(op))
    return success();
  // Terms of a sum: what goes in for each element that comes out.
  int64_t results = 1;
  for (Type type : op->getResultTypes())
    if (auto shaped = dyn_cast<ShapedType>(type))
      if (shaped.hasStaticShape())
        results = std::max(results, shaped.getNumElements());
  for (RuntimeValue &operand : context.operands) {
    if (!isInexactKind(operand))
      continue;
    double terms =
        1 + double(operand.getTensor().getNumElements()) / double(results);
    if (failed(moveElements(context, operand.getTensor(),
                            std::min(2 * terms, 1e5), perturbation)))
      return failure();
  }
  return success();
}

LogicalResult xla::interpreter::perturbResults(OpContext &context,
                                               Perturbation &perturbation) {
  for (RuntimeValue &result : context.results) {
    if (!isInexactKind(result))
      continue;
    uint64_t ulps = getUlps(context.getOp(), result.getTensor().getKind());
    if (ulps && failed(moveElements(context, result.getTensor(), double(ulps),
                                    perturbation)))
      return failure();
  }
  return success();
}
