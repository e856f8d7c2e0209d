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

/// `value` rounded to the eleven bits of a tf32.
static double roundToTF32(double value) {
  float narrow = static_cast<float>(value);
  uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof(bits));
  if (std::isfinite(narrow))
    bits = (bits + 0xfff + ((bits >> 13) & 1)) & ~uint32_t(0x1fff);
  std::memcpy(&narrow, &bits, sizeof(bits));
  return narrow;
}

/// `value` with as many of its leading bits as a number of `semantics` has: cut
/// off, not rounded. An infinity if it is too large for one.
static double truncateTo(double value, const llvm::fltSemantics &semantics) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent = std::ilogb(value);
  if (exponent > llvm::APFloat::semanticsMaxExponent(semantics))
    return std::copysign(HUGE_VAL, value);
  // Subnormal numbers have fewer bits.
  exponent =
      std::max<int>(exponent, llvm::APFloat::semanticsMinExponent(semantics));
  int last = exponent + 1 - llvm::APFloat::semanticsPrecision(semantics);
  return std::ldexp(std::trunc(std::ldexp(value, -last)), last);
}

/// Splits `tensor`, of doubles, into its leading bits, which `precision` has
/// room for, and the rest, 0 where there is none as of an infinity.
static FailureOr<std::pair<Tensor, Tensor>>
takeLeadingBits(OpContext &context, const Tensor &tensor, Type precision) {
  FailureOr<Tensor> taken = context.create(ElementKind::F64, tensor.getShape());
  FailureOr<Tensor> rest = context.create(ElementKind::F64, tensor.getShape());
  if (failed(taken) || failed(rest))
    return failure();
  const double *from = tensor.getDataAs<double>();
  auto *to = reinterpret_cast<double *>(taken->getMutableData());
  auto *left = reinterpret_cast<double *>(rest->getMutableData());
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    to[i] = truncateTo(from[i], cast<FloatType>(precision).getFloatSemantics());
    left[i] = std::isfinite(to[i]) ? from[i] - to[i] : 0;
  }
  return std::make_pair(std::move(*taken), std::move(*rest));
}

/// `tensor`, of doubles, rounded to `precision`.
static FailureOr<Tensor> roundTo(OpContext &context, const Tensor &tensor,
                                 Type precision) {
  if (!isa<FloatTF32Type>(precision)) {
    FailureOr<Tensor> narrow =
        convertTensor(context, tensor, *getElementKind(precision));
    if (failed(narrow))
      return failure();
    return convertTensor(context, *narrow, ElementKind::F64);
  }
  FailureOr<Tensor> rounded =
      context.create(ElementKind::F64, tensor.getShape());
  if (failed(rounded))
    return failure();
  const double *from = tensor.getDataAs<double>();
  auto *to = reinterpret_cast<double *>(rounded->getMutableData());
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    to[i] = roundToTF32(from[i]);
  return rounded;
}

/// The parts in which an algorithm computes with `tensor`, of doubles, each of
/// `precision`: the last one is what is left, rounded.
static FailureOr<SmallVector<Tensor>> splitForAlgorithm(OpContext &context,
                                                        Tensor tensor,
                                                        Type precision,
                                                        int64_t numParts) {
  SmallVector<Tensor> parts;
  for (int64_t part = 1; part < numParts; ++part) {
    auto taken = takeLeadingBits(context, tensor, precision);
    if (failed(taken))
      return failure();
    parts.push_back(std::move(taken->first));
    tensor = std::move(taken->second);
  }
  FailureOr<Tensor> last = roundTo(context, tensor, precision);
  if (failed(last))
    return failure();
  parts.push_back(std::move(*last));
  return parts;
}

/// The matrices whose products an algorithm sums: as many of the parts of the
/// two sides as it says, those with the largest products.
static FailureOr<SmallVector<std::pair<Tensor, Tensor>>>
getAlgorithmProducts(OpContext &context, const Tensor &lhs, const Tensor &rhs,
                     hlo::DotAlgorithmAttr algorithm) {
  int64_t count = algorithm.getNumPrimitiveOperations();
  int64_t numParts = count <= 1 ? 1 : count <= 3 ? 2 : 3;
  auto left = splitForAlgorithm(context, lhs, algorithm.getLhsPrecisionType(),
                                numParts);
  auto right = splitForAlgorithm(context, rhs, algorithm.getRhsPrecisionType(),
                                 numParts);
  if (failed(left) || failed(right))
    return failure();
  SmallVector<std::pair<Tensor, Tensor>> products;
  for (int64_t order = 0; order <= 2 * (numParts - 1); ++order)
    for (int64_t i = 0; i < numParts; ++i)
      if (int64_t j = order - i;
          j >= 0 && j < numParts && int64_t(products.size()) < count)
        products.emplace_back((*left)[i], (*right)[j]);
  return products;
}

namespace {
/// The sizes of [batches, m, k] times [batches, k, n].
struct ProductSizes {
  int64_t batches, m, k, n;
};
} // namespace

static void addProduct(ElementKind kind, const Tensor &lhs, const Tensor &rhs,
                       const ProductSizes &sizes, Tensor &sums) {
  auto [batches, m, k, n] = sizes;
  withProductType(kind, [&, batches = batches, m = m, k = k, n = n](auto zero) {
    using T = decltype(zero);
    for (int64_t b = 0; b < batches; ++b)
      multiplyMatrices(lhs.template getDataAs<T>() + b * m * k,
                       rhs.template getDataAs<T>() + b * k * n,
                       reinterpret_cast<T *>(sums.getMutableData()) + b * m * n,
                       m, n, k);
  });
}

/// Adds the first of `products` to `sums`, then the others, which correct it:
/// numbers only, as an infinity times a rest of zero would be NaN. Several are
/// of doubles.
static LogicalResult sumProducts(OpContext &context, ElementKind kind,
                                 ArrayRef<std::pair<Tensor, Tensor>> products,
                                 const ProductSizes &sizes, Tensor &sums) {
  addProduct(kind, products[0].first, products[0].second, sizes, sums);
  if (products.size() == 1)
    return success();
  FailureOr<Tensor> corrections = context.create(kind, sums.getShape());
  if (failed(corrections))
    return failure();
  std::memset(corrections->getMutableData(), 0, corrections->getBytes());
  for (const auto &[lhs, rhs] : products.drop_front())
    addProduct(kind, lhs, rhs, sizes, *corrections);
  auto *to = reinterpret_cast<double *>(sums.getMutableData());
  for (int64_t i = 0, e = sums.getNumElements(); i < e; ++i)
    if (std::isfinite(to[i]))
      to[i] += corrections->getDataAs<double>()[i];
  return success();
}

static LogicalResult dot(OpContext &context, ArrayRef<int64_t> lhsBatch,
                         ArrayRef<int64_t> rhsBatch,
                         ArrayRef<int64_t> lhsContracting,
                         ArrayRef<int64_t> rhsContracting,
                         hlo::DotAlgorithmAttr algorithm = {}) {
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
  bool hasAlgorithm = algorithm && !isComplex(kind) && kind != ElementKind::S64;
  if (hasAlgorithm)
    kind = ElementKind::F64;
  FailureOr<Tensor> packedLhs = packForProducts(context, lhs, lhsOrder, kind);
  FailureOr<Tensor> packedRhs = packForProducts(context, rhs, rhsOrder, kind);
  FailureOr<Tensor> sums = context.create(kind, shape);
  if (failed(packedLhs) || failed(packedRhs) || failed(sums))
    return failure();
  std::memset(sums->getMutableData(), 0, sums->getBytes());
  SmallVector<std::pair<Tensor, Tensor>> products = {{*packedLhs, *packedRhs}};
  if (hasAlgorithm) {
    auto all = getAlgorithmProducts(context, *packedLhs, *packedRhs, algorithm);
    if (failed(all))
      return failure();
    products = std::move(*all);
  }
  int64_t batches = getProduct(lhs, lhsBatch), m = getProduct(lhs, lhsFree),
          k = getProduct(lhs, lhsContracting), n = getProduct(rhs, rhsFree);
  if (failed(sumProducts(context, kind, products, {batches, m, k, n}, *sums)))
    return failure();
  if (hasAlgorithm) {
    auto accumulation = getElementKind(algorithm.getAccumulationType());
    sums = convertTensor(context, *sums, *accumulation);
    if (failed(sums))
      return failure();
  }
  return context.addResult(convertTensor(context, *sums, *resultKind));
}

static LogicalResult evaluateDotGeneral(hlo::DotGeneralOp op,
                                        OpContext &context) {
  hlo::DotDimensionNumbersAttr dims = op.getDotDimensionNumbers();
  return dot(context, dims.getLhsBatchingDimensions(),
             dims.getRhsBatchingDimensions(),
             dims.getLhsContractingDimensions(),
             dims.getRhsContractingDimensions(), op.getAlgorithmAttr());
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
void addEinsumHandlers(HandlerTable &table);
void addFourierHandlers(HandlerTable &table);
void addLinearAlgebraHandlers(HandlerTable &table);
void addRaggedDotHandlers(HandlerTable &table);
} // namespace xla::interpreter

void xla::interpreter::addContractionHandlers(HandlerTable &table) {
  table.add<hlo::DotGeneralOp, evaluateDotGeneral>();
  table.add<hlo::DotOp, evaluateDot>();
  addConvolutionHandlers(table);
  addEinsumHandlers(table);
  addFourierHandlers(table);
  addLinearAlgebraHandlers(table);
  addRaggedDotHandlers(table);
}
