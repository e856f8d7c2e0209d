//===- ByteSizeTest.cpp - How much memory values take ---------------------===//
//
// The layout of the ABI and that of compiled code agree but for elements that
// share bytes; products that 63 bits do not hold have no size.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/ByteSize.h"
#include "mlir/IR/Builders.h"
#include "xla/Support/ABITypes.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace xla;

namespace {
class ByteSizeTest : public ::testing::Test {
protected:
  MLIRContext context;
  Builder builder{&context};

  RankedTensorType tensor(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }
};
} // namespace

TEST_F(ByteSizeTest, LayoutsAgreeWhereElementsHaveAddresses) {
  for (Type element :
       {Type(builder.getI1Type()), Type(builder.getI8Type()),
        Type(builder.getIntegerType(32, /*isSigned=*/false)),
        Type(builder.getIndexType()), Type(builder.getBF16Type()),
        Type(ComplexType::get(builder.getF64Type()))}) {
    RankedTensorType type = tensor({3, 5}, element);
    EXPECT_EQ(getTensorByteSize(type), getDenseByteSize(type));
  }
  EXPECT_EQ(getDenseByteSize(tensor({3}, builder.getI1Type())), 3);
  EXPECT_EQ(
      getDenseByteSize(tensor({3}, ComplexType::get(builder.getF32Type()))),
      24);
}

TEST_F(ByteSizeTest, PackedElementsHaveBytesInsideCompiledCode) {
  RankedTensorType type = tensor({5}, builder.getIntegerType(2));
  EXPECT_EQ(getTensorByteSize(type), 2);
  EXPECT_EQ(getDenseByteSize(type), 5);
}

TEST_F(ByteSizeTest, BuffersOfVectors) {
  auto vector = VectorType::get({8}, builder.getF32Type());
  EXPECT_EQ(getDenseByteSize(MemRefType::get({4}, vector)), 128);
}

TEST_F(ByteSizeTest, NoSizeOfWhatIsUnknownOrTooLarge) {
  Type f32 = builder.getF32Type();
  int64_t huge = int64_t(1) << 61;
  EXPECT_EQ(getDenseByteSize(tensor({ShapedType::kDynamic}, f32)),
            std::nullopt);
  EXPECT_EQ(getDenseByteSize(f32), std::nullopt);
  EXPECT_EQ(getDenseByteSize(tensor({huge}, builder.getI8Type())), huge);
  EXPECT_EQ(getDenseByteSize(tensor({huge}, f32)), std::nullopt);
  EXPECT_EQ(getTensorByteSize(tensor({huge}, builder.getI8Type())),
            std::nullopt);
  EXPECT_EQ(getTensorByteSize(tensor({huge, huge, 0}, f32)), 0);
}

TEST_F(ByteSizeTest, ABINamesGoBothWays) {
  int64_t extent = -1;
  xla_tensor_info info = {};
  info.dims = &extent;
  info.rank = 1;
  for (int32_t name = XLA_INVALID_TYPE + 1; name < 64; ++name) {
    info.element_type = name;
    RankedTensorType type = getTensorType(info, &context);
    if (!type)
      continue;
    EXPECT_TRUE(type.isDynamicDim(0));
    EXPECT_EQ(int32_t(getABIElementType(type.getElementType())), name);
  }
  EXPECT_EQ(getABIElementType(builder.getIntegerType(7)), XLA_INVALID_TYPE);
}
