//===- ContractionRagged.cpp - Evaluation of chlo.ragged_dot --------------===//
//
// Each element of the result by itself: the sum over the contracting dimensions
// of products of the two sides, of one group only.
//
//===----------------------------------------------------------------------===//

#include "ContractionKernel.h"
#include "xla/Dialect/CHLO/IR/RaggedDot.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// The dimensions of one evaluation. An element of the result has an index of
/// [group, if contracting dimensions are cut], batch, lhs free, rhs free.
class RaggedDot {
public:
  RaggedDot(chlo::RaggedDotOp op, const Tensor &lhs, const Tensor &rhs,
            const Tensor &groupSizes);

  Shape getResultShape() const;
  template <typename T> void run(T *out) const;

private:
  int64_t findGroup(ArrayRef<int64_t> lhsIndex) const;
  template <typename T>
  T getElement(MutableArrayRef<int64_t> lhsIndex,
               MutableArrayRef<int64_t> rhsIndex, int64_t group) const;

  bool isFree() const {
    return !llvm::is_contained(lhsBatch, ragged) && !isContracting();
  }
  bool isContracting() const {
    return llvm::is_contained(lhsContracting, ragged);
  }

  const Tensor &lhs, &rhs, &groupSizes;
  Shape lhsBatch, rhsBatch, lhsContracting, rhsContracting, lhsFree, rhsFree;
  Shape contractingShape, lhsStrides, rhsStrides;
  int64_t ragged, rhsGroup;
  /// Dimensions of the left side that choose a row of group sizes.
  Shape prefix;
};
} // namespace

RaggedDot::RaggedDot(chlo::RaggedDotOp op, const Tensor &lhs, const Tensor &rhs,
                     const Tensor &groupSizes)
    : lhs(lhs), rhs(rhs), groupSizes(groupSizes) {
  auto numbers = op.getRaggedDotDimensionNumbers();
  lhsBatch = Shape(numbers.getLhsBatchingDimensions());
  rhsBatch = Shape(numbers.getRhsBatchingDimensions());
  lhsContracting = Shape(numbers.getLhsContractingDimensions());
  rhsContracting = Shape(numbers.getRhsContractingDimensions());
  ragged = numbers.getLhsRaggedDimensions()[0];
  ArrayRef<int64_t> groups = numbers.getRhsGroupDimensions();
  rhsGroup = groups.empty() ? -1 : groups[0];
  for (int64_t dim = 0; dim < lhs.getRank(); ++dim)
    if (!llvm::is_contained(lhsBatch, dim) &&
        !llvm::is_contained(lhsContracting, dim))
      lhsFree.push_back(dim);
  for (int64_t dim = 0; dim < rhs.getRank(); ++dim)
    if (!llvm::is_contained(rhsBatch, dim) &&
        !llvm::is_contained(rhsContracting, dim) && dim != rhsGroup)
      rhsFree.push_back(dim);
  for (int64_t dim : lhsContracting)
    contractingShape.push_back(lhs.getDim(dim));
  lhsStrides = getStrides(lhs.getShape());
  rhsStrides = getStrides(rhs.getShape());
  prefix = Shape(chlo::getGroupPrefix(numbers));
}

Shape RaggedDot::getResultShape() const {
  Shape shape;
  if (isContracting())
    shape.push_back(groupSizes.getShape().back());
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDim(dim));
  for (int64_t dim : lhsFree)
    shape.push_back(lhs.getDim(dim));
  for (int64_t dim : rhsFree)
    shape.push_back(rhs.getDim(dim));
  return shape;
}

/// The group in which an element of the left side is, -1 if behind all.
int64_t RaggedDot::findGroup(ArrayRef<int64_t> lhsIndex) const {
  int64_t row = 0, numGroups = groupSizes.getShape().back(), end = 0;
  if (groupSizes.getRank() > 1)
    for (int64_t dim : prefix)
      row = row * lhs.getDim(dim) + lhsIndex[dim];
  for (int64_t group = 0; group < numGroups; ++group) {
    end += groupSizes.getInteger(row * numGroups + group);
    if (lhsIndex[ragged] < end)
      return group;
  }
  return -1;
}

static int64_t getOffset(ArrayRef<int64_t> index, ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (auto [i, stride] : llvm::zip(index, strides))
    offset += i * stride;
  return offset;
}

/// The sum of products; with `group` >= 0 only of that group.
template <typename T>
T RaggedDot::getElement(MutableArrayRef<int64_t> lhsIndex,
                        MutableArrayRef<int64_t> rhsIndex,
                        int64_t group) const {
  T sum = T();
  Shape k(contractingShape.size(), 0);
  if (countElements(contractingShape) == 0)
    return sum;
  do {
    for (size_t i = 0; i < k.size(); ++i) {
      lhsIndex[lhsContracting[i]] = k[i];
      rhsIndex[rhsContracting[i]] = k[i];
    }
    if (group >= 0 && findGroup(lhsIndex) != group)
      continue;
    sum = scalar::add(
        sum,
        scalar::multiply(lhs.getDataAs<T>()[getOffset(lhsIndex, lhsStrides)],
                         rhs.getDataAs<T>()[getOffset(rhsIndex, rhsStrides)]));
  } while (nextIndex(k, contractingShape));
  return sum;
}

template <typename T> void RaggedDot::run(T *out) const {
  Shape shape = getResultShape(), index(shape.size(), 0);
  Shape lhsIndex(lhs.getRank(), 0), rhsIndex(rhs.getRank(), 0);
  if (countElements(shape) == 0)
    return;
  do {
    size_t next = isContracting() ? 1 : 0;
    for (size_t i = 0; i < lhsBatch.size(); ++i)
      lhsIndex[lhsBatch[i]] = rhsIndex[rhsBatch[i]] = index[next++];
    for (int64_t dim : lhsFree)
      lhsIndex[dim] = index[next++];
    for (int64_t dim : rhsFree)
      rhsIndex[dim] = index[next++];
    int64_t group = -1;
    if (isContracting()) {
      group = index[0];
    } else if (isFree()) {
      int64_t own = findGroup(lhsIndex);
      if (own < 0) {
        *out++ = T();
        continue;
      }
      rhsIndex[rhsGroup] = own;
    }
    *out++ = getElement<T>(lhsIndex, rhsIndex, group);
  } while (nextIndex(index, shape));
}

static LogicalResult evaluateRaggedDot(chlo::RaggedDotOp op,
                                       OpContext &context) {
  FailureOr<ElementKind> resultKind = context.getResultKind();
  if (failed(resultKind))
    return failure();
  int64_t numTerms = 1;
  for (int64_t dim :
       op.getRaggedDotDimensionNumbers().getLhsContractingDimensions())
    numTerms *= context.getTensor(0).getDim(dim);
  ElementKind kind =
      getProductKind(context.getTensor(0).getKind(),
                     context.getTensor(1).getKind(), *resultKind, numTerms);
  FailureOr<Tensor> lhs = convertTensor(context, context.getTensor(0), kind);
  FailureOr<Tensor> rhs = convertTensor(context, context.getTensor(1), kind);
  if (failed(lhs) || failed(rhs))
    return failure();
  RaggedDot dot(op, *lhs, *rhs, context.getTensor(2));
  FailureOr<Tensor> sums = context.create(kind, dot.getResultShape());
  if (failed(sums))
    return failure();
  withProductType(kind, [&](auto zero) {
    dot.run(reinterpret_cast<decltype(zero) *>(sums->getMutableData()));
  });
  return context.addResult(convertTensor(context, *sums, *resultKind));
}

namespace xla::interpreter {
void addRaggedDotHandlers(HandlerTable &table) {
  table.add<chlo::RaggedDotOp, evaluateRaggedDot>();
}
} // namespace xla::interpreter
