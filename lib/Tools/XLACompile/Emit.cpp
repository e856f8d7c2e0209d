//===- Emit.cpp - Write a lowered module ----------------------------------===//
//
// One function for each kind of output, all into memory first: a failure leaves
// no half-written file.
//
//===----------------------------------------------------------------------===//

#include "Emit.h"

#include "xla/Target/Header/Header.h"
#include "xla/Target/Object/Object.h"
#include "xla/Target/PTX/PTX.h"
#include "xla/Tools/ToolSupport.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace xla;
using xla::compile::Bytes;
using xla::compile::Output;

/// LLVM IR or assembly of a module in the LLVM dialect.
static llvm::Error emitText(ModuleOp module, Output output,
                            const CompileOptions &options,
                            const CompileControl &control, Bytes &bytes) {
  auto machine = createTargetMachine(options);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  auto llvmModule = translateToLLVM(module, context, **machine);
  if (!llvmModule)
    return llvmModule.takeError();
  if (control.observer)
    control.observer->seeLLVM(**llvmModule, **machine, /*isOptimized=*/false,
                              /*part=*/std::nullopt);
  optimizeLLVM(**llvmModule, **machine, options.optLevel);
  if (control.observer)
    control.observer->seeLLVM(**llvmModule, **machine, /*isOptimized=*/true,
                              /*part=*/std::nullopt);
  llvm::raw_svector_ostream os(bytes);
  if (output == Output::Assembly) {
    makeHiddenLocal(**llvmModule);
    return emitLLVM(**llvmModule, **machine,
                    llvm::CodeGenFileType::AssemblyFile, os);
  }
  os << **llvmModule;
  return llvm::Error::success();
}

/// Assembles PTX with the toolkit's ptxas.
static llvm::Error assemble(const Bytes &ptx, const CompileOptions &options,
                            Bytes &bytes) {
  auto ptxas = llvm::sys::findProgramByName("ptxas");
  if (!ptxas)
    return llvm::createStringError(
        "expected ptxas on PATH for a cubin; --emit=ptx needs no toolkit");
  SmallString<128> input, result, log;
  for (auto [suffix, path] :
       {std::pair<StringRef, SmallString<128> *>{"ptx", &input},
        {"cubin", &result},
        {"log", &log}})
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("xla", suffix, *path))
      return llvm::createStringError("no temporary file: " + code.message());
  llvm::FileRemover removeInput(input), removeResult(result), removeLog(log);
  std::error_code code;
  llvm::raw_fd_ostream(input, code) << StringRef(ptx.data(), ptx.size());
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log),
                                          StringRef(log)};
  std::string error;
  int status = llvm::sys::ExecuteAndWait(
      *ptxas, {*ptxas, "-arch=" + options.cpu, input, "-o", result},
      std::nullopt, redirects, /*SecondsToWait=*/120, /*MemoryLimit=*/0,
      &error);
  if (status != 0) {
    if (auto text = llvm::MemoryBuffer::getFile(log))
      error += (*text)->getBuffer().rtrim();
    return llvm::createStringError("ptxas failed: " + error);
  }
  auto content = llvm::MemoryBuffer::getFile(result);
  if (!content)
    return llvm::createStringError("no output of ptxas: " +
                                   content.getError().message());
  StringRef data = (*content)->getBuffer();
  bytes.assign(data.begin(), data.end());
  return llvm::Error::success();
}

static llvm::Error emitDevice(ModuleOp module, Output output,
                              const CompileOptions &options,
                              const CompileControl &control, Bytes &bytes) {
  Bytes ptx;
  llvm::raw_svector_ostream os(ptx);
  if (failed(translateToPTX(module, os)))
    return llvm::createStringError("no PTX was written");
  if (control.observer)
    control.observer->seePTX(os.str());
  if (output == Output::Cubin)
    return assemble(ptx, options, bytes);
  bytes = std::move(ptx);
  return llvm::Error::success();
}

static llvm::Error emitBytes(ModuleOp module, Output output,
                             const CompileOptions &options,
                             const CompileControl &control, Bytes &bytes) {
  switch (output) {
  case Output::MLIR: {
    llvm::raw_svector_ostream os(bytes);
    // With locations: a phase that is resumed gives the same debug lines.
    module->print(os, OpPrintingFlags().enableDebugInfo());
    os << "\n";
    return llvm::Error::success();
  }
  case Output::LLVMIR:
  case Output::Assembly:
    return emitText(module, output, options, control, bytes);
  case Output::Object:
  case Output::SharedLibrary:
  case Output::Package: {
    if (options.isForGPU())
      return emitDevice(module, Output::PTX, options, control, bytes);
    auto object = compileToObject(module, options, control);
    if (!object)
      return object.takeError();
    if (output == Output::Package) {
      auto image = linkImage((*object)->getMemBufferRef(), options);
      if (!image)
        return image.takeError();
      bytes = std::move(*image);
      return llvm::Error::success();
    }
    StringRef data = (*object)->getBuffer();
    bytes.assign(data.begin(), data.end());
    return llvm::Error::success();
  }
  case Output::PTX:
  case Output::Cubin:
    return emitDevice(module, output, options, control, bytes);
  }
  llvm_unreachable("unknown output");
}

/// Adds what was kept out of the code of `module` to `part`.
static LogicalResult takeWeights(ModuleOp module, const CompileOptions &options,
                                 compile::Part &part) {
  auto weights = makeWeights(module);
  if (!weights)
    return module.emitError() << llvm::toString(weights.takeError());
  if (!weights->empty())
    part.weights.push_back({options, std::move(*weights)});
  return success();
}

LogicalResult compile::emitEntries(ArrayRef<std::vector<ISAVariant>> entries,
                                   Output output, const CompileControl &control,
                                   Part &part) {
  ModuleOp first = entries.front().front().module;
  auto object = compileEntriesToObject(entries, control);
  if (!object)
    return first.emitError() << llvm::toString(object.takeError());
  StringRef data = (*object)->getBuffer();
  part.code.assign(data.begin(), data.end());
  part.options = entries.front().front().options;
  for (const std::vector<ISAVariant> &variants : entries.drop_front())
    part.moreEntries.push_back(variants.front().options.entry);
  for (const std::vector<ISAVariant> &variants : entries)
    for (const ISAVariant &variant : variants)
      if (failed(takeWeights(variant.module, variant.options, part)))
        return failure();
  if (output != Output::Package)
    return success();
  auto image =
      linkImage((*object)->getMemBufferRef(), part.options, part.moreEntries);
  if (!image)
    return first.emitError() << llvm::toString(image.takeError());
  part.code = std::move(*image);
  return success();
}

LogicalResult compile::emit(ModuleOp module, Output output,
                            const CompileControl &control, Part &part) {
  if (llvm::Error error =
          emitBytes(module, output, part.options, control, part.code))
    return module.emitError() << llvm::toString(std::move(error));
  return takeWeights(module, part.options, part);
}

FailureOr<std::string> compile::makeHeader(const Part &part, Output output,
                                           StringRef source) {
  Bytes image = part.code;
  if (output != Output::Package) {
    auto linked = linkImage(
        llvm::MemoryBufferRef(StringRef(image.data(), image.size()), "object"),
        part.options, part.moreEntries);
    if (!linked) {
      printError(llvm::toString(linked.takeError()));
      return failure();
    }
    image = std::move(*linked);
  }
  auto text = writeHeaders(image, source);
  if (!text) {
    printError(llvm::toString(text.takeError()));
    return failure();
  }
  return std::move(*text);
}

FailureOr<WeightsFiles> compile::getWeights(ArrayRef<Part> parts,
                                            StringRef path) {
  WeightsFiles files(path);
  for (const Part &part : parts)
    for (const DetachedWeights &weights : part.weights)
      if (llvm::Error error = files.add(weights.file, weights.options)) {
        printError(llvm::toString(std::move(error)));
        return failure();
      }
  return files;
}

FailureOr<Bytes> compile::combine(MutableArrayRef<Part> parts, Output output,
                                  const Metadata &metadata, StringRef path) {
  if (output != Output::Package)
    return std::move(parts.front().code);
  PackageContent content;
  content.metadata = metadata;
  for (Part &part : parts) {
    if (part.options.isForGPU()) {
      content.ptx.append(part.code.begin(), part.code.end());
      continue;
    }
    content.images.push_back(std::move(part.code));
    for (const DetachedWeights &weights : part.weights)
      addWeights(content, weights.file, weights.options, path);
  }
  auto package = writePackage(content);
  if (package)
    return std::move(*package);
  printError(llvm::toString(package.takeError()));
  return failure();
}

bool compile::write(ArrayRef<char> bytes, Output output, StringRef path,
                    function_ref<bool()> writeOthers) {
  StringRef content(bytes.data(), bytes.size());
  if (output != Output::SharedLibrary)
    return writeOthers() && writeOutput(path, content);
  bool areWritten = true;
  auto prepare = [&]() -> llvm::Error {
    areWritten = writeOthers();
    return areWritten ? llvm::Error::success()
                      : llvm::createStringError("no other files");
  };
  llvm::Error error = linkSharedLibrary(
      llvm::MemoryBufferRef(content, "object"), path, prepare);
  if (!error)
    return true;
  std::string text = llvm::toString(std::move(error));
  if (areWritten)
    printError(text);
  return false;
}
