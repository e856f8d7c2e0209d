//===- TransposeScans.cpp - Scans of rows as scans of vectors -------------===//
//
// A reduce_window that is a scan along the last dimension, whose step is a
// formula of dozens of operations (log-add-exp), computes one row after the
// other, each operation waiting for the one before. Along the first dimension a
// step is one operation on vectors of rows: the rows are transposed there and
// back, which costs much less. Assumes verified HLO of static shape; the values
// are the same.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/Passes.h"
#include "xla/Support/PassCounter.h"

#include "mlir/IR/Remarks.h"

namespace xla::hlo {
#define GEN_PASS_DEF_HLOTRANSPOSESCANSPASS
#include "xla/Dialect/HLO/Transforms/Passes.h.inc"
} // namespace xla::hlo

using namespace mlir;
using namespace xla::hlo;

#define DEBUG_TYPE "hlo-transpose-scans"
static xla::PassCounter numTransposedScans(DEBUG_TYPE, "num-transposed-scans");

/// From this cost on a step is a formula that takes longer than to move an
/// element twice.
static constexpr int64_t costOfFunction = 16;
/// Fewer rows fill no vector, fewer elements are not worth two kernels.
static constexpr int64_t leastRows = 16, leastElements = 4096;

static bool areOnes(std::optional<ArrayRef<int64_t>> values) {
  return !values || llvm::all_of(*values, [](int64_t x) { return x == 1; });
}

/// Whether a step of `op` takes a function.
static bool isExpensive(ReduceWindowOp op) {
  int64_t cost = 0;
  for (Operation &inner : op.getBody().front())
    if (auto elementwise = dyn_cast<ElementwiseOpInterface>(inner))
      cost += elementwise.getArithmeticCost();
  return cost >= costOfFunction;
}

/// The elements that are added before and behind the last dimension of `op`,
/// which is a scan along it; none where it is none.
static std::optional<std::pair<int64_t, int64_t>>
getScanPadding(ReduceWindowOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getInputs()[0].getType());
  if (!type || !type.hasStaticShape() || type.getRank() < 2 ||
      !areOnes(op.getWindowStrides()) || !areOnes(op.getBaseDilations()) ||
      !areOnes(op.getWindowDilations()) || !op.getPadding() ||
      !areOnes(op.getWindowDimensions().drop_back()))
    return std::nullopt;
  int64_t size = type.getShape().back();
  auto padding = llvm::to_vector(op.getPadding()->getValues<int64_t>());
  std::pair<int64_t, int64_t> last = {padding[padding.size() - 2],
                                      padding.back()};
  bool isScan = op.getWindowDimensions().back() == size &&
                last.first + last.second == size - 1 &&
                (last.first == 0 || last.second == 0);
  if (!isScan || llvm::any_of(ArrayRef(padding).drop_back(2),
                              [](int64_t x) { return x != 0; }))
    return std::nullopt;
  return last;
}

static Value transpose(OpBuilder &b, Location loc, Value value,
                       ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  return TransposeOp::create(b, loc, type.clone(shape), value,
                             b.getDenseI64ArrayAttr(permutation));
}

/// Scans along the first dimension instead of the last.
static void rewrite(ReduceWindowOp op, std::pair<int64_t, int64_t> padding) {
  auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
  int64_t rank = type.getRank(), size = type.getShape().back();
  SmallVector<int64_t> forth = {rank - 1}, back, window(rank, 1);
  for (int64_t dim = 0; dim < rank - 1; ++dim) {
    forth.push_back(dim);
    back.push_back(dim + 1);
  }
  back.push_back(0);
  window[0] = size;
  SmallVector<int64_t> edges(2 * rank, 0);
  std::tie(edges[0], edges[1]) = padding;

  OpBuilder b(op);
  Location loc = op.getLoc();
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(transpose(b, loc, input, forth));
  SmallVector<Type> types;
  for (auto [input, result] : llvm::zip_equal(inputs, op.getResultTypes()))
    types.push_back(cast<RankedTensorType>(input.getType())
                        .clone(cast<ShapedType>(result).getElementType()));
  auto scan = ReduceWindowOp::create(
      b, loc, types, inputs, op.getInitValues(), b.getDenseI64ArrayAttr(window),
      /*window_strides=*/{}, /*base_dilations=*/{}, /*window_dilations=*/{},
      DenseIntElementsAttr::get(
          RankedTensorType::get({rank, 2}, b.getI64Type()), edges));
  scan.getBody().takeBody(op.getBody());
  for (auto [result, scanned] :
       llvm::zip_equal(op->getResults(), scan->getResults()))
    result.replaceAllUsesWith(transpose(b, loc, scanned, back));
  remark::passed(
      loc, remark::RemarkOpts::name("transpose-scans").category("control"))
      << remark::add("scan of {0} rows along columns: a step is an operation "
                     "on vectors of rows",
                     type.getNumElements() / size);
  op.erase();
  numTransposedScans += 1;
}

namespace {
struct TransposeScansPass
    : xla::hlo::impl::HLOTransposeScansPassBase<TransposeScansPass> {
  void runOnOperation() override {
    SmallVector<ReduceWindowOp> ops;
    getOperation()->walk([&](ReduceWindowOp op) { ops.push_back(op); });
    for (ReduceWindowOp op : ops) {
      std::optional<std::pair<int64_t, int64_t>> padding = getScanPadding(op);
      if (!padding || !isExpensive(op))
        continue;
      auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
      int64_t elements = type.getNumElements();
      if (elements >= leastElements &&
          elements / type.getShape().back() >= leastRows)
        rewrite(op, *padding);
    }
  }
};
} // namespace
