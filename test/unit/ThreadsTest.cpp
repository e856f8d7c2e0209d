//===- ThreadsTest.cpp - Tests of whole programs on several threads -------===//
//
// The bits of results do not depend on the number of threads, and another
// thread can end a call.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/JIT/Executable.h"
#include "xla/Support/Generator.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <chrono>
#include <thread>

using namespace mlir;
using namespace xla;

namespace {
class ThreadsTest : public testing::Test {
protected:
  ThreadsTest() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  std::unique_ptr<Executable> compile(llvm::StringRef program) {
    module = parseSourceString<ModuleOp>(program, &context);
    if (!module)
      return nullptr;
    CompileOptions options;
    // Small programs too are split.
    options.taskNanoseconds = 1000;
    auto executable = Executable::compileProgram(*module, options);
    return succeeded(executable) ? std::move(*executable) : nullptr;
  }

  SmallVector<Literal> createArguments(const Executable &executable) {
    SmallVector<Literal> arguments;
    for (int32_t i = 0; i < executable.getInfo().num_arguments; ++i) {
      RankedTensorType type =
          getTensorType(executable.getArgument(i), &context);
      arguments.push_back(llvm::cantFail(
          Generator::getDefault(type.getElementType(), i).generate(type)));
    }
    return arguments;
  }

  /// Runs on 1, 2, 3 and 8 threads and compares bytes.
  void expectSameBits(llvm::StringRef program) {
    auto executable = compile(program);
    ASSERT_TRUE(executable);
    SmallVector<Literal> arguments = createArguments(*executable);
    int32_t before = xla_thread_count();
    xla_set_thread_count(8);
    SmallVector<Literal> first;
    for (int threads : {1, 2, 3, 8, 1}) {
      RunOptions options;
      options.threadLimit = threads;
      auto results =
          llvm::cantFail(executable->run(arguments, &context, options));
      if (first.empty())
        for (const Literal &result : results)
          first.push_back(result.clone());
      for (size_t i = 0; i < results.size(); ++i)
        EXPECT_TRUE(results[i].isBitEqual(first[i]))
            << "result " << i << " on " << threads << " threads";
    }
    xla_set_thread_count(before);
    // The loops were split, or this says nothing.
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    EXPECT_NE(text.find("_task0"), std::string::npos);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ThreadsTest, ReductionsGiveTheSameBits) {
  expectSameBits(R"mlir(
    func.func @main(%x: tensor<300x700xf32>) -> (tensor<300xf32>, tensor<700xf32>, tensor<f32>) {
      %zero = hlo.constant dense<0.0> : tensor<f32>
      %rows = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [1] : (tensor<300x700xf32>, tensor<f32>) -> tensor<300xf32>
      %columns = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [0] : (tensor<300x700xf32>, tensor<f32>) -> tensor<700xf32>
      %all = hlo.reduce(%x init: %zero) applies hlo.add across dimensions = [0, 1] : (tensor<300x700xf32>, tensor<f32>) -> tensor<f32>
      return %rows, %columns, %all : tensor<300xf32>, tensor<700xf32>, tensor<f32>
    })mlir");
}

TEST_F(ThreadsTest, DotsGiveTheSameBits) {
  expectSameBits(R"mlir(
    func.func @main(%x: tensor<3x130x257xf32>, %y: tensor<3x257x111xf32>) -> (tensor<3x130x111xf32>, tensor<3x130xf32>) {
      %0 = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x130x257xf32>, tensor<3x257x111xf32>) -> tensor<3x130x111xf32>
      %1 = hlo.exponential %0 : tensor<3x130x111xf32>
      %zero = hlo.constant dense<0.0> : tensor<f32>
      %2 = hlo.reduce(%1 init: %zero) applies hlo.add across dimensions = [2] : (tensor<3x130x111xf32>, tensor<f32>) -> tensor<3x130xf32>
      return %0, %2 : tensor<3x130x111xf32>, tensor<3x130xf32>
    })mlir");
}

TEST_F(ThreadsTest, ConvolutionsGiveTheSameBits) {
  expectSameBits(R"mlir(
    func.func @main(%x: tensor<2x33x35x8xf32>, %w: tensor<3x3x8x16xf32>) -> tensor<2x33x35x16xf32> {
      %0 = hlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x33x35x8xf32>, tensor<3x3x8x16xf32>) -> tensor<2x33x35x16xf32>
      return %0 : tensor<2x33x35x16xf32>
    })mlir");
}

TEST_F(ThreadsTest, ScansAndSortsGiveTheSameBits) {
  expectSameBits(R"mlir(
    func.func @main(%x: tensor<200x300xf32>) -> (tensor<200x300xf32>, tensor<200x300xf32>, tensor<200x300xf32>) {
      %zero = hlo.constant dense<0.0> : tensor<f32>
      %0 = "hlo.reduce_window"(%x, %zero) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = hlo.add %a, %b : tensor<f32>
        hlo.return %s : tensor<f32>
      }) {window_dimensions = array<i64: 1, 300>, padding = dense<[[0, 0], [299, 0]]> : tensor<2x2xi64>} : (tensor<200x300xf32>, tensor<f32>) -> tensor<200x300xf32>
      %1 = "hlo.sort"(%x) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = hlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
        hlo.return %c : tensor<i1>
      }) {dimension = 1 : i64, is_stable = true} : (tensor<200x300xf32>) -> tensor<200x300xf32>
      %2 = hlo.tanh %0 : tensor<200x300xf32>
      return %0, %1, %2 : tensor<200x300xf32>, tensor<200x300xf32>, tensor<200x300xf32>
    })mlir");
}

TEST_F(ThreadsTest, TheCancelFlagEndsALongLoop) {
  // It would take some hundred years.
  auto executable = compile(R"mlir(
    func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
      %i0 = hlo.constant dense<0> : tensor<i64>
      %i1 = hlo.constant dense<1> : tensor<i64>
      %last = hlo.constant dense<4611686018427387904> : tensor<i64>
      %0:2 = hlo.while(%i = %i0, %a = %x) : tensor<i64>, tensor<64xf32>
      cond {
        %c = hlo.compare LT, %i, %last : (tensor<i64>, tensor<i64>) -> tensor<i1>
        hlo.return %c : tensor<i1>
      } do {
        %n = hlo.add %i, %i1 : tensor<i64>
        %b = hlo.sine %a : tensor<64xf32>
        hlo.return %n, %b : tensor<i64>, tensor<64xf32>
      }
      return %0#1 : tensor<64xf32>
    })mlir");
  ASSERT_TRUE(executable);
  SmallVector<Literal> arguments = createArguments(*executable);
  volatile int32_t cancel = 0;
  RunOptions options;
  options.cancel = &cancel;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    cancel = 1;
  });
  auto results = executable->run(arguments, &context, options);
  other.join();
  ASSERT_FALSE(results);
  EXPECT_EQ(llvm::toString(results.takeError()), "cancelled");
}
} // namespace
