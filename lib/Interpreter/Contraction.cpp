//===- Contraction.cpp - Evaluation of dot products -----------------------===//
//
// dot_general and its deprecated forms as batched matrix products.
//
//===----------------------------------------------------------------------===//

#include "ContractionKernel.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

FailureOr<Tensor> xla::interpreter::packForProducts(OpContext &context,
                                                    const Tensor &tensor,
                                                    ArrayRef<int64_t> order,
                                                    ElementKind kind) {
  Shape shape, strides, all = getStrides(tensor.getShape());
  for (int64_t dim : order) {
    shape.push_back(tensor.getDim(dim));
    strides.push_back(all[dim]);
  }
  FailureOr<Tensor> packed = context.create(tensor.getKind(), shape);
  if (failed(packed))
    return failure();
  copyStrided(shape, tensor.getElementBytes(), tensor.getData(), strides,
              packed->getMutableData(), getStrides(shape));
  return convertTensor(context, *packed, kind);
}

/// out[m][n] += lhs[m][k] * rhs[k][n], each sum in the order of k. Blocks of
/// n and k keep the part of rhs at hand in the cache.
template <typename T>
static void multiplyMatrices(const T *lhs, const T *rhs, T *out, int64_t m,
                             int64_t n, int64_t k) {
  constexpr int64_t blockN = 512, blockK = 32;
  for (int64_t n0 = 0; n0 < n; n0 += blockN)
    for (int64_t k0 = 0; k0 < k; k0 += blockK)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t l = k0; l < std::min(k, k0 + blockK); ++l)
          addProducts(out + i * n + n0, lhs[i * k + l], rhs + l * n + n0,
                      std::min(blockN, n - n0));
}

/// The dimensions of a tensor of `rank` in neither list.
static Shape getFreeDims(int64_t rank, ArrayRef<int64_t> batch,
                         ArrayRef<int64_t> contracting) {
  Shape dims;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(batch, i) && !llvm::is_contained(contracting, i))
      dims.push_back(i);
  return dims;
}

static int64_t getProduct(const Tensor &tensor, ArrayRef<int64_t> dims) {
  int64_t product = 1;
  for (int64_t dim : dims)
    product *= tensor.getDim(dim);
  return product;
}

static LogicalResult dot(OpContext &context, ArrayRef<int64_t> lhsBatch,
                         ArrayRef<int64_t> rhsBatch,
                         ArrayRef<int64_t> lhsContracting,
                         ArrayRef<int64_t> rhsContracting) {
  const Tensor &lhs = context.getTensor(0), &rhs = context.getTensor(1);
  FailureOr<ElementKind> resultKind = context.getResultKind();
  if (failed(resultKind))
    return failure();
  for (auto [l, r] :
       llvm::zip(llvm::concat<const int64_t>(lhsBatch, lhsContracting),
                 llvm::concat<const int64_t>(rhsBatch, rhsContracting)))
    if (lhs.getDim(l) != rhs.getDim(r))
      return context.error()
             << "expects equal sizes of lhs dimension " << l << " and rhs " << r
             << ", but got " << lhs.getDim(l) << " and " << rhs.getDim(r);
  Shape lhsFree = getFreeDims(lhs.getRank(), lhsBatch, lhsContracting);
  Shape rhsFree = getFreeDims(rhs.getRank(), rhsBatch, rhsContracting);
  // [batch, m, k] times [batch, k, n].
  Shape lhsOrder(lhsBatch), rhsOrder(rhsBatch), shape;
  llvm::append_range(lhsOrder, lhsFree);
  llvm::append_range(lhsOrder, lhsContracting);
  llvm::append_range(rhsOrder, rhsContracting);
  llvm::append_range(rhsOrder, rhsFree);
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDim(dim));
  for (int64_t dim : lhsFree)
    shape.push_back(lhs.getDim(dim));
  for (int64_t dim : rhsFree)
    shape.push_back(rhs.getDim(dim));

  ElementKind kind = getProductKind(lhs.getKind(), rhs.getKind(), *resultKind,
                                    getProduct(lhs, lhsContracting));
  FailureOr<Tensor> packedLhs = packForProducts(context, lhs, lhsOrder, kind);
  FailureOr<Tensor> packedRhs = packForProducts(context, rhs, rhsOrder, kind);
  FailureOr<Tensor> sums = context.create(kind, shape);
  if (failed(packedLhs) || failed(packedRhs) || failed(sums))
    return failure();
  std::memset(sums->getMutableData(), 0, sums->getBytes());
  int64_t batches = getProduct(lhs, lhsBatch), m = getProduct(lhs, lhsFree),
          k = getProduct(lhs, lhsContracting), n = getProduct(rhs, rhsFree);
  withProductType(kind, [&](auto zero) {
    using T = decltype(zero);
    for (int64_t b = 0; b < batches; ++b)
      multiplyMatrices(
          packedLhs->getDataAs<T>() + b * m * k,
          packedRhs->getDataAs<T>() + b * k * n,
          reinterpret_cast<T *>(sums->getMutableData()) + b * m * n, m, n, k);
  });
  return context.addResult(convertTensor(context, *sums, *resultKind));
}

static LogicalResult evaluateDotGeneral(hlo::DotGeneralOp op,
                                        OpContext &context) {
  hlo::DotDimensionNumbersAttr dims = op.getDotDimensionNumbers();
  return dot(
      context, dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions(),
      dims.getLhsContractingDimensions(), dims.getRhsContractingDimensions());
}

/// The last dimension of a matrix or vector with the first of another.
static LogicalResult evaluateDot(hlo::DotOp op, OpContext &context) {
  int64_t lastDim = context.getTensor(0).getRank() - 1;
  if (lastDim < 0 || context.getTensor(1).getRank() == 0)
    return context.error() << "expects vectors or matrices";
  return dot(context, {}, {}, lastDim, int64_t(0));
}

namespace xla::interpreter {
void addConvolutionHandlers(HandlerTable &table);
void addFourierHandlers(HandlerTable &table);
void addLinearAlgebraHandlers(HandlerTable &table);
} // namespace xla::interpreter

void xla::interpreter::addContractionHandlers(HandlerTable &table) {
  table.add<hlo::DotGeneralOp, evaluateDotGeneral>();
  table.add<hlo::DotOp, evaluateDot>();
  addConvolutionHandlers(table);
  addFourierHandlers(table);
  addLinearAlgebraHandlers(table);
}
