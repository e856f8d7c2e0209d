//===- CustomCalls.cpp - What custom_call ops say -------------------------===//
//
// Reads attributes of verified ops.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Dialect/HLO/IR/ShapeAssertion.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace xla::hlo;

bool xla::hlo::isAnnotationTarget(StringRef target) {
  static constexpr StringLiteral names[] = {"LayoutConstraint",
                                            "MoveToDevice",
                                            "MoveToHost",
                                            "SPMDFullToShardShape",
                                            "SPMDShardToFullShape",
                                            "Sharding",
                                            "annotate_device_placement",
                                            "xla.sdy.FuncResultSharding",
                                            "xla.sdy.GlobalToLocalShape",
                                            "xla.sdy.LocalToGlobalShape"};
  return llvm::is_contained(names, target);
}

DictionaryAttr xla::hlo::getCallAttributes(CustomCallOp op) {
  // Exporters state it beside the op's own attributes.
  if (isShapeAssertion(op)) {
    Builder builder(op.getContext());
    return builder.getDictionaryAttr(builder.getNamedAttr(
        "error_message", builder.getStringAttr(getAssertionMessage(op))));
  }
  if (auto config =
          dyn_cast_if_present<DictionaryAttr>(op.getBackendConfigAttr()))
    return config;
  if (auto config = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config"))
    return config;
  return DictionaryAttr::get(op.getContext());
}

char xla::hlo::getCallLetter(CustomCallOp op, StringRef name) {
  auto letter = getCallAttributes(op).getAs<IntegerAttr>(name);
  return letter ? static_cast<char>(letter.getValue().getZExtValue()) : 0;
}

StringRef xla::hlo::getCallText(CustomCallOp op) {
  auto text = dyn_cast_if_present<StringAttr>(op.getBackendConfigAttr());
  return text ? text.getValue() : "";
}

SmallVector<int64_t> xla::hlo::getMinorToMajor(Attribute layout) {
  SmallVector<int64_t> dims;
  for (const APInt &dim : cast<DenseIntElementsAttr>(layout))
    dims.push_back(dim.getSExtValue());
  return dims;
}

bool xla::hlo::isRowMajor(ArrayRef<int64_t> minorToMajor) {
  int64_t rank = minorToMajor.size();
  for (auto [place, dim] : llvm::enumerate(minorToMajor))
    if (dim != rank - 1 - static_cast<int64_t>(place))
      return false;
  return true;
}

RankedTensorType xla::hlo::getLogicalType(RankedTensorType type,
                                          ArrayRef<int64_t> minorToMajor) {
  SmallVector<int64_t> shape(type.getRank());
  for (auto [place, dim] : llvm::enumerate(llvm::reverse(minorToMajor)))
    shape[dim] = type.getDimSize(place);
  return RankedTensorType::get(shape, type.getElementType(),
                               type.getEncoding());
}

FailureOr<SmallVector<std::pair<int64_t, int64_t>>>
xla::hlo::getCallAliases(CustomCallOp op) {
  auto countData = [](TypeRange types) {
    return llvm::count_if(types,
                          [](Type type) { return !isa<TokenType>(type); });
  };
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  for (Attribute attribute : op.getOutputOperandAliases()) {
    auto alias = cast<OutputOperandAliasAttr>(attribute);
    ArrayRef<int64_t> output = alias.getOutputTupleIndices();
    int64_t result = output.empty() ? 0 : output.front();
    if (!alias.getOperandTupleIndices().empty() || output.size() > 1 ||
        output.size() != (op.getNumResults() == 1 ? 0 : 1))
      return failure();
    int64_t operand = alias.getOperandIndex();
    std::pair<int64_t, int64_t> pair(
        countData(TypeRange(op.getOperandTypes()).take_front(operand)),
        countData(TypeRange(op.getResultTypes()).take_front(result)));
    for (auto [otherOperand, otherResult] : pairs)
      if (otherOperand == pair.first || otherResult == pair.second)
        return failure();
    pairs.push_back(pair);
  }
  return pairs;
}

void xla::hlo::cloneComputation(OpBuilder &builder, func::FuncOp function,
                                Region &region) {
  IRMapping mapping;
  function.getBody().cloneInto(&region, mapping);
  OpBuilder::InsertionGuard guard(builder);
  Operation *terminator = region.front().getTerminator();
  builder.setInsertionPoint(terminator);
  ReturnOp::create(builder, terminator->getLoc(), terminator->getOperands());
  terminator->erase();
}
