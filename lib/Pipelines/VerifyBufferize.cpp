//===- VerifyBufferize.cpp - What holds after phase bufferize -------------===//
//
// No tensor is left; kernels take dense buffers, have their temporaries on a
// bounded stack or in scratch, and allocate nothing.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"
#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYBUFFERIZEPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

static bool isHostOp(Operation *op) {
  return isa<func::FuncOp, func::ReturnOp, CallKernelOp, CallHostOp,
             arith::CmpIOp, arith::ConstantOp, arith::IndexCastOp,
             arith::SelectOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ConditionOp, scf::YieldOp, memref::CopyOp,
             memref::CollapseShapeOp, memref::ExpandShapeOp,
             memref::ExtractAlignedPointerAsIndexOp, memref::GetGlobalOp,
             memref::LoadOp, memref::ViewOp>(op);
}

/// Reports an argument that is no dense buffer of static shape, and a scratch
/// argument that is not as `xla.scratch_bytes` says.
static bool checkArguments(func::FuncOp function) {
  for (Type type : function.getArgumentTypes()) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (buffer && buffer.hasStaticShape() && buffer.getLayout().isIdentity())
      continue;
    function.emitOpError()
        << "expects dense buffers of static shape, but takes " << type;
    return false;
  }
  if (function.getNumResults() != 0) {
    function.emitOpError() << "expects to return nothing, but returns "
                           << function.getResultTypes();
    return false;
  }
  auto bytes = function->getAttrOfType<IntegerAttr>(kScratchBytesAttr);
  if (!bytes || bytes.getInt() == 0)
    return true;
  Builder builder(function.getContext());
  Type expected = MemRefType::get({bytes.getInt()}, builder.getI8Type());
  if (function.getNumArguments() != 0 &&
      function.getArgumentTypes().back() == expected)
    return true;
  function.emitOpError() << "expects a last argument of type " << expected
                         << " as '" << kScratchBytesAttr << "' says";
  return false;
}

/// Reports allocations, and a stack that is larger than allowed.
static bool checkMemory(func::FuncOp kernel, int64_t stackBytes) {
  bool fine = true;
  int64_t used = 0;
  kernel.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::DeallocOp>(op)) {
      op->emitOpError("expects a kernel to allocate nothing");
      fine = false;
    } else if (auto slot = dyn_cast<memref::AllocaOp>(op)) {
      used += getDenseByteSize(slot.getType()).value_or(0);
    }
  });
  if (used <= stackBytes)
    return fine;
  kernel.emitOpError() << "expects at most " << stackBytes
                       << " bytes of stack, but uses " << used;
  return false;
}

namespace {
struct XLAVerifyBufferizePass
    : xla::impl::XLAVerifyBufferizePassBase<XLAVerifyBufferizePass> {
  void runOnOperation() override {
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    bool fine = checkEntry(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      fine &= checkArguments(function);
      if (isKernel(function))
        fine &= checkMemory(function, options->kernelStackBytes);
      else
        fine &= checkOps(function, Phase::Bufferize, isHostOp);
    }
    fine &= checkTypes(getOperation(), Phase::Bufferize,
                       [](Type type) { return !isa<TensorType>(type); });
    fine &= checkCalls(getOperation());
    if (!fine)
      signalPassFailure();
  }
};
} // namespace
