//===- OutlineMath.cpp - One copy of each formula of a large kernel -------===//
//
// LLVM's time grows faster than a block of instructions, and a comparator or
// the body of a reduction cannot be split as fusions are: where the formulas of
// its math functions would be too long, each function becomes a helper, and
// is expanded once.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Common/FormulaLength.h"
#include "xla/Codegen/Common/Passes.h"
#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Dialect/XLA/IR/Helper.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla {
#define GEN_PASS_DEF_XLAOUTLINEMATHPASS
#include "xla/Codegen/Common/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-outline-math"

using namespace mlir;
using namespace xla;

static PassCounter numCreatedHelpers(DEBUG_TYPE, "num-created-helpers");
static PassCounter numCreatedCalls(DEBUG_TYPE, "num-created-calls");

namespace {
/// The helpers of a module.
class Helpers {
public:
  explicit Helpers(ModuleOp module) : symbols(module) {}

  /// Replaces `op` by a call of the helper that does the same.
  void call(Operation *op);

private:
  /// What decides which op it is, operands aside.
  using Kind = std::tuple<OperationName, FunctionType, DictionaryAttr>;
  static Kind getKind(Operation *op) {
    return {op->getName(),
            FunctionType::get(op->getContext(), op->getOperandTypes(),
                              op->getResultTypes()),
            op->getAttrDictionary()};
  }
  func::FuncOp create(Operation *op, FunctionType type);

  SymbolTable symbols;
  llvm::DenseMap<Kind, func::FuncOp> helpers;
};
} // namespace

/// A helper that consists of `op`. It has no place in the program: others that
/// call it are elsewhere.
func::FuncOp Helpers::create(Operation *op, FunctionType type) {
  ImplicitLocOpBuilder b(UnknownLoc::get(op->getContext()), op->getContext());
  std::string name = op->getName().getStringRef().str();
  llvm::replace(name, '.', '_');
  auto helper = func::FuncOp::create(b, name, type);
  helper.setPrivate();
  helper->setAttr(kHelperAttr, b.getUnitAttr());
  b.setInsertionPointToEnd(helper.addEntryBlock());
  Operation *clone = b.clone(*op);
  clone->setLoc(b.getLoc());
  clone->setOperands(helper.getArguments());
  func::ReturnOp::create(b, clone->getResults());
  // Behind the kernels, under a name of its own.
  symbols.insert(helper);
  numCreatedHelpers += 1;
  return helper;
}

void Helpers::call(Operation *op) {
  Kind kind = getKind(op);
  func::FuncOp &helper = helpers[kind];
  if (!helper)
    helper = create(op, std::get<FunctionType>(kind));
  OpBuilder b(op);
  op->replaceAllUsesWith(
      func::CallOp::create(b, op->getLoc(), helper, op->getOperands()));
  op->erase();
  numCreatedCalls += 1;
}

namespace {
struct XLAOutlineMathPass
    : xla::impl::XLAOutlineMathPassBase<XLAOutlineMathPass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<TargetFeatures> features = TargetFeatures::of(getOperation());
    if (failed(features))
      return signalPassFailure();
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (isKernel(function))
        kernels.push_back(function);
    Helpers helpers(getOperation());
    for (func::FuncOp kernel : kernels) {
      if (getFormulaLengths(kernel, *features) <= maxOps)
        continue;
      SmallVector<Operation *> functions;
      kernel.walk([&](Operation *op) {
        if (getFormulaLength(op))
          functions.push_back(op);
      });
      for (Operation *op : functions)
        helpers.call(op);
    }
  }
};
} // namespace
