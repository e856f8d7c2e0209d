//===- NarrowTypesTest.cpp - Native code on types of at most 8 bits -------===//
//
// For each type one program of all ops that are defined on it, on every code
// that the type has, an odd number of elements so that the last packed byte is
// not full. Machine code has to give the interpreter's bits.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Executable.h"
#include "xla/Support/Agreement.h"
#include "xla/Target/ProgramReader.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace xla;

namespace {
constexpr int64_t numElements = 1021;

/// Writes a function of %x and %y whose results are those of many ops.
class ProgramWriter {
public:
  explicit ProgramWriter(std::string element) : element(std::move(element)) {
    vector = tensor("1021x");
  }

  std::string tensor(const std::string &shape) const {
    return tensor(shape, element);
  }
  static std::string tensor(const std::string &shape, const std::string &type) {
    return "tensor<" + shape + type + ">";
  }

  /// Adds a result that `text` computes, as op and operands without types.
  std::string add(const std::string &text, const std::string &signature,
                  const std::string &result) {
    std::string name = "%r" + std::to_string(types.size());
    body += "  " + name + " = " + text + " : " + signature + "\n";
    names.push_back(name);
    types.push_back(result);
    return name;
  }
  void unary(StringRef op, const std::string &result = "") {
    std::string type = result.empty() ? vector : result;
    add("hlo." + op.str() + " %x", "(" + vector + ") -> " + type, type);
  }
  void binary(StringRef op) {
    add("hlo." + op.str() + " %x, %y", vector, vector);
  }

  std::string finish() const {
    std::string returned;
    for (size_t i = 0; i < names.size(); ++i)
      returned += (i ? ", " : "") + names[i];
    std::string signature;
    for (size_t i = 0; i < types.size(); ++i)
      signature += (i ? ", " : "") + types[i];
    return "func.func @main(%x: " + vector + ", %y: " + vector + ") -> (" +
           signature + ") {\n" + body + "  return " + returned + " : " +
           signature + "\n}\n";
  }

  std::string element, vector;

private:
  std::string body;
  std::vector<std::string> names, types;
};
} // namespace

static void addArithmetic(ProgramWriter &p, ElementKind kind) {
  for (const char *op : {"add", "subtract", "multiply", "divide", "remainder",
                         "maximum", "minimum"})
    p.binary(op);

  if (isFloat(kind)) {
    for (const char *op : {"abs", "ceil", "floor", "round_nearest_afz",
                           "round_nearest_even", "sqrt"})
      p.unary(op);
    p.add("hlo.is_finite %x",
          "(" + p.vector + ") -> " + p.tensor("1021x", "i1"),
          p.tensor("1021x", "i1"));
  } else {
    for (const char *op : {"and", "or", "xor", "shift_left", "power",
                           "shift_right_arithmetic", "shift_right_logical"})
      p.binary(op);
    for (const char *op : {"not", "popcnt", "count_leading_zeros"})
      p.unary(op);
    if (isSignedInteger(kind))
      p.unary("abs");
  }
  p.unary("negate");
  if (!isUnsignedInteger(kind))
    p.unary("sign");
  for (const char *direction : {"EQ", "NE", "LT", "LE", "GT", "GE"})
    p.add(std::string("hlo.compare ") + direction + ", %x, %y",
          "(" + p.vector + ", " + p.vector + ") -> " + p.tensor("1021x", "i1"),
          p.tensor("1021x", "i1"));
}

static void addConversions(ProgramWriter &p) {
  for (const char *type :
       {"i1", "i2", "ui2", "i4", "ui4", "i8", "ui8", "i32", "ui64", "f4E2M1FN",
        "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3FN", "f8E5M2FNUZ", "bf16",
        "f16", "f32", "f64"}) {
    if (p.element == type)
      continue;
    std::string wide = p.add("hlo.convert %x",
                             "(" + p.vector + ") -> " + p.tensor("1021x", type),
                             p.tensor("1021x", type));
    p.add("hlo.convert " + wide,
          "(" + p.tensor("1021x", type) + ") -> " + p.vector, p.vector);
  }
}

static void addMovement(ProgramWriter &p) {
  std::string scalar = p.tensor(""), short5 = p.tensor("5x");
  std::string low =
      p.add("hlo.slice %x [7:8]", "(" + p.vector + ") -> " + p.tensor("1x"),
            p.tensor("1x"));
  std::string one = p.add("hlo.reshape " + low,
                          "(" + p.tensor("1x") + ") -> " + scalar, scalar);
  p.add("hlo.slice %x [3:18:3]", "(" + p.vector + ") -> " + short5, short5);
  p.add("hlo.reverse %x, dims = [0]", p.vector, p.vector);
  p.add("hlo.pad %x, " + one + ", low = [2], high = [-1], interior = [1]",
        "(" + p.vector + ", " + scalar + ") -> " + p.tensor("2042x"),
        p.tensor("2042x"));
  p.add("hlo.concatenate %x, %y, dim = 0",
        "(" + p.vector + ", " + p.vector + ") -> " + p.tensor("2042x"),
        p.tensor("2042x"));
  std::string square = p.add("hlo.broadcast_in_dim %x, dims = [1]",
                             "(" + p.vector + ") -> " + p.tensor("3x1021x"),
                             p.tensor("3x1021x"));
  p.add("hlo.transpose " + square + ", dims = [1, 0]",
        "(" + p.tensor("3x1021x") + ") -> " + p.tensor("1021x3x"),
        p.tensor("1021x3x"));
  p.add("hlo.iota dim = 0", p.vector, p.vector);
  p.add("hlo.clamp " + one + ", %x, %y",
        "(" + scalar + ", " + p.vector + ", " + p.vector + ") -> " + p.vector,
        p.vector);
  std::string less = p.add("hlo.compare LT, %x, %y",
                           "(" + p.vector + ", " + p.vector + ") -> " +
                               p.tensor("1021x", "i1"),
                           p.tensor("1021x", "i1"));
  p.add("hlo.select " + less + ", %x, %y",
        p.tensor("1021x", "i1") + ", " + p.vector, p.vector);
  std::string index =
      p.add("hlo.constant dense<9>", "tensor<i32>", "tensor<i32>");
  std::string part =
      p.add("hlo.dynamic_slice %x, " + index + ", sizes = [5]",
            "(" + p.vector + ", tensor<i32>) -> " + short5, short5);
  p.add("hlo.dynamic_update_slice %y, " + part + ", " + index,
        "(" + p.vector + ", " + short5 + ", tensor<i32>) -> " + p.vector,
        p.vector);
}

/// Sums are left out: the order of a float's is free.
static void addRegions(ProgramWriter &p, ElementKind kind) {
  std::string scalar = p.tensor(""), signature = "(" + p.vector + ", " + scalar;
  std::string low =
      p.add("hlo.slice %y [2:3]", "(" + p.vector + ") -> " + p.tensor("1x"),
            p.tensor("1x"));
  std::string one = p.add("hlo.reshape " + low,
                          "(" + p.tensor("1x") + ") -> " + scalar, scalar);
  p.add("hlo.reduce(%x init: " + one +
            ") applies hlo.maximum across dimensions = [0]",
        signature + ") -> " + scalar, scalar);
  p.add("\"hlo.sort\"(%x) ({\n  ^bb0(%a: " + scalar + ", %b: " + scalar +
            "):\n    %c = hlo.compare LT, %a, %b, " +
            (isFloat(kind)           ? "TOTALORDER"
             : isSignedInteger(kind) ? "SIGNED"
                                     : "UNSIGNED") +
            " : (" + scalar + ", " + scalar +
            ") -> tensor<i1>\n    hlo.return %c : tensor<i1>\n  }) {dimension "
            "= 0 "
            ": i64, is_stable = true}",
        "(" + p.vector + ") -> " + p.vector, p.vector);
  if (isFloat(kind))
    return;
  p.add("hlo.reduce(%x init: " + one +
            ") applies hlo.add across dimensions = [0]",
        signature + ") -> " + scalar, scalar);
  std::string pair = "(" + p.vector + ", " + p.vector + ") -> ";
  p.add("hlo.dot_general %x, %y, contracting_dims = [0] x [0]", pair + scalar,
        scalar);
  p.add("hlo.dot_general %x, %y, contracting_dims = [0] x [0]",
        pair + "tensor<i32>", "tensor<i32>");
}

namespace {
class NarrowTypes : public testing::TestWithParam<const char *> {};
} // namespace

TEST_P(NarrowTypes, NativeEqualsInterpreter) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  ProgramWriter writer(GetParam());
  std::string probe = "func.func @main(%x: " + writer.vector + ") { return }";
  OwningOpRef<ModuleOp> typed =
      parseProgram(llvm::MemoryBufferRef(probe, "probe"), &context);
  ASSERT_TRUE(typed);
  auto type = cast<RankedTensorType>(
      (*typed->getOps<func::FuncOp>().begin()).getArgumentTypes()[0]);
  ElementKind kind = *getElementKind(type.getElementType());
  addArithmetic(writer, kind);
  addConversions(writer);
  addMovement(writer);
  addRegions(writer, kind);
  std::string text = writer.finish();
  OwningOpRef<ModuleOp> module =
      parseProgram(llvm::MemoryBufferRef(text, "program"), &context);
  ASSERT_TRUE(module) << text;

  SmallVector<Literal> arguments = {Literal(type), Literal(type)};
  for (int64_t i = 0; i < numElements; ++i) {
    uint64_t mask = (uint64_t(1) << getBitWidth(kind)) - 1;
    arguments[0].setBits(i, i & mask);
    arguments[1].setBits(i, (i * 37 + i / 16 + 11) & mask);
  }
  auto expected = interpreter::evaluate(*module, "main", arguments);
  ASSERT_TRUE(succeeded(expected));
  CompileOptions options;
  options.optLevel = 0;
  auto executable = Executable::compileProgram(*module, options);
  ASSERT_TRUE(succeeded(executable));
  auto got = (*executable)->run(arguments, &context);
  ASSERT_TRUE(bool(got)) << llvm::toString(got.takeError());
  ASSERT_EQ(got->size(), expected->size());
  for (auto [i, one, other] : llvm::enumerate(*got, *expected)) {
    AgreementReport report =
        compareLiterals(one, other, AgreementRule::bitEqual());
    std::string line = "%r" + std::to_string(i) + " = ";
    size_t at = text.find(line);
    EXPECT_TRUE(report.agrees()) << text.substr(at, text.find('\n', at) - at)
                                 << ": " << report.describe();
  }
}

INSTANTIATE_TEST_SUITE_P(Types, NarrowTypes,
                         testing::Values("i2", "ui2", "i4", "ui4", "i8", "ui8",
                                         "f4E2M1FN", "f6E2M3FN", "f6E3M2FN",
                                         "f8E3M4", "f8E4M3", "f8E4M3FN",
                                         "f8E4M3FNUZ", "f8E4M3B11FNUZ",
                                         "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU"),
                         [](const auto &info) {
                           return std::string(info.param);
                         });
