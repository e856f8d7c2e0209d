//===- OracleTest.cpp - What tests take for a right sum -------------------===//
//
// That the judges of random programs and of conformance programs see a wrong
// result, and let rounding pass.
//
//===----------------------------------------------------------------------===//

#include "../Fuzz/Oracle.h"
#include "../Conformance/Inexactness.h"
#include "xla/InitAll.h"
#include "xla/Target/ProgramReader.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace mlir;
using namespace xla;

namespace {
/// A program @main.
struct Parsed {
  explicit Parsed(llvm::StringRef text)
      : context(getRegistry(), MLIRContext::Threading::DISABLED) {
    module = parseProgram(llvm::MemoryBufferRef(text, "test"), &context);
    main = module->lookupSymbol<func::FuncOp>("main");
  }
  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  Literal create(Type type, llvm::ArrayRef<double> values) {
    Literal literal(cast<RankedTensorType>(type));
    for (auto [index, value] : llvm::enumerate(values))
      literal.setComplex(index, value);
    return literal;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp main;
};
} // namespace

TEST(Oracle, SumsThatAreNotFinite) {
  const double nan = std::nan(""), inf = INFINITY;
  Parsed program(R"(
    func.func @main(%a: tensor<3xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    })");
  fuzz::Oracle oracle(program.main);
  auto isRight = [&](std::initializer_list<double> terms, double result) {
    auto wrong = oracle.judge(
        {{{program.create(program.main.getArgumentTypes()[0], terms)}}, {}},
        {{{program.create(program.main.getResultTypes()[0], {result})}}, {}});
    return succeeded(wrong) && wrong->empty();
  };
  EXPECT_TRUE(isRight({1, 2, 3}, 6));
  EXPECT_FALSE(isRight({1, 2, 3}, 6.5));
  EXPECT_TRUE(isRight({1, nan, 3}, nan));
  EXPECT_FALSE(isRight({1, nan, 3}, 4));
  EXPECT_FALSE(isRight({1, nan, 3}, inf));
  EXPECT_TRUE(isRight({1, inf, 3}, inf));
  EXPECT_FALSE(isRight({1, inf, 3}, nan));
  EXPECT_FALSE(isRight({1, inf, 3}, -inf));
  EXPECT_FALSE(isRight({inf, 1, -inf}, inf));
  // Here the order decides.
  EXPECT_TRUE(isRight({3e38, 3e38, -3e38}, inf));
  EXPECT_TRUE(isRight({3e38, 3e38, -3e38}, 3e38));
}

TEST(Oracle, FunctionsAtTheEndOfBranches) {
  Parsed program(R"(
    func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
      %r = "stablehlo.if"(%p) ({
        %s = stablehlo.sine %a : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }, {
        %n = stablehlo.negate %a : tensor<f32>
        stablehlo.return %n : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      return %r : tensor<f32>
    })");
  fuzz::Oracle oracle(program.main);
  auto types = program.main.getArgumentTypes();
  auto isRight = [&](bool first, double result) {
    Literal predicate(cast<RankedTensorType>(types[0]));
    predicate.setInt(0, first);
    auto wrong = oracle.judge(
        {{{predicate, program.create(types[1], {0.5})}}, {}},
        {{{program.create(program.main.getResultTypes()[0], {result})}}, {}});
    return succeeded(wrong) && wrong->empty();
  };
  float sine = 0.479425538604203f;
  EXPECT_TRUE(isRight(true, sine));
  EXPECT_TRUE(isRight(true, std::nextafter(sine, 1.0f)));
  EXPECT_FALSE(isRight(true, sine * 1.00001f));
  EXPECT_TRUE(isRight(false, -0.5));
  EXPECT_FALSE(isRight(false, -0.50001));
}

TEST(Oracle, LongSumsInWholePrograms) {
  Parsed program(R"(
    func.func @main(%a: tensor<2000xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2000xf32>, tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    })");
  std::vector<double> terms(2000, 0);
  terms[0] = 1;
  Type result = program.main.getResultTypes()[0];
  auto inexactness = conformance::getInexactness(
      program.main,
      {program.create(program.main.getArgumentTypes()[0], terms)});
  ASSERT_TRUE(succeeded(inexactness));
  auto agrees = [&](double got) {
    std::string message;
    return conformance::agree({program.create(result, {got})},
                              {program.create(result, {1})}, *inexactness,
                              message);
  };
  EXPECT_TRUE(agrees(1 + 1e-5));
  EXPECT_FALSE(agrees(1.01));
  EXPECT_FALSE(agrees(0));
}
