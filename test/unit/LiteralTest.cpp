//===- LiteralTest.cpp - Tests of typed dense data ------------------------===//

#include "xla/Support/Literal.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using xla::ElementStorage;
using xla::Literal;

namespace {
class LiteralTest : public ::testing::Test {
protected:
  MLIRContext context{MLIRContext::Threading::DISABLED};
  Builder builder{&context};

  RankedTensorType type(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }
  std::string text(const Literal &literal, int64_t threshold = 1000) {
    std::string result;
    llvm::raw_string_ostream os(result);
    literal.print(os, threshold);
    return result;
  }
};

TEST_F(LiteralTest, StorageFollowsTheABI) {
  auto bits = [](Type type) { return ElementStorage::get(type)->bits; };
  EXPECT_EQ(bits(builder.getI1Type()), 8u);
  EXPECT_EQ(bits(builder.getIntegerType(2)), 2u);
  EXPECT_EQ(bits(builder.getIntegerType(4, /*isSigned=*/false)), 4u);
  EXPECT_EQ(bits(Float4E2M1FNType::get(&context)), 4u);
  EXPECT_EQ(bits(Float6E3M2FNType::get(&context)), 8u);
  EXPECT_EQ(bits(builder.getBF16Type()), 16u);
  EXPECT_EQ(bits(ComplexType::get(builder.getF64Type())), 128u);
  EXPECT_FALSE(ElementStorage::get(builder.getIntegerType(128)));
  EXPECT_FALSE(ElementStorage::get(builder.getNoneType()));
}

TEST_F(LiteralTest, PacksSubByteElementsLowEndFirst) {
  Literal literal(type({3}, builder.getIntegerType(4)));
  literal.setInt(0, 1);
  literal.setInt(1, -2);
  literal.setInt(2, 7);
  EXPECT_EQ(literal.getByteSize(), 2u);
  EXPECT_EQ(static_cast<uint8_t>(literal.getBytes()[0]), 0xE1);
  EXPECT_EQ(static_cast<uint8_t>(literal.getBytes()[1]), 0x07);
  EXPECT_EQ(literal.getInt(1), -2);
}

/// What stands at the ends of each narrow format: how NaN, infinities, -0 and
/// values beyond the largest one are stored and printed.
TEST_F(LiteralTest, NarrowFloatsKeepTheirCorners) {
  struct Format {
    Type type;
    // Of nan, inf, -inf, -0, 1e30 and -1e30.
    const char *printed;
    const char *largest;
  };
  MLIRContext *c = &context;
  const Format formats[] = {
      // Without NaN and infinity: -0 stands for NaN, the largest for more.
      {Float4E2M1FNType::get(c), "[-0.0, 6.0, -6.0, -0.0, 6.0, -6.0]", "6.0"},
      {Float6E2M3FNType::get(c), "[-0.0, 7.5, -7.5, -0.0, 7.5, -7.5]", "7.5"},
      {Float6E3M2FNType::get(c), "[-0.0, 28.0, -28.0, -0.0, 28.0, -28.0]",
       "28.0"},
      {Float8E3M4Type::get(c), "[nan, inf, -inf, -0.0, inf, -inf]", "15.5"},
      {Float8E4M3Type::get(c), "[nan, inf, -inf, -0.0, inf, -inf]", "240.0"},
      {Float8E5M2Type::get(c), "[nan, inf, -inf, -0.0, inf, -inf]", "57344.0"},
      {Float8E4M3FNType::get(c), "[nan, nan, nan, -0.0, nan, nan]", "448.0"},
      {Float8E4M3FNUZType::get(c), "[nan, nan, nan, 0.0, nan, nan]", "240.0"},
      {Float8E4M3B11FNUZType::get(c), "[nan, nan, nan, 0.0, nan, nan]", "30.0"},
      {Float8E5M2FNUZType::get(c), "[nan, nan, nan, 0.0, nan, nan]", "57344.0"},
      // Powers of two above 0 only.
      {Float8E8M0FNUType::get(c),
       "[nan, nan, nan, 5.877472e-39, 1.2676506e+30, nan]", "1.7014118e+38"},
      {builder.getBF16Type(), "[nan, inf, -inf, -0.0, 1e+30, -1e+30]",
       "3.39e+38"},
      {builder.getF16Type(), "[nan, inf, -inf, -0.0, inf, -inf]", "65504.0"}};
  for (const Format &format : formats) {
    Literal literal(type({6}, format.type));
    const double values[] = {NAN, INFINITY, -INFINITY, -0.0, 1e30, -1e30};
    for (auto [index, value] : llvm::enumerate(values))
      literal.setDouble(index, value);
    EXPECT_EQ(text(literal), format.printed);
    Literal largest(type({}, format.type));
    largest.setDouble(0, std::strtod(format.largest, nullptr));
    EXPECT_EQ(text(largest), format.largest);
    // The largest value in f64, as it is stored, reads back as itself.
    double value = largest.getDouble(0);
    largest.setDouble(0, value);
    EXPECT_EQ(largest.getDouble(0), value);
  }
}

TEST_F(LiteralTest, ReadsAndMakesAttributes) {
  auto roundTrip = [&](DenseElementsAttr attr) {
    Literal literal = llvm::cantFail(Literal::get(attr));
    EXPECT_EQ(literal.getAttr(), attr);
    return literal;
  };
  auto bools = type({9}, builder.getI1Type());
  Literal mask = roundTrip(DenseElementsAttr::get(
      bools, {true, false, true, true, false, false, true, false, true}));
  EXPECT_EQ(mask.getByteSize(), 9u);
  EXPECT_EQ(mask.getBytes()[8], 1);
  EXPECT_EQ(text(roundTrip(DenseElementsAttr::get(bools, true))),
            "[true, true, true, true, true, true, true, true, true]");

  auto nibbles = type({2}, builder.getIntegerType(4));
  Literal packed =
      roundTrip(DenseElementsAttr::get(nibbles, {APInt(4, 3), APInt(4, 9)}));
  EXPECT_EQ(static_cast<uint8_t>(packed.getBytes()[0]), 0x93);

  auto floats = type({2, 2}, builder.getF32Type());
  EXPECT_EQ(
      text(roundTrip(DenseElementsAttr::get(floats, {1.f, -0.f, .1f, 1e30f}))),
      "[[1.0, -0.0], [0.1, 1e+30]]");
  EXPECT_EQ(text(roundTrip(DenseElementsAttr::get(floats, 2.5f))),
            "[[2.5, 2.5], [2.5, 2.5]]");
}

TEST_F(LiteralTest, ReadsResources) {
  auto floats = type({2}, builder.getF32Type());
  float data[] = {1, 2};
  auto attr = DenseResourceElementsAttr::get(
      floats, "x", HeapAsmResourceBlob::allocateAndCopyInferAlign<float>(data));
  EXPECT_EQ(text(llvm::cantFail(Literal::get(attr))), "[1.0, 2.0]");

  auto wrong = DenseResourceElementsAttr::get(
      type({3}, builder.getF32Type()), "y",
      HeapAsmResourceBlob::allocateAndCopyInferAlign<float>(data));
  EXPECT_EQ(llvm::toString(Literal::get(wrong).takeError()),
            "expected 12 bytes in dense resource 'y', but got 8");
}

TEST_F(LiteralTest, RoundsToNearestEven) {
  Literal literal(type({3}, builder.getBF16Type()));
  literal.setDouble(0, 1 + 1.0 / 256); // a tie, to the even neighbour below
  literal.setDouble(1, 1 + 3.0 / 256); // a tie, to the even neighbour above
  literal.setDouble(2, NAN);
  EXPECT_EQ(literal.getDouble(0), 1.0);
  EXPECT_EQ(literal.getDouble(1), 1 + 4.0 / 256);
  EXPECT_TRUE(std::isnan(literal.getDouble(2)));
}

TEST_F(LiteralTest, CopiesShareAndClonesDoNot) {
  Literal literal(type({1}, builder.getI32Type()));
  EXPECT_TRUE(literal.isUnique());
  Literal shared = literal, cloned = literal.clone();
  EXPECT_FALSE(literal.isUnique());
  literal.setInt(0, 7);
  EXPECT_EQ(shared.getInt(0), 7);
  EXPECT_EQ(cloned.getInt(0), 0);
}

TEST_F(LiteralTest, PrintsEdgesOfLongDimensions) {
  Literal literal(type({2, 9}, builder.getIntegerType(64, false)));
  literal.setInt(0, -1);
  EXPECT_EQ(text(literal, /*threshold=*/10),
            "[[18446744073709551615, 0, 0, ..., 0, 0, 0], "
            "[0, 0, 0, ..., 0, 0, 0]]");
  EXPECT_EQ(text(Literal(type({0, 2}, builder.getF32Type()))), "[]");
  EXPECT_EQ(text(Literal(type({}, ComplexType::get(builder.getF32Type())))),
            "(0.0, 0.0)");
}
} // namespace
