//===- OutlineTasks.cpp - Functions for the bodies of parallel loops ------===//
//
// Moves the body of each scf.forall into a kernel function of its own. Only
// what is not recomputed from constants and whole buffers crosses: so each
// buffer is one parameter, which LLVM may take to alias no other.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/CPU/Passes.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace xla {
#define GEN_PASS_DEF_XLACPUOUTLINETASKSPASS
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-cpu-outline-tasks"

using namespace mlir;
using namespace xla;

static PassCounter numOutlinedLoops(DEBUG_TYPE, "num-outlined-loops");

/// Clones into `loop` what it uses from outside, while that is arithmetic or a
/// view: a buffer's root is its own parameter.
static void sinkDefinitions(scf::ForallOp loop) {
  for (bool changed = true; changed;) {
    changed = false;
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(loop.getRegion(), used);
    for (Value value : used) {
      Operation *op = value.getDefiningOp();
      if (!op || op->getNumRegions() != 0 || !isPure(op) ||
          isa<memref::AllocaOp>(op))
        continue;
      OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
      Operation *clone = builder.clone(*op);
      for (auto [from, to] : llvm::zip(op->getResults(), clone->getResults()))
        replaceAllUsesInRegionWith(from, to, loop.getRegion());
      changed = true;
    }
  }
}

/// The pairs of `kernel` that may be one buffer, as arguments of a task that
/// gets `captured` behind its number.
static SmallVector<int64_t> getPairsOfTask(func::FuncOp kernel,
                                           ArrayRef<Value> captured) {
  SmallVector<int64_t> numbers;
  for (int64_t argument : getMayAliasPairs(kernel)) {
    const auto *found = llvm::find(captured, kernel.getArgument(argument));
    numbers.push_back(found == captured.end() ? -1
                                              : found - captured.begin() + 1);
  }
  SmallVector<int64_t> pairs;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2)
    if (numbers[i] >= 0 && numbers[i + 1] >= 0)
      pairs.append({numbers[i], numbers[i + 1]});
  return pairs;
}

static LogicalResult outline(func::FuncOp kernel, scf::ForallOp loop,
                             StringRef name) {
  sinkDefinitions(loop);
  if (loop.getNumResults() != 0 || loop.getRank() != 1 ||
      loop->getParentOp() != kernel || !loop.isNormalized())
    return loop.emitOpError("expects one dimension from 0 in steps of 1, no "
                            "results, and to stand in a kernel's body");
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(loop.getRegion(), captured);
  SmallVector<Type> types = {IndexType::get(kernel.getContext())};
  for (Value value : captured) {
    auto buffer = dyn_cast<MemRefType>(value.getType());
    if (buffer && !buffer.getLayout().isIdentity())
      return loop.emitOpError("expects to use dense buffers, but uses ")
             << buffer;
    types.push_back(value.getType());
  }

  OpBuilder builder(kernel);
  auto task = func::FuncOp::create(builder, loop.getLoc(), name,
                                   builder.getFunctionType(types, {}));
  task.setPrivate();
  task->setAttr(kKernelAttr, builder.getUnitAttr());
  task->setAttr(kTasksAttr,
                builder.getI64IntegerAttr(loop.getStaticUpperBound()[0]));
  if (SmallVector<int64_t> pairs =
          getPairsOfTask(kernel, captured.getArrayRef());
      !pairs.empty())
    task->setAttr(kMayAliasAttr, builder.getDenseI64ArrayAttr(pairs));
  Block *body = task.addEntryBlock();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  body->getTerminator()->erase();
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, loop.getLoc());
  loop.getInductionVar(0).replaceAllUsesWith(body->getArgument(0));
  for (auto [value, argument] :
       llvm::zip(captured, llvm::drop_begin(body->getArguments())))
    replaceAllUsesInRegionWith(value, argument, task.getBody());

  builder.setInsertionPoint(loop);
  SmallVector<Value> operands = {
      arith::ConstantIndexOp::create(builder, loop.getLoc(), 0)};
  operands.append(captured.begin(), captured.end());
  func::CallOp::create(builder, loop.getLoc(), task, operands);
  loop.erase();
  numOutlinedLoops += 1;
  return success();
}

namespace {
struct XLACPUOutlineTasksPass
    : xla::impl::XLACPUOutlineTasksPassBase<XLACPUOutlineTasksPass> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (isKernel(function) && !function.isExternal())
        kernels.push_back(function);
    for (func::FuncOp kernel : kernels) {
      SmallVector<scf::ForallOp> loops;
      kernel.walk([&](scf::ForallOp loop) { loops.push_back(loop); });
      for (auto [index, loop] : llvm::enumerate(loops)) {
        std::string name = (kernel.getSymName() + "_task" + Twine(index)).str();
        if (failed(outline(kernel, loop, name)))
          return signalPassFailure();
      }
    }
  }
};
} // namespace
