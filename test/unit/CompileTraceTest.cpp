//===- CompileTraceTest.cpp - Tests of trace, progress and cancelling -----===//

#include "xla/Pipelines/CompileTrace.h"
#include "xla/InitAll.h"
#include "xla/JIT/Executable.h"
#include "xla/Pipelines/CompileProgress.h"
#include "xla/Target/Object/ObjectStore.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>
#include <thread>

using namespace mlir;
using namespace xla;

namespace {
class CompileTraceTest : public testing::Test {
protected:
  CompileTraceTest()
      : context(
            [] {
              DialectRegistry registry;
              registerAllDialects(registry);
              return registry;
            }(),
            MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
        }) {
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %0 = hlo.add %x, %x : tensor<4xf32>
        return %0 : tensor<4xf32>
      })mlir",
                                         &context);
  }

  bool compile() {
    return succeeded(Executable::compileProgram(*module, {}, control));
  }

  MLIRContext context;
  std::string messages;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  CompileControl control;
};

/// Keeps nothing; its being there makes each kernel an object.
class NoStore : public ObjectStore {
public:
  Object get(StringRef, llvm::function_ref<Object()> compile) override {
    return compile();
  }
};
} // namespace

TEST_F(CompileTraceTest, FileIsChromesTraceEvents) {
  control.trace = std::make_shared<CompileTrace>();
  control.store = std::make_shared<NoStore>();
  ASSERT_TRUE(compile()) << messages;
  std::string text;
  llvm::raw_string_ostream os(text);
  control.trace->writeJSON(os);
  auto json = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(json)) << llvm::toString(json.takeError());
  const llvm::json::Array *events =
      json->getAsObject()->getArray("traceEvents");
  ASSERT_TRUE(events);
  std::map<std::string, int> kinds, names;
  std::map<int64_t, double> ends;
  for (const llvm::json::Value &value : *events) {
    const llvm::json::Object &event = *value.getAsObject();
    EXPECT_EQ(event.getString("ph"), "X");
    ASSERT_TRUE(event.getNumber("ts") && event.getNumber("dur"));
    EXPECT_GE(*event.getNumber("ts"), 0);
    EXPECT_GE(*event.getNumber("dur"), 0);
    EXPECT_TRUE(event.getInteger("pid") && event.getInteger("tid"));
    ++kinds[event.getString("cat")->str()];
    ++names[event.getString("name")->str()];
  }
  EXPECT_EQ(names["xla-verify-lower"], 1);
  EXPECT_EQ(names["generate code"], 2); // The entry and a kernel.
  EXPECT_GE(names["instcombine"], 1);
  EXPECT_EQ(kinds["kernel"], 2);
  EXPECT_EQ(names["link"], 1);
}

TEST_F(CompileTraceTest, TotalsLeaveOutWhatLiesWithin) {
  CompileTrace trace;
  trace.begin("outer", "kernel");
  trace.begin("inner", "llvm");
  trace.begin("inner", "llvm");
  trace.end();
  trace.end();
  trace.end();
  trace.end(); // One too many does nothing.
  std::string text;
  llvm::raw_string_ostream os(text);
  trace.printTotals(os);
  EXPECT_NE(text.find("kernel outer"), std::string::npos) << text;
  EXPECT_EQ(StringRef(text).count("llvm inner"), 1u) << text;
  EXPECT_NE(text.find("100.0%"), std::string::npos) << text;
}

TEST_F(CompileTraceTest, ProgressNamesPassesAndKernels) {
  std::vector<std::string> steps;
  control.progress = std::make_shared<CompileProgress>(
      [&](const ProgressStep &step) {
        steps.push_back(step.name.str() + " " + std::to_string(step.done) +
                        " of " + std::to_string(step.total));
      },
      /*quietSeconds=*/0);
  control.store = std::make_shared<NoStore>();
  ASSERT_TRUE(compile()) << messages;
  auto has = [&](StringRef step) { return llvm::is_contained(steps, step); };
  EXPECT_TRUE(has("xla-record-options 0 of 0"));
  EXPECT_TRUE(has("xla-verify-lower 0 of 0"));
  EXPECT_TRUE(has("main 0 of 2") || has("main 1 of 2"));
  // The end, once.
  EXPECT_EQ(steps.back(), " 2 of 2");
  EXPECT_EQ(llvm::count(steps, steps.back()), 1);
}

TEST_F(CompileTraceTest, QuickCompilationIsNotTalkedAbout) {
  int steps = 0;
  control.progress = std::make_shared<CompileProgress>(
      [&](const ProgressStep &) { ++steps; }, /*quietSeconds=*/1e6);
  ASSERT_TRUE(compile()) << messages;
  EXPECT_EQ(steps, 0);
}

TEST_F(CompileTraceTest, CancelledBeforeAPass) {
  bool cancelled = false;
  control.isCancelled = [&] { return cancelled; };
  control.progress = std::make_shared<CompileProgress>(
      [&](const ProgressStep &step) {
        cancelled |= step.name == "xla-verify-fusion";
      },
      /*quietSeconds=*/0);
  EXPECT_FALSE(compile());
  EXPECT_NE(messages.find("compilation was cancelled; it stopped before pass "),
            std::string::npos)
      << messages;
  // Nobody else is to blame, and the context compiles as before.
  EXPECT_EQ(messages.find("compiler's"), std::string::npos) << messages;
  EXPECT_FALSE(context.hasActionHandler());
}

TEST_F(CompileTraceTest, CancelledInLLVM) {
  bool cancelled = false;
  control.isCancelled = [&] { return cancelled; };
  control.store = std::make_shared<NoStore>();
  control.progress = std::make_shared<CompileProgress>(
      [&](const ProgressStep &step) { cancelled |= step.total != 0; },
      /*quietSeconds=*/0);
  EXPECT_FALSE(compile());
  EXPECT_NE(messages.find("compilation was cancelled; it stopped in LLVM"),
            std::string::npos)
      << messages;
}

TEST_F(CompileTraceTest, TimeLimitIsAnOption) {
  CompileOptions options;
  options.timeLimitMilliseconds = 1;
  // Each pass takes longer than that.
  control.progress = std::make_shared<CompileProgress>(
      [&](const ProgressStep &) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
      },
      /*quietSeconds=*/0);
  EXPECT_TRUE(failed(Executable::compileProgram(*module, options, control)));
  EXPECT_NE(messages.find("compilation took longer than it may"),
            std::string::npos)
      << messages;
}
