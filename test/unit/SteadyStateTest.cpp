//===- SteadyStateTest.cpp - What calls and executables leave behind ------===//
//
// A call allocates nothing once the first one has been; threads may call one
// executable at once; executables that go leave no memory and no mapping.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/JIT/Executable.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Target/Object/Object.h"
#include "xla/Target/Object/ObjectStore.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define XLA_SANITIZED
#endif
#endif

using namespace mlir;
using namespace xla;

/// Calls of malloc and its like by all threads while `isCounting`.
static std::atomic<bool> isCounting{false};
static std::atomic<int64_t> numAllocations{0};

#ifndef XLA_SANITIZED
// In front of the C library's own, for every library of the process.
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  numAllocations += isCounting;
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  numAllocations += isCounting;
  return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  numAllocations += isCounting;
  return __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  numAllocations += isCounting;
  return __libc_memalign(alignment, size);
}
}
#endif

namespace {
class SteadyStateTest : public testing::Test {
protected:
  SteadyStateTest()
      : context(
            [] {
              DialectRegistry registry;
              registerAllDialects(registry);
              return registry;
            }(),
            MLIRContext::Threading::DISABLED) {}

  std::unique_ptr<Executable> compile(StringRef text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    CompileOptions options;
    options.cacheDir = "-";
    auto code = Executable::compileProgram(*module, options);
    EXPECT_TRUE(succeeded(code));
    return succeeded(code) ? std::move(*code) : nullptr;
  }

  MLIRContext context;
};
} // namespace

/// Two kernels with a temporary between them, so that there is an arena; the
/// large one is split into parallel tasks.
static std::string getProgram(const std::string &size) {
  std::string tensor = "tensor<" + size + "xf32>";
  return "func.func public @main(%x: " + tensor + ") -> " + tensor +
         " {\n"
         "  %0 = \"hlo.sort\"(%x) <{dimension = 0 : i64}> ({\n"
         "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
         "    %2 = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> "
         "tensor<i1>\n"
         "    hlo.return %2 : tensor<i1>\n"
         "  }) : (" +
         tensor + ") -> " + tensor + "\n  %1 = hlo.add %0, %0 : " + tensor +
         "\n  return %1 : " + tensor + "\n}\n";
}

static void expectNoAllocation(const Executable &code, int64_t count) {
  std::vector<float> x(count, 1), y(count);
  void *arguments[] = {x.data()}, *results[] = {y.data()};
  for (int i = 0; i < 3; ++i)
    llvm::cantFail(code.run(arguments, results));
  numAllocations = 0;
  isCounting = true;
  for (int i = 0; i < 100; ++i)
    llvm::cantFail(code.run(arguments, results));
  isCounting = false;
  EXPECT_EQ(numAllocations, 0);
  EXPECT_EQ(y[count - 1], 2);
}

TEST_F(SteadyStateTest, CallsAllocateNothing) {
#ifdef XLA_SANITIZED
  GTEST_SKIP() << "the sanitizer has its own malloc";
#endif
  // The counter counts.
  isCounting = true;
  numAllocations = 0;
  auto memory = std::make_unique<std::vector<int>>(100);
  isCounting = false;
  ASSERT_GE(numAllocations, 2);
  auto small = compile(getProgram("16"));
  ASSERT_TRUE(small);
  ASSERT_GT(small->getInfo().arena_bytes, 0);
  expectNoAllocation(*small, 16);
  auto large = compile(getProgram("100000"));
  ASSERT_TRUE(large);
  expectNoAllocation(*large, 100000);
}

TEST_F(SteadyStateTest, ThreadsCallOneExecutable) {
  auto code = compile(getProgram("1000"));
  ASSERT_TRUE(code);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::vector<float> x(1000), y(1000);
      void *arguments[] = {x.data()}, *results[] = {y.data()};
      for (int run = 0; run < 50; ++run) {
        for (int i = 0; i < 1000; ++i)
          x[i] = static_cast<float>((i * 7 + t * 31 + run) % 1000);
        llvm::cantFail(code->run(arguments, results));
        for (int i = 0; i < 1000; ++i)
          wrong += y[i] != static_cast<float>(2 * i);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

//===----------------------------------------------------------------------===//
// Executables that come and go
//===----------------------------------------------------------------------===//

static int64_t countMappings() {
  auto maps = llvm::MemoryBuffer::getFileAsStream("/proc/self/maps");
  return maps ? (*maps)->getBuffer().count('\n') : 0;
}

static int64_t getResidentKilobytes() {
  auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/status");
  if (!status)
    return 0;
  StringRef text = (*status)->getBuffer();
  text = text.substr(text.find("VmRSS:") + strlen("VmRSS:")).ltrim();
  int64_t kilobytes = 0;
  text.consumeInteger(10, kilobytes);
  return kilobytes;
}

namespace {
class LoadTest : public SteadyStateTest {
protected:
  /// The objects of a program of `numKernels` kernels, each an object where
  /// `control` has a store.
  SmallVector<std::unique_ptr<llvm::MemoryBuffer>>
  compileToParts(int numKernels, const CompileControl &control) {
    std::string text = "func.func public @main(%x: tensor<8xf32>) -> "
                       "tensor<8xf32> {\n  %0 = hlo.add %x, %x : "
                       "tensor<8xf32>\n";
    for (int i = 1; i < numKernels; ++i) {
      std::string number = std::to_string(i);
      text += "  %" + number + " = \"hlo.sort\"(%" + std::to_string(i - 1) +
              ") <{dimension = 0 : i64}> ({\n"
              "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
              "    %c = hlo.constant dense<" +
              number +
              ".0> : tensor<f32>\n"
              "    %d = hlo.multiply %a, %c : tensor<f32>\n"
              "    %e = hlo.compare LT, %d, %b : (tensor<f32>, "
              "tensor<f32>) -> tensor<i1>\n"
              "    hlo.return %e : tensor<i1>\n"
              "  }) : (tensor<8xf32>) -> tensor<8xf32>\n";
    }
    text +=
        "  return %" + std::to_string(numKernels - 1) + " : tensor<8xf32>\n}\n";
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    EXPECT_TRUE(
        succeeded(options.resolveTarget([&] { return module->emitError(); })));
    PassManager passes(&context);
    buildPhasesPipeline(passes, Phase::Input, Phase::Lower, options);
    EXPECT_TRUE(succeeded(passes.run(*module)));
    return llvm::cantFail(
        compileToObjects(*module, options, /*threads=*/1, {}, control));
  }

  CompileOptions options;
};

/// Keeps nothing; its being there makes each kernel an object.
class NoStore : public ObjectStore {
public:
  Object get(StringRef, llvm::function_ref<Object()> compile) override {
    return compile();
  }
};
} // namespace

TEST_F(LoadTest, ThousandExecutablesLeaveNothing) {
  CompileControl control;
  control.store = std::make_shared<NoStore>();
  auto objects = compileToParts(3, control);
  ASSERT_GE(objects.size(), 4u);
  int64_t mappings = 0, kilobytes = 0;
  for (int i = 0; i < 1100; ++i) {
    if (i == 100) {
      mappings = countMappings();
      kilobytes = getResidentKilobytes();
    }
    auto code = llvm::cantFail(Executable::load(objects, options));
    float x[8] = {}, y[8];
    void *arguments[] = {x}, *results[] = {y};
    llvm::cantFail(code->run(arguments, results));
  }
  EXPECT_LE(countMappings(), mappings + 8);
#ifndef XLA_SANITIZED
  // Four kilobytes for each would be as many megabytes.
  EXPECT_LE(getResidentKilobytes(), kilobytes + 3000);
#endif
}

TEST_F(LoadTest, ExecutableTakesFewMappings) {
  CompileControl control;
  control.store = std::make_shared<NoStore>();
  auto objects = compileToParts(20, control);
  ASSERT_GE(objects.size(), 21u);
  std::vector<std::unique_ptr<Executable>> held;
  held.push_back(llvm::cantFail(Executable::load(objects, options)));
  int64_t before = countMappings();
  for (int i = 0; i < 20; ++i)
    held.push_back(llvm::cantFail(Executable::load(objects, options)));
  // Code, constants, and what is written, whatever the number of kernels.
  EXPECT_LE(countMappings() - before, 20 * 4 + 8);
}
