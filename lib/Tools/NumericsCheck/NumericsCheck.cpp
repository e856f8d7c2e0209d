//===- NumericsCheck.cpp - Run a program after each pass ------------------===//
//
// A pass instrumentation: fingerprints tell which passes changed something.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/NumericsCheck.h"

#include "../XLARun/Arguments.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;

/// Memory that made-up arguments may take: they are for small programs.
static constexpr int64_t argumentBytes = int64_t(1) << 30;

/// The outermost module around `op`.
static ModuleOp getProgram(Operation *op) {
  while (op->getParentOp())
    op = op->getParentOp();
  return dyn_cast<ModuleOp>(op);
}

/// Evaluates the program as it is before the first pass. False after an error.
bool NumericsCheck::prepare(ModuleOp module) {
  if (reference)
    return true;
  if (isUnfit)
    return false;
  isUnfit = true;
  auto options = CompileOptions::of(module);
  if (failed(options))
    return false;
  entry = options->entry;
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function) {
    module.emitError("expected a function @")
        << entry << " to check the numbers of";
    return false;
  }
  auto fail = [&](llvm::Error error) {
    function.emitError("its numbers cannot be checked: ")
        << llvm::toString(std::move(error));
    return false;
  };
  SmallVector<Type> declared(function.getArgumentTypes());
  // What the caller sees, once integers have lost their signs.
  if (auto described = function->getAttrOfType<EntryAttr>(kEntryAttr)) {
    declared.clear();
    for (EntryValueAttr argument : described.getArguments())
      declared.push_back(argument.getType());
  }
  auto types = run::flattenTypes(declared);
  if (!types)
    return fail(types.takeError());
  auto made = run::createArguments(*types, /*specs=*/{}, argumentBytes,
                                   module.getContext(), llvm::nulls());
  if (!made)
    return fail(made.takeError());
  arguments = std::move(*made);
  auto first = NumericsReference::create(module, entry, arguments);
  if (!first)
    return fail(first.takeError());
  reference = std::move(*first);
  isUnfit = false;
  return true;
}

bool NumericsCheck::check(ModuleOp module, StringRef what) {
  auto got = runAtAnyLevel(module, entry, arguments);
  if (!got) {
    notRun.emplace_back(what.str(), llvm::toString(got.takeError()));
    return true;
  }
  ++numChecked;
  auto difference = reference->findDifference(*got);
  if (!difference)
    return true;
  differs = true;
  module.emitError() << what << " changes result " << difference->first << ": "
                     << difference->second.describe();
  return false;
}

void NumericsCheck::print(raw_ostream &os) const {
  os << "numerics: " << numChecked << " runs between passes, "
     << (differs ? "the last one differs" : "all agree") << "\n";
  for (const auto &[what, reason] : notRun)
    os << "numerics: not run after " << what << ": " << reason << "\n";
}

namespace xla {
class NumericsInstrumentation : public PassInstrumentation {
public:
  explicit NumericsInstrumentation(NumericsCheck &check) : check(check) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (isAboutProgram(pass)) {
      if (ModuleOp module = getProgram(op); module && !check.prepare(module))
        signalPassFailure(pass);
      before.emplace_back(op);
    }
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    if (!isAboutProgram(pass))
      return;
    bool changed = OperationFingerPrint(op) != before.pop_back_val();
    ModuleOp module = getProgram(op);
    if (!changed || !module || !check.reference || check.differs)
      return;
    std::string what = ("pass '" + pass->getArgument() + "'").str();
    if (auto function = dyn_cast<func::FuncOp>(op))
      what += (" on @" + function.getSymName()).str();
    if (!check.check(module, what))
      signalPassFailure(pass);
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (isAboutProgram(pass))
      before.pop_back();
  }

private:
  /// Adaptors only hold other passes; what is written about a program does not
  /// change it.
  static bool isAboutProgram(Pass *pass) {
    StringRef name = pass->getArgument();
    return !pass->getName().contains("OpToOpPassAdaptor") &&
           name != "xla-record-options" && name != "xla-mark-phase";
  }

  NumericsCheck &check;
  SmallVector<OperationFingerPrint, 4> before;
};
} // namespace xla

std::unique_ptr<PassInstrumentation> NumericsCheck::createInstrumentation() {
  return std::make_unique<NumericsInstrumentation>(*this);
}
