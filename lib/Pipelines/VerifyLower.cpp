//===- VerifyLower.cpp - What holds after phase lower ---------------------===//
//
// Only the LLVM dialect is left; entry and kernels have the form of the C
// interface, and nothing outside is needed but what the contract allows.
//
//===----------------------------------------------------------------------===//

#include "PhaseVerifier.h"
#include "xla/Pipelines/Options.h"
#include "xla/Pipelines/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace xla {
#define GEN_PASS_DEF_XLAVERIFYLOWERPASS
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

using namespace mlir;
using namespace xla;

/// Whether a function of this name may be left for the linker to find.
static bool mayBeUndefined(StringRef name) {
  return name == "memcpy" || name == "memmove" || name == "memset" ||
         name.starts_with("llvm.");
}

/// Reports unless the entry takes the `xla_call` and has its description.
static bool checkEntryForm(ModuleOp module, StringRef name) {
  SymbolTable symbols(module);
  auto entry = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!entry) {
    module.emitOpError() << "expects an entry @" << name;
    return false;
  }
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  Type code = IntegerType::get(module.getContext(), 32);
  if (entry.getFunctionType() != LLVM::LLVMFunctionType::get(code, pointer)) {
    entry.emitOpError("expects the form i32 (ptr) of an entry");
    return false;
  }
  std::string info = name.str() + "_info";
  if (symbols.lookup<LLVM::GlobalOp>(info))
    return true;
  entry.emitOpError() << "expects a constant @" << info << " beside it";
  return false;
}

namespace {
struct XLAVerifyLowerPass
    : xla::impl::XLAVerifyLowerPassBase<XLAVerifyLowerPass> {
  void runOnOperation() override {
    FailureOr<CompileOptions> options = CompileOptions::of(getOperation());
    if (failed(options))
      return signalPassFailure();
    bool fine = checkOps(getOperation(), Phase::Lower, [](Operation *op) {
      return isa<LLVM::LLVMDialect>(op->getDialect());
    });
    fine &= checkEntryForm(getOperation(), options->entry);
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal() && !mayBeUndefined(function.getName()) &&
          !function->hasAttr(kHostFunctionAttr)) {
        function.emitOpError("expects a body: compiled code calls nothing "
                             "outside but memcpy, memmove and memset");
        fine = false;
      }
      ArrayRef<Type> types = function.getArgumentTypes();
      if (isKernel(function) &&
          (types.empty() || !isa<LLVM::LLVMPointerType>(types.front()))) {
        function.emitOpError(
            "expects the pointer to the call as a kernel's first argument");
        fine = false;
      }
    }
    if (!fine)
      signalPassFailure();
  }
};
} // namespace
