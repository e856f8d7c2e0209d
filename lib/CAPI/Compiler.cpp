//===- Compiler.cpp - Compile a program and call it -----------------------===//
//
// A context for each compilation, gone when it ends: the code that stays knows
// nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Compiler.h"
#include "Program.h"

#include "xla/InitAll.h"

using namespace mlir;

const DialectRegistry &xla::getRegistryForC() {
  static const DialectRegistry *registry = [] {
    auto *registry = new DialectRegistry;
    xla::registerAllDialects(*registry);
    return registry;
  }();
  return *registry;
}

xla_program *xla::compileForC(StringRef content, StringRef name,
                              StringRef options, const CompileControl &control,
                              CompileReport &report) {
  auto result = std::make_unique<xla_program>();
  result->cached = xla::compileCached(content, name, options, getRegistryForC(),
                                      report, control);
  if (!result->cached)
    return nullptr;
  Program &program = *result->cached->program;
  result->options = program.getOptions().str();
  if (!program.isDynamic())
    result->code = llvm::cantFail(program.specialize({}, {}));
  return result.release();
}

xla_program *xla::specializeForC(const xla_program &program,
                                 const int64_t *dynamicDims,
                                 const void *const *arguments,
                                 const CompileControl *control,
                                 CompileReport &report) {
  const xla_info &info = *xla_program_info(&program);
  auto code = program.cached->program->specialize(
      ArrayRef<int64_t>(dynamicDims, info.num_dynamic_dims),
      ArrayRef<const void *>(arguments, info.num_arguments), control);
  if (!code) {
    report.append(takeReport(code.takeError()));
    return nullptr;
  }
  auto version = std::make_shared<xla::CachedProgram>();
  version->program = std::make_unique<xla::Program>(*code);
  auto result = std::make_unique<xla_program>();
  result->cached = std::move(version);
  result->options = program.options;
  result->code = std::move(*code);
  return result.release();
}

void xla::tell(xla_diagnostic_fn report, void *context,
               const CompileReport &said) {
  if (report && !said.text.empty())
    report(context, said.text.c_str());
}

xla_program *xla_compile(const char *content, int64_t size, const char *name,
                         const char *options, xla_diagnostic_fn report,
                         void *reportContext) {
  xla::CompileReport said;
  xla_program *program =
      xla::compileForC(StringRef(content, size), name, options, {}, said);
  xla::tell(report, reportContext, said);
  return program;
}

xla_program *xla_program_specialize(xla_program *program,
                                    const int64_t *dynamicDims,
                                    const void *const *arguments,
                                    xla_diagnostic_fn report,
                                    void *reportContext) {
  xla::CompileReport said;
  xla_program *version =
      xla::specializeForC(*program, dynamicDims, arguments, nullptr, said);
  xla::tell(report, reportContext, said);
  return version;
}

const xla_info *xla_program_info(const xla_program *program) {
  return &program->cached->program->getInfo();
}

const char *xla_program_options(const xla_program *program) {
  return program->options.c_str();
}

xla_entry_fn xla_program_entry(const xla_program *program) {
  return program->code ? program->code->getEntry() : nullptr;
}

void xla_program_destroy(xla_program *program) { delete program; }
