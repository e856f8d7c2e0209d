//===- KernelCallsLegalizeToLLVM.cpp - Kernel calls to llvm.call ----------===//
//
// Assumes an entry and kernels in the LLVM dialect. Guarantees that no kernel
// call is left, and that a kernel's failure ends the entry with its code.
//
//===----------------------------------------------------------------------===//

#include "xla/Conversion/Passes.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace xla {
#define GEN_PASS_DEF_KERNELCALLSLEGALIZETOLLVMPASS
#include "xla/Conversion/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

#define DEBUG_TYPE "kernel-calls-legalize-to-llvm"
static PassCounter numConvertedCalls(DEBUG_TYPE, "num-converted-calls");

/// Returns `code` from the entry if it is not XLA_OK; what follows goes on in a
/// new block.
static void checkStatus(OpBuilder &builder, Location loc, Value code) {
  Block *block = builder.getInsertionBlock();
  Block *next = block->splitBlock(builder.getInsertionPoint());
  Block *failed = builder.createBlock(next);
  LLVM::ReturnOp::create(builder, loc, code);
  builder.setInsertionPointToEnd(block);
  Value ok = LLVM::ConstantOp::create(builder, loc, code.getType(),
                                      builder.getI32IntegerAttr(XLA_OK));
  Value isWrong =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, code, ok);
  LLVM::CondBrOp::create(builder, loc, isWrong, failed, next);
}

namespace {
struct KernelCallsLegalizeToLLVMPass
    : xla::impl::KernelCallsLegalizeToLLVMPassBase<
          KernelCallsLegalizeToLLVMPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<CallKernelOp> calls;
    getOperation().walk([&](CallKernelOp call) { calls.push_back(call); });
    for (CallKernelOp call : calls) {
      auto kernel = symbols.lookup<LLVM::LLVMFuncOp>(call.getCallee());
      if (!kernel) {
        call.emitOpError() << "expects kernel " << call.getCalleeAttr()
                           << " in the LLVM dialect";
        return signalPassFailure();
      }
      Type returned = kernel.getFunctionType().getReturnType();
      bool hasStatus = !isa<LLVM::LLVMVoidType>(returned);
      OpBuilder builder(call);
      auto lowered = LLVM::CallOp::create(
          builder, call.getLoc(), hasStatus ? TypeRange(returned) : TypeRange(),
          call.getCallee(), call.getInputs());
      builder.setInsertionPointAfter(call);
      if (hasStatus)
        checkStatus(builder, call.getLoc(), lowered.getResult());
      call.erase();
      numConvertedCalls += 1;
    }
  }
};
} // namespace
