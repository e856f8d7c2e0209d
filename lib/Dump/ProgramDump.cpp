//===- ProgramDump.cpp - Write the stages of a compilation ----------------===//
//
// An observer of compilations, and the pass instrumentation that it adds.
//
//===----------------------------------------------------------------------===//

#include "xla/Dump/ProgramDump.h"
#include "DumpFiles.h"

#include "xla/Codegen/Buffers/BufferReport.h"
#include "xla/Pipelines/CompileObserver.h"
#include "xla/Pipelines/Phases.h"
#include "xla/Support/XLAFlags.h"
#include "xla/Target/Object/Object.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <mutex>

using namespace mlir;
using namespace xla;

namespace {
class ProgramDump : public CompileObserver,
                    public RunDump,
                    public std::enable_shared_from_this<ProgramDump> {
public:
  ProgramDump(StringRef name, const CompileOptions &options)
      : files(name, options.dumpTo), options(options) {}

  /// The program as it came.
  void begin(ModuleOp module);
  void watch(PassManager &passes) override;
  void seeLLVM(const llvm::Module &module, llvm::TargetMachine &machine,
               bool isOptimized, std::optional<unsigned> part) override;
  void seeObject(StringRef bytes, std::optional<unsigned> part) override {
    files.write("obj-file" + getPart(part) + ".o", bytes, /*isText=*/false);
  }
  void seePTX(StringRef text) override { files.write("ptx", text); }
  void seeRun(StringRef snapshot) override {
    std::string suffix;
    llvm::raw_string_ostream(suffix)
        << llvm::format("execution_%04u.hlo_snapshot.pb", numRuns++);
    files.write(suffix, snapshot, /*isText=*/false);
  }

  /// Before buffers are assigned.
  void takeBuffers(ModuleOp module) {
    llvm::raw_string_ostream os(buffers);
    reportBuffers(module,
                  [&](const BufferReport &report) { report.print(os); });
  }
  /// After the last pass of a phase.
  void endPhase(ModuleOp module);
  /// Between two passes.
  void writeStep(ModuleOp module, StringRef after, StringRef before);

private:
  static std::string getPart(std::optional<unsigned> part) {
    std::string text;
    if (part)
      llvm::raw_string_ostream(text) << llvm::format("-part-%03u", *part);
    return text;
  }

  DumpFiles files;
  CompileOptions options;
  unsigned numSteps = 0, numRuns = 0;
  std::string buffers;
};

/// Shows the dump what passes do.
class DumpInstrumentation : public PassInstrumentation {
public:
  explicit DumpInstrumentation(std::shared_ptr<ProgramDump> dump)
      : dump(std::move(dump)), wanted(getXLAFlags().dumpPasses),
        isStepwise(!getXLAFlags().dumpPasses.empty()) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == kAssignBuffersPass)
      dump->takeBuffers(cast<ModuleOp>(op));
    if (!isStepwise || isAdaptor(pass))
      return;
    // What writes options and phases ends and begins pipelines.
    bool isMark = isMarker(pass);
    StringRef name = isMark ? "pipeline-end" : pass->getArgument();
    if (hasChanged && (wanted.match(last) || wanted.match(name)))
      if (ModuleOp module = getProgram(op))
        dump->writeStep(module, last, name);
    hasChanged = false;
    if (!isMark)
      before.emplace_back(op);
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    if (auto module = dyn_cast<ModuleOp>(op);
        module && pass->getArgument() == "xla-mark-phase")
      dump->endPhase(module);
    if (!isStepwise || isAdaptor(pass))
      return;
    last = isMarker(pass) ? "pipeline-start" : pass->getArgument().str();
    if (!isMarker(pass))
      hasChanged |= before.pop_back_val() != OperationFingerPrint(op);
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (isStepwise && !isAdaptor(pass) && !isMarker(pass))
      before.pop_back();
  }

private:
  static bool isAdaptor(Pass *pass) {
    return pass->getName().contains("OpToOpPassAdaptor");
  }
  static bool isMarker(Pass *pass) {
    return pass->getArgument() == "xla-mark-phase" ||
           pass->getArgument() == "xla-record-options";
  }
  static ModuleOp getProgram(Operation *op) {
    while (Operation *parent = op->getParentOp())
      op = parent;
    return dyn_cast<ModuleOp>(op);
  }

  std::shared_ptr<ProgramDump> dump;
  llvm::Regex wanted;
  bool isStepwise;
  /// The last pass, and whether the program changed since the last step.
  std::string last = "pipeline-start";
  bool hasChanged = false;
  SmallVector<OperationFingerPrint, 4> before;
};
} // namespace

void ProgramDump::begin(ModuleOp module) {
  files.writeProgram("before_optimizations", module, options.entry);
  std::string text = options.str();
  llvm::replace(text, ';', '\n');
  files.write("debug_options", text + "\n");
}

void ProgramDump::watch(PassManager &passes) {
  // Steps are of the whole program: nothing else may change it then.
  if (!getXLAFlags().dumpPasses.empty())
    passes.getContext()->disableMultithreading();
  passes.addInstrumentation(
      std::make_unique<DumpInstrumentation>(shared_from_this()));
}

/// The name of the target before `after_optimizations`, e.g. cpu or sm_9.0_gpu.
static std::string getTargetName(const CompileOptions &options) {
  if (!options.isForGPU())
    return "cpu";
  std::string chip =
      options.cpu.empty() ? CompileOptions::defaultGPU.str() : options.cpu;
  if (chip.size() > 4)
    chip.insert(chip.find_last_of("0123456789"), ".");
  return chip + "_gpu";
}

void ProgramDump::endPhase(ModuleOp module) {
  std::string stem = getTargetName(options) + "_after_optimizations";
  switch (getPhase(module)) {
  case Phase::HLOOptimize:
    return files.writeProgram(stem, module, options.entry);
  case Phase::Bufferize:
    return files.write(stem + "-buffer-assignment.txt", buffers);
  default:
    return;
  }
}

void ProgramDump::writeStep(ModuleOp module, StringRef after,
                            StringRef before) {
  Phase complete = getPhase(module);
  StringRef pipeline = complete == Phase::Lower
                           ? "emit"
                           : stringifyPhase(static_cast<Phase>(
                                 static_cast<uint32_t>(complete) + 1));
  std::string suffix;
  llvm::raw_string_ostream os(suffix);
  os << llvm::format("%04u.", numSteps++) << pipeline << ".after_" << after
     << ".before_" << before;
  if (complete == Phase::Input)
    files.writeProgram(suffix, module, options.entry);
  else
    files.writeMLIR(suffix, module);
}

void ProgramDump::seeLLVM(const llvm::Module &module,
                          llvm::TargetMachine &machine, bool isOptimized,
                          std::optional<unsigned> part) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << module;
  files.write((isOptimized ? "ir-with-opt" : "ir-no-opt") + getPart(part) +
                  ".ll",
              text);
  if (!isOptimized)
    return;
  // Emission changes what it emits.
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  SmallVector<char, 0> assembly;
  llvm::raw_svector_ostream stream(assembly);
  if (llvm::Error error =
          emitLLVM(*copy, machine, llvm::CodeGenFileType::AssemblyFile, stream))
    llvm::consumeError(std::move(error));
  else
    files.write("asm" + getPart(part) + ".s", stream.str());
}

/// The dump of `module`, begun; null if the flags ask for none.
static std::shared_ptr<ProgramDump> begin(ModuleOp module,
                                          const CompileOptions &options) {
  StringRef name = module.getSymName().value_or(options.entry);
  if (!mayDumpModule(name, options.dumpTo))
    return nullptr;
  auto dump = std::make_shared<ProgramDump>(name, options);
  dump->begin(module);
  return dump;
}

void xla::beginDump(ModuleOp module, const CompileOptions &options,
                    CompileControl &control) {
  if (!control.observer)
    control.observer = begin(module, options);
}

bool xla::wantsSnapshots() {
  const XLAFlags &flags = getXLAFlags();
  if (flags.dumpSnapshots && !flags.hasFolder()) {
    static std::once_flag once;
    std::call_once(once, [] {
      llvm::WithColor::warning()
          << "--xla_dump_hlo_snapshots needs a folder in --xla_dump_to\n";
    });
  }
  return flags.dumpSnapshots && flags.hasFolder();
}

std::shared_ptr<RunDump> xla::beginDumpWithRuns(ModuleOp module,
                                                const CompileOptions &options,
                                                CompileControl &control) {
  std::shared_ptr<ProgramDump> dump = begin(module, options);
  control.observer = dump;
  return dump;
}

namespace {
/// Begins a dump with the first program that it sees.
class BeginDump : public PassInstrumentation {
public:
  void runBeforePass(Pass *pass, Operation *op) override {
    auto module = dyn_cast<ModuleOp>(op);
    if (module && !hasBegun) {
      hasBegun = true;
      auto options = CompileOptions::of(module);
      if (auto dump =
              begin(module, succeeded(options) ? *options : CompileOptions()))
        rest = std::make_unique<DumpInstrumentation>(std::move(dump));
    }
    if (rest)
      rest->runBeforePass(pass, op);
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (rest)
      rest->runAfterPass(pass, op);
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (rest)
      rest->runAfterPassFailed(pass, op);
  }

private:
  std::unique_ptr<DumpInstrumentation> rest;
  bool hasBegun = false;
};
} // namespace

void xla::addDumpOfPasses(PassManager &passes) {
  if (!getXLAFlags().dumps())
    return;
  if (!getXLAFlags().dumpPasses.empty())
    passes.getContext()->disableMultithreading();
  passes.addInstrumentation(std::make_unique<BeginDump>());
}
