//===- PackedPanels.cpp - Copies of matrices for register tiles -----------===//

#include "PackedPanels.h"
#include "Accumulation.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace xla;

void xla::transposeSquare(ImplicitLocOpBuilder &b,
                          SmallVectorImpl<Value> &rows) {
  // After as many interleavings as the size has bits, each element has gone
  // through all positions of its index's bits.
  int64_t size = rows.size();
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < size / 2; ++i) {
    low.append({i, size + i});
    high.append({size / 2 + i, size + size / 2 + i});
  }
  for (int64_t step = 1; step < size; step *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < size / 2; ++i) {
      Value first = rows[i], second = rows[i + size / 2];
      next.push_back(vector::ShuffleOp::create(b, first, second, low));
      next.push_back(vector::ShuffleOp::create(b, first, second, high));
    }
    rows.assign(next.begin(), next.end());
  }
}

void xla::keepRolled(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  auto yes = BoolAttr::get(context, true);
  auto unroll = LLVM::LoopUnrollAttr::get(context, /*disable=*/yes, {}, {}, {},
                                          {}, {}, {});
  auto vectorize = LLVM::LoopVectorizeAttr::get(context, /*disable=*/yes, {},
                                                {}, {}, {}, {}, {});
  loop->setAttr(
      "loop_annotation",
      LLVM::LoopAnnotationAttr::get(context, /*disableNonforced=*/{}, vectorize,
                                    /*interleave=*/{}, unroll, {}, {}, {}, {},
                                    {}, {}, {}, {}, {}, {}, {}));
}

/// A panel being packed.
struct PanelPacker::Panel {
  const PanelSource &source;
  const PanelTarget &target;
  Value number, start, length;

  int64_t getLastLines() const {
    return source.lines -
           (llvm::divideCeil(source.lines, target.lines) - 1) * target.lines;
  }
  Type getElementType() const {
    return cast<MemRefType>(target.buffer.getType()).getElementType();
  }

  /// The address of a source's element: `line` counts from the panel's first,
  /// `term` from the first to be packed.
  Value getSource(PanelPacker &packer, Value line, Value term) const {
    ImplicitLocOpBuilder &b = packer.b;
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1),
               d2 = b.getAffineDimExpr(2), d3 = b.getAffineDimExpr(3);
    Value index = packer.apply(d0 * target.lines + d1, {number, line});
    if (source.lines % target.lines != 0) {
      AffineMap ends =
          AffineMap::get(1, 0, {d0, b.getAffineConstantExpr(source.lines - 1)},
                         b.getContext());
      index = affine::AffineMinOp::create(b, ends, ValueRange{index});
    }
    return packer.apply(d0 + d1 * source.lineStride +
                            (d2 + d3) * source.depthStride,
                        {source.base, index, start, term});
  }

  Value getTarget(PanelPacker &packer, Value line, Value term) const {
    ImplicitLocOpBuilder &b = packer.b;
    AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1),
               d2 = b.getAffineDimExpr(2);
    AffineExpr place = target.byDepth ? d0 + d2 * target.lines + d1
                                      : d0 + d1 * target.depth + d2;
    return packer.apply(place, {target.base, line, term});
  }
};

Value PanelPacker::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value PanelPacker::apply(AffineExpr expr, ValueRange operands) {
  return affine::AffineApplyOp::create(
      b, AffineMap::get(operands.size(), 0, expr), operands);
}

void PanelPacker::emitLoop(Value from, Value to, int64_t step,
                           llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(b, from, to, constant(step));
  keepRolled(loop);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

Value PanelPacker::convert(const PanelSource &source, Value value,
                           int64_t size) {
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *inner) {
    return inner->getBlock() == op.getBody();
  };
  if (failed(getBackwardSlice(source.factor, &slice, options)))
    llvm_unreachable("the body of a structured op has no regions");
  IRMapping map;
  map.map(op.getBody()->getArgument(source.argument), value);
  for (Operation &inner : op.getBody()->without_terminator())
    if (slice.contains(&inner))
      cloneForLanes(b, inner, size, map);
  return broadcastToVector(b, map.lookupOrDefault(source.factor), size);
}

void PanelPacker::emit(const PanelSource &source, const PanelTarget &target,
                       Value number, Value start, Value length) {
  Panel panel = {source, target, number, start, length};
  Value zero = constant(0);
  if (target.byDepth && source.lineStride == 1) {
    int64_t last = panel.getLastLines();
    int64_t count = llvm::divideCeil(source.lines, target.lines);
    if (last == target.lines || count == 1)
      return emitFullSides(panel, last);
    Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, number,
                                         constant(count - 1));
    auto choice = scf::IfOp::create(b, isLast, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    emitFullSides(panel, last);
    b.setInsertionPointToStart(choice.elseBlock());
    emitFullSides(panel, target.lines);
    return;
  }
  bool squares =
      target.byDepth && target.lines % width == 0 && llvm::isPowerOf2_64(width);
  if (source.depthStride != 1 || (target.byDepth && !squares))
    return emitScalars(panel, zero);
  Value full = length;
  if (!wholeVectors)
    full = apply(b.getAffineDimExpr(0).floorDiv(width) * width, {length});
  if (squares)
    emitSquares(panel, full);
  else
    emitLines(panel, full);
  if (!wholeVectors)
    emitScalars(panel, full);
}

/// Lines after each other, as the source has them, up to term `full`.
void PanelPacker::emitLines(const Panel &panel, Value full) {
  emitLoop(constant(0), constant(panel.target.lines), 1, [&](Value line) {
    emitLoop(constant(0), full, width, [&](Value term) {
      Value value = loadVector(b, panel.source.buffer,
                               panel.getSource(*this, line, term), width);
      vector::StoreOp::create(b, convert(panel.source, value, width),
                              panel.target.buffer,
                              ValueRange{panel.getTarget(*this, line, term)});
    });
  });
}

/// Lines side by side of which the source has the terms side by side, up to
/// term `full`.
void PanelPacker::emitSquares(const Panel &panel, Value full) {
  AffineExpr d0 = b.getAffineDimExpr(0);
  emitLoop(constant(0), constant(panel.target.lines), width, [&](Value line) {
    emitLoop(constant(0), full, width, [&](Value term) {
      SmallVector<Value> rows;
      for (int64_t i = 0; i < width; ++i) {
        Value address = panel.getSource(*this, apply(d0 + i, {line}), term);
        Value value = loadVector(b, panel.source.buffer, address, width);
        rows.push_back(convert(panel.source, value, width));
      }
      transposeSquare(b, rows);
      for (auto [i, row] : llvm::enumerate(rows))
        vector::StoreOp::create(
            b, row, panel.target.buffer,
            ValueRange{
                panel.getTarget(*this, line, apply(d0 + int64_t(i), {term}))});
    });
  });
}

/// `count` lines of a panel from `line` on, side by side in the source, and
/// zeros up to `size`.
Value PanelPacker::readSide(const Panel &panel, Value term, int64_t line,
                            int64_t count, int64_t size) {
  if (count == 0) {
    auto type = VectorType::get({size}, panel.getElementType());
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  }
  AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1),
             d2 = b.getAffineDimExpr(2), d3 = b.getAffineDimExpr(3);
  Value address = apply(d0 + d1 * panel.target.lines + line +
                            (d2 + d3) * panel.source.depthStride,
                        {panel.source.base, panel.number, panel.start, term});
  Value loaded = loadVector(b, panel.source.buffer, address, count);
  Value read = convert(panel.source, loaded, count);
  if (count == size)
    return read;
  Value zeros = arith::ConstantOp::create(
      b, b.getZeroAttr(cast<VectorType>(read.getType())));
  SmallVector<int64_t> lanes;
  for (int64_t lane = 0; lane < size; ++lane)
    lanes.push_back(std::min(lane, count));
  return vector::ShuffleOp::create(b, read, zeros, lanes);
}

/// Lines side by side in the source and the panel, of which the source has
/// `lines`; what is beyond them is zero.
void PanelPacker::emitFullSides(const Panel &panel, int64_t lines) {
  emitLoop(constant(0), panel.length, 1, [&](Value term) {
    for (int64_t i = 0; i < panel.target.lines; i += width) {
      int64_t size = std::min(width, panel.target.lines - i);
      Value value = readSide(panel, term, i,
                             std::clamp<int64_t>(lines - i, 0, size), size);
      vector::StoreOp::create(
          b, value, panel.target.buffer,
          ValueRange{panel.getTarget(*this, constant(i), term)});
    }
  });
}

/// Terms from `from` on, one by one.
void PanelPacker::emitScalars(const Panel &panel, Value from) {
  emitLoop(from, panel.length, 1, [&](Value term) {
    emitLoop(constant(0), constant(panel.target.lines), 1, [&](Value line) {
      Value value = memref::LoadOp::create(
          b, panel.source.buffer,
          ValueRange{panel.getSource(*this, line, term)});
      memref::StoreOp::create(b, convert(panel.source, value, /*size=*/0),
                              panel.target.buffer,
                              ValueRange{panel.getTarget(*this, line, term)});
    });
  });
}
