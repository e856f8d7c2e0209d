//===- StatedOptions.cpp - The compile options of xla-compile -------------===//
//
// Some options have flags of their own. What is said in both ways must agree:
// neither is ignored.
//
//===----------------------------------------------------------------------===//

#include "StatedOptions.h"
#include "Variants.h"

#include "xla/Pipelines/Phases.h"
#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace xla;
using xla::compile::CommandLine;

/// Puts `value`, which `flag` gives, into `option`. Fails if --compile-options
/// states another.
template <typename T>
static LogicalResult take(const llvm::cl::Option &flag, const T &value,
                          bool isStated, T &option) {
  if (flag.getNumOccurrences() == 0)
    return success();
  if (isStated && option != value) {
    printError("expected --" + flag.ArgStr +
               " or that option in --compile-options, but got both with "
               "different values");
    return failure();
  }
  option = value;
  return success();
}

/// The same for text, which is stated where it is not empty.
static LogicalResult take(const llvm::cl::Option &flag,
                          const std::string &value, std::string &option) {
  return take(flag, value, /*isStated=*/!option.empty(), option);
}

/// Takes what the flag for weights says: a place and perhaps a file.
static LogicalResult takeWeights(const CommandLine &line, ModuleOp module,
                                 CompileOptions &options) {
  if (line.weights.empty())
    return success();
  auto emitError = [&] { return module.emitError(); };
  auto [place, file] = StringRef(line.weights).split(':');
  // Stated is what does not depend on what was there before.
  CompileOptions flag, other;
  other.weights = WeightsPlace::Package;
  if (failed(flag.parse(("weights=" + place).str(), emitError)) ||
      failed(other.parse(line.compileOptions, emitError)) ||
      failed(take(line.weights, flag.weights,
                  /*isStated=*/other.weights == options.weights,
                  options.weights)))
    return failure();
  return file.empty() ? success()
                      : take(line.weights, file.str(), options.weightsFile);
}

/// The options that the command line states.
static FailureOr<CompileOptions> getOptions(const CommandLine &line,
                                            ModuleOp module) {
  CompileOptions options;
  options.entry.clear();
  if (failed(options.parse(line.compileOptions,
                           [&] { return module.emitError(); })) ||
      failed(takeWeights(line, module, options)) ||
      failed(take(line.entry, line.entry, options.entry)) ||
      failed(take(line.cpu, line.cpu, options.cpu)) ||
      failed(take(line.features, line.features, options.features)) ||
      failed(take(line.watch.decisions, line.watch.decisions,
                  options.decisions)) ||
      failed(
          take(line.target, compile::getTriple(line.target), options.triple)))
    return failure();
  if (options.entry.empty())
    options.entry = line.entry;
  if (StringRef(options.triple).starts_with("nvptx") && options.cpu.empty())
    options.cpu = line.gpu;
  return options;
}

/// The options to go on with: those that the program was compiled with so far,
/// where it says so, which the command line may repeat but not change.
static FailureOr<CompileOptions> reconcile(const CommandLine &line,
                                           ModuleOp module,
                                           const CompileOptions &given,
                                           const CompileOptions &recorded) {
  if (!module->hasAttr(kOptionsAttr))
    return given;
  CompileOptions asked = recorded;
  if (failed(
          asked.parse(line.compileOptions, [&] { return module.emitError(); })))
    return failure();
  if (line.weights.getNumOccurrences())
    asked.weights = given.weights;
  // Nothing that is recorded.
  asked.weightsFile = given.weightsFile;
  asked.decisions = given.decisions;
  if (line.entry.getNumOccurrences())
    asked.entry = given.entry;
  if (line.cpu.getNumOccurrences() || line.gpu.getNumOccurrences())
    asked.cpu = given.cpu;
  if (line.features.getNumOccurrences())
    asked.features = given.features;
  if (line.target.getNumOccurrences())
    asked.triple = llvm::Triple::normalize(given.triple);
  if (asked.getCodeText() == recorded.getCodeText())
    return asked;
  printError("expected the options that the program was compiled with up to "
             "phase '" +
             stringifyPhase(getPhase(module)) +
             "' (its xla.options), but the command line asks for others; give "
             "them where the compilation starts");
  return failure();
}

FailureOr<CompileOptions>
compile::getStatedOptions(const CommandLine &line, ModuleOp module,
                          const CompileOptions &recorded) {
  FailureOr<CompileOptions> options = getOptions(line, module);
  if (failed(options))
    return failure();
  return reconcile(line, module, *options, recorded);
}
