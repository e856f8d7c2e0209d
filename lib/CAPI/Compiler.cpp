//===- Compiler.cpp - Compile a program and call it -----------------------===//
//
// A context for each compilation, gone when it ends: the code that stays knows
// nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Compiler.h"

#include "xla/InitAll.h"
#include "xla/JIT/Program.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

struct xla_program {
  /// The text, which diagnostics of later versions point at.
  std::unique_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<xla::Program> program;
  /// Null where shapes are left to the call.
  std::shared_ptr<const xla::Executable> code;
};

/// Compiles the main file of `sourceMgr`; null after a diagnostic.
static std::unique_ptr<xla::Program> compile(llvm::SourceMgr &sourceMgr,
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
  FailureOr<std::unique_ptr<xla::Program>> program =
      xla::Program::compile(*module, options, &sourceMgr);
  if (failed(program))
    return nullptr;
  return std::move(*program);
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
  auto result = std::make_unique<xla_program>();
  result->sources = std::make_unique<llvm::SourceMgr>();
  // A copy, because MLIR's parser wants a NUL after the text.
  result->sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(StringRef(content, size), name),
      llvm::SMLoc());
  std::string diagnostics;
  {
    llvm::raw_string_ostream os(diagnostics);
    SourceMgrDiagnosticHandler handler(*result->sources, &context, os);
    result->program = compile(*result->sources, options, context);
  }
  if (report && !diagnostics.empty())
    report(reportContext, diagnostics.c_str());
  if (!result->program)
    return nullptr;
  if (!result->program->isDynamic()) {
    result->code = llvm::cantFail(result->program->specialize({}, {}));
    // Nothing points at the text any more.
    result->sources.reset();
  }
  return result.release();
}

xla_program *xla_program_specialize(xla_program *program,
                                    const int64_t *dynamicDims,
                                    const void *const *arguments,
                                    xla_diagnostic_fn report,
                                    void *reportContext) {
  const xla_info &info = program->program->getInfo();
  auto code = program->program->specialize(
      ArrayRef<int64_t>(dynamicDims, info.num_dynamic_dims),
      ArrayRef<const void *>(arguments, info.num_arguments));
  if (!code) {
    std::string text = llvm::toString(code.takeError());
    if (report)
      report(reportContext, text.c_str());
    return nullptr;
  }
  auto result = std::make_unique<xla_program>();
  result->program = std::make_unique<xla::Program>(*code);
  result->code = std::move(*code);
  return result.release();
}

const xla_info *xla_program_info(const xla_program *program) {
  return &program->program->getInfo();
}

xla_entry_fn xla_program_entry(const xla_program *program) {
  return program->code ? program->code->getEntry() : nullptr;
}

void xla_program_destroy(xla_program *program) { delete program; }
