//===- ImportKnownCalls.cpp - Custom calls that compilers make ------------===//
//
// Modules that XLA has compiled for a GPU call cuBLAS where there was a dot.
// The configuration says which, so that it becomes one again.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
namespace json = llvm::json;

/// How deep a configuration may be nested: JSON is read by recursion.
static bool isShallow(StringRef text) {
  int depth = 0;
  for (char c : text) {
    depth += c == '{' || c == '[';
    depth -= c == '}' || c == ']';
    if (depth > 32)
      return false;
  }
  return true;
}

/// A list of dimensions, which are text or numbers.
static std::optional<SmallVector<int64_t>> getDims(const json::Object &object,
                                                   StringRef name) {
  SmallVector<int64_t> dims;
  const json::Array *list = object.getArray(name);
  for (const json::Value &value : list ? *list : json::Array()) {
    int64_t dim = value.getAsInteger().value_or(-1);
    if (auto text = value.getAsString())
      if (text->getAsInteger(10, dim))
        return std::nullopt;
    dims.push_back(dim);
  }
  return dims;
}

namespace {
/// What a cuBLAS call computes: alpha * dot(operands 0, 1) + beta * operand 2.
struct Gemm {
  DotDimensionNumbersAttr numbers;
  double alpha = 1, beta = 0;

  static std::optional<Gemm> read(MLIRContext *context, StringRef config);
};
} // namespace

/// None where the configuration says more than a product.
std::optional<Gemm> Gemm::read(MLIRContext *context, StringRef config) {
  if (!isShallow(config))
    return std::nullopt;
  llvm::Expected<json::Value> value = json::parse(config);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const json::Object *object = value->getAsObject();
  if (object)
    if (const json::Object *inner = object->getObject("gemm_backend_config"))
      object = inner;
  const json::Object *dot =
      object ? object->getObject("dot_dimension_numbers") : nullptr;
  if (!dot || object->getString("epilogue").value_or("DEFAULT") != "DEFAULT" ||
      object->getNumber("alpha_imag").value_or(0) != 0)
    return std::nullopt;
  auto lhsBatch = getDims(*dot, "lhs_batch_dimensions");
  auto rhsBatch = getDims(*dot, "rhs_batch_dimensions");
  auto lhsContracting = getDims(*dot, "lhs_contracting_dimensions");
  auto rhsContracting = getDims(*dot, "rhs_contracting_dimensions");
  if (!lhsBatch || !rhsBatch || !lhsContracting || !rhsContracting)
    return std::nullopt;
  Gemm gemm;
  gemm.alpha = object->getNumber("alpha_real").value_or(1);
  gemm.beta = object->getNumber("beta").value_or(0);
  gemm.numbers = DotDimensionNumbersAttr::get(context, *lhsBatch, *rhsBatch,
                                              *lhsContracting, *rhsContracting);
  return gemm;
}

static Value scale(Instruction &inst, Value value, double factor) {
  if (factor == 1)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  Value splat = createSplatConstant(inst.builder, inst.loc, type, factor);
  return inst.create<MultiplyOp>(TypeRange(type), ValueRange{value, splat});
}

static Value convert(Instruction &inst, Value value, RankedTensorType type) {
  if (value.getType() == type)
    return value;
  return inst.create<ConvertOp>(TypeRange(type), value);
}

/// True if the call has become other ops.
static bool expandGemm(Instruction &inst) {
  std::optional<Gemm> gemm =
      Gemm::read(inst.getContext(), inst.proto.backend_config());
  Leaves operands = inst.getAllLeaves();
  auto isArray = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape();
  };
  if (!gemm || operands.size() < (gemm->beta == 0 ? 2 : 3) ||
      !llvm::all_of(operands, isArray) || inst.types.empty())
    return false;
  auto result = dyn_cast<RankedTensorType>(inst.types.front());
  if (!result || !result.hasStaticShape() ||
      !(isFloatElement(result.getElementType()) ||
        isComplexElement(result.getElementType())))
    return false;
  bool hasAddend = gemm->beta != 0;
  if (hasAddend && cast<RankedTensorType>(operands[2].getType()).getShape() !=
                       result.getShape())
    return false;
  // Narrow floats are accumulated, scaled and added in f32.
  RankedTensorType wide = result;
  if (isFloatElement(result.getElementType()) &&
      result.getElementTypeBitWidth() < 32)
    wide = result.clone(inst.builder.getF32Type());
  Value product =
      inst.create<DotGeneralOp>(wide, operands[0], operands[1], gemm->numbers);
  Value sum = scale(inst, product, gemm->alpha);
  if (hasAddend) {
    Value addend = scale(inst, convert(inst, operands[2], wide), gemm->beta);
    sum = inst.create<AddOp>(TypeRange(wide), ValueRange{sum, addend});
  }
  // Scratch memory is among the results.
  return succeeded(giveAmongFillers(inst, 0, convert(inst, sum, result)));
}

bool importer::expandKnownCall(Instruction &inst) {
  StringRef target = inst.proto.custom_call_target();
  if (target == "__cublas$gemm" || target == "__cublas$lt$matmul")
    return expandGemm(inst);
  // Where Neuron devices are to keep a value.
  Leaves operands = inst.getAllLeaves();
  if (target == "AwsNeuronTransferWithStaticRing" && operands.size() == 1 &&
      inst.types.size() == 1 && operands[0].getType() == inst.types[0])
    return succeeded(inst.give(operands));
  return false;
}
