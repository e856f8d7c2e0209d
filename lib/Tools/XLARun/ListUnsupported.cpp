//===- ListUnsupported.cpp - All that a backend refuses -------------------===//
//
// Runs the program up to where native code is decided on, and takes every
// error on the way for a line. The names of custom calls are looked up last:
// those that stand for ops are gone by then.
//
//===----------------------------------------------------------------------===//

#include "ListUnsupported.h"

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Fusion/Passes.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Runtime/xla_runtime.h"

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

unsigned xla::run::listNativeUnsupported(ModuleOp module,
                                         const CompileOptions &options,
                                         llvm::raw_ostream &os) {
  Lines lines;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          insert(lines, makeLine(diagnostic.getLocation(), diagnostic.str()));
        return success();
      });
  CompileOptions resolved = options;
  PassManager passes(module.getContext());
  if (failed(resolved.resolveTarget([&] { return module.emitError(); })))
    return print(lines, os);
  buildPhasePipeline(passes, Phase::HLOOptimize, resolved);
  passes.addPass(createXLAVerifyNativeSupportPass());
  // Failure is what is looked for.
  (void)passes.run(module);
  const xla_host *host = xla_default_host();
  module.walk([&](hlo::CustomCallOp op) {
    void *unused;
    StringRef target = op.getCallTargetName();
    if (!host->find_custom_call(host->context, target.str().c_str(), &unused))
      insert(lines, makeLine(op.getLoc(), getName(op) + "for '" + target +
                                              "' has no function registered"));
  });
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
