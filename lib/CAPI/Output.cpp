//===- Output.cpp - Compile into a file -----------------------------------===//
//
// What xla-compile does for one processor, behind the C API. The file appears
// when it is complete: it is written under another name first.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "xla/Pipelines/Phases.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Support/Version.h"
#include "xla/Target/Object/Object.h"
#include "xla/Target/Package/Weights.h"
#include "xla/Target/ProgramReader.h"
#include "xla/Target/UserSpelling.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace xla;

/// The package that holds `object` alone, with what its code has outside.
static llvm::Expected<llvm::SmallVector<char, 0>>
makePackage(llvm::MemoryBufferRef object, ArrayRef<char> weights,
            const CompileOptions &options, StringRef source, StringRef path) {
  if (llvm::Error error = checkChoosable(options))
    return error;
  auto image = linkImage(object, options);
  if (!image)
    return image.takeError();
  PackageContent content;
  content.metadata = {{"name", options.entry},
                      {"version", getVersion().str()},
                      {"source", source.str()}};
  content.images.push_back(std::move(*image));
  addWeights(content, weights, options, path);
  return writePackage(content);
}

/// Writes `content` to `path`; the file appears when it is complete.
static llvm::Error writeFile(StringRef path, StringRef content) {
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    os << content;
    return llvm::Error::success();
  });
}

/// Writes `object` to `path` as what its name says, and `weights` where they
/// are to go.
static llvm::Error writeObject(llvm::MemoryBufferRef object,
                               ArrayRef<char> weights,
                               const CompileOptions &options, StringRef source,
                               StringRef path) {
  StringRef suffix = llvm::sys::path::extension(path);
  bool hasFile = options.weights == WeightsPlace::File;
  if (hasFile && !weights.empty())
    if (llvm::Error error =
            writeFile(getWeightsPath(options, path),
                      StringRef(weights.data(), weights.size())))
      return error;
  if (suffix == ".so")
    return linkSharedLibrary(object, path);
  llvm::SmallVector<char, 0> package;
  StringRef content = object.getBuffer();
  if (suffix == ".xla") {
    auto made = makePackage(object, weights, options, source, path);
    if (!made)
      return made.takeError();
    package = std::move(*made);
    content = StringRef(package.data(), package.size());
  }
  return writeFile(path, content);
}

/// Compiles `module`; errors are diagnostics.
static LogicalResult compileModule(ModuleOp module, CompileOptions options,
                                   StringRef source, StringRef path,
                                   CompileControl control) {
  auto emitError = [&] { return module.emitError(); };
  if (!llvm::is_contained({".o", ".so", ".xla"},
                          llvm::sys::path::extension(path)))
    return emitError() << "expected a file name that ends with .o, .so or "
                          ".xla, but got '"
                       << path << "'";
  if (failed(options.resolveTarget(emitError)))
    return failure();
  if (options.isForGPU())
    return emitError() << "expected a target that is no GPU";
  if (options.weights == WeightsPlace::Package &&
      llvm::sys::path::extension(path) != ".xla")
    return emitError() << "expected a package (.xla) with the option "
                          "weights=package, but got '"
                       << path << "'";
  control.setLimits(options);
  PassManager passes(module.getContext());
  buildPhasesPipeline(passes, getPhase(module), Phase::Lower, options);
  watchPasses(passes, control);
  return watchCompilation(module, options, control, [&]() -> LogicalResult {
    if (failed(passes.run(module)) || control.isOver())
      return failure();
    auto object = compileToObject(module, options, control);
    if (!object)
      return emitError() << llvm::toString(object.takeError());
    auto weights = makeWeights(module);
    if (!weights)
      return emitError() << llvm::toString(weights.takeError());
    if (llvm::Error error = writeObject((*object)->getMemBufferRef(), *weights,
                                        options, source, path))
      return emitError() << llvm::toString(std::move(error));
    return success();
  });
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
