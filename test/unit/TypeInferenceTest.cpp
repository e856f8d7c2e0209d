//===- TypeInferenceTest.cpp - Result types of hlo ops --------------------===//
//
// Builders without result types, and the inference functions by themselves:
// dynamic and bounded dimensions, failure without a location.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/TypeInference.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace xla::hlo;

namespace {
class TypeInferenceTest : public ::testing::Test {
protected:
  TypeInferenceTest() : builder(&context) {
    context.loadDialect<HLODialect>();
    builder.setInsertionPointToEnd(&block);
  }

  Type type(StringRef text) { return parseType(text, &context); }
  Value value(StringRef text) {
    return block.addArgument(type(text), builder.getUnknownLoc());
  }

  MLIRContext context;
  Block block;
  OpBuilder builder;
};
} // namespace

TEST_F(TypeInferenceTest, MostSpecificOperandWins) {
  Value sum = AddOp::create(builder, builder.getUnknownLoc(),
                            value("tensor<?x3xf32>"), value("tensor<2x?xf32>"));
  EXPECT_EQ(sum.getType(), type("tensor<2x3xf32>"));
}

TEST_F(TypeInferenceTest, SmallerBoundWins) {
  Value sum = AddOp::create(builder, builder.getUnknownLoc(),
                            value("tensor<?xf32, #hlo.bounds<8>>"),
                            value("tensor<?xf32, #hlo.bounds<5>>"));
  EXPECT_EQ(sum.getType(), type("tensor<?xf32, #hlo.bounds<5>>"));
}

TEST_F(TypeInferenceTest, CompareGivesBooleansOfTheSameShape) {
  Value x = value("tensor<?x3xui8, #hlo.bounds<4, ?>>");
  Value less = CompareOp::create(builder, builder.getUnknownLoc(), x, x,
                                 ComparisonDirection::LT);
  EXPECT_EQ(less.getType(), type("tensor<?x3xi1, #hlo.bounds<4, ?>>"));
}

TEST_F(TypeInferenceTest, TransposeMovesBounds) {
  Value result =
      TransposeOp::create(builder, builder.getUnknownLoc(),
                          value("tensor<?x3x?xf32, #hlo.bounds<4, ?, ?>>"),
                          ArrayRef<int64_t>({2, 0, 1}));
  EXPECT_EQ(result.getType(), type("tensor<?x?x3xf32, #hlo.bounds<?, 4, ?>>"));
}

TEST_F(TypeInferenceTest, ConcatenateAddsSizesAndBounds) {
  Value fixed = value("tensor<3xf32>");
  Value bounded = value("tensor<?xf32, #hlo.bounds<4>>");
  Value both = ConcatenateOp::create(builder, builder.getUnknownLoc(),
                                     ValueRange{fixed, bounded}, 0);
  EXPECT_EQ(both.getType(), type("tensor<?xf32, #hlo.bounds<7>>"));
  Value open =
      ConcatenateOp::create(builder, builder.getUnknownLoc(),
                            ValueRange{fixed, value("tensor<?xf32>")}, 0);
  EXPECT_EQ(open.getType(), type("tensor<?xf32>"));
}

TEST_F(TypeInferenceTest, PadKeepsUnknownSizes) {
  Value padded =
      PadOp::create(builder, builder.getUnknownLoc(), value("tensor<?x3xf32>"),
                    value("tensor<f32>"), ArrayRef<int64_t>({1, 1}),
                    ArrayRef<int64_t>({0, -2}), ArrayRef<int64_t>({0, 1}));
  EXPECT_EQ(padded.getType(), type("tensor<?x4xf32>"));
}

TEST_F(TypeInferenceTest, FailureWithoutLocationReportsNothing) {
  int errors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) { ++errors; });
  SmallVector<Type> inferred;
  Value x = value("tensor<2x3xf32>");
  EXPECT_TRUE(failed(inferTransposeOp(std::nullopt, x, {0, 0}, inferred)));
  EXPECT_EQ(errors, 0);
  EXPECT_TRUE(
      failed(inferTransposeOp(builder.getUnknownLoc(), x, {0, 0}, inferred)));
  EXPECT_EQ(errors, 1);
  EXPECT_TRUE(inferred.empty());
}

TEST_F(TypeInferenceTest, WindowedShape) {
  // 7 elements, 1 before: windows of 3 with stride 2 start at 0, 2 and 4.
  BoundedShape input, result;
  input.push(7);
  input.push(ShapedType::kDynamic, 7);
  auto padding = DenseIntElementsAttr::get(
      RankedTensorType::get({2, 2}, builder.getI64Type()),
      ArrayRef<int64_t>({1, 0, 1, 0}));
  EXPECT_TRUE(succeeded(
      inferWindowedShape(std::nullopt, input, {3, 3}, ArrayRef<int64_t>({2, 2}),
                         std::nullopt, std::nullopt, padding, result)));
  EXPECT_EQ(result.sizes[0], 3);
  EXPECT_TRUE(ShapedType::isDynamic(result.sizes[1]));
  EXPECT_EQ(result.bounds[1], 3);
}
