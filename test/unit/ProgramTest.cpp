//===- ProgramTest.cpp - Tests of programs for calls of any shape ---------===//
//
// Versions: when one is made, when it is found again, when it goes.
//
//===----------------------------------------------------------------------===//

#include "xla/JIT/Program.h"
#include "xla/InitAll.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir;
using namespace xla;

/// A sum along `?`, padded to the size that comes as a value, with the
/// assertion that it is not shorter.
static constexpr llvm::StringLiteral text = R"mlir(
func.func @main(%size: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %none = hlo.constant dense<0> : tensor<1xi64>
  %n32 = hlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = hlo.convert %n32 : (tensor<i32>) -> tensor<i64>
  %fits = hlo.compare GE, %size, %n, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
  hlo.custom_call @shape_assertion(%fits, %size, %n) {error_message = "expected a size of at least {1}, but got {0}", has_side_effect = true} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
  %pad = hlo.subtract %size, %n : tensor<i64>
  %high = hlo.reshape %pad : (tensor<i64>) -> tensor<1xi64>
  %y = hlo.add %x, %x : tensor<?xf32>
  %r = hlo.dynamic_pad %y, %zero, %none, %high, %none : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
)mlir";

namespace {
class ProgramTest : public testing::Test {
protected:
  ProgramTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    program = compile(text);
  }

  std::unique_ptr<Program> compile(StringRef source,
                                   llvm::SourceMgr *sources = nullptr) {
    auto module =
        parseProgram(llvm::MemoryBufferRef(source, "test"), context.get());
    CompileOptions options;
    options.optLevel = 0;
    auto result = Program::compile(*module, options, sources);
    return succeeded(result) ? std::move(*result) : nullptr;
  }

  /// Arguments of a call with `count` ones and a size.
  SmallVector<Literal> makeArguments(int64_t size, int64_t count) {
    Builder builder(context.get());
    Literal length(RankedTensorType::get({}, builder.getI64Type()));
    length.setInt(0, size);
    Literal x(RankedTensorType::get({count}, builder.getF32Type()));
    for (float &value : x.getData<float>())
      value = 1;
    return {length, x};
  }

  std::shared_ptr<const Executable> specialize(int64_t size, int64_t count) {
    return llvm::cantFail(program->specialize(makeArguments(size, count)));
  }

  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<Program> program;
};
} // namespace

TEST_F(ProgramTest, DescribesWhatTheCallDecides) {
  ASSERT_TRUE(program->isDynamic());
  const xla_info &info = program->getInfo();
  EXPECT_EQ(info.num_dynamic_dims, 1);
  EXPECT_EQ(info.num_kernels, 0);
  ASSERT_EQ(info.num_arguments, 2);
  EXPECT_EQ(info.arguments[0].byte_size, 8);
  EXPECT_EQ(info.arguments[1].dims[0], -1);
  EXPECT_EQ(info.arguments[1].byte_size, -1);
  ASSERT_EQ(info.num_results, 1);
  EXPECT_EQ(info.results[0].dims[0], -1);
  EXPECT_EQ(program->getShapeArguments(), ArrayRef<unsigned>(0));
}

TEST_F(ProgramTest, RunsForTheShapesOfTheCall) {
  for (auto [size, count] : {std::pair(4, 3), std::pair(2, 2)}) {
    SmallVector<Literal> arguments = makeArguments(size, count);
    auto results = specialize(size, count)->run(arguments, context.get());
    ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
    ASSERT_EQ((*results)[0].getShape(), ArrayRef<int64_t>(size));
    for (int64_t i = 0; i < size; ++i)
      EXPECT_EQ((*results)[0].getDouble(i), i < count ? 2 : 0);
  }
}

TEST_F(ProgramTest, FindsVersionsAgain) {
  auto first = specialize(4, 3);
  EXPECT_NE(first, specialize(5, 3)) << "another value";
  EXPECT_NE(first, specialize(4, 2)) << "another shape";
  EXPECT_EQ(first, specialize(4, 3));
}

TEST_F(ProgramTest, DropsTheVersionThatWasNotUsedLongest) {
  std::weak_ptr<const Executable> used = specialize(1, 1);
  std::weak_ptr<const Executable> old = specialize(2, 1);
  for (int64_t i = 2; i < int64_t(Program::kMaxVersions); ++i)
    specialize(i + 1, 1);
  EXPECT_FALSE(old.expired());
  specialize(1, 1);
  specialize(100, 1);
  EXPECT_TRUE(old.expired());
  EXPECT_FALSE(used.expired());
}

TEST_F(ProgramTest, SaysWhyACallIsRefused) {
  auto tooShort = program->specialize(makeArguments(1, 3));
  ASSERT_FALSE(bool(tooShort));
  std::string message = llvm::toString(tooShort.takeError());
  EXPECT_NE(message.find("expected a size of at least 3, but got 1"),
            std::string::npos)
      << message;
  SmallVector<Literal> swapped = makeArguments(4, 3);
  std::swap(swapped[0], swapped[1]);
  auto wrongTypes = program->specialize(swapped);
  ASSERT_FALSE(bool(wrongTypes));
  EXPECT_EQ(llvm::toString(wrongTypes.takeError()),
            "argument 0 of type 3xf32 does not fit its parameter");
}

TEST_F(ProgramTest, ThreadsMaySpecializeAtOnce) {
  std::vector<std::thread> threads;
  std::vector<double> sums(4, 0);
  for (int64_t i = 0; i < 4; ++i)
    threads.emplace_back([this, i, &sums] {
      std::vector<float> x(1 + i % 2, 1), y(3, -1);
      int64_t size = 3, extent = x.size();
      void *arguments[] = {&size, x.data()}, *results[] = {y.data()};
      auto code = llvm::cantFail(
          program->specialize(extent, ArrayRef<const void *>{&size, x.data()}));
      llvm::cantFail(code->run(arguments, results));
      sums[i] = y[0] + y[1] + y[2];
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(sums, (std::vector<double>{2, 4, 2, 4}));
}

TEST_F(ProgramTest, ThreadsMayBeRefusedAtOnce) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, "test"),
                             llvm::SMLoc());
  program = compile(text, &sources);
  std::vector<std::thread> threads;
  std::vector<std::string> messages(4);
  for (std::string &message : messages)
    threads.emplace_back([this, &message] {
      int64_t size = 1;
      auto code = program->specialize(/*dynamicDims=*/int64_t(3),
                                      ArrayRef<const void *>{&size, nullptr});
      message = llvm::toString(code.takeError());
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &message : messages) {
    EXPECT_EQ(message, messages.front());
    EXPECT_EQ(StringRef(message).take_front(9), "test:8:3:") << message;
    EXPECT_NE(message.find("a size of at least 3, but got 1"),
              std::string::npos)
        << message;
  }
}

TEST_F(ProgramTest, RefusesWhatNoCallCouldRun) {
  std::string message;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
  });
  EXPECT_FALSE(compile(R"mlir(
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = call @main(%x) : (tensor<?xf32>) -> tensor<?xf32>
      return %y : tensor<?xf32>
    })mlir"));
  EXPECT_NE(message.find("would call itself"), std::string::npos) << message;
}

TEST_F(ProgramTest, StaticProgramsHaveTheirCodeAtOnce) {
  auto fixed = compile(R"mlir(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %s = hlo.constant dense<2> : tensor<1xi32>
      %r = hlo.dynamic_reshape %x, %s : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>
      %y = hlo.add %r, %r : tensor<?xf32>
      %t = hlo.dynamic_reshape %y, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<2xf32>
      return %t : tensor<2xf32>
    })mlir");
  ASSERT_TRUE(fixed);
  EXPECT_FALSE(fixed->isDynamic());
  EXPECT_EQ(fixed->getInfo().num_kernels, 1);
}

/// The info says who gives to whom; a call may give or not.
TEST_F(ProgramTest, DonatesWhereTheCallerSaysSo) {
  auto donating = compile(R"mlir(
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = hlo.add %x, %y : tensor<4xf32>
  return %x, %0 : tensor<4xf32>, tensor<4xf32>
})mlir");
  ASSERT_TRUE(donating);
  auto code = llvm::cantFail(donating->specialize({}));
  EXPECT_EQ(code->getArgument(0).flags, 0u);
  EXPECT_EQ(code->getArgument(1).flags, XLA_TENSOR_DONATABLE);
  EXPECT_EQ(code->getResult(0).alias, -1);
  EXPECT_EQ(code->getResult(1).alias, 1);
  float x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40}, first[4], second[4];
  llvm::cantFail(code->run({x, y}, {first, second}));
  EXPECT_EQ(y[3], 40);
  EXPECT_EQ(second[3], 44);
  llvm::cantFail(code->run({x, y}, {first, y}));
  EXPECT_EQ(y[3], 44);
  EXPECT_EQ(first[3], 4);
  EXPECT_EQ(llvm::toString(code->run({y, y}, {first, y})),
            "invalid argument: expected separate buffers, but result 1 "
            "overlaps argument 0 without donation");
  EXPECT_EQ(llvm::toString(code->run({x, y}, {y, second})),
            "invalid argument: expected separate buffers, but result 0 "
            "overlaps argument 1 without donation");
}
