//===- ContractionEinsum.cpp - Evaluation of einsum -----------------------===//
//
// Each element of the result by itself: the sum over the labels that the result
// lacks, of the operands' elements at those labels. A label twice in a term
// reads the diagonal.
//
//===----------------------------------------------------------------------===//

#include "ContractionKernel.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// Sizes of labels, and how far each operand moves with a label.
class Einsum {
public:
  Einsum(OpContext &context, StringRef config) : context(context) {
    auto [terms, result] = config.split("->");
    SmallVector<StringRef> texts;
    terms.split(texts, ',');
    for (StringRef text : texts)
      operandLabels.push_back(text.trim().str());
    resultLabels = result.trim().str();
  }

  /// Reads the operands' sizes; a diagnostic if they and the labels disagree.
  LogicalResult measure() {
    if (operandLabels.size() != context.operands.size())
      return context.error() << "expects a term for each operand in its config";
    for (auto [i, labels] : llvm::enumerate(operandLabels)) {
      const Tensor &tensor = context.getTensor(i);
      if (int64_t(labels.size()) != tensor.getRank() ||
          labels.find('.') != std::string::npos)
        return context.error() << "expects a letter for each dimension of an "
                                  "operand, but got '"
                               << labels << "' for rank " << tensor.getRank();
      for (auto [dim, label] : llvm::enumerate(labels)) {
        auto [it, isNew] = sizes.try_emplace(label, tensor.getDim(dim));
        if (it->second != tensor.getDim(dim))
          return context.error() << "expects one size of label '"
                                 << std::string(1, label) << "', but got "
                                 << it->second << " and " << tensor.getDim(dim);
        if (isNew && resultLabels.find(label) == std::string::npos)
          summed.push_back(label);
      }
    }
    for (char label : resultLabels)
      if (!sizes.contains(label))
        return context.error() << "expects label '" << std::string(1, label)
                               << "' of the result in an operand";
    return success();
  }

  Shape getShape(StringRef labels) const {
    Shape shape;
    for (char label : labels)
      shape.push_back(sizes.lookup(label));
    return shape;
  }

  template <typename T> void run(ArrayRef<Tensor> operands, T *out) const {
    Shape outer = getShape(resultLabels), inner = getShape(summed);
    SmallVector<Shape> outerStrides, innerStrides;
    for (auto [i, tensor] : llvm::enumerate(operands)) {
      outerStrides.push_back(getLabelStrides(i, tensor, resultLabels));
      innerStrides.push_back(getLabelStrides(i, tensor, summed));
    }
    Shape index(outer.size(), 0), k(inner.size(), 0);
    if (countElements(outer) == 0)
      return;
    bool isEmpty = countElements(inner) == 0;
    do {
      T sum = T();
      if (!isEmpty)
        do {
          T product =
              read<T>(operands[0], index, outerStrides[0], k, innerStrides[0]);
          for (size_t i = 1; i < operands.size(); ++i)
            product = scalar::multiply(product, read<T>(operands[i], index,
                                                        outerStrides[i], k,
                                                        innerStrides[i]));
          sum = scalar::add(sum, product);
        } while (nextIndex(k, inner));
      *out++ = sum;
    } while (nextIndex(index, outer));
  }

  std::string resultLabels;

private:
  /// By how much operand `i` moves with each of `labels`.
  Shape getLabelStrides(size_t i, const Tensor &tensor,
                        StringRef labels) const {
    Shape own = getStrides(tensor.getShape()), strides;
    for (char label : labels) {
      int64_t stride = 0;
      for (auto [dim, other] : llvm::enumerate(operandLabels[i]))
        if (other == label)
          stride += own[dim];
      strides.push_back(stride);
    }
    return strides;
  }

  template <typename T>
  static T read(const Tensor &tensor, ArrayRef<int64_t> index,
                ArrayRef<int64_t> strides, ArrayRef<int64_t> k,
                ArrayRef<int64_t> innerStrides) {
    int64_t offset = 0;
    for (auto [place, stride] : llvm::zip(index, strides))
      offset += place * stride;
    for (auto [place, stride] : llvm::zip(k, innerStrides))
      offset += place * stride;
    return tensor.getDataAs<T>()[offset];
  }

  OpContext &context;
  SmallVector<std::string> operandLabels;
  std::string summed;
  llvm::SmallDenseMap<char, int64_t> sizes;
};
} // namespace

static LogicalResult evaluate(OpContext &context, StringRef config) {
  Einsum einsum(context, config);
  FailureOr<ElementKind> resultKind = context.getResultKind();
  if (failed(resultKind) || failed(einsum.measure()))
    return failure();
  int64_t numTerms = 1;
  for (RuntimeValue &operand : context.operands)
    numTerms *= std::max<int64_t>(operand.getTensor().getNumElements(), 1);
  ElementKind first = context.getTensor(0).getKind();
  ElementKind kind = getProductKind(
      first,
      context.operands.size() > 1 ? context.getTensor(1).getKind() : first,
      *resultKind, numTerms);
  SmallVector<Tensor> operands;
  for (RuntimeValue &operand : context.operands) {
    FailureOr<Tensor> wide = convertTensor(context, operand.getTensor(), kind);
    if (failed(wide))
      return failure();
    operands.push_back(std::move(*wide));
  }
  FailureOr<Tensor> sums =
      context.create(kind, einsum.getShape(einsum.resultLabels));
  if (failed(sums))
    return failure();
  withProductType(kind, [&](auto zero) {
    einsum.run(ArrayRef<Tensor>(operands),
               reinterpret_cast<decltype(zero) *>(sums->getMutableData()));
  });
  return context.addResult(convertTensor(context, *sums, *resultKind));
}

static LogicalResult evaluateEinsum(hlo::EinsumOp op, OpContext &context) {
  return evaluate(context, op.getEinsumConfig());
}

static LogicalResult evaluateUnaryEinsum(hlo::UnaryEinsumOp op,
                                         OpContext &context) {
  return evaluate(context, op.getEinsumConfig());
}

namespace xla::interpreter {
void addEinsumHandlers(HandlerTable &table) {
  table.add<hlo::EinsumOp, evaluateEinsum>();
  table.add<hlo::UnaryEinsumOp, evaluateUnaryEinsum>();
}
} // namespace xla::interpreter
