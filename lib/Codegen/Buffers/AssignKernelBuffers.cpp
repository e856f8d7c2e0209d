//===- AssignKernelBuffers.cpp - Places of a kernel's temporaries ---------===//
//
// Replaces every memref.alloc of a kernel by stack or by a part of one scratch
// argument. Assumes static sizes and that a buffer allocated in a loop does not
// outlive its iteration, which xla-bufferize-kernels sees to.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Buffers/ArenaPacking.h"
#include "xla/Codegen/Buffers/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

namespace xla {
#define GEN_PASS_DEF_XLAASSIGNKERNELBUFFERSPASS
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-assign-kernel-buffers"

using namespace mlir;

static xla::PassCounter numStackBuffers(DEBUG_TYPE, "num-stack-buffers");
static xla::PassCounter numScratchBuffers(DEBUG_TYPE, "num-scratch-buffers");

/// What the arena of the host guarantees.
static constexpr int64_t alignment = XLA_BUFFER_ALIGNMENT;

namespace {
/// A temporary: the ops of the kernel's body between which it lives, both
/// included, and its place.
struct Temporary {
  memref::AllocOp alloc;
  int64_t bytes;
  unsigned first, last;
  /// The parallel loop around it: each iteration has `bytes` of its own.
  scf::ForallOp loop;
  int64_t copies = 1;
  int64_t offset = 0;
};
} // namespace

/// The numbers of the first and last op in `order` that may touch the buffer of
/// `alloc` or a view of it.
static std::pair<unsigned, unsigned>
getLifetime(memref::AllocOp alloc, Block &body,
            const DenseMap<Operation *, unsigned> &order) {
  unsigned first = order.lookup(body.findAncestorOpInBlock(*alloc));
  unsigned last = first;
  SmallVector<Value> worklist = {alloc.getResult()};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (Operation *user : value.getUsers()) {
      // What a region returns, its parent returns; and its parent may hand a
      // buffer to a region, whose ops count as the parent's.
      for (Operation *op = user; op && op->getBlock() != nullptr;
           op = op->getParentOp()) {
        for (Value result : op->getResults())
          if (isa<MemRefType>(result.getType()))
            worklist.push_back(result);
        if (op->getBlock() == &body) {
          last = std::max(last, order.lookup(op));
          break;
        }
      }
    }
  }
  return {first, last};
}

/// Places `temporaries` so that those alive together do not overlap; returns
/// the bytes needed.
static int64_t placeInScratch(MutableArrayRef<Temporary> temporaries) {
  SmallVector<xla::ArenaRequest> requests;
  for (const Temporary &temporary : temporaries)
    requests.push_back({temporary.first, temporary.last + int64_t(1),
                        temporary.copies * temporary.bytes});
  int64_t total = xla::packArena(requests, alignment);
  for (auto [temporary, request] : llvm::zip(temporaries, requests))
    temporary.offset = request.offset;
  return total;
}

namespace {
struct XLAAssignKernelBuffersPass
    : xla::impl::XLAAssignKernelBuffersPassBase<XLAAssignKernelBuffersPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!xla::isKernel(kernel) || kernel.isExternal())
      return;
    FailureOr<xla::CompileOptions> options = xla::CompileOptions::of(kernel);
    FailureOr<SmallVector<Temporary>> temporaries = collect(kernel);
    if (failed(options) || failed(temporaries))
      return signalPassFailure();
    llvm::sort(*temporaries, [](const Temporary &a, const Temporary &b) {
      return std::tuple(a.copies, a.bytes, a.first) <
             std::tuple(b.copies, b.bytes, b.first);
    });
    // A device cannot reach the stack of the host, which launches.
    int64_t available = options->isForGPU() ? 0 : options->kernelStackBytes;
    int64_t stack = 0;
    auto firstLarge = temporaries->begin();
    for (; firstLarge != temporaries->end(); ++firstLarge) {
      // A task's stack is not its kernel's.
      if (firstLarge->loop)
        break;
      stack += llvm::alignTo(firstLarge->bytes, alignment);
      if (stack > available)
        break;
    }
    moveToStack(kernel, {temporaries->begin(), firstLarge});
    moveToScratch(kernel, {firstLarge, temporaries->end()});
  }

  static FailureOr<SmallVector<Temporary>> collect(func::FuncOp kernel) {
    Block &body = kernel.getBody().front();
    DenseMap<Operation *, unsigned> order;
    for (Operation &op : body)
      order[&op] = order.size();
    SmallVector<Temporary> temporaries;
    WalkResult walk = kernel.walk([&](memref::AllocOp alloc) {
      MemRefType type = alloc.getType();
      std::optional<int64_t> bytes = xla::getDenseByteSize(type);
      if (!bytes || !type.getLayout().isIdentity()) {
        alloc.emitOpError("expects a static row-major buffer of plain "
                          "elements, but got ")
            << type;
        return WalkResult::interrupt();
      }
      auto [first, last] = getLifetime(alloc, body, order);
      Temporary temporary;
      temporary.alloc = alloc;
      temporary.bytes = *bytes;
      temporary.first = first;
      temporary.last = last;
      if (auto loop = alloc->getParentOfType<scf::ForallOp>()) {
        temporary.loop = loop;
        temporary.bytes = llvm::alignTo(temporary.bytes, alignment);
        for (int64_t count : loop.getStaticUpperBound())
          temporary.copies *= count;
      }
      temporaries.push_back(temporary);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
    return temporaries;
  }

  static void moveToStack(func::FuncOp kernel,
                          MutableArrayRef<Temporary> temporaries) {
    OpBuilder builder(kernel.getContext());
    for (Temporary &temporary : temporaries) {
      // Anew each time: the first op may be the one that goes.
      builder.setInsertionPointToStart(&kernel.getBody().front());
      Value place = memref::AllocaOp::create(
          builder, temporary.alloc.getLoc(), temporary.alloc.getType(),
          builder.getI64IntegerAttr(alignment));
      temporary.alloc.replaceAllUsesWith(place);
      temporary.alloc->erase();
      numStackBuffers += 1;
    }
  }

  static void moveToScratch(func::FuncOp kernel,
                            MutableArrayRef<Temporary> temporaries) {
    if (temporaries.empty())
      return;
    Block &entry = kernel.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&entry);
    int64_t bytes = placeInScratch(temporaries);
    auto type = MemRefType::get({bytes}, builder.getI8Type());
    Value scratch = entry.addArgument(type, kernel.getLoc());
    kernel.setFunctionType(
        builder.getFunctionType(entry.getArgumentTypes(), {}));
    kernel->setAttr(xla::kScratchBytesAttr, builder.getI64IntegerAttr(bytes));
    for (Temporary &temporary : temporaries) {
      Location loc = temporary.alloc.getLoc();
      builder.setInsertionPointToStart(&entry);
      OpBuilder::InsertionGuard guard(builder);
      if (temporary.loop)
        builder.setInsertionPointToStart(temporary.loop.getBody());
      Value offset =
          arith::ConstantIndexOp::create(builder, loc, temporary.offset);
      if (temporary.loop) {
        Value bytes =
            arith::ConstantIndexOp::create(builder, loc, temporary.bytes);
        Value own = arith::MulIOp::create(
            builder, loc, temporary.loop.getInductionVar(0), bytes);
        offset = arith::AddIOp::create(builder, loc, offset, own);
      }
      Value place =
          memref::ViewOp::create(builder, loc, temporary.alloc.getType(),
                                 scratch, offset, ValueRange());
      temporary.alloc.replaceAllUsesWith(place);
      temporary.alloc->erase();
      numScratchBuffers += 1;
    }
  }
};
} // namespace
