//===- Compiler.cpp - Compile a program and call it -----------------------===//
//
// A context for each compilation, gone when it ends: the code that stays knows
// nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Compiler.h"

#include "xla/InitAll.h"
#include "xla/JIT/Executable.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

struct xla_program {
  std::unique_ptr<xla::Executable> executable;
};

/// Compiles the main file of `sourceMgr`; null after a diagnostic.
static std::unique_ptr<xla::Executable> compile(llvm::SourceMgr &sourceMgr,
                                                StringRef optionText,
                                                MLIRContext &context) {
  xla::CompileOptions options;
  auto emitError = [&] {
    return mlir::emitError(UnknownLoc::get(&context), "in the options: ");
  };
  if (failed(options.parse(optionText, emitError)) ||
      failed(options.resolveTarget(emitError)))
    return nullptr;
  OwningOpRef<ModuleOp> module = xla::parseProgram(sourceMgr, &context);
  if (!module)
    return nullptr;
  FailureOr<std::unique_ptr<xla::Executable>> executable =
      xla::Executable::compileProgram(*module, options);
  if (failed(executable))
    return nullptr;
  return std::move(*executable);
}

xla_program *xla_compile(const char *content, int64_t size, const char *name,
                         const char *options, xla_diagnostic_fn report,
                         void *reportContext) {
  static const DialectRegistry *registry = [] {
    auto *registry = new DialectRegistry;
    xla::registerAllDialects(*registry);
    return registry;
  }();
  MLIRContext context(*registry);
  llvm::SourceMgr sourceMgr;
  // A copy, because MLIR's parser wants a NUL after the text.
  sourceMgr.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(StringRef(content, size), name),
      llvm::SMLoc());
  std::string diagnostics;
  std::unique_ptr<xla::Executable> executable;
  {
    llvm::raw_string_ostream os(diagnostics);
    SourceMgrDiagnosticHandler handler(sourceMgr, &context, os);
    executable = compile(sourceMgr, options, context);
  }
  if (report && !diagnostics.empty())
    report(reportContext, diagnostics.c_str());
  return executable ? new xla_program{std::move(executable)} : nullptr;
}

const xla_info *xla_program_info(const xla_program *program) {
  return &program->executable->getInfo();
}

xla_entry_fn xla_program_entry(const xla_program *program) {
  return program->executable->getEntry();
}

void xla_program_destroy(xla_program *program) { delete program; }
