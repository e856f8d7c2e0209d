//===- CompileControlTest.cpp - Tests of watched compilations -------------===//

#include "xla/InitAll.h"
#include "xla/JIT/Executable.h"
#include "xla/Pipelines/Phases.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <csignal>

using namespace mlir;
using namespace xla;

namespace {
class CompileControlTest : public testing::Test {
protected:
  CompileControlTest()
      : context([] {
          DialectRegistry registry;
          registerAllDialects(registry);
          return registry;
        }()),
        handler(&context, [this](Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
          for (Diagnostic &note : diagnostic.getNotes())
            messages += note.str() + "\n";
        }) {
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = hlo.add %x, %x : tensor<4xf32>
        return %0 : tensor<4xf32>
      })mlir",
                                         &context);
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("xla-bundles", folder));
    control.failureFolder = folder.str().str();
  }

  ~CompileControlTest() override { llvm::sys::fs::remove_directories(folder); }

  /// The only file that a failed compilation left.
  std::string readBundle() {
    std::error_code code;
    std::string text;
    int count = 0;
    for (llvm::sys::fs::directory_iterator it(folder, code), end;
         it != end && !code; it.increment(code)) {
      ++count;
      text = (*llvm::MemoryBuffer::getFile(it->path()))->getBuffer().str();
      EXPECT_NE(messages.find("xla-compile " + it->path()), std::string::npos)
          << messages;
    }
    EXPECT_EQ(count, 1);
    return text;
  }

  MLIRContext context;
  std::string messages;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  SmallString<128> folder;
  CompileControl control;
};
} // namespace

TEST_F(CompileControlTest, LateCompilationNamesThePassThatDidNotRun) {
  control.deadline = CompileControl::Clock::now() - std::chrono::seconds(1);
  EXPECT_TRUE(failed(Executable::compileProgram(*module, {}, control)));
  EXPECT_EQ(messages, "compilation took longer than it may; it stopped before "
                      "pass 'xla-record-options'\n");
  // The context compiles as before.
  EXPECT_FALSE(context.hasActionHandler());
  EXPECT_TRUE(succeeded(Executable::compileProgram(*module)));
}

TEST_F(CompileControlTest, LateInLLVM) {
  EXPECT_TRUE(succeeded(Executable::compileProgram(*module)));
  control.deadline = CompileControl::Clock::now() - std::chrono::seconds(1);
  auto options = CompileOptions::of(*module);
  auto late = Executable::compile(*module, *options, {}, control);
  ASSERT_FALSE(static_cast<bool>(late));
  EXPECT_EQ(llvm::toString(late.takeError()),
            "compilation took longer than it may; it stopped in LLVM");
}

TEST_F(CompileControlTest, LateAfterTheLastPass) {
  auto result = watchCompilation(*module, {}, control, [&] {
    control.deadline = CompileControl::Clock::now() - std::chrono::seconds(1);
    return failure();
  });
  EXPECT_TRUE(failed(result));
  EXPECT_EQ(messages, "compilation took longer than it may; it stopped after "
                      "its last pass\n");
}

TEST_F(CompileControlTest, HandlerOfTheContextStays) {
  int actions = 0;
  context.registerActionHandler(
      [&](llvm::function_ref<void()> transform, const tracing::Action &) {
        ++actions;
        transform();
      });
  control.setTimeout(600);
  EXPECT_TRUE(succeeded(Executable::compileProgram(*module, {}, control)));
  EXPECT_GT(actions, 0);
  EXPECT_TRUE(context.hasActionHandler());
}

TEST_F(CompileControlTest, EnoughTime) {
  control.setTimeout(600);
  EXPECT_TRUE(succeeded(Executable::compileProgram(*module, {}, control)));
  EXPECT_EQ(messages, "");
}

TEST_F(CompileControlTest, FailureAfterFusionIsWrittenDown) {
  auto result = watchCompilation(*module, {}, control, [&] {
    setPhase(*module, Phase::Fusion);
    module->getBody()->clear();
    return failure();
  });
  EXPECT_TRUE(failed(result));
  EXPECT_NE(messages.find("failed after phase 'fusion', where few programs"),
            std::string::npos);
  // As it came, and readable.
  std::string text = readBundle();
  EXPECT_NE(text.find("hlo.add"), std::string::npos) << text;
  EXPECT_NE(text.find("// options: entry=main;"), std::string::npos) << text;
  EXPECT_TRUE(parseSourceString<ModuleOp>(text, &context));
}

TEST_F(CompileControlTest, RefusalIsNotWrittenDown) {
  auto result =
      watchCompilation(*module, {}, control, [] { return failure(); });
  EXPECT_TRUE(failed(result));
  EXPECT_EQ(messages, "");
  std::error_code code;
  EXPECT_EQ(llvm::sys::fs::directory_iterator(folder, code),
            llvm::sys::fs::directory_iterator());
}

TEST_F(CompileControlTest, CrashIsWrittenDown) {
  llvm::CrashRecoveryContext::Enable();
  auto result = watchCompilation(*module, {}, control, []() -> LogicalResult {
    std::raise(SIGABRT);
    return success();
  });
  llvm::CrashRecoveryContext::Disable();
  EXPECT_TRUE(failed(result));
  EXPECT_NE(messages.find("internal error: the compiler crashed"),
            std::string::npos);
  EXPECT_NE(readBundle().find("hlo.add"), std::string::npos);
}

TEST_F(CompileControlTest, FolderThatCannotBeWritten) {
  control.failureFolder = "/does/not/exist";
  auto result = watchCompilation(*module, {}, control, [&] {
    setPhase(*module, Phase::Linalg);
    return failure();
  });
  EXPECT_TRUE(failed(result));
  EXPECT_NE(messages.find("/does/not/exist cannot be written"),
            std::string::npos);
}
