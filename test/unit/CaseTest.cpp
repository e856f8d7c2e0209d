//===- CaseTest.cpp - Tests of case and array files -----------------------===//

#include "xla/Support/Case.h"
#include "xla/Support/Npy.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace xla;

namespace {
class CaseTest : public ::testing::Test {
protected:
  MLIRContext context{MLIRContext::Threading::DISABLED};
  Builder builder{&context};
  SmallString<128> folder;

  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("xla-case", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(StringRef name) { return (folder + "/" + name).str(); }
  std::string write(StringRef name, StringRef content) {
    std::error_code code;
    llvm::raw_fd_ostream(path(name), code) << content;
    EXPECT_FALSE(code);
    return path(name);
  }
  Literal make(StringRef spec) {
    return llvm::cantFail(
        llvm::cantFail(ArgumentSpec::parse(spec, &context)).generate(&context));
  }
  template <typename T> static std::string error(llvm::Expected<T> value) {
    return value ? "" : llvm::toString(value.takeError());
  }
};

TEST_F(CaseTest, ArrayFilesRoundTrip) {
  for (StringRef spec :
       {"2x3xf32=1,2,3,4,5,6", "f64=0.5", "3xi1=1,0,1", "0x2xi8=1",
        "5xui16=1,65535", "2xc64=1,2,3,4", "3xf16=0.1"}) {
    Literal literal = make(spec);
    ASSERT_FALSE(writeNpy(path("x.npy"), literal)) << spec.str();
    EXPECT_TRUE(
        llvm::cantFail(readNpy(path("x.npy"), &context)).isBitEqual(literal))
        << spec.str();
  }
  // Types that NumPy lacks come back when asked for.
  for (StringRef spec : {"3xbf16=1,2.5,3", "5xi4=-1,2,-3", "2xf8E4M3FN=1,2"}) {
    Literal literal = make(spec);
    ASSERT_FALSE(writeNpy(path("x.npy"), literal)) << spec.str();
    EXPECT_TRUE(llvm::cantFail(readNpy(path("x.npy"), literal.getType()))
                    .isBitEqual(literal))
        << spec.str();
  }
}

TEST_F(CaseTest, ArrayFilesAreRoundedOrRefused) {
  ASSERT_FALSE(writeNpy(path("x.npy"), make("2x2xf32=1,2,3,0.3")));
  auto flat = RankedTensorType::get({4}, builder.getBF16Type());
  EXPECT_TRUE(llvm::cantFail(readNpy(path("x.npy"), flat))
                  .isBitEqual(make("4xbf16=1,2,3,0.3")));
  auto ints = RankedTensorType::get({4}, builder.getI32Type());
  EXPECT_EQ(error(readNpy(path("x.npy"), ints)),
            path("x.npy") + ": expected elements of 4xi32, but got f4");
  auto longer = RankedTensorType::get({5}, builder.getF32Type());
  EXPECT_EQ(error(readNpy(path("x.npy"), longer)),
            path("x.npy") + ": expected 5xf32, but got 4 elements");
  auto narrower = RankedTensorType::get({4}, builder.getF16Type());
  EXPECT_EQ(error(readNpy(path("x.npy"), narrower)),
            path("x.npy") + ": expected elements of 4xf16, but got f4");
  auto turned = RankedTensorType::get({1, 4}, builder.getF32Type());
  EXPECT_EQ(error(readNpy(path("x.npy"), turned)),
            path("x.npy") + ": expected the shape of 1x4xf32, or its elements "
                            "in one dimension, but got (2, 2)");
  std::string text = write("bad.npy", "\x93NUMPY\1\0\xff\xff");
  EXPECT_NE(error(readNpy(text, &context)), "");
  EXPECT_EQ(error(readNpy(write("text", "hello"), &context)),
            path("text") + ": expected a NumPy array file");
}

TEST_F(CaseTest, ArrayFilesAreWhole) {
  ASSERT_FALSE(writeNpy(path("x.npy"), make("2xf32=1,2")));
  std::string content =
      (*llvm::MemoryBuffer::getFile(path("x.npy")))->getBuffer().str();
  EXPECT_EQ(error(readNpy(write("long.npy", content + "x"), &context)),
            path("long.npy") + ": expected 8 bytes of data, but got 9");
  content[6] = 9;
  EXPECT_EQ(error(readNpy(write("new.npy", content), &context)),
            path("new.npy") +
                ": expected version 1, 2 or 3 of NumPy's format, but got 9");
}

TEST_F(CaseTest, ReadsCases) {
  ASSERT_FALSE(writeNpy(path("0.npy"), make("2xf32=1,3")));
  std::string file = write("case.json", R"({
    "description": "d", "entry": "f",
    "args": [
      {"shape": [4], "dtype": "i32", "gen": "int", "lo": 0, "hi": 9, "seed": 7},
      {"shape": [], "dtype": "f32", "gen": "values", "values": ["nan", -0.0]},
      {"shape": [2], "dtype": "f32", "gen": "file", "file": "0.npy"},
      {"shape": [1], "dtype": "ui64", "gen": "const",
       "value": 18446744073709551615}],
    "results": [{"shape": [2, 2], "dtype": "bf16", "rtol": 0.1, "atol": 0,
                 "file": "0.npy", "sample_stride": 2, "rms": 2.7386}]})");
  Case one = llvm::cantFail(Case::read(file, &context));
  EXPECT_EQ(one.entry, "f");
  ASSERT_EQ(one.arguments.size(), 4u);
  EXPECT_TRUE(llvm::cantFail(one.arguments[2].generate(&context))
                  .isBitEqual(make("2xf32=1,3")));
  EXPECT_EQ(llvm::cantFail(one.arguments[3].generate(&context)).getBits(0),
            UINT64_MAX);
  ASSERT_EQ(one.results->size(), 1u);
  const ExpectedResult &result = one.results->front();
  auto compare = [&](StringRef spec) {
    return llvm::cantFail(result.compare(make(spec)));
  };
  EXPECT_TRUE(compare("2x2xbf16=1,2,3,4").agrees());
  // A wrong element in the sample, and one that only the mean square sees.
  EXPECT_FALSE(compare("2x2xbf16=1,2,4,4").agrees());
  EXPECT_FALSE(compare("2x2xbf16=1,2,3,9").agrees());
  EXPECT_EQ(compare("4xbf16=1").error,
            "expected a result of type 2x2xbf16, but got 4xbf16");
}

TEST_F(CaseTest, SaysWhatIsWrong) {
  auto says = [&](StringRef content) {
    std::string text = error(Case::read(write("a.json", content), &context));
    EXPECT_TRUE(StringRef(text).starts_with(path("a.json") + ": "));
    return text.substr(path("a.json").size() + 2);
  };
  auto ofArgument = [&](StringRef members) {
    return says(("{\"args\": [{" + members + "}], \"results\": []}").str());
  };
  EXPECT_EQ(says("[]"), "expected an object with 'args' and 'results'");
  EXPECT_EQ(says("{}"), "expected a list in 'args', but got nothing");
  EXPECT_EQ(says(R"({"args": 1})"), "expected a list in 'args', but got 1");
  EXPECT_EQ(says(R"({"args": [], "entry": 3, "results": []})"),
            "expected a string in 'entry', but got 3");
  EXPECT_EQ(says(R"({"args": [], "Entry": "f", "results": []})"),
            "expected 'entry', but got 'Entry'");
  EXPECT_EQ(ofArgument(R"("shape": [1], "dtype": "f33", "gen": "const",
                          "value": 1)"),
            "args[0]: expected an element type in 'dtype', but got 'f33'");
  EXPECT_EQ(ofArgument(R"("shape": [1], "dtype": "f32", "gen": "uniform",
                          "lo": 1, "seed": 1)"),
            "args[0]: expected a number in 'hi', but got nothing");
  EXPECT_EQ(ofArgument(R"("shape": [1], "dtype": "f32", "gen": "uniform",
                          "lo": 1, "hi": 0)"),
            "args[0]: expected lo <= hi, but got lo 1 and hi 0");
  EXPECT_EQ(ofArgument(R"("shape": [1], "dtype": "i8", "gen": "int",
                          "lo": 0.5, "hi": 2)"),
            "args[0]: expected an integer in 'lo', but got 0.5");
  EXPECT_EQ(ofArgument(R"("shape": [1], "dtype": "f32", "gen": "uniform",
                          "lo": 0, "hi": 1, "seed": 1.5)"),
            "args[0]: expected an integer in 'seed', but got 1.5");
  EXPECT_EQ(ofArgument(R"("shape": [1], "dtype": "f32", "gen": "uniform",
                          "lo": 0, "hi": 1, "sede": 1)"),
            "args[0]: expected 'seed', but got 'sede'");
  EXPECT_EQ(ofArgument(R"("shape": [], "dtype": "f64", "gen": "const",
                          "value": 1, "value": 2)"),
            "expected 'value' once in an object");
  EXPECT_EQ(ofArgument(R"("shape": [], "dtype": "f64", "gen": "const",
                          "value": "1")"),
            "args[0]: expected a number in 'value', but got \"1\"");
  EXPECT_EQ(StringRef(ofArgument(R"("shape": [], "dtype": "f64",
                                    "gen": "const", "value": 1e400)"))
                .take_front(44),
            "args[0]: expected a number in 'value', but g");
}

TEST_F(CaseTest, ACaseExpectsSomething) {
  auto says = [&](StringRef rest) {
    std::string content =
        ("{\"args\": []" + rest + ", \"source\": \"x\"}").str();
    std::string text = error(Case::read(write("a.json", content), &context));
    return StringRef(text).substr(path("a.json").size() + 2).str();
  };
  auto ofResult = [&](StringRef members) {
    return says(
        (R"(, "results": [{"shape": [4], "dtype": "f32", )" + members + "}]")
            .str());
  };
  EXPECT_EQ(says(R"(, "results": 1)"),
            "expected a list in 'results', but got 1");
  EXPECT_EQ(says(R"(, "result": [])"), "expected 'results', but got 'result'");
  EXPECT_EQ(ofResult(R"("rtol": "much", "file": "x")"),
            "results[0]: expected a number in 'rtol', but got \"much\"");
  EXPECT_EQ(ofResult(R"("rtol": -1, "file": "x")"),
            "results[0]: expected a finite number of at least 0 in 'rtol', but "
            "got -1");
  EXPECT_EQ(ofResult(R"("rtoll": 1, "file": "x")"),
            "results[0]: expected 'rtol', but got 'rtoll'");
  EXPECT_EQ(ofResult(R"("sample_stride": 0, "file": "x")"),
            "results[0]: expected a positive 'sample_stride', but got 0");
  EXPECT_EQ(ofResult(R"("atol": 0)"),
            "results[0]: expected the path of an array file in 'file', but got "
            "nothing");
}

TEST_F(CaseTest, FilesOfResultsFit) {
  ASSERT_FALSE(writeNpy(path("0.npy"), make("2xf32=1,3")));
  ExpectedResult result;
  result.file = path("0.npy");
  result.type = RankedTensorType::get({4}, builder.getF32Type());
  EXPECT_EQ(error(result.read()),
            path("0.npy") + ": expected 4 elements for 4xf32, but got 2");
  result.type = RankedTensorType::get({2}, builder.getI32Type());
  EXPECT_EQ(error(result.read()),
            path("0.npy") + ": expected elements of 2xi32, but got 2xf32");
  result.file = path("1.npy");
  EXPECT_NE(error(result.compare(make("2xi32=1,3"))), "");
}
} // namespace
