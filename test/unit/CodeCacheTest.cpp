//===- CodeCacheTest.cpp - Tests of the cache of compiled code ------------===//

#include "xla/JIT/CodeCache.h"
#include "../../lib/JIT/CacheFolder.h"
#include "xla/InitAll.h"
#include "xla/JIT/ProgramCache.h"
#include "xla/Pipelines/InstructionSet.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>
#include <utime.h>

using namespace mlir;
using namespace xla;
namespace fs = llvm::sys::fs;

namespace {
class CodeCacheTest : public testing::Test {
protected:
  CodeCacheTest() {
    registerAllDialects(registry);
    EXPECT_FALSE(fs::createUniqueDirectory("xla-cache", folder));
    clearCaches();
  }
  ~CodeCacheTest() override {
    clearCaches();
    fs::remove_directories(folder);
  }

  std::shared_ptr<const CachedProgram> compile(const std::string &text,
                                               std::string options = "") {
    CompileReport report;
    options += ";cache-dir=" + cacheDir;
    auto program = compileCached(text, "program", options, registry, report);
    EXPECT_EQ(report.text, "");
    return program;
  }

  /// All files of the folder that hold code.
  std::vector<std::string> getFiles() {
    std::vector<std::string> files;
    std::error_code code;
    for (fs::directory_iterator it(folder, code), end; it != end && !code;
         it.increment(code))
      if (llvm::sys::path::filename(it->path()) != "llvmcache.timestamp")
        files.push_back(it->path());
    llvm::sort(files);
    return files;
  }

  void useFolder() { cacheDir = folder.str().str(); }

  DialectRegistry registry;
  SmallString<128> folder;
  /// None, unless a test wants the folder.
  std::string cacheDir = "-";
};
} // namespace

/// mean((x - y)^2) of tensors of that shape: StableHLO states it in the text.
static std::string getMSE(const std::string &shape, const std::string &dims,
                          int count) {
  std::string tensor = "tensor<" + shape + "f32>";
  return "func.func @main(%x: " + tensor + ", %y: " + tensor +
         ") -> tensor<f32> {\n"
         "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
         "  %count = stablehlo.constant dense<" +
         std::to_string(count) +
         ".0> : tensor<f32>\n"
         "  %0 = stablehlo.subtract %x, %y : " +
         tensor + "\n  %1 = stablehlo.multiply %0, %0 : " + tensor +
         "\n  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add "
         "across dimensions = [" +
         dims + "] : (" + tensor +
         ", tensor<f32>) -> tensor<f32>\n"
         "  %3 = stablehlo.divide %2, %count : tensor<f32>\n"
         "  return %3 : tensor<f32>\n}\n";
}

static float runMSE(const CachedProgram &program, std::vector<float> x,
                    std::vector<float> y) {
  auto code = llvm::cantFail(program.program->specialize({}, {}));
  float result = -1;
  void *arguments[] = {x.data(), y.data()}, *results[] = {&result};
  llvm::cantFail(code->run(arguments, results));
  return result;
}

TEST_F(CodeCacheTest, KnownSignatureIsNotCompiledAgain) {
  auto first = compile(getMSE("", "", 1));
  ASSERT_TRUE(first);
  EXPECT_EQ(runMSE(*first, {3}, {1}), 4);
  auto second = compile(getMSE("", "", 1));
  EXPECT_EQ(second, first);
  EXPECT_EQ(runMSE(*second, {5}, {2}), 9);
  auto third = compile(getMSE("2x2x", "0, 1", 4));
  ASSERT_TRUE(third);
  EXPECT_EQ(runMSE(*third, {1, 2, 3, 4}, {1, 2, 3, 8}), 4);
  CacheInfo info = getCacheInfo();
  EXPECT_EQ(info.programMisses, 2);
  EXPECT_EQ(info.programHits, 1);
  EXPECT_EQ(info.programsKept, 2);
  EXPECT_EQ(info.programsLoaded, 0);
}

TEST_F(CodeCacheTest, OtherOptionsAreAnotherSignature) {
  auto first = compile(getMSE("", "", 1));
  EXPECT_NE(compile(getMSE("", "", 1), "opt-level=1"), first);
  EXPECT_EQ(getCacheInfo().programMisses, 2);
}

TEST_F(CodeCacheTest, ThreadsThatWantTheSameCompileItOnce) {
  std::shared_ptr<const CachedProgram> programs[4];
  std::vector<std::thread> threads;
  for (auto &program : programs)
    threads.emplace_back([&] { program = compile(getMSE("", "", 1)); });
  for (std::thread &thread : threads)
    thread.join();
  for (auto &program : programs)
    EXPECT_EQ(program, programs[0]);
  EXPECT_EQ(getCacheInfo().programMisses, 1);
  EXPECT_EQ(getCacheInfo().programHits, 3);
}

TEST_F(CodeCacheTest, ClearedProgramsLiveOnWhereTheyAreHeld) {
  auto program = compile(getMSE("", "", 1));
  clearCaches();
  EXPECT_EQ(getCacheInfo().programsKept, 0);
  EXPECT_EQ(getCacheInfo().bytesKept, 0);
  EXPECT_EQ(runMSE(*program, {3}, {1}), 4);
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

TEST_F(CodeCacheTest, FolderOutlivesTheProcess) {
  useFolder();
  ASSERT_TRUE(compile(getMSE("", "", 1)));
  EXPECT_GT(getCacheInfo().partsCompiled, 0);
  // As in another process.
  clearCaches();
  auto program = compile(getMSE("", "", 1));
  ASSERT_TRUE(program);
  EXPECT_EQ(runMSE(*program, {3}, {1}), 4);
  CacheInfo info = getCacheInfo();
  EXPECT_EQ(info.programMisses, 1);
  EXPECT_EQ(info.programsLoaded, 1);
  EXPECT_EQ(info.partsCompiled, 0);
  EXPECT_GT(info.partsLoaded, 0);
}

/// Two kernels: a sort, which is always one by itself, and what follows it.
static std::string getTwoKernels(const std::string &factor,
                                 const std::string &comment = "") {
  return comment +
         "func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {\n"
         "  %c = stablehlo.constant dense<" +
         factor +
         "> : tensor<16xf32>\n"
         "  %0 = \"stablehlo.sort\"(%x) <{dimension = 0 : i64}> ({\n"
         "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
         "    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) "
         "-> "
         "tensor<i1>\n"
         "    stablehlo.return %2 : tensor<i1>\n"
         "  }) : (tensor<16xf32>) -> tensor<16xf32>\n"
         "  %1 = stablehlo.multiply %0, %c : tensor<16xf32>\n"
         "  return %1 : tensor<16xf32>\n}\n";
}

TEST_F(CodeCacheTest, EditOfOneKernelCompilesThatOne) {
  useFolder();
  ASSERT_TRUE(compile(getTwoKernels("2.0")));
  // Two kernels, and the entry.
  EXPECT_EQ(getCacheInfo().partsCompiled, 3);
  clearCaches();
  ASSERT_TRUE(compile(getTwoKernels("3.0")));
  EXPECT_EQ(getCacheInfo().programsLoaded, 0);
  EXPECT_EQ(getCacheInfo().partsCompiled, 2);
  EXPECT_EQ(getCacheInfo().partsLoaded, 1);
}

TEST_F(CodeCacheTest, LinesAboveDoNotMatter) {
  useFolder();
  ASSERT_TRUE(compile(getTwoKernels("2.0")));
  clearCaches();
  ASSERT_TRUE(compile(getTwoKernels("2.0", "// A comment.\n\n")));
  EXPECT_EQ(getCacheInfo().programsLoaded, 0);
  EXPECT_EQ(getCacheInfo().partsCompiled, 0);
  EXPECT_EQ(getCacheInfo().partsLoaded, 3);
}

TEST_F(CodeCacheTest, DynamicProgramFindsItsVersions) {
  useFolder();
  const std::string text =
      "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
      "  %0 = stablehlo.add %x, %x : tensor<?xf32>\n"
      "  return %0 : tensor<?xf32>\n}\n";
  float x[] = {1, 2, 3}, y[3] = {};
  void *arguments[] = {x}, *results[] = {y};
  const void *sizes[] = {x};
  auto run = [&] {
    auto program = compile(text);
    ASSERT_TRUE(program);
    for (int i = 0; i < 2; ++i) {
      auto code = program->program->specialize({3}, sizes);
      ASSERT_TRUE(static_cast<bool>(code));
      llvm::cantFail((*code)->run(arguments, results));
      EXPECT_EQ(y[2], 6);
    }
  };
  run();
  EXPECT_EQ(getCacheInfo().programMisses, 2); // The program and its version.
  EXPECT_EQ(getCacheInfo().programHits, 1);
  clearCaches();
  run();
  EXPECT_EQ(getCacheInfo().programsLoaded, 1);
  EXPECT_EQ(getCacheInfo().partsCompiled, 0);
}

TEST_F(CodeCacheTest, DamagedFilesAreCompiledAnew) {
  useFolder();
  const std::string text = getMSE("", "", 1);
  ASSERT_TRUE(compile(text));
  std::vector<std::string> files = getFiles();
  ASSERT_GE(files.size(), 4u); // Entry, kernel, and lists of parts.
  for (int damage = 0; damage < 4; ++damage) {
    for (const std::string &file : files) {
      auto content = llvm::cantFail(
          llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(file)));
      std::string bytes = content->getBuffer().str();
      content.reset();
      switch (damage) {
      case 0: // Torn.
        bytes.resize(bytes.size() / 2);
        break;
      case 1:
        bytes.clear();
        break;
      case 2: // One bit of the code.
        bytes.back() = static_cast<char>(bytes.back() ^ 1);
        break;
      case 3: // One bit of the checksum.
        bytes[20] = static_cast<char>(bytes[20] ^ 1);
        break;
      }
      std::error_code code;
      llvm::raw_fd_ostream os(file, code);
      os << bytes;
    }
    clearCaches();
    auto program = compile(text);
    ASSERT_TRUE(program);
    EXPECT_EQ(runMSE(*program, {3}, {1}), 4);
    EXPECT_EQ(getCacheInfo().programsLoaded, 0);
    EXPECT_EQ(getCacheInfo().partsLoaded, 0);
    EXPECT_EQ(getCacheInfo().filesRejected, static_cast<int64_t>(files.size()));
    // They are there again, and right.
    EXPECT_EQ(getFiles(), files);
  }
}

TEST_F(CodeCacheTest, FileUnderAnotherNameIsRejected) {
  CacheFolder cache(folder, 1 << 20);
  cache.insert("a", "code");
  std::vector<std::string> files = getFiles();
  ASSERT_EQ(files.size(), 1u);
  std::string other = files[0];
  other.back() = 'b';
  fs::copy_file(files[0], other);
  EXPECT_TRUE(cache.find("a"));
  EXPECT_FALSE(cache.find("b"));
  EXPECT_EQ(getCacheInfo().filesRejected, 1);
}

TEST_F(CodeCacheTest, FolderStaysSmallAndKeepsWhatIsUsed) {
  constexpr int64_t limit = 64 << 10;
  std::string content(2000, 'x');
  CacheFolder cache(folder, limit);
  cache.insert("used", content);
  for (int i = 0; i < 200; ++i) {
    cache.insert("file" + std::to_string(i), content);
    // As if each had been written in a second of its own.
    for (const std::string &file : getFiles()) {
      fs::file_status status;
      ASSERT_FALSE(fs::status(file, status));
      utimbuf times;
      times.actime = llvm::sys::toTimeT(status.getLastAccessedTime()) - 1;
      times.modtime = llvm::sys::toTimeT(status.getLastModificationTime());
      ::utime(file.c_str(), &times);
    }
    ASSERT_TRUE(cache.find("used")) << i;
    ASSERT_LE(int64_t(getFiles().size()) * int64_t(content.size()),
              limit + limit / 16 + int64_t(content.size()));
  }
  EXPECT_TRUE(cache.find("file199"));
  EXPECT_FALSE(cache.find("file0"));
}

TEST_F(CodeCacheTest, WhatIsTooLargeIsNotKept) {
  CacheFolder cache(folder, 4000);
  cache.insert("large", std::string(1001, 'x'));
  cache.insert("small", std::string(100, 'x'));
  EXPECT_FALSE(cache.find("large"));
  EXPECT_TRUE(cache.find("small"));
}

TEST_F(CodeCacheTest, WritersOfOneKeyDoNotDisturbReaders) {
  std::string content(100000, 'x');
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      // Each as a process of its own would have it.
      CacheFolder cache(folder, 1 << 30);
      for (int i = 0; i < 50; ++i) {
        if (t % 2)
          cache.insert("key", content);
        else if (auto found = cache.find("key"))
          wrong += found->getBuffer() != content;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(getCacheInfo().filesRejected, 0);
}

TEST_F(CodeCacheTest, FolderThatCannotBeWrittenChangesNothing) {
  cacheDir = "/dev/null/cache";
  auto program = compile(getMSE("", "", 1));
  ASSERT_TRUE(program);
  EXPECT_EQ(runMSE(*program, {3}, {1}), 4);
  EXPECT_EQ(getCacheInfo().filesWritten, 0);
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

static CompileOptions getTarget(const std::string &cpu,
                                const std::string &features) {
  CompileOptions options;
  options.triple = "x86_64-unknown-linux-gnu";
  options.cpu = cpu;
  options.features = features;
  options.vectorBits = 256;
  return options;
}

TEST(InstructionSetTest, TuningIsNoPartOfIt) {
  std::string plain = getInstructionSet(getTarget("x86-64-v3", ""));
  EXPECT_EQ(plain, getInstructionSet(getTarget(
                       "x86-64-v3", "+prefer-256-bit,+fast-gather,"
                                    "-slow-3ops-lea,+prefer-no-scatter")));
  // Processors of the same instructions, with names of their own.
  EXPECT_EQ(getInstructionSet(getTarget("znver1", "")),
            getInstructionSet(getTarget("znver1", "+slow-shld")));
  EXPECT_NE(plain, getInstructionSet(getTarget("x86-64-v3", "+avx512f")));
  EXPECT_NE(plain, getInstructionSet(getTarget("x86-64-v3", "-fma")));
  EXPECT_NE(plain.find("avx2"), std::string::npos);
}

TEST(InstructionSetTest, KeyOfAProgramFollowsIt) {
  auto key = [](const CompileOptions &options) {
    return getProgramKey("text", "name", options);
  };
  std::string plain = key(getTarget("x86-64-v3", ""));
  EXPECT_EQ(plain, key(getTarget("x86-64-v3", "+prefer-256-bit")));
  EXPECT_NE(plain, key(getTarget("x86-64-v3", "+avx512f")));
  CompileOptions threads = getTarget("x86-64-v3", "");
  threads.threads = 2;
  threads.cacheDir = "/elsewhere";
  EXPECT_EQ(plain, key(threads));
  threads.optLevel = 1;
  EXPECT_NE(plain, key(threads));
}
