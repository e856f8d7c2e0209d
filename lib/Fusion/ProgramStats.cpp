//===- ProgramStats.cpp - What a program consists of ----------------------===//
//
// Work is counted as XLA's cost analysis does: an elementwise op is one flop
// for each element, functions count apart, a term of a contraction is two
// flops, a step of a reduction is what its computation takes.
//
//===----------------------------------------------------------------------===//

#include "xla/Fusion/ProgramStats.h"

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace mlir;
using namespace xla;

/// The cost from which on an elementwise op is a function: see
/// ElementwiseOpInterface.
static constexpr int64_t functionCost = 16;

namespace {
struct Work {
  double flops = 0;
  double transcendentals = 0;

  Work &add(const Work &other, double times = 1) {
    flops += other.flops * times;
    transcendentals += other.transcendentals * times;
    return *this;
  }
};
} // namespace

/// The number of elements; 0 for what is no tensor, 1 for each open size.
static double countElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return 0;
  double count = 1;
  for (int64_t extent : tensor.getShape())
    count *= ShapedType::isDynamic(extent) ? 1 : static_cast<double>(extent);
  return count;
}

static double product(ArrayRef<int64_t> sizes) {
  double result = 1;
  for (int64_t size : sizes)
    result *= ShapedType::isDynamic(size) ? 1 : static_cast<double>(size);
  return result;
}

static Work getWork(Operation *op);

/// The work of one run of a computation on scalars.
static Work getWork(Region &region) {
  Work work;
  for (Block &block : region)
    for (Operation &op : block)
      work.add(getWork(&op));
  return work;
}

/// The work of a region that runs `times` times.
static Work repeat(Region &region, double times) {
  return Work().add(getWork(region), std::max(times, 0.0));
}

/// A multiplication and an addition for each term.
static Work getWork(hlo::DotGeneralOp op) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  double terms = 1;
  for (int64_t dim : op.getDotDimensionNumbers().getLhsContractingDimensions())
    terms *= product(lhs.getShape().slice(dim, 1));
  return {2 * terms * countElements(op.getType()), 0};
}

static Work getWork(hlo::ConvolutionOp op) {
  auto kernel = cast<RankedTensorType>(op.getRhs().getType());
  // Each output feature sees all of the kernel but its own dimension.
  int64_t outputs = kernel.getDimSize(
      op.getDimensionNumbers().getKernelOutputFeatureDimension());
  double terms = outputs > 0 ? countElements(kernel) / double(outputs) : 0;
  return {2 * terms * countElements(op.getType()), 0};
}

static Work getWork(hlo::ReductionLikeOpInterface op) {
  double results = countElements(op->getResult(0).getType());
  if (auto window = dyn_cast<hlo::ReduceWindowOp>(op.getOperation()))
    return repeat(op.getCombiner(),
                  results * (product(window.getWindowDimensions()) - 1));
  if (op->getOperands().empty())
    return {};
  return repeat(op.getCombiner(),
                countElements(op->getOperand(0).getType()) - results);
}

static Work getWork(Operation *op) {
  if (auto elementwise = dyn_cast<hlo::ElementwiseOpInterface>(op)) {
    double count = countElements(op->getResult(0).getType());
    return elementwise.getArithmeticCost() >= functionCost ? Work{0, count}
                                                           : Work{count, 0};
  }
  return TypeSwitch<Operation *, Work>(op)
      .Case<hlo::DotGeneralOp, hlo::ConvolutionOp>(
          [](auto contraction) { return getWork(contraction); })
      .Case([](hlo::ReductionLikeOpInterface reduction) {
        return getWork(reduction);
      })
      .Case([](hlo::MapOp map) {
        return repeat(map->getRegion(0),
                      countElements(map->getResult(0).getType()));
      })
      .Case([](hlo::ScatterOp scatter) {
        return repeat(scatter->getRegion(0),
                      countElements(scatter->getOperands().back().getType()));
      })
      .Default([](Operation *) { return Work(); });
}

/// Regions of such ops are parts of the program; those of others are
/// computations, which the work of the op contains.
static bool isControlFlow(Operation *op) {
  return !op->getName().getDialect() ||
         !isa<hlo::HLODialect>(op->getDialect()) ||
         isa<hlo::WhileOp, hlo::IfOp, hlo::CaseOp, hlo::FusionOp>(op);
}

/// True for what moves no data.
static bool isFree(Operation *op) {
  return isControlFlow(op) || op->hasTrait<OpTrait::ConstantLike>() ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         isa<hlo::ReshapeOp, hlo::TupleOp, hlo::GetTupleElementOp,
             hlo::OptimizationBarrierOp, hlo::AfterAllOp>(op);
}

static double getBytes(TypeRange types) {
  double bytes = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.hasStaticShape())
      bytes += static_cast<double>(getTensorByteSize(tensor).value_or(0));
  return bytes;
}

ProgramStats ProgramStats::get(Operation *root) {
  ProgramStats stats;
  Work work;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root)
      return WalkResult::advance();
    ++stats.numOps[op->getName().getStringRef().str()];
    work.add(getWork(op));
    if (!isFree(op))
      stats.bytes +=
          getBytes(op->getOperandTypes()) + getBytes(op->getResultTypes());
    if (isControlFlow(op))
      return WalkResult::advance();
    // Counted as ops; their work is the op's.
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        ++stats.numOps[inner->getName().getStringRef().str()];
      });
    return WalkResult::skip();
  });
  stats.flops = work.flops;
  stats.transcendentals = work.transcendentals;
  return stats;
}

/// One line of the table.
static void printLine(StringRef name, double before, double after,
                      raw_ostream &os) {
  os << llvm::format("  %-32s %14.0f %14.0f\n", name.str().c_str(), before,
                     after);
}

void ProgramStats::printChange(const ProgramStats &before,
                               const ProgramStats &after, raw_ostream &os) {
  auto find = [](const ProgramStats &stats, const std::string &name) {
    auto it = stats.numOps.find(name);
    return it == stats.numOps.end() ? 0.0 : static_cast<double>(it->second);
  };
  auto sum = [](const ProgramStats &stats) {
    double total = 0;
    for (const auto &entry : stats.numOps)
      total += static_cast<double>(entry.second);
    return total;
  };
  std::set<std::string> names;
  for (const ProgramStats *stats : {&before, &after})
    for (const auto &entry : stats->numOps)
      names.insert(entry.first);
  os << llvm::format("  %-32s %14s %14s\n", "statistics", "before", "after");
  for (const std::string &name : names)
    printLine(name, find(before, name), find(after, name), os);
  printLine("ops", sum(before), sum(after), os);
  printLine("flops", before.flops, after.flops, os);
  printLine("transcendentals", before.transcendentals, after.transcendentals,
            os);
  printLine("bytes", before.bytes, after.bytes, os);
}
