//===- KernelJIT.h - Compile and call one kernel in a test ------*- C++ -*-===//

#ifndef XLA_TEST_UNIT_KERNELJIT_H
#define XLA_TEST_UNIT_KERNELJIT_H

#include "xla/Codegen/CPU/KernelPipelines.h"
#include "xla/InitAll.h"
#include "xla/Support/LLVMTargets.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

namespace xla {
/// Lowers a module with the kernel @k on buffers and compiles it for the host.
class KernelJIT : public testing::Test {
protected:
  KernelJIT() {
    initializeLLVMTargets();
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The engine owns the code of @k; null where something failed.
  std::unique_ptr<mlir::ExecutionEngine> compile(const std::string &program) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(program, &context);
    if (!module)
      return nullptr;
    mlir::PassManager pm(&context);
    buildKernelLowerPipeline(pm);
    if (mlir::failed(pm.run(*module)))
      return nullptr;
    module->walk([](mlir::LLVM::LLVMFuncOp function) {
      function.setVisibility_(mlir::LLVM::Visibility::Default);
    });
    auto engine = mlir::ExecutionEngine::create(*module);
    if (!engine) {
      llvm::consumeError(engine.takeError());
      return nullptr;
    }
    return std::move(*engine);
  }

  /// @k as a function of this type.
  template <typename Kernel>
  static Kernel getKernel(mlir::ExecutionEngine &engine) {
    return reinterpret_cast<Kernel>(llvm::cantFail(engine.lookup("k")));
  }

  /// `module attributes` text that allows all instructions of the host.
  static std::string getHostOptions() {
    return " attributes {xla.options = {triple = \"" +
           llvm::sys::getDefaultTargetTriple() + "\", cpu = \"" +
           llvm::sys::getHostCPUName().str() + "\"}}";
  }

  mlir::MLIRContext context;
};
} // namespace xla

#endif // XLA_TEST_UNIT_KERNELJIT_H
