//===- Output.cpp - Compile into a file -----------------------------------===//
//
// What xla-compile does for one processor, behind the C API. Files appear when
// everything is complete: they are written under other names first.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "xla/Pipelines/Phases.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Target/Object/MultiISA.h"
#include "xla/Target/Package/Weights.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/UserSpelling.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace xla;

namespace {
/// A program that is compiled into a file.
struct Compiled {
  /// What each entry was compiled with, and the weights file that it wants,
  /// which is empty if there is none.
  std::vector<std::pair<CompileOptions, llvm::SmallVector<char, 0>>> entries;
  std::unique_ptr<llvm::MemoryBuffer> object;
};
} // namespace

/// The package that holds `compiled` alone.
static llvm::Expected<llvm::SmallVector<char, 0>>
makePackage(const Compiled &compiled, StringRef source, StringRef path) {
  const CompileOptions &options = compiled.entries.front().first;
  if (llvm::Error error = checkChoosable(options))
    return error;
  std::vector<std::string> names;
  for (const auto &[entry, weights] : compiled.entries)
    names.push_back(entry.entry);
  auto image = linkImage(compiled.object->getMemBufferRef(), options,
                         ArrayRef(names).drop_front());
  if (!image)
    return image.takeError();
  PackageContent content;
  content.metadata = makeMetadata(names, source);
  content.images.push_back(std::move(*image));
  for (const auto &[entry, weights] : compiled.entries)
    addWeights(content, weights, entry, path);
  return writePackage(content);
}

/// Writes `content` to `path`; the file appears when it is complete.
static llvm::Error writeFile(StringRef path, ArrayRef<char> content) {
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    os << StringRef(content.data(), content.size());
    return llvm::Error::success();
  });
}

static llvm::Error writeWeights(const WeightsFiles &files) {
  for (const WeightsFiles::File &file : files.get())
    if (llvm::Error error = writeFile(file.path, file.content))
      return error;
  return llvm::Error::success();
}

/// Writes the files that `path` and the options ask for.
static llvm::Error writeCompiled(const Compiled &compiled, StringRef source,
                                 StringRef path) {
  WeightsFiles files(path);
  for (const auto &[options, weights] : compiled.entries)
    if (llvm::Error error = files.add(weights, options))
      return error;
  StringRef suffix = llvm::sys::path::extension(path);
  if (suffix == ".so")
    return linkSharedLibrary(compiled.object->getMemBufferRef(), path,
                             [&] { return writeWeights(files); });
  llvm::SmallVector<char, 0> package;
  ArrayRef<char> content = compiled.object->getBuffer();
  if (suffix == ".xla") {
    auto made = makePackage(compiled, source, path);
    if (!made)
      return made.takeError();
    package = std::move(*made);
    content = package;
  }
  // Last the code, which wants the weights.
  if (llvm::Error error = writeWeights(files))
    return error;
  return writeFile(path, content);
}

/// Lowers `module` for one entry and takes its weights.
static LogicalResult lowerEntry(ModuleOp module, const CompileOptions &options,
                                const CompileControl &control,
                                Compiled &compiled) {
  PassManager passes(module.getContext());
  buildPhasesPipeline(passes, getPhase(module), Phase::Lower, options);
  watchPasses(passes, control);
  return watchCompilation(module, options, control, [&]() -> LogicalResult {
    if (failed(passes.run(module)) || control.isOver())
      return failure();
    auto weights = makeWeights(module);
    if (!weights)
      return module.emitError() << llvm::toString(weights.takeError());
    compiled.entries.push_back({options, std::move(*weights)});
    return success();
  });
}

/// Reports a path or options that do not fit each other.
static LogicalResult checkFile(ModuleOp module, const CompileOptions &options,
                               StringRef path) {
  auto emitError = [&] { return module.emitError(); };
  if (!llvm::is_contained({".o", ".so", ".xla"},
                          llvm::sys::path::extension(path)))
    return emitError() << "expected a file name that ends with .o, .so or "
                          ".xla, but got '"
                       << path << "'";
  if (options.isForGPU())
    return emitError() << "expected a target that is no GPU";
  if (options.weights == WeightsPlace::Package &&
      llvm::sys::path::extension(path) != ".xla")
    return emitError() << "expected a package (.xla) with the option "
                          "weights=package, but got '"
                       << path << "'";
  return success();
}

/// Compiles `module`; errors are diagnostics.
static LogicalResult compileModule(ModuleOp module, CompileOptions options,
                                   StringRef source, StringRef path,
                                   CompileControl control) {
  auto emitError = [&] { return module.emitError(); };
  if (failed(options.resolveTarget(emitError)) ||
      failed(checkFile(module, options, path)))
    return failure();
  control.setLimits(options);
  SmallVector<std::string> names = splitEntries(module, options.entry);
  SmallVector<OwningOpRef<ModuleOp>> copies;
  std::vector<std::vector<ISAVariant>> code;
  Compiled compiled;
  for (const std::string &name : names) {
    CompileOptions one =
        getEntryOptions(options, name, names.size() == 1, path);
    ModuleOp copy = *copies.emplace_back(module.clone());
    if (failed(lowerEntry(copy, one, control, compiled)))
      return failure();
    code.push_back({{copy, one}});
  }
  auto object = names.size() == 1
                    ? compileToObject(*copies.front(),
                                      compiled.entries.front().first, control)
                    : compileEntriesToObject(code, control);
  if (!object)
    return emitError() << llvm::toString(object.takeError());
  compiled.object = std::move(*object);
  if (llvm::Error error = writeCompiled(compiled, source, path))
    return emitError() << llvm::toString(std::move(error));
  return success();
}

bool xla::compileToFileForC(StringRef content, StringRef name,
                            StringRef optionText, StringRef path,
                            const CompileControl &control,
                            CompileReport &report) {
  MLIRContext context(getRegistryForC(), MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(content, name), llvm::SMLoc());
  ReportScope scope(report, sources, context);
  UserSpelling spelling(&context, sources);
  CompileOptions options;
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(&context)); };
  if (failed(options.parse(optionText, emitError)))
    return false;
  OwningOpRef<ModuleOp> module = parseProgram(sources, &context);
  return module &&
         succeeded(compileModule(*module, options, name, path, control));
}
