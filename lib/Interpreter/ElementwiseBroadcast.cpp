//===- ElementwiseBroadcast.cpp - chlo's implicit broadcasts --------------===//
//
// Operands are stretched to the common shape, then the op without broadcast is
// evaluated.
//
//===----------------------------------------------------------------------===//

#include "DetachedFunction.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

/// Which dimension of a result of `rank` each dimension of an operand is.
static SmallVector<int64_t> placeDims(Operation *op, int64_t operandRank,
                                      int64_t rank) {
  if (auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions"))
    if (operandRank < rank)
      return SmallVector<int64_t>(dims.asArrayRef());
  return llvm::to_vector(llvm::seq(rank - operandRank, rank));
}

/// `tensor` with its dimensions `dims` of `shape`; those of size 1 stretch.
static FailureOr<Tensor> stretch(OpContext &context, const Tensor &tensor,
                                 ArrayRef<int64_t> dims, const Shape &shape) {
  if (tensor.getShape() == ArrayRef<int64_t>(shape))
    return tensor;
  Shape strides(shape.size(), 0), own = getStrides(tensor.getShape());
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (tensor.getDim(i) == 1)
      continue;
    if (tensor.getDim(i) != shape[dim])
      return context.error() << "expects sizes that agree or are 1, but got "
                             << tensor.getDim(i) << " and " << shape[dim];
    strides[dim] = own[i];
  }
  FailureOr<Tensor> result = context.create(tensor.getKind(), shape);
  if (succeeded(result))
    copyStrided(shape, tensor.getElementBytes(), tensor.getData(), strides,
                result->getMutableData(), getStrides(shape));
  return result;
}

/// Stretches the operands to one shape.
static LogicalResult stretchOperands(OpContext &context) {
  Operation *op = context.getOp();
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  Shape shape(rank, 1);
  for (size_t i = 0; i < context.operands.size(); ++i) {
    const Tensor &tensor = context.getTensor(i);
    for (auto [k, dim] : llvm::enumerate(placeDims(op, tensor.getRank(), rank)))
      if (tensor.getDim(k) != 1)
        shape[dim] = tensor.getDim(k);
  }
  for (size_t i = 0; i < context.operands.size(); ++i) {
    Tensor tensor = context.getTensor(i);
    FailureOr<Tensor> wide =
        stretch(context, tensor, placeDims(op, tensor.getRank(), rank), shape);
    if (failed(wide))
      return failure();
    context.operands[i] = std::move(*wide);
  }
  return success();
}

/// The attributes of the op without broadcast.
static SmallVector<NamedAttribute> getAttributes(Operation *op) {
  SmallVector<NamedAttribute> attributes;
  MLIRContext *context = op->getContext();
  auto add = [&](StringRef name, Attribute value) {
    attributes.emplace_back(StringAttr::get(context, name), value);
  };
  if (auto compare = dyn_cast<chlo::BroadcastCompareOp>(op)) {
    add("comparison_direction", hlo::ComparisonDirectionAttr::get(
                                    context, compare.getComparisonDirection()));
    if (auto type = compare.getCompareType())
      add("compare_type", hlo::ComparisonTypeAttr::get(context, *type));
  }
  return attributes;
}

static LogicalResult evaluateBroadcast(OpContext &context) {
  if (failed(stretchOperands(context)))
    return failure();
  Operation *op = context.getOp();
  StringRef name = op->getName().stripDialect();
  name.consume_front("broadcast_");
  bool isSpecial =
      llvm::is_contained({"next_after", "polygamma", "zeta"}, name);
  DetachedFunction body(context);
  Type element =
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  OperationState state(
      body.loc, ((isSpecial ? "chlo." : "hlo.") + name).str(),
      body.getArguments(),
      TypeRange(RankedTensorType::get(body.getType(0).getShape(), element)),
      getAttributes(op));
  return body.evaluate(body.builder.create(state)->getResults());
}

static LogicalResult evaluateConstantLike(chlo::ConstantLikeOp op,
                                          OpContext &context) {
  auto type = RankedTensorType::get(
      context.getTensor(0).getShape(),
      cast<RankedTensorType>(op.getType()).getElementType());
  DetachedFunction body(context);
  Value constant =
      hlo::ConstantOp::create(body.builder, body.loc, type,
                              DenseElementsAttr::get(type, op.getValue()));
  return body.evaluate(constant);
}

namespace xla::interpreter {
void addBroadcastHandlers(HandlerTable &table) {
  for (StringRef name : {"add",
                         "and",
                         "atan2",
                         "compare",
                         "complex",
                         "divide",
                         "maximum",
                         "minimum",
                         "multiply",
                         "next_after",
                         "or",
                         "polygamma",
                         "power",
                         "remainder",
                         "select",
                         "shift_left",
                         "shift_right_arithmetic",
                         "shift_right_logical",
                         "subtract",
                         "xor",
                         "zeta"})
    table.add(("chlo.broadcast_" + name).str(), evaluateBroadcast);
  table.add<chlo::ConstantLikeOp, evaluateConstantLike>();
}
} // namespace xla::interpreter
