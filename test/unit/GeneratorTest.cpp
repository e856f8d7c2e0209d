//===- GeneratorTest.cpp - Tests of generated arguments -------------------===//
//
// The numbers are the case format's own sample values.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Generator.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace xla;

namespace {
class GeneratorTest : public ::testing::Test {
protected:
  MLIRContext context{MLIRContext::Threading::DISABLED};

  /// The elements that a specification gives, as printed.
  std::string values(StringRef spec) {
    auto parsed = ArgumentSpec::parse(spec, &context);
    if (!parsed)
      return llvm::toString(parsed.takeError());
    auto literal = parsed->generate(&context);
    if (!literal)
      return llvm::toString(literal.takeError());
    std::string text;
    llvm::raw_string_ostream os(text);
    literal->print(os);
    return text;
  }
  std::string printed(StringRef text) {
    auto generator = Generator::parse(text);
    if (!generator)
      return llvm::toString(generator.takeError());
    std::string result;
    llvm::raw_string_ostream os(result);
    generator->print(os);
    return result;
  }
};

TEST_F(GeneratorTest, RandomBits) {
  EXPECT_EQ(getRandomBits(7, 0), 0x3bce7c2504ae7181u);
  EXPECT_EQ(getRandomBits(7, 1), 0x428f98deb3462594u);
  EXPECT_EQ(getRandomBits(7, 2), 0x85cf4e26744ac94au);
  EXPECT_EQ(getRandomBits(7, 3), 0x725462562611218fu);
}

TEST_F(GeneratorTest, Uniform) {
  Literal literal = llvm::cantFail(
      llvm::cantFail(ArgumentSpec::parse("4xf32=uniform(-1,1,7)", &context))
          .generate(&context));
  EXPECT_EQ(literal.getDouble(0), -0.5327610969543457);
  EXPECT_EQ(literal.getDouble(1), -0.4799928665161133);
  EXPECT_EQ(literal.getDouble(2), 0.04538893699645996);
  EXPECT_EQ(literal.getDouble(3), -0.10679984092712402);
  EXPECT_EQ(values("4xbf16=uniform(-1,1,7)"),
            values("4xbf16=-0.53125,-0.48046875,0.04541015625,"
                   "-0.10693359375"));
}

TEST_F(GeneratorTest, Normal) {
  Literal literal = llvm::cantFail(
      llvm::cantFail(ArgumentSpec::parse("2xc64=normal(0,0.5,7)", &context))
          .generate(&context));
  EXPECT_EQ(literal.getComplex(0),
            std::complex<double>(-0.7099621891975403, -0.2561630606651306));
  EXPECT_EQ(literal.getComplex(1),
            std::complex<double>(0.059319887310266495, -0.7703260183334351));
}

TEST_F(GeneratorTest, Integers) {
  EXPECT_EQ(values("4xi8=int(-128,128,7)"), "[78, 68, -39, -92]");
  EXPECT_EQ(values("4xi32=int(0,30522,7)"), "[24172, 24894, 8967, 18416]");
  EXPECT_EQ(values("4xi32=iota(3)"), "[0, 1, 2, 0]");
}

TEST_F(GeneratorTest, Values) {
  EXPECT_EQ(values("4xf32=const(0.25)"), "[0.25, 0.25, 0.25, 0.25]");
  EXPECT_EQ(values("4xf32=1,inf,-0"), "[1.0, inf, -0.0, 1.0]");
  EXPECT_EQ(values("f64=nan"), "nan");
  EXPECT_EQ(values("2xi1=true,false"), "[true, false]");
  EXPECT_EQ(values("2xui64=18446744073709551615,3"),
            "[18446744073709551615, 3]");
  EXPECT_EQ(values("0x3xf32=1"), "[]");
  EXPECT_EQ(values("complex<f32>=1,2"), "(1.0, 2.0)");
}

TEST_F(GeneratorTest, PrintsWhatItReads) {
  for (StringRef text : {"uniform(-1,1,7)", "normal(0,0.5,3)", "int(-2,9,1)",
                         "iota(4)", "@dir/x.npy", "1,2.5,nan,-inf"})
    EXPECT_EQ(printed(text), text);
}

TEST_F(GeneratorTest, SaysWhatIsWrong) {
  EXPECT_EQ(printed("uniform(1,2)"),
            "'uniform(1,2)': expected 3 parameters, but got 2");
  EXPECT_EQ(printed("1,two"), "'1,two': expected a number, but got 'two'");
  EXPECT_EQ(printed("gauss(1)"), "'gauss(1)': expected uniform, normal, int, "
                                 "iota or const, but got 'gauss'");
  EXPECT_EQ(values("4xf99=1"),
            "'4xf99=1': expected a type such as 4x8xf32 before '='");
  EXPECT_EQ(values("4611686018427387904x4xf32=1"),
            "expected a tensor that fits into memory, but got type "
            "4611686018427387904x4xf32");
  EXPECT_EQ(values("0x35184372088832xf32=1"), "[]");
  EXPECT_EQ(values("4xf32="), "'4xf32=': expected values after '='");
}

TEST_F(GeneratorTest, RefusesNonsense) {
  EXPECT_EQ(printed("int(5,5,7)"),
            "'int(5,5,7)': expected lo < hi, but got lo 5 and hi 5");
  EXPECT_EQ(printed("int(0,2.5,7)"), "'int(0,2.5,7)': expected an integer, but "
                                     "got 2.5 as parameter 2");
  EXPECT_EQ(printed("uniform(1,-1,7)"),
            "'uniform(1,-1,7)': expected lo <= hi, but got lo 1 and hi -1");
  EXPECT_EQ(printed("uniform(nan,1,7)"), "'uniform(nan,1,7)': expected finite "
                                         "lo and hi, but got nan and 1");
  EXPECT_EQ(printed("uniform(0,1,0.5)"), "'uniform(0,1,0.5)': expected an "
                                         "integer, but got 0.5 as parameter 3");
  EXPECT_EQ(printed("normal(0,-1,7)"),
            "'normal(0,-1,7)': expected std >= 0, but got -1");
  EXPECT_EQ(printed("normal(inf,1,7)"), "'normal(inf,1,7)': expected finite "
                                        "mean and std, but got inf and 1");
  EXPECT_EQ(printed("iota(0)"),
            "'iota(0)': expected a positive period, but got 0");
  EXPECT_EQ(printed("iota(1.5)"), "'iota(1.5)': expected an integer, but got "
                                  "1.5 as parameter 1");
}

TEST_F(GeneratorTest, ValuesFitTheType) {
  EXPECT_EQ(values("2xf32=1,2,3"),
            "expected at most 2 values for 2xf32, but got 3");
  EXPECT_EQ(values("2xc64=1,2,3,4,5"),
            "expected at most 4 values for 2xcomplex<f32>, but got 5");
  EXPECT_EQ(values("2xi8=1,128"), "expected numbers that elements of 2xi8 can "
                                  "be, but got 128");
  EXPECT_EQ(values("2xi32=1.5"), "expected numbers that elements of 2xi32 can "
                                 "be, but got 1.5");
  EXPECT_EQ(values("2xi32=nan"), "expected numbers that elements of 2xi32 can "
                                 "be, but got nan");
  EXPECT_EQ(values("i64=9223372036854775808"),
            "expected numbers that elements of i64 can be, but got "
            "9223372036854775808");
  EXPECT_EQ(values("ui8=int(-1,4,7)"), "expected numbers that elements of ui8 "
                                       "can be, but got -1");
  EXPECT_EQ(values("4xi8=uniform(-1000,0,7)"),
            "expected numbers that elements of 4xi8 can be, but got -1000");
  EXPECT_EQ(values("i64=9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(values("i1=2"),
            "expected numbers that elements of i1 can be, but got 2");
  EXPECT_EQ(values("200xi8=iota(200)"), "expected numbers that elements of "
                                        "200xi8 can be, but got 199");
}

TEST_F(GeneratorTest, FloatsThatTheTypeHas) {
  auto refusal = [](StringRef type, StringRef number) {
    return ("expected numbers that elements of " + type + " can be, but got " +
            number)
        .str();
  };
  EXPECT_EQ(values("f4E2M1FN=nan"), refusal("f4E2M1FN", "nan"));
  EXPECT_EQ(values("f4E2M1FN=7"), refusal("f4E2M1FN", "7"));
  EXPECT_EQ(values("f4E2M1FN=6.9"), "6.0");
  EXPECT_EQ(values("f8E4M3FN=inf"), refusal("f8E4M3FN", "inf"));
  EXPECT_EQ(values("f8E4M3FN=464"), "448.0");
  EXPECT_EQ(values("f8E8M0FNU=-1"), refusal("f8E8M0FNU", "-1"));
  EXPECT_EQ(values("f16=70000"), refusal("f16", "70000"));
  EXPECT_EQ(values("f16=65519"), "65504.0");
  EXPECT_EQ(values("f32=inf"), "inf");
  EXPECT_EQ(values("c64=0,-1e39"),
            refusal("complex<f32>", "-9.9999999999999994e+38"));
  EXPECT_EQ(values("f32=uniform(0,1e39,7)"),
            refusal("f32", "9.9999999999999979e+38"));
  EXPECT_EQ(values("f64=1e400"), "'1e400': expected a number, but got '1e400'");
}
} // namespace
