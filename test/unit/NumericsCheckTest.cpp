//===- NumericsCheckTest.cpp - Tests of the check between passes ----------===//
//
// Passes that are wrong on purpose, one for each level: the check has to name
// each of them, and nothing where all is right.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/NumericsCheck.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/InitAll.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Support/Generator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace xla;

/// A dot, a math function, a reduction and a loop.
static constexpr llvm::StringLiteral program = R"mlir(
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x24xf32>) -> (tensor<8xf32>, tensor<8x24xf32>) {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %i0 = hlo.constant dense<0> : tensor<i32>
  %i1 = hlo.constant dense<1> : tensor<i32>
  %i3 = hlo.constant dense<3> : tensor<i32>
  %0 = hlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x24xf32>) -> tensor<8x24xf32>
  %1 = hlo.tanh %0 : tensor<8x24xf32>
  %2:2 = hlo.while(%i = %i0, %a = %1) : tensor<i32>, tensor<8x24xf32>
  cond {
    %c = hlo.compare LT, %i, %i3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %n = hlo.add %i, %i1 : tensor<i32>
    %b = hlo.add %a, %1 : tensor<8x24xf32>
    hlo.return %n, %b : tensor<i32>, tensor<8x24xf32>
  }
  %3 = hlo.reduce(%2#1 init: %zero) applies hlo.add across dimensions = [1] : (tensor<8x24xf32>, tensor<f32>) -> tensor<8xf32>
  return %3, %2#1 : tensor<8xf32>, tensor<8x24xf32>
}
)mlir";

namespace {
/// Turns the first op `From` under an allowed root into `To`.
template <typename From, typename To>
struct WrongPass : PassWrapper<WrongPass<From, To>, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WrongPass)
  StringRef getArgument() const override { return "test-wrong"; }
  void runOnOperation() override {
    this->getOperation()->walk([&](From op) {
      OpBuilder builder(op);
      auto wrong = To::create(builder, op.getLoc(), op->getResultTypes(),
                              op->getOperands());
      op->replaceAllUsesWith(wrong);
      op->erase();
      return WalkResult::interrupt();
    });
  }
};

class NumericsCheckTest : public testing::Test {
protected:
  NumericsCheckTest() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parseSourceString<ModuleOp>(program, &context);
  }

  /// Compiles the program with `wrong` after `phase`; returns the errors.
  std::string compile(Phase phase, std::unique_ptr<Pass> wrong) {
    std::string errors;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
      return success();
    });
    PassManager passes(&context);
    passes.enableVerifier(false);
    passes.addInstrumentation(check.createInstrumentation());
    buildPhasesPipeline(passes, Phase::Input, phase);
    if (wrong)
      passes.addPass(std::move(wrong));
    buildPhasesPipeline(passes, phase, Phase::Lower);
    bool right = succeeded(passes.run(*module));
    EXPECT_EQ(right, errors.empty());
    return errors;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  NumericsCheck check;
};
} // namespace

TEST_F(NumericsCheckTest, RightPassesAgreeAndAreAllRun) {
  EXPECT_EQ(compile(Phase::Fusion, nullptr), "");
  EXPECT_FALSE(check.hasDifference());
  std::string text;
  llvm::raw_string_ostream os(text);
  check.print(os);
  EXPECT_EQ(text.find("not run"), std::string::npos) << text;
  EXPECT_NE(text.find("all agree"), std::string::npos) << text;
}

TEST_F(NumericsCheckTest, NamesAWrongPassOnHLO) {
  std::string errors =
      compile(Phase::HLOOptimize,
              std::make_unique<WrongPass<hlo::TanhOp, hlo::SineOp>>());
  EXPECT_TRUE(StringRef(errors).starts_with(
      "pass 'test-wrong' changes result 0: 8 of 8 elements differ"))
      << errors;
  EXPECT_TRUE(check.hasDifference());
}

TEST_F(NumericsCheckTest, NamesAWrongPassOnKernelsOfHLO) {
  std::string errors = compile(
      Phase::Fusion, std::make_unique<WrongPass<hlo::TanhOp, hlo::SineOp>>());
  EXPECT_TRUE(StringRef(errors).starts_with("pass 'test-wrong' changes"))
      << errors;
}

TEST_F(NumericsCheckTest, NamesAWrongPassOnTensors) {
  for (Phase phase : {Phase::Linalg, Phase::Codegen}) {
    check = NumericsCheck();
    module = parseSourceString<ModuleOp>(program, &context);
    std::string errors = compile(
        phase, std::make_unique<WrongPass<arith::AddFOp, arith::SubFOp>>());
    EXPECT_TRUE(StringRef(errors).starts_with("pass 'test-wrong' changes"))
        << errors;
  }
}

TEST_F(NumericsCheckTest, NamesAWrongPassOnBuffers) {
  std::string errors =
      compile(Phase::Bufferize,
              std::make_unique<WrongPass<arith::AddFOp, arith::SubFOp>>());
  EXPECT_TRUE(StringRef(errors).starts_with("pass 'test-wrong' changes"))
      << errors;
}

TEST_F(NumericsCheckTest, NamesAWrongPassOnTheLLVMDialect) {
  std::string errors = compile(
      Phase::Lower, std::make_unique<WrongPass<LLVM::FSubOp, LLVM::FAddOp>>());
  EXPECT_TRUE(StringRef(errors).starts_with("pass 'test-wrong' changes"))
      << errors;
}

TEST_F(NumericsCheckTest, ExactProgramsHaveToAgreeToTheBit) {
  auto exact = parseSourceString<ModuleOp>(R"mlir(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = hlo.add %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    })mlir",
                                           &context);
  auto spec =
      llvm::cantFail(ArgumentSpec::parse("4xf32=1,2.5,nan,-0", &context));
  Literal x = llvm::cantFail(spec.generate(&context));
  NumericsReference reference =
      llvm::cantFail(NumericsReference::create(*exact, "main", {x}));
  EXPECT_FALSE(reference.findDifference(reference.getResults()));
  Literal moved = reference.getResults()[0].clone();
  moved.getData<float>()[1] = std::nextafter(5.0f, 6.0f);
  auto difference = reference.findDifference({moved});
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->second.worstIndex, 1);
  EXPECT_TRUE(reference.findDifference({}));
}

TEST_F(NumericsCheckTest, AllowsWhatRoundingDoesAndNoMore) {
  // The square of the error grows what the exponential makes of it.
  auto rounded = parseSourceString<ModuleOp>(R"mlir(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = hlo.exponential %x : tensor<2xf32>
      %1 = hlo.exponential %0 : tensor<2xf32>
      return %1 : tensor<2xf32>
    })mlir",
                                             &context);
  auto spec = llvm::cantFail(ArgumentSpec::parse("2xf32=0,4", &context));
  Literal x = llvm::cantFail(spec.generate(&context));
  NumericsReference reference =
      llvm::cantFail(NumericsReference::create(*rounded, "main", {x}));
  auto differs = [&](int64_t index, float factor) {
    Literal moved = reference.getResults()[0].clone();
    moved.getData<float>()[index] *= factor;
    return reference.findDifference({moved}).has_value();
  };
  // e^1 is off by some ulps, e^(e^4) by e^4 times as many.
  EXPECT_FALSE(differs(0, 1 + 4 * 0x1p-23f));
  EXPECT_TRUE(differs(0, 1 + 300 * 0x1p-23f));
  EXPECT_FALSE(differs(1, 1 + 60 * 0x1p-23f));
  EXPECT_TRUE(differs(1, 1 + 20000 * 0x1p-23f));
}
