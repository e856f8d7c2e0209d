//===- HoistLoopProducts.cpp - One product before a loop of many ----------===//
//
// Where each trip multiplies one part of a tensor by what does not change, the
// parts are multiplied all at once before the loop, which then takes its part
// of the product: a recurrent network's products of its inputs, of one or a few
// rows. One product of many rows reads its matrix once and runs on several
// threads.
//
// Assumes verified HLO. Guarantees the same sums of the same products; their
// order is that of the larger product. What the loop reads of the tensor is
// clamped as it was: the product has as many parts.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "Dots.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Dialect/HLO/Transforms/TripCount.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOHOISTLOOPPRODUCTSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-hoist-loop-products"
static xla::PassCounter numHoistedProducts(DEBUG_TYPE, "num-hoisted-products");

/// Products of a trip that are worth a kernel.
static constexpr int64_t leastProducts = 4096;
/// Rows of a part: a product of more reads its matrix often enough by itself. 8
/// rows of 48 numbers by 288 columns take as long in 64 trips as at once.
static constexpr int64_t mostRows = 4;
/// Numbers that are summed for one that the loop reads instead.
static constexpr int64_t leastSummed = 16;
/// Most bytes of all products of a loop.
static constexpr int64_t mostBytes = int64_t(32) << 20;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

namespace {
/// A product of a part of a tensor and what does not change.
struct PartProduct {
  DotGeneralOp dot;
  DynamicSliceOp slice;
  Value matrix;
  /// Dimensions that are contracted, of one part and of the matrix.
  ArrayRef<int64_t> partDims, matrixDims;
  ArrayAttr precision;
};
} // namespace

/// Whether `slice` takes one of the parts along the first dimension.
static bool takesOnePart(DynamicSliceOp slice) {
  ArrayRef<int64_t> shape = typeOf(slice.getOperand()).getShape();
  ArrayRef<int64_t> sizes = slice.getSliceSizes();
  return !shape.empty() && sizes.front() == 1 &&
         sizes.drop_front() == shape.drop_front();
}

/// The slice that `value` is a part of, as a tensor of one dimension less.
static DynamicSliceOp getSlice(Value value) {
  auto reshape = value.getDefiningOp<ReshapeOp>();
  auto slice = reshape ? reshape.getOperand().getDefiningOp<DynamicSliceOp>()
                       : DynamicSliceOp();
  if (!slice || !takesOnePart(slice) ||
      reshape.getType().getShape() != slice.getType().getShape().drop_front())
    return {};
  return slice;
}

static bool isOutside(WhileOp loop, Value value) {
  return !loop->isAncestor(value.getParentBlock()->getParentOp());
}

/// What `dot` of the body of `loop` multiplies, if that is a part and a matrix.
static std::optional<PartProduct> match(WhileOp loop, DotGeneralOp dot) {
  DotDimensionNumbersAttr dims = dot.getDotDimensionNumbers();
  if (!dims.getLhsBatchingDimensions().empty() ||
      !typeOf(dot.getResult()).hasStaticShape())
    return std::nullopt;
  PartProduct product{dot,
                      getSlice(dot.getLhs()),
                      dot.getRhs(),
                      dims.getLhsContractingDimensions(),
                      dims.getRhsContractingDimensions(),
                      dot.getPrecisionConfigAttr()};
  auto isFit = [&] {
    return product.slice && isOutside(loop, product.slice.getOperand()) &&
           isOutside(loop, product.matrix) &&
           typeOf(product.slice.getOperand()).hasStaticShape();
  };
  if (isFit())
    return product;
  // On the right, the part's dimensions are the last of the result: it can
  // change sides where it has none left.
  product.slice = getSlice(dot.getRhs());
  product.matrix = dot.getLhs();
  std::swap(product.partDims, product.matrixDims);
  if (product.precision)
    product.precision = ArrayAttr::get(
        dot.getContext(),
        llvm::to_vector(llvm::reverse(product.precision.getValue())));
  bool isVector = typeOf(dot.getRhs()).getRank() ==
                  static_cast<int64_t>(product.partDims.size());
  if (isFit() && isVector && !dot.getAlgorithm() &&
      !hasOneQuantizedOperand(dot))
    return product;
  return std::nullopt;
}

/// Whether a product for all parts takes about as many products as the loop.
static bool pays(WhileOp loop, PartProduct product) {
  std::optional<int64_t> trips = getTripCount(loop);
  auto whole = typeOf(product.slice.getOperand());
  int64_t parts = whole.getDimSize(0);
  if (!trips || *trips < 2 || *trips < parts / 2)
    return false;
  int64_t summed = 1;
  for (int64_t dim : product.partDims)
    summed *= whole.getDimSize(dim + 1);
  auto type = typeOf(product.dot.getResult());
  std::optional<int64_t> bytes = xla::getTensorByteSize(type);
  return whole.getNumElements() <= mostRows * summed * parts &&
         summed >= leastSummed &&
         summed * type.getNumElements() >= leastProducts && bytes &&
         *bytes <= mostBytes / parts;
}

/// Writes the product of all parts before `loop`, and takes a part of it where
/// one was multiplied.
static void hoist(WhileOp loop, PartProduct product) {
  DotGeneralOp dot = product.dot;
  RankedTensorType type = typeOf(dot.getResult());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), typeOf(product.slice.getOperand()).getDimSize(0));
  SmallVector<int64_t> dims;
  for (int64_t dim : product.partDims)
    dims.push_back(dim + 1);
  OpBuilder b(loop);
  auto numbers = DotDimensionNumbersAttr::get(dot.getContext(), {}, {}, dims,
                                              product.matrixDims);
  Value all = DotGeneralOp::create(
      b, dot.getLoc(), type.clone(shape), product.slice.getOperand(),
      product.matrix, numbers, product.precision, dot.getAlgorithmAttr());
  b.setInsertionPoint(dot);
  shape.front() = 1;
  // Other dimensions are taken whole, from wherever: that is clamped to zero.
  SmallVector<Value> starts(shape.size(),
                            product.slice.getStartIndices().front());
  Value part = DynamicSliceOp::create(b, dot.getLoc(), type.clone(shape), all,
                                      starts, b.getDenseI64ArrayAttr(shape));
  dot.replaceAllUsesWith(
      ReshapeOp::create(b, dot.getLoc(), type, part).getResult());
  remark::passed(dot.getLoc(), describeDecision("hoist-loop-products"))
      << remark::add("{0} products are one, before their loop: it reads the "
                     "matrix once",
                     typeOf(all).getDimSize(0));
  dot.erase();
  numHoistedProducts += 1;
}

namespace {
struct HoistLoopProductsPass
    : xla::hlo::impl::HLOHoistLoopProductsPassBase<HoistLoopProductsPass> {
  void runOnOperation() override {
    // Inner loops first: from there a product may go on.
    getOperation()->walk([](WhileOp loop) {
      for (DotGeneralOp dot : llvm::make_early_inc_range(
               getBodyBlock(loop).getOps<DotGeneralOp>()))
        if (std::optional<PartProduct> product = match(loop, dot))
          if (pays(loop, *product))
            hoist(loop, *product);
    });
  }
};
} // namespace
