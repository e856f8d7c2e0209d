//===- OptionsTest.cpp - Tests of compile options -------------------------===//

#include "xla/Pipelines/Options.h"
#include "xla/InitAll.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace xla;

namespace {
class OptionsTest : public testing::Test {
protected:
  OptionsTest()
      : context([] {
          DialectRegistry registry;
          registerAllDialects(registry);
          return registry;
        }()),
        handler(&context, [this](Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
        }) {}

  InFlightDiagnostic emitError() {
    return mlir::emitError(UnknownLoc::get(&context));
  }
  LogicalResult parse(CompileOptions &options, StringRef text) {
    return options.parse(text, [this] { return emitError(); });
  }

  MLIRContext context;
  std::string messages;
  ScopedDiagnosticHandler handler;
};
} // namespace

TEST_F(OptionsTest, TextHoldsEverything) {
  CompileOptions options;
  options.entry = "semi;colon\\";
  options.numerics = Numerics::Fast;
  options.parallel = false;
  options.profile = true;
  options.threads = 3;
  options.compileThreads = 2;
  options.timeLimitMilliseconds = 1500;
  options.compileMemoryBytes = 1 << 20;
  options.dumpTo = "/tmp/a;b";
  options.cacheDir = "-";
  options.cacheLimitBytes = 4096;
  options.weights = WeightsPlace::File;
  options.weightsFile = "a b";
  CompileOptions read;
  ASSERT_TRUE(succeeded(parse(read, options.str()))) << messages;
  EXPECT_EQ(read.str(), options.str());
  EXPECT_EQ(read.entry, options.entry);
  EXPECT_EQ(read.dumpTo, options.dumpTo);
  EXPECT_EQ(read.timeLimitMilliseconds, 1500);
  EXPECT_EQ(read.compileMemoryBytes, 1 << 20);
  EXPECT_TRUE(read.profile);
  EXPECT_EQ(read.weights, WeightsPlace::File);
  EXPECT_EQ(read.weightsFile, "a b");
}

TEST_F(OptionsTest, WhatChangesNoCodeIsNoPartOfTheKey) {
  CompileOptions options, other;
  ASSERT_TRUE(succeeded(
      parse(other, "threads=2;compile-threads=1;time-limit-milliseconds=9;"
                   "compile-memory-bytes=9;"
                   "dump-to=/tmp/d;cache-dir=/tmp/c;cache-limit-bytes=1;"
                   "decisions=/tmp/e")));
  EXPECT_EQ(options.getCodeText(), other.getCodeText());
  EXPECT_EQ(options.toAttribute(&context), other.toAttribute(&context));
  ASSERT_TRUE(succeeded(parse(other, "opt-level=1")));
  EXPECT_NE(options.getCodeText(), other.getCodeText());
}

TEST_F(OptionsTest, ProgramChoosesNoFolder) {
  Builder builder(&context);
  for (StringRef name : {"dump-to", "cache-dir", "weights-file", "decisions"}) {
    messages.clear();
    CompileOptions options;
    auto attribute = builder.getDictionaryAttr(
        builder.getNamedAttr(name, builder.getStringAttr("/tmp/x")));
    EXPECT_TRUE(failed(
        options.fromAttribute(attribute, [this] { return emitError(); })));
    EXPECT_NE(messages.find("expected the name of a compile option (entry, "),
              std::string::npos)
        << messages;
  }
}

TEST_F(OptionsTest, ValuesOutOfRangeAreNamed) {
  CompileOptions options;
  EXPECT_TRUE(failed(parse(options, "compile-threads=5000")));
  EXPECT_EQ(messages, "expected a number from 0 to 4096 for compile option "
                      "'compile-threads', but got '5000'\n");
}
