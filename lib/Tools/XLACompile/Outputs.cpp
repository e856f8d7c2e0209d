//===- Outputs.cpp - What xla-compile is to write -------------------------===//

#include "Outputs.h"

#include "xla/Target/Package/Weights.h"
#include "xla/Tools/ToolSupport.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;
using xla::compile::CommandLine;
using xla::compile::Output;

bool compile::isForDevice(const CompileOptions &options) {
  return StringRef(options.triple).starts_with("nvptx");
}

Output compile::getOutput(const CommandLine &line,
                          const CompileOptions &options) {
  if (line.emit.getNumOccurrences())
    return line.emit;
  Output byDefault = !line.stopAfter.empty() ? Output::MLIR
                     : isForDevice(options)  ? Output::PTX
                                             : Output::Object;
  StringRef suffix = llvm::sys::path::extension(line.output);
  return llvm::StringSwitch<Output>(suffix)
      .Case(".o", Output::Object)
      .Case(".so", Output::SharedLibrary)
      .Case(".xla", Output::Package)
      .Case(".s", Output::Assembly)
      .Case(".ll", Output::LLVMIR)
      .Case(".ptx", Output::PTX)
      .Case(".cubin", Output::Cubin)
      .Case(".mlir", Output::MLIR)
      .Default(byDefault);
}

/// Reports lines of metadata that have no place, or a key that is taken.
static bool checkMetadata(const CommandLine &line, Output output) {
  if (!line.metadata.empty() && output != Output::Package) {
    printError("expected a package (.xla) with --metadata");
    return false;
  }
  llvm::StringSet<> taken = {"name", "version", "source", "entries"};
  for (StringRef entry : line.metadata) {
    StringRef key = entry.split('=').first;
    if (key.empty() || key.size() == entry.size() || entry.contains('\n')) {
      printError("expected --metadata=key=value of one line, but got '" +
                 entry + "'");
      return false;
    }
    if (!taken.insert(key).second) {
      printError("expected a key in --metadata that the package does not have "
                 "yet, but got '" +
                 key + "'");
      return false;
    }
  }
  return true;
}

/// Whether a file can lie beside `output`, which is not a device or a pipe.
static bool hasFolder(StringRef output) {
  return output != "-" && (!llvm::sys::fs::exists(output) ||
                           llvm::sys::fs::is_regular_file(output));
}

/// Reports weights that cannot go where they are to go.
static bool checkWeights(const CommandLine &line, Output output,
                         WeightsPlace place) {
  bool isCode = output == Output::Object || output == Output::SharedLibrary;
  switch (place) {
  case WeightsPlace::Embed:
    return true;
  case WeightsPlace::Package:
    if (output == Output::Package || output == Output::MLIR)
      return true;
    printError("expected a package with --weights=package; objects and "
               "libraries have them in a file");
    return false;
  case WeightsPlace::File:
    if (output == Output::MLIR ||
        ((isCode || output == Output::Package) && hasFolder(line.output)))
      return true;
    printError("expected an object, a library or a package with a file name "
               "(-o) with --weights=file");
    return false;
  }
  return false;
}

bool compile::checkFiles(const CommandLine &line, StringRef decisions,
                         StringRef weights) {
  const std::pair<StringRef, StringRef> files[] = {
      {"the program itself", line.file},
      {"the output (-o)", line.output},
      {"the header", line.header},
      {"the decisions", decisions},
      {"the weights", weights}};
  auto isFile = [](StringRef path) { return !path.empty() && path != "-"; };
  for (const auto &[index, file] : llvm::enumerate(files))
    for (const auto &[what, path] : ArrayRef(files).take_front(index)) {
      if (!isFile(path) || !isFile(file.second) ||
          !isSameFile(path, file.second))
        continue;
      printError("expected " + file.first + " not to be " + what +
                 ", but got '" + file.second + "'");
      return false;
    }
  return true;
}

bool compile::checkOutput(const CommandLine &line, Output output,
                          const CompileOptions &options) {
  bool forDevice = isForDevice(options);
  if (compile::isDeviceOutput(output) && !forDevice) {
    printError("expected --target=nvptx64 for this output");
    return false;
  }
  if (!compile::isDeviceOutput(output) && output != Output::MLIR &&
      output != Output::Package && forDevice) {
    printError("expected --emit=ptx, cubin or mlir for a GPU");
    return false;
  }
  if (!line.header.empty() && output != Output::Object &&
      output != Output::SharedLibrary && output != Output::Package) {
    printError("expected an object, a shared library or a package with "
               "--header");
    return false;
  }
  if (!checkMetadata(line, output) ||
      !checkWeights(line, output, options.weights))
    return false;
  bool hasFile = options.weights == WeightsPlace::File &&
                 output != Output::MLIR && line.output != "-";
  if (!checkFiles(line, options.decisions,
                  hasFile ? getWeightsPath(options, line.output) : ""))
    return false;
  if (line.output != "-")
    return true;
  if (output == Output::SharedLibrary) {
    printError("expected a file name (-o) for a shared library");
    return false;
  }
  if ((output == Output::Object || output == Output::Package ||
       output == Output::Cubin) &&
      llvm::outs().is_displayed()) {
    printError("expected a file name (-o), because this output is not text and "
               "standard output is a terminal");
    return false;
  }
  return true;
}
