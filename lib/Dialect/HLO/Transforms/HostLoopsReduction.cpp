//===- HostLoopsReduction.cpp - Reductions as loops of the host -----------===//
//
// reduce, and what moves windows: reduce_window, for each element of the window
// all its places, and select_and_scatter, for each place all elements of the
// window and then one of the source.
//
//===----------------------------------------------------------------------===//

#include "HostLoops.h"

using namespace mlir;
using namespace xla::hlo;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static bool isEmpty(ArrayRef<int64_t> shape) {
  return llvm::is_contained(shape, 0);
}

namespace xla::hlo {
/// How a window moves over a base; what an op leaves out has its default.
struct HostLoopWriter::Window {
  ArrayRef<int64_t> base;
  SmallVector<int64_t> sizes, strides, baseDilations, dilations, low;

  explicit Window(ReduceWindowOp op)
      : Window(op.getInputs().front(), op.getWindowDimensions(),
               op.getWindowStrides(), op.getPadding()) {
    baseDilations = orOnes(op.getBaseDilations());
    dilations = orOnes(op.getWindowDilations());
  }
  explicit Window(SelectAndScatterOp op)
      : Window(op.getOperand(), op.getWindowDimensions(), op.getWindowStrides(),
               op.getPadding()) {}

private:
  using Numbers = std::optional<ArrayRef<int64_t>>;
  Window(Value tensor, Numbers sizes, Numbers strides,
         std::optional<DenseIntElementsAttr> padding)
      : base(shapeOf(tensor)), sizes(orOnes(sizes)), strides(orOnes(strides)),
        baseDilations(base.size(), 1), dilations(base.size(), 1),
        low(base.size(), 0) {
    if (padding)
      for (auto [i, value] : llvm::enumerate(padding->getValues<int64_t>()))
        if (i % 2 == 0)
          low[i / 2] = value;
  }
  SmallVector<int64_t> orOnes(Numbers numbers) const {
    return numbers ? SmallVector<int64_t>(*numbers)
                   : SmallVector<int64_t>(base.size(), 1);
  }
};
} // namespace xla::hlo

HostLoopWriter::Places HostLoopWriter::getUnder(const Window &window,
                                                const Places &output,
                                                const Places &k,
                                                Value &isInside) {
  Places under;
  Values conditions;
  for (size_t dim = 0; dim < output.size(); ++dim) {
    // One after the other: host compilers order arguments differently.
    Value start = multiply(output[dim], number(window.strides[dim]));
    Value inside = multiply(k[dim], number(window.dilations[dim]));
    Value sum = add(start, inside);
    Value position = add(sum, number(-window.low[dim]));
    if (int64_t dilation = window.baseDilations[dim]; dilation != 1) {
      // Elements lie at multiples; those of negative positions are none either.
      Value rest = RemainderOp::create(b, position, number(dilation));
      conditions.push_back(compare(rest, number(0), ComparisonDirection::EQ));
      position = DivideOp::create(b, position, number(dilation));
    }
    conditions.push_back(isWithin(position, window.base[dim]));
    under.push_back(position);
  }
  isInside = allOf(conditions);
  return under;
}

HostLoopWriter::Values HostLoopWriter::expand(ReduceOp reduce) {
  Block &body = reduce.getBody().front();
  ArrayRef<int64_t> shape = shapeOf(reduce.getInputs().front());
  SmallVector<int64_t> kept, resultShape;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    if (!llvm::is_contained(reduce.getDimensions(), dim)) {
      kept.push_back(dim);
      resultShape.push_back(shape[dim]);
    }
  Values accumulators =
      createAccumulators(reduce.getInitValues(), resultShape, body);
  if (isEmpty(shape))
    return convertResults(accumulators);
  return convertResults(
      loop(shape, accumulators, [&](const Places &place, ValueRange carried) {
        Places target =
            llvm::map_to_vector(kept, [&](int64_t dim) { return place[dim]; });
        return combine(body, carried, target,
                       readAll(reduce.getInputs(), place, body,
                               /*skip=*/carried.size()));
      }));
}

HostLoopWriter::Values HostLoopWriter::expand(ReduceWindowOp reduce) {
  Block &body = reduce.getBody().front();
  Window window(reduce);
  ArrayRef<int64_t> shape = shapeOf(reduce.getResults().front());
  size_t count = reduce.getInputs().size();
  Values accumulators = createAccumulators(reduce.getInitValues(), shape, body);
  if (isEmpty(shape) || isEmpty(window.sizes))
    return convertResults(accumulators);
  // What stands where the base has no element.
  Values fills;
  for (auto [i, init] : llvm::enumerate(reduce.getInitValues()))
    fills.push_back(convert(
        init, getElementTypeOrSelf(body.getArgument(count + i).getType())));
  auto fold = [&](const Places &k, const Places &output, ValueRange carried) {
    Value isInside;
    Places under = getUnder(window, output, k, isInside);
    Values elements = fills;
    if (!isEmpty(window.base)) {
      elements = readAll(reduce.getInputs(), under, body, /*skip=*/count);
      for (auto [element, fill] : llvm::zip_equal(elements, fills))
        element = select(isInside, element, fill);
    }
    return combine(body, carried, output, elements);
  };
  return convertResults(loop(
      window.sizes, accumulators, [&](const Places &k, ValueRange carried) {
        return loop(shape, carried,
                    [&](const Places &output, ValueRange carried) {
                      return fold(k, output, carried);
                    });
      }));
}

HostLoopWriter::Values HostLoopWriter::expand(SelectAndScatterOp op) {
  Block &selection = op.getSelect().front();
  Block &body = op.getScatter().front();
  Window window(op);
  Value operand = op.getOperand();
  Type compared = getElementTypeOrSelf(selection.getArgument(0).getType());
  Values result = createAccumulators(op.getInitValue(), window.base, body);
  if (isEmpty(shapeOf(op.getSource())) || isEmpty(window.base) ||
      isEmpty(window.sizes))
    return convertResults(result);

  // The element that a window selects: whether there is one, and its place.
  auto search = [&](const Places &output) {
    Values found = {truth(false)};
    found.append(window.base.size(), number(0));
    return loop(window.sizes, found, [&](const Places &k, ValueRange found) {
      Value isInside;
      Places under = getUnder(window, output, k, isInside);
      return choose(isInside, found, [&] {
        Places former(found.drop_front());
        Value keep =
            choose(found.front(), truth(false), [&] {
              return apply(selection, {read(operand, former, compared),
                                       read(operand, under, compared)});
            }).front();
        Values next = {truth(true)};
        for (auto [own, other] : llvm::zip_equal(former, under))
          next.push_back(select(keep, own, other));
        return next;
      });
    });
  };
  return convertResults(loop(
      shapeOf(op.getSource()), result,
      [&](const Places &output, ValueRange carried) {
        Values found = search(output);
        return choose(found.front(), carried, [&] {
          return combine(body, carried, Places(llvm::drop_begin(found)),
                         readAll(op.getSource(), output, body, /*skip=*/1));
        });
      }));
}
