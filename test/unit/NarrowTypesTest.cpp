//===- NarrowTypesTest.cpp - Native code on types of at most 8 bits -------===//
//
// For each type one program of all ops that are defined on it, on every code
// that the type has, an odd number of elements so that the last packed byte is
// not full. Machine code has to give the interpreter's bits.
//
//===----------------------------------------------------------------------===//

#include "ProgramWriter.h"

using namespace mlir;
using namespace xla;

namespace {
constexpr int64_t numElements = 1021;

/// A program over two vectors %arg0 and %arg1 of one element type.
struct VectorProgram : ProgramWriter {
  VectorProgram(std::string element, ElementKind kind)
      : element(std::move(element)), kind(kind) {
    vector = of("1021x");
    scalar = of("");
    pair = vector + ", " + vector;
    addArgument(vector);
    addArgument(vector);
  }

  std::string of(const std::string &shape) const {
    return tensor(shape, element);
  }
  void unary(const std::string &op) {
    add("hlo." + op + " %arg0", vector, vector);
  }
  void binary(const std::string &op) {
    add("hlo." + op + " %arg0, %arg1", pair, vector);
  }
  /// A scalar of the program's data.
  std::string addScalar(int64_t index) {
    std::string at = std::to_string(index), end = std::to_string(index + 1);
    std::string slice =
        add("hlo.slice %arg1 [" + at + ":" + end + "]", vector, of("1x"));
    return add("hlo.reshape " + slice, of("1x"), scalar);
  }

  void addArithmetic();
  void addMathFunctions();
  void addConversions();
  void addMovement();
  void addRegions();

  std::string element, vector, scalar, pair;
  ElementKind kind;
};
} // namespace

void VectorProgram::addArithmetic() {
  for (const char *op : {"add", "subtract", "multiply", "divide", "remainder",
                         "maximum", "minimum"})
    binary(op);
  unary("negate");
  if (!isUnsignedInteger(kind)) {
    unary("sign");
    unary("abs");
  }
  std::string pred = tensor("1021x", "i1");
  if (isFloat(kind)) {
    for (const char *op :
         {"ceil", "floor", "round_nearest_afz", "round_nearest_even", "sqrt"})
      unary(op);
    add("hlo.is_finite %arg0", vector, pred);
  } else {
    for (const char *op : {"and", "or", "xor", "shift_left", "power",
                           "shift_right_arithmetic", "shift_right_logical"})
      binary(op);
    for (const char *op : {"not", "popcnt", "count_leading_zeros"})
      unary(op);
  }
  for (std::string direction : {"EQ", "NE", "LT", "LE", "GT", "GE"})
    add("hlo.compare " + direction + ", %arg0, %arg1", pair, pred);
}

/// Their few ulps of f32 disappear in the rounding to 8 bits.
void VectorProgram::addMathFunctions() {
  for (const char *op :
       {"cbrt", "cosine", "exponential", "exponential_minus_one", "log",
        "log_plus_one", "logistic", "rsqrt", "sine", "tan", "tanh", "real",
        "imag"})
    unary(op);
  for (const char *op : {"atan2", "power"})
    binary(op);
  add("hlo.reduce_precision %arg0, format = e4m1", vector, vector);
}

void VectorProgram::addConversions() {
  for (const char *type :
       {"i1", "i2", "ui2", "i4", "ui4", "i8", "ui8", "i32", "ui64", "f4E2M1FN",
        "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3FN", "f8E5M2FNUZ", "bf16",
        "f16", "f32", "f64"}) {
    if (element == type)
      continue;
    std::string there = add("hlo.convert %arg0", vector, tensor("1021x", type));
    add("hlo.convert " + there, tensor("1021x", type), vector);
  }
}

void VectorProgram::addMovement() {
  std::string one = addScalar(7);
  add("hlo.slice %arg0 [3:18:3]", vector, of("5x"));
  addTyped("hlo.reverse %arg0, dims = [0]", vector, vector);
  add("hlo.pad %arg0, " + one + ", low = [2], high = [-1], interior = [1]",
      vector + ", " + scalar, of("2042x"));
  add("hlo.concatenate %arg0, %arg1, dim = 0", pair, of("2042x"));
  std::string rows =
      add("hlo.broadcast_in_dim %arg0, dims = [1]", vector, of("3x1021x"));
  add("hlo.transpose " + rows + ", dims = [1, 0]", of("3x1021x"),
      of("1021x3x"));
  addTyped("hlo.iota dim = 0", vector, vector);
  add("hlo.clamp " + one + ", %arg0, %arg1", scalar + ", " + pair, vector);
  std::string pred = tensor("1021x", "i1");
  std::string less = add("hlo.compare LT, %arg0, %arg1", pair, pred);
  add("hlo.select " + less + ", %arg0, %arg1", pred + ", " + pair, vector);
  std::string index =
      addTyped("hlo.constant dense<9>", "tensor<i32>", "tensor<i32>");
  std::string part = add("hlo.dynamic_slice %arg0, " + index + ", sizes = [5]",
                         vector + ", tensor<i32>", of("5x"));
  add("hlo.dynamic_update_slice %arg1, " + part + ", " + index,
      vector + ", " + of("5x") + ", tensor<i32>", vector);
}

/// Sums of floats are left out: their order is free.
void VectorProgram::addRegions() {
  std::string start = addScalar(2);
  auto reduce = [&](const std::string &op) {
    add("hlo.reduce(%arg0 init: " + start + ") applies hlo." + op +
            " across dimensions = [0]",
        vector + ", " + scalar, scalar);
  };
  reduce("maximum");
  std::string order = isFloat(kind)           ? "TOTALORDER"
                      : isSignedInteger(kind) ? "SIGNED"
                                              : "UNSIGNED";
  add("\"hlo.sort\"(%arg0) ({\n  ^bb0(%a: " + scalar + ", %b: " + scalar +
          "):\n    %c = hlo.compare LT, %a, %b, " + order + " : (" + scalar +
          ", " + scalar + ") -> tensor<i1>\n    hlo.return %c : tensor<i1>\n" +
          "  }) {dimension = 0 : i64, is_stable = true}",
      vector, vector);
  std::string combiner = "({\n  ^bb0(%a: " + scalar + ", %b: " + scalar +
                         "):\n    %c = hlo.maximum %a, %b : " + scalar +
                         "\n    hlo.return %c : " + scalar + "\n  })";
  add("\"hlo.reduce_window\"(%arg0, " + start + ") " + combiner +
          " {window_dimensions = array<i64: 3>, window_dilations = array<i64: "
          "2>}",
      vector + ", " + scalar, of("1017x"));
  std::string indices = addTyped("hlo.constant dense<[[3], [700], [3], [-1]]>",
                                 "tensor<4x1xi32>", "tensor<4x1xi32>");
  std::string taken =
      add("\"hlo.gather\"(%arg0, " + indices +
              ") {dimension_numbers = #hlo.gather<offset_dims = [1], "
              "start_index_map = [0], index_vector_dim = 1>, slice_sizes = "
              "array<i64: 2>}",
          vector + ", tensor<4x1xi32>", of("4x2x"));
  add("\"hlo.scatter\"(%arg1, " + indices + ", " + taken + ") " + combiner +
          " {scatter_dimension_numbers = #hlo.scatter<update_window_dims = "
          "[1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}",
      vector + ", tensor<4x1xi32>, " + of("4x2x"), vector);
  add("\"hlo.map\"(%arg0, %arg1) " + combiner + " {dimensions = array<i64: 0>}",
      pair, vector);
  if (isFloat(kind))
    return;
  reduce("add");
  std::string dot =
      "hlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0]";
  add(dot, pair, scalar);
  add(dot, pair, "tensor<i32>");
}

namespace {
class NarrowTypes : public testing::TestWithParam<const char *> {};
} // namespace

TEST_P(NarrowTypes, NativeEqualsInterpreter) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  std::string vector = ProgramWriter::tensor("1021x", GetParam());
  OwningOpRef<ModuleOp> typed =
      parse("func.func @main(%x: " + vector + ") { return }", context);
  ASSERT_TRUE(typed);
  auto type = cast<RankedTensorType>(
      (*typed->getOps<func::FuncOp>().begin()).getArgumentTypes()[0]);
  VectorProgram program(GetParam(), *getElementKind(type.getElementType()));
  program.addArithmetic();
  if (isFloat(program.kind))
    program.addMathFunctions();
  program.addConversions();
  program.addMovement();
  program.addRegions();

  SmallVector<Literal> arguments = {Literal(type), Literal(type)};
  uint64_t mask = (uint64_t(1) << getBitWidth(program.kind)) - 1;
  for (int64_t i = 0; i < numElements; ++i) {
    arguments[0].setBits(i, i & mask);
    arguments[1].setBits(i, (i * 37 + i / 16 + 11) & mask);
  }
  // LLVM's vectors of less than a byte have another layout than its memory.
  expectSameResults(program.finish(), arguments, context,
                    /*optLevel=*/isPacked(program.kind) ? 2 : 0);
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
