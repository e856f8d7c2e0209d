//===- ProgramReaderTest.cpp - Unit tests of format and limit checks ------===//

#include "xla/Target/ProgramReader.h"
#include "xla/InitAll.h"
#include "xla/Target/TextLimits.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
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

/// Reads `content`; what is wrong with it is not said.
static mlir::OwningOpRef<mlir::ModuleOp> read(llvm::StringRef content,
                                              mlir::MLIRContext *context) {
  mlir::ScopedDiagnosticHandler quiet(
      context, [](mlir::Diagnostic &) { return mlir::success(); });
  return xla::parseProgram(llvm::MemoryBufferRef(content, "x"), context);
}

/// Bytecode of a program that has an entry of most kinds.
static std::string writeBytecode(mlir::MLIRContext *context) {
  auto module = read(R"(
    func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x1xi32>) -> tensor<2xi1> {
      %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
      %z = stablehlo.constant dense<[[0.5], [1.5]]> : tensor<2x1xf32>
      %q = stablehlo.uniform_quantize %z : (tensor<2x1xf32>) ->
        tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25:3}>>
      %s = stablehlo.slice %x [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
      %r = "stablehlo.gather"(%s, %i) <{
        dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1],
          start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: 1, 1>}>
        : (tensor<2x1xf32>, tensor<2x1xi32>) -> tensor<2xf32>
      return %c : tensor<2xi1>
    })",
                     context);
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  EXPECT_TRUE(module && succeeded(mlir::writeBytecodeToFile(*module, os)));
  return bytes;
}

TEST(Bytecode, DamagedBytesDoNotEndTheProcess) {
  mlir::DialectRegistry registry;
  xla::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  const std::string bytes = writeBytecode(&context);
  EXPECT_TRUE(read(bytes, &context));
  // No bytes at all are the text of an empty program.
  for (size_t i = 1; i < bytes.size(); ++i) {
    EXPECT_FALSE(read(llvm::StringRef(bytes).take_front(i), &context));
    for (unsigned char value : {0, 7, 0x80, 0xFF}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(value);
      (void)read(damaged, &context);
    }
    for (size_t count : {1, 8})
      (void)read(bytes.substr(0, i) +
                     bytes.substr(std::min(i + count, bytes.size())),
                 &context);
  }
}

TEST(Bytecode, OutermostBlockHasNoArguments) {
  mlir::MLIRContext context;
  // Version 6; strings, dialects, attributes, their offsets, properties: none.
  std::string bytes("ML\xEFR\x0Dx\0"
                    "\0\3\1"
                    "\1\5\1\1"
                    "\2\1"
                    "\3\5\1\1"
                    "\x8\3\1",
                    23);
  // Ops: a block of no ops; one that has a list of arguments besides, an empty
  // one, and no orders of uses.
  EXPECT_TRUE(read(bytes + std::string("\4\3\1", 3), &context));
  EXPECT_FALSE(read(bytes + std::string("\4\7\3\1\0", 5), &context));
}

/// A wrong number in place of each byte: among them those of other types in
/// place of the ones that quantized values and attributes are of, which MLIR
/// does not look at.
TEST(Bytecode, NumbersOfOtherTypes) {
  mlir::DialectRegistry registry;
  xla::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = read(R"(
    func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>,
                    %y: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)
                    attributes {epsilon = 0.5 : f16} {
      %r = stablehlo.add %x, %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
      %s = stablehlo.transpose %y, dims = [0]
        : (tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)
        -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
      return
    })",
                     &context);
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  ASSERT_TRUE(module && succeeded(mlir::writeBytecodeToFile(*module, os)));
  EXPECT_TRUE(read(bytes, &context));
  for (char &byte : bytes) {
    char right = byte;
    for (int number = 1; number < 32; number += 2) {
      byte = static_cast<char>(number);
      (void)read(bytes, &context);
    }
    byte = right;
  }
}
