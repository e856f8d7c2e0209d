//===- Reduction.cpp - hlo.reduce and its combiner ------------------------===//
//
// A reduce of any region and any number of tensors is one linalg.generic with
// reduction loops over the filled accumulators.
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "ScalarRules.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo;

FailureOr<Combiner> Combiner::create(ConversionPatternRewriter &rewriter,
                                     Location loc, Region &region,
                                     bool inOrder) {
  FailureOr<ScalarRegion> scalars = ScalarRegion::create(rewriter, loc, region);
  if (failed(scalars))
    return failure();
  Combiner result(*scalars);
  Block &block = region.front();
  Operation &first = block.front();
  if (!inOrder && block.getNumArguments() == 2 &&
      isa<AddOp, MultiplyOp, MaximumOp, MinimumOp>(first) &&
      isa<FloatType>(result.region.getArgType(0)) &&
      first.getNextNode() == block.getTerminator() &&
      block.getTerminator()->getOperand(0) == first.getResult(0) &&
      llvm::all_of(block.getArguments(), [&](BlockArgument arg) {
        return llvm::is_contained(first.getOperands(), arg);
      }))
    result.floatOp = &first;
  return result;
}

Type Combiner::getAccumulatorType(unsigned index) const {
  Type type = region.getArgType(index);
  return floatOp ? Type(getArithmeticType(cast<FloatType>(type))) : type;
}

FailureOr<SmallVector<Value>> Combiner::combine(OpBuilder &b,
                                                ValueRange accumulators,
                                                ValueRange elements,
                                                TypeRange elementTypes) const {
  if (floatOp) {
    Location loc = floatOp->getLoc();
    // The element is rounded to the region's type before it is accumulated.
    Value element = convertScalar(b, loc, elements[0], elementTypes[0],
                                  region.getArgType(1));
    element = convertScalar(b, loc, element, region.getArgType(1),
                            getAccumulatorType(0));
    auto flags = arith::FastMathFlagsAttr::get(b.getContext(),
                                               arith::FastMathFlags::reassoc);
    Value accumulator = accumulators[0];
    Value combined =
        TypeSwitch<Operation *, Value>(floatOp)
            .Case([&](AddOp) {
              return arith::AddFOp::create(b, loc, accumulator, element, flags);
            })
            .Case([&](MultiplyOp) {
              return arith::MulFOp::create(b, loc, accumulator, element, flags);
            })
            // One of the elements, which a wider type holds as it is.
            .Case([&](MaximumOp) {
              return arith::MaximumFOp::create(b, loc, accumulator, element);
            })
            .Case([&](MinimumOp) {
              return arith::MinimumFOp::create(b, loc, accumulator, element);
            });
    return SmallVector<Value>{combined};
  }
  SmallVector<Value> args = llvm::to_vector(accumulators);
  llvm::append_range(args, elements);
  SmallVector<Type> types;
  for (unsigned index : llvm::seq(getNumValues()))
    types.push_back(getAccumulatorType(index));
  llvm::append_range(types, elementTypes);
  return region.inlineAt(b, args, types);
}

SmallVector<Value> Combiner::createInits(OpBuilder &b, Location loc,
                                         ValueRange inits,
                                         TypeRange types) const {
  SmallVector<Value> scalars;
  for (auto [index, init] : llvm::enumerate(inits))
    scalars.push_back(convertScalar(b, loc, extractScalar(b, loc, init),
                                    getElementTypeOrSelf(types[index]),
                                    getAccumulatorType(index)));
  return scalars;
}

namespace {
struct ConvertReduce : OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto input =
        getStaticType(*getTypeConverter(), op.getInputs()[0].getType());
    if (!input)
      return rewriter.notifyMatchFailure(op, "expected static shapes");
    FailureOr<Combiner> combiner =
        Combiner::create(rewriter, loc, op.getBody());
    if (failed(combiner))
      return rewriter.notifyMatchFailure(op, "expected scalar captures");

    SmallVector<IteratorType> iterators;
    SmallVector<AffineExpr> kept;
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(input.getShape())) {
      bool reduced = llvm::is_contained(op.getDimensions(), dim);
      iterators.push_back(reduced ? IteratorType::reduction
                                  : IteratorType::parallel);
      if (reduced)
        continue;
      kept.push_back(rewriter.getAffineDimExpr(dim));
      shape.push_back(size);
    }

    unsigned count = combiner->getNumValues();
    SmallVector<Value> scalars = combiner->createInits(
        rewriter, loc, adaptor.getInitValues(), op.getInitValues().getTypes());
    SmallVector<Value> outs;
    SmallVector<Type> elementTypes, types;
    for (unsigned index : llvm::seq(count)) {
      elementTypes.push_back(
          getElementTypeOrSelf(op.getInputs()[index].getType()));
      auto type = RankedTensorType::get(shape, scalars[index].getType());
      types.push_back(type);
      outs.push_back(createFilled(rewriter, loc, type, scalars[index]));
    }
    unsigned rank = input.getRank();
    SmallVector<AffineMap> maps(count, rewriter.getMultiDimIdentityMap(rank));
    maps.append(count, AffineMap::get(rank, 0, kept, getContext()));
    bool mapped = true;
    auto generic = linalg::GenericOp::create(
        rewriter, loc, types, adaptor.getInputs(), outs, maps, iterators,
        [&](OpBuilder &b, Location l, ValueRange args) {
          auto values = combiner->combine(b, args.drop_front(count),
                                          args.take_front(count), elementTypes);
          mapped = succeeded(values);
          linalg::YieldOp::create(
              b, l, mapped ? ValueRange(*values) : args.drop_front(count));
        });
    if (!mapped)
      return rewriter.notifyMatchFailure(op, "expected a scalar region");
    SmallVector<Value> results;
    for (auto [index, result] : llvm::enumerate(generic.getResults()))
      results.push_back(createConverted(
          rewriter, loc, result, combiner->getAccumulatorType(index),
          getElementTypeOrSelf(op.getResult(index).getType())));
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void xla::populateReductionPatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns.add<ConvertReduce>(converter, patterns.getContext());
}
