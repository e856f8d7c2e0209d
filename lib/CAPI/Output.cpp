//===- Output.cpp - Compile into a file -----------------------------------===//
//
// What xla-compile does for one processor, behind the C API. Files appear when
// everything is complete: they are written under other names first.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "xla/Pipelines/Phases.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Target/Header/Header.h"
#include "xla/Target/Object/MultiISA.h"
#include "xla/Target/Package/Weights.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/UserSpelling.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
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
  /// The object linked, where a package or a header is made of it.
  llvm::SmallVector<char, 0> image;
};

/// The files to write.
struct Files {
  StringRef path, header, symbol;
};
} // namespace

static std::vector<std::string> getNames(const Compiled &compiled) {
  std::vector<std::string> names;
  for (const auto &[options, weights] : compiled.entries)
    names.push_back(options.entry);
  return names;
}

/// The package that holds `compiled` alone, whose image it takes.
static llvm::Expected<llvm::SmallVector<char, 0>>
makePackage(Compiled &compiled, StringRef source, StringRef path) {
  const CompileOptions &options = compiled.entries.front().first;
  if (llvm::Error error = checkChoosable(options))
    return error;
  PackageContent content;
  content.metadata = makeMetadata(getNames(compiled), source);
  content.images.push_back(std::move(compiled.image));
  for (const auto &[entry, weights] : compiled.entries)
    addWeights(content, weights, entry, path);
  return writePackage(content);
}

/// Writes `content` to an open file.
static llvm::Error writeTo(llvm::raw_fd_ostream &os, StringRef path,
                           ArrayRef<char> content) {
  os << StringRef(content.data(), content.size());
  os.flush();
  std::error_code code = os.error();
  os.clear_error(); // Or the stream would end the process.
  return code ? llvm::createFileError(path, code) : llvm::Error::success();
}

namespace {
/// Files that appear when all of them are complete, in their order.
class StagedFiles {
public:
  ~StagedFiles() {
    for (auto &[file, path] : files)
      llvm::consumeError(file.discard());
  }

  llvm::Error add(StringRef path, ArrayRef<char> content) {
    namespace fs = llvm::sys::fs;
    if (fs::exists(path) && !fs::is_regular_file(path)) { // Not replaced.
      std::error_code code;
      llvm::raw_fd_ostream os(path, code);
      return code ? llvm::createFileError(path, code)
                  : writeTo(os, path, content);
    }
    auto file = fs::TempFile::create(path + ".temp-%%%%%%",
                                     fs::all_read | fs::all_write);
    if (!file)
      return llvm::createFileError(path, file.takeError());
    files.emplace_back(std::move(*file), path);
    llvm::raw_fd_ostream os(files.back().first.FD, /*shouldClose=*/false);
    return writeTo(os, path, content);
  }

  llvm::Error commit() {
    for (auto &[file, path] : files)
      if (llvm::Error error = file.keep(path))
        return llvm::createFileError(path, std::move(error));
    files.clear();
    return llvm::Error::success();
  }

private:
  std::vector<std::pair<llvm::sys::fs::TempFile, std::string>> files;
};
} // namespace

/// Writes the files that `files` and the options ask for.
static llvm::Error writeCompiled(Compiled &compiled, StringRef source,
                                 const Files &files) {
  StringRef path = files.path, suffix = llvm::sys::path::extension(path);
  WeightsFiles weightsFiles(path);
  for (const auto &[options, weights] : compiled.entries)
    if (llvm::Error error = weightsFiles.add(weights, options))
      return error;
  if (suffix == ".xla" || !files.header.empty()) {
    auto image = linkImage(compiled.object->getMemBufferRef(),
                           compiled.entries.front().first,
                           ArrayRef(getNames(compiled)).drop_front());
    if (!image)
      return image.takeError();
    compiled.image = std::move(*image);
  }
  std::string header;
  if (!files.header.empty()) {
    auto text = writeHeaders(compiled.image, llvm::sys::path::filename(source));
    if (!text)
      return text.takeError();
    header = std::move(*text);
  }
  StagedFiles staged;
  for (const WeightsFiles::File &file : weightsFiles.get())
    if (llvm::Error error = staged.add(file.path, file.content))
      return error;
  if (!header.empty())
    if (llvm::Error error =
            staged.add(files.header, ArrayRef(header.data(), header.size())))
      return error;
  // Last the code, which wants the weights.
  if (suffix == ".so")
    return linkSharedLibrary(compiled.object->getMemBufferRef(), path,
                             [&] { return staged.commit(); });
  llvm::SmallVector<char, 0> package;
  ArrayRef<char> content = compiled.object->getBuffer();
  if (suffix == ".xla") {
    auto made = makePackage(compiled, source, path);
    if (!made)
      return made.takeError();
    package = std::move(*made);
    content = package;
  }
  if (llvm::Error error = staged.add(path, content))
    return error;
  return staged.commit();
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

/// Reports files or options that do not fit each other.
static LogicalResult checkFiles(ModuleOp module, const CompileOptions &options,
                                const Files &files) {
  auto emitError = [&] { return module.emitError(); };
  StringRef path = files.path;
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

/// Reports a file that would be written twice.
static LogicalResult checkDistinct(ModuleOp module,
                                   const CompileOptions &options,
                                   ArrayRef<std::string> names,
                                   const Files &files) {
  std::vector<std::pair<StringRef, std::string>> all = {
      {"the output", files.path.str()}};
  if (options.weights == WeightsPlace::File)
    for (const std::string &name : names)
      all.emplace_back(
          "the weights",
          getWeightsPath(
              getEntryOptions(options, name, names.size() == 1, files.path),
              files.path));
  // Weights that are the output, or each other's, are reported where there are
  // any.
  std::pair<StringRef, std::string> others[] = {
      {"the header", files.header.str()}, {"the decisions", options.decisions}};
  for (auto &[what, path] : others) {
    if (path.empty() || path == "-")
      continue;
    for (const auto &[known, knownPath] : all)
      if (isSameFile(path, knownPath))
        return module.emitError() << "expected " << what << " not to be "
                                  << known << ", but got '" << path << "'";
    all.emplace_back(what, path);
  }
  return success();
}

/// Gives the entry the name that its code is to have.
static LogicalResult renameEntry(ModuleOp module, const Files &files,
                                 CompileOptions &options) {
  std::string symbol = files.symbol.str();
  SmallVector<std::string> names = splitEntries(module, options.entry);
  // No C program could have this one.
  if (symbol.empty() && !files.header.empty() && names.size() == 1 &&
      names.front() == "main" && getPhase(module) == Phase::Input)
    symbol = makeIdentifier(llvm::sys::path::stem(files.header));
  if (symbol.empty())
    return success();
  if (names.size() > 1)
    return module.emitError("expected no symbol with several entries, which "
                            "keep their names");
  if (llvm::Error error = renameEntry(module, symbol, options))
    return module.emitError() << llvm::toString(std::move(error));
  return success();
}

/// Compiles `module`; errors are diagnostics.
static LogicalResult compileModule(ModuleOp module, CompileOptions options,
                                   StringRef source, const Files &files,
                                   CompileControl control) {
  auto emitError = [&] { return module.emitError(); };
  if (failed(options.resolveTarget(emitError)) ||
      failed(checkFiles(module, options, files)) ||
      failed(renameEntry(module, files, options)))
    return failure();
  SmallVector<std::string> names = splitEntries(module, options.entry);
  control.setLimits(options);
  if (failed(checkDistinct(module, options, names, files)) ||
      failed(control.openDecisions(options, emitError)))
    return failure();
  SmallVector<OwningOpRef<ModuleOp>> copies;
  std::vector<std::vector<ISAVariant>> code;
  Compiled compiled;
  for (const std::string &name : names) {
    CompileOptions one =
        getEntryOptions(options, name, names.size() == 1, files.path);
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
  if (llvm::Error error = writeCompiled(compiled, source, files))
    return emitError() << llvm::toString(std::move(error));
  return success();
}

bool xla::compileToOutputForC(StringRef content, StringRef name,
                              StringRef optionText, const xla_output &output,
                              const CompileControl &control,
                              CompileReport &report) {
  MLIRContext context(getRegistryForC(), MLIRContext::Threading::DISABLED);
  // The user's line says enough; a program may be megabytes.
  context.printOpOnDiagnostic(false);
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
  return module && succeeded(compileModule(*module, options, name,
                                           {output.path,
                                            output.header ? output.header : "",
                                            output.symbol ? output.symbol : ""},
                                           control));
}

ModuleOp xla::readModuleForC(StringRef content, StringRef name,
                             MLIRContext &context, CompileReport &report) {
  bool showsOps = context.shouldPrintOpOnDiagnostic();
  context.printOpOnDiagnostic(false);
  llvm::scope_exit restore([&] { context.printOpOnDiagnostic(showsOps); });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(content, name), llvm::SMLoc());
  ReportScope scope(report, sources, context);
  UserSpelling spelling(&context, sources);
  return parseProgram(sources, &context).release();
}
