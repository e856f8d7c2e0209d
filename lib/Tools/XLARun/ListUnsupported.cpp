//===- ListUnsupported.cpp - All that a backend refuses -------------------===//
//
// Runs the program up to where native code is decided on, and takes every
// error on the way for a line. The names of custom calls are looked up last:
// those that stand for ops are gone by then.
//
//===----------------------------------------------------------------------===//

#include "ListUnsupported.h"
#include "Arguments.h"

#include "xla/Codegen/GPU/Passes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/HLO/Transforms/RefineShapes.h"
#include "xla/Fusion/Passes.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/KnownCalls.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace xla;

/// `text` with the place of `loc` in front.
static std::string makeLine(Location loc, const Twine &text) {
  std::string line;
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    line = (place.getFilename().getValue() + ":" + Twine(place.getLine()) +
            ":" + Twine(place.getColumn()) + ": ")
               .str();
  return line + text.str();
}

/// Lines in the order in which they were found, each once.
using Lines = std::vector<std::string>;

static void insert(Lines &lines, std::string line) {
  if (!llvm::is_contained(lines, line))
    lines.push_back(std::move(line));
}

static unsigned print(const Lines &lines, llvm::raw_ostream &os) {
  for (const std::string &line : lines)
    os << line << "\n";
  os << lines.size() << " unsupported\n";
  return lines.size();
}

static std::string getName(Operation *op) {
  return ("'" + op->getName().getStringRef() + "' op ").str();
}

/// Makes the shapes that the program leaves open those of `specs`, as a run
/// does before it compiles. Fails after a diagnostic.
static LogicalResult refineForArguments(ModuleOp module,
                                        const CompileOptions &options,
                                        ArrayRef<ArgumentSpec> specs) {
  auto entry = module.lookupSymbol<func::FuncOp>(options.entry);
  // A run refuses tuples there, as the passes do.
  if (specs.empty() || !hlo::hasOpenShapes(module) ||
      llvm::any_of(entry.getArgumentTypes(), llvm::IsaPred<TupleType>))
    return success();
  auto refuse = [&](llvm::Error error) {
    return entry.emitError(llvm::toString(std::move(error)));
  };
  auto types = run::flattenTypes(entry.getArgumentTypes());
  if (!types)
    return refuse(types.takeError());
  auto literals = run::createArguments(*types, specs, options.memoryLimitBytes,
                                       module.getContext(), llvm::nulls());
  if (!literals)
    return refuse(literals.takeError());
  SmallVector<unsigned> sizes = hlo::findShapeArguments(entry);
  SmallVector<hlo::KnownArgument> known(entry.getNumArguments());
  auto next = literals->begin();
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    known[index].type = RankedTensorType::get(next->getType().getShape(),
                                              tensor.getElementType());
    if (llvm::is_contained(sizes, index))
      known[index].value = next->getAttr();
    ++next;
  }
  return hlo::refineShapes(entry, known);
}

/// Takes errors for lines as long as it lives.
static auto collectErrors(MLIRContext *context, Lines &lines) {
  return std::make_unique<ScopedDiagnosticHandler>(
      context, [&lines](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          insert(lines, makeLine(diagnostic.getLocation(), diagnostic.str()));
        return success();
      });
}

/// Lowers `module` to where machine code is decided on, and adds a line for
/// each thing that it refuses. Errors are collected.
static void addNativeUnsupported(ModuleOp module, const CompileOptions &options,
                                 ArrayRef<ArgumentSpec> arguments,
                                 Lines &lines) {
  PassManager passes(module.getContext());
  if (failed(refineForArguments(module, options, arguments)))
    return;
  buildPhasePipeline(passes, Phase::HLOOptimize, options);
  passes.addPass(createXLAVerifyNativeSupportPass());
  // Failure is what is looked for.
  (void)passes.run(module);
  const xla_host *host = xla_default_host();
  module.walk([&](hlo::CustomCallOp op) {
    void *unused;
    StringRef target = op.getCallTargetName();
    if (host->find_custom_call(host->context, target.str().c_str(), &unused))
      return;
    StringRef form = getKnownCallForm(target);
    std::string line = getName(op) + "for '" + target.str() + "' ";
    if (target == kElidedConstant)
      line += explainMissingFunction(target);
    else
      line += form.empty() ? "has no function registered"
                           : "expects " + form.str() +
                                 ", or a function registered for another form";
    insert(lines, makeLine(op.getLoc(), line));
  });
}

unsigned xla::run::listNativeUnsupported(ModuleOp module,
                                         const CompileOptions &options,
                                         ArrayRef<ArgumentSpec> arguments,
                                         llvm::raw_ostream &os) {
  Lines lines;
  auto handler = collectErrors(module.getContext(), lines);
  CompileOptions resolved = options;
  if (succeeded(resolved.resolveTarget([&] { return module.emitError(); })))
    addNativeUnsupported(module, resolved, arguments, lines);
  return print(lines, os);
}

unsigned xla::run::listGPUUnsupported(ModuleOp module,
                                      const CompileOptions &options,
                                      StringRef chip,
                                      ArrayRef<ArgumentSpec> arguments,
                                      llvm::raw_ostream &os) {
  Lines lines;
  MLIRContext *context = module.getContext();
  auto handler = collectErrors(context, lines);
  CompileOptions device = options;
  device.triple = "nvptx64-nvidia-cuda";
  device.cpu = chip.str();
  if (succeeded(device.resolveTarget([&] { return module.emitError(); })))
    addNativeUnsupported(module, device, arguments, lines);
  if (!lines.empty())
    return print(lines, os);
  PassManager toKernels(context);
  buildPhasesPipeline(toKernels, Phase::HLOOptimize, Phase::Bufferize, device);
  if (failed(toKernels.run(module)))
    return print(lines, os);
  // One by one: a pass over all of them would end with the first that fails.
  for (auto function : module.getOps<func::FuncOp>()) {
    PassManager map(context, func::FuncOp::getOperationName());
    map.addPass(gpu::createXLAGPUMapKernelsToLaunchPass());
    (void)map.run(function);
  }
  return print(lines, os);
}

unsigned xla::run::listInterpreterUnsupported(ModuleOp module, StringRef entry,
                                              llvm::raw_ostream &os) {
  Lines lines;
  interpreter::forEachUnsupported(
      module.lookupSymbol<func::FuncOp>(entry),
      [&](Operation *op, const std::string &reason) {
        insert(lines, makeLine(op->getLoc(), getName(op) + reason));
      });
  return print(lines, os);
}
