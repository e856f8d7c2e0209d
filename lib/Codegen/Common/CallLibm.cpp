//===- CallLibm.cpp - Math functions of the reference lowering ------------===//
//
// Calls the C library's double functions for every math op on scalars. Shares
// nothing with the formulas of floating-point functions that it is there to
// check.
//
//===----------------------------------------------------------------------===//

#include "xla/Codegen/Common/Passes.h"
#include "xla/Dialect/XLA/IR/Helper.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/PassCounter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringSwitch.h"

namespace xla {
#define GEN_PASS_DEF_XLACALLLIBMPASS
#include "xla/Codegen/Common/Passes.h.inc"
} // namespace xla

#define DEBUG_TYPE "xla-call-libm"

using namespace mlir;

static xla::PassCounter numCreatedCalls(DEBUG_TYPE, "num-created-calls");

/// The C library's function for `op`, empty where there is none to call.
static StringRef getFunction(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("math.acos", "acos")
      .Case("math.acosh", "acosh")
      .Case("math.asin", "asin")
      .Case("math.asinh", "asinh")
      .Case("math.atan", "atan")
      .Case("math.atan2", "atan2")
      .Case("math.atanh", "atanh")
      .Case("math.cbrt", "cbrt")
      .Case("math.ceil", "ceil")
      .Case("math.cos", "cos")
      .Case("math.cosh", "cosh")
      .Case("math.erf", "erf")
      .Case("math.erfc", "erfc")
      .Case("math.exp", "exp")
      .Case("math.exp2", "exp2")
      .Case("math.expm1", "expm1")
      .Case("math.floor", "floor")
      .Case("math.log", "log")
      .Case("math.log10", "log10")
      .Case("math.log1p", "log1p")
      .Case("math.log2", "log2")
      .Case("math.powf", "pow")
      .Case("math.round", "round")
      .Case("math.roundeven", "roundeven")
      .Case("math.sin", "sin")
      .Case("math.sinh", "sinh")
      .Case("math.sqrt", "sqrt")
      .Case("math.tan", "tan")
      .Case("math.tanh", "tanh")
      .Case("math.trunc", "trunc")
      .Case("arith.remf", "fmod")
      .Default("");
}

static LLVM::LLVMFuncOp getDeclaration(ModuleOp module, StringRef name,
                                       unsigned arguments) {
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  Type type = builder.getF64Type();
  SmallVector<Type> types(arguments, type);
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                                  LLVM::LLVMFunctionType::get(type, types));
}

/// Replaces `op` by a call on f64, whose result is rounded once.
static void callFunction(Operation *op, StringRef name) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  LLVM::LLVMFuncOp function = getDeclaration(op->getParentOfType<ModuleOp>(),
                                             name, op->getNumOperands());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        operand.getType().isF64()
            ? operand
            : arith::ExtFOp::create(b, b.getF64Type(), operand).getResult());
  Value result = LLVM::CallOp::create(b, function, operands).getResult();
  if (!op->getResult(0).getType().isF64())
    result = arith::TruncFOp::create(b, op->getResult(0).getType(), result);
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
}

namespace {
struct XLACallLibmPass : xla::impl::XLACallLibmPassBase<XLACallLibmPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    for (auto kernel : getOperation().getOps<func::FuncOp>())
      if (xla::isKernel(kernel) || xla::isHelper(kernel))
        kernel.walk([&](Operation *op) {
          if (op->getNumResults() == 1 &&
              isa<FloatType>(op->getResult(0).getType()) &&
              (!getFunction(op).empty() || isa<math::RsqrtOp>(op)))
            ops.push_back(op);
        });
    for (Operation *op : ops) {
      if (auto rsqrt = dyn_cast<math::RsqrtOp>(op)) {
        ImplicitLocOpBuilder b(op->getLoc(), op);
        Value one =
            arith::ConstantOp::create(b, b.getFloatAttr(rsqrt.getType(), 1.0));
        auto root = math::SqrtOp::create(b, rsqrt.getOperand());
        op->replaceAllUsesWith(
            ValueRange{arith::DivFOp::create(b, one, root).getResult()});
        op->erase();
        op = root;
      }
      callFunction(op, getFunction(op));
      numCreatedCalls += 1;
    }
  }
};
} // namespace
