//===- ProgramReaderTest.cpp - Unit tests of format and limit checks ------===//

#include "xla/Target/ProgramReader.h"
#include "xla/Target/TextLimits.h"

#include "gtest/gtest.h"

using xla::detectProgramFormat;
using xla::findTextLimitError;
using xla::ProgramFormat;
using xla::TextLimits;

TEST(ProgramFormat, IsFoundByContent) {
  EXPECT_EQ(detectProgramFormat(""), ProgramFormat::MLIRText);
  EXPECT_EQ(detectProgramFormat("// HloModule\nmodule {}"),
            ProgramFormat::MLIRText);
  EXPECT_EQ(detectProgramFormat("\n // x\n HloModule jit_f"),
            ProgramFormat::HLOText);
  EXPECT_EQ(detectProgramFormat(llvm::StringRef("ML\xEFR\x0DMLIR22\0", 12)),
            ProgramFormat::MLIRBytecode);
  EXPECT_EQ(
      detectProgramFormat(llvm::StringRef("ML\xEFR\x0DStableHLO_v1.0.0\0", 22)),
      ProgramFormat::PortableArtifact);
  EXPECT_EQ(detectProgramFormat(llvm::StringRef("\x0A\x05jit_f\x12\x04", 9)),
            ProgramFormat::HLOProto);
  EXPECT_EQ(detectProgramFormat("hlo_module {\n name: \"m\" }"),
            ProgramFormat::HLOProto);
  EXPECT_EQ(detectProgramFormat("\x1f\x8b\x08"), ProgramFormat::HLOProto);
}

static size_t firstError(llvm::StringRef text, unsigned maxDepth) {
  TextLimits limits;
  limits.maxDepth = maxDepth;
  auto error = findTextLimitError(text, limits);
  return error ? error->offset : ~size_t(0);
}

static constexpr size_t none = ~size_t(0);

TEST(TextLimits, CountOpenBracketsOfEveryKind) {
  EXPECT_EQ(firstError("([{<>}])", 4), none);
  EXPECT_EQ(firstError("([{<>}])", 3), 3u);
  EXPECT_EQ(firstError("()()()", 1), none);
}

TEST(TextLimits, SkipStringsCommentsAndArrows) {
  EXPECT_EQ(firstError("\"(((\" // (((\n (", 1), none);
  EXPECT_EQ(firstError("\"\\\"(((\"", 0), none);
  EXPECT_EQ(firstError("(a -> b) (d0 >= 0, d1 <= 1) (", 1), none);
}

TEST(TextLimits, CountAliasesAsWhatTheyStandFor) {
  EXPECT_EQ(firstError("#a = [[1]]\n[#a]", 4), none);
  EXPECT_EQ(firstError("#a = [[1]]\n[#a]", 3), 12u);
  EXPECT_EQ(firstError("#a = 1\n#b = #a\n#c = #b\nx #c", 2), 25u);
}

TEST(TextLimits, CountOperatorsOfOneExpression) {
  TextLimits limits;
  limits.maxOperators = 2;
  EXPECT_FALSE(findTextLimitError("(d0 + d1 + 1, d0 + d1)", limits));
  EXPECT_TRUE(findTextLimitError("(d0 + d1 + 1 + d2)", limits));
  EXPECT_TRUE(findTextLimitError("(d0 mod 2 floordiv 3 ceildiv 5)", limits));
  EXPECT_FALSE(findTextLimitError("{\n x = -1\n y = -1\n z = -1\n}", limits));
}

TEST(TextLimits, RefuseArraysOfIndex) {
  EXPECT_EQ(firstError("x = array<index: 1>", 4), 9u);
  EXPECT_EQ(firstError("x = array < index : 1>", 4), 10u);
  EXPECT_EQ(firstError("x = array<i64: 1>, tensor<index>", 4), none);
}

TEST(TextLimits, BoundTheSize) {
  TextLimits limits;
  limits.maxBytes = 4;
  EXPECT_FALSE(findTextLimitError("abc", limits));
  EXPECT_TRUE(findTextLimitError("abcd", limits));
}
