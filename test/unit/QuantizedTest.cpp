//===- QuantizedTest.cpp - Quantized ops, native and interpreted ----------===//
//
// Programs of all ops that take quantized values, over storage types of all
// widths, expressed types, zero points, bounds and axes. Machine code has to
// store the integers that the interpreter stores.
//
//===----------------------------------------------------------------------===//

#include "ProgramWriter.h"
#include "xla/Dialect/HLO/IR/Quantization.h"

using namespace mlir;
using namespace xla;

namespace {
struct QuantizedTypes {
  const char *name;
  /// Two types of one storage type, all that elementwise ops take together.
  const char *lhs, *like;
  /// The second operand and the result of products.
  const char *rhs, *result;
  /// The second operand with three scales; '%' stands for their axis.
  const char *axes;
  const char *expressed;
};

class Quantized : public testing::TestWithParam<QuantizedTypes> {
protected:
  Quantized() {
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Runs the program on every code of the storage types of its arguments.
  void run(const ProgramWriter &writer) {
    std::string text = writer.finish();
    OwningOpRef<ModuleOp> module = parse(text, context);
    ASSERT_TRUE(module);
    SmallVector<Literal> arguments;
    auto function = *module->getOps<func::FuncOp>().begin();
    for (Type type : function.getArgumentTypes()) {
      Literal literal(cast<RankedTensorType>(hlo::getStorageType(type)));
      int64_t seed = arguments.size();
      for (int64_t i = 0; i < literal.getNumElements(); ++i)
        if (literal.getStorage().kind == ElementStorage::Kind::Float)
          literal.setDouble(i, double((i * 7 + seed) % 41 - 20) * 0.37);
        else
          literal.setInt(i, (i * (2 * seed + 1) + i / 13 * 5 + seed) *
                                (literal.getStorage().bits > 8 ? 97 : 1));
      arguments.push_back(std::move(literal));
    }
    expectSameResults(text, arguments, context);
  }

  DialectRegistry registry;
  MLIRContext context;
};
} // namespace

TEST_P(Quantized, Elementwise) {
  QuantizedTypes types = GetParam();
  ProgramWriter p;
  std::string lhs = p.tensor("257x", types.lhs),
              rhs = p.tensor("257x", types.like),
              result = p.tensor("257x", types.like),
              plain = p.tensor("257x", types.expressed),
              pred = p.tensor("257x", "i1");
  p.addArgument(lhs);
  p.addArgument(rhs);
  p.addArgument(plain);
  p.add("hlo.uniform_dequantize %arg0", lhs, plain);
  p.add("hlo.uniform_quantize %arg2", plain, result);
  p.add("hlo.uniform_quantize %arg0", lhs, result);
  for (std::string op : {"abs", "ceil", "floor", "negate", "sign", "sqrt",
                         "round_nearest_afz", "round_nearest_even"})
    p.add("hlo." + op + " %arg0", lhs, result);
  for (std::string op : {"add", "subtract", "multiply", "divide", "maximum",
                         "minimum", "remainder"})
    p.add("hlo." + op + " %arg0, %arg1", lhs + ", " + rhs, result);
  p.add("hlo.is_finite %arg0", lhs, pred);
  std::string less =
      p.add("hlo.compare LT, %arg0, %arg1", lhs + ", " + rhs, pred);
  p.add("hlo.select " + less + ", %arg0, %arg1", pred + ", " + lhs + ", " + rhs,
        result);
  p.add("hlo.clamp %arg1, %arg0, %arg1", rhs + ", " + lhs + ", " + rhs, result);
  p.add("hlo.reduce_precision %arg0, format = e5m2", lhs, result);
  p.addTyped("hlo.iota dim = 0", result, result);
  run(p);
}

/// The few ulps of a math function disappear in the rounding to 16 bits or
/// less.
TEST_P(Quantized, MathFunctions) {
  QuantizedTypes types = GetParam();
  ProgramWriter p;
  std::string lhs = p.tensor("257x", types.lhs),
              like = p.tensor("257x", types.like);
  p.addArgument(lhs);
  p.addArgument(like);
  for (std::string op :
       {"cbrt", "cosine", "exponential", "exponential_minus_one", "log",
        "log_plus_one", "logistic", "rsqrt", "sine", "tan", "tanh"})
    p.add("hlo." + op + " %arg0", lhs, like);
  for (std::string op : {"atan2", "power"})
    p.add("hlo." + op + " %arg0, %arg1", lhs + ", " + like, like);
  run(p);
}

TEST_P(Quantized, Normalisation) {
  QuantizedTypes types = GetParam();
  ProgramWriter p;
  std::string image = p.tensor("7x3x", types.lhs),
              row = p.tensor("3x", types.lhs);
  p.addArgument(image);
  for (int i = 0; i < 4; ++i)
    p.addArgument(row);
  p.add("\"hlo.batch_norm_inference\"(%arg0, %arg1, %arg2, %arg3, %arg4) "
        "{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}",
        image + ", " + row + ", " + row + ", " + row + ", " + row, image);
  run(p);
}

TEST_P(Quantized, Movement) {
  QuantizedTypes types = GetParam();
  ProgramWriter p;
  std::string type = p.tensor("6x43x", types.lhs),
              scalar = p.tensor("", types.lhs);
  p.addArgument(type);
  p.addArgument(scalar);
  p.add("hlo.transpose %arg0, dims = [1, 0]", type,
        p.tensor("43x6x", types.lhs));
  p.add("hlo.reshape %arg0", type, p.tensor("258x", types.lhs));
  p.add("hlo.slice %arg0 [1:5:2, 0:43:6]", type, p.tensor("2x8x", types.lhs));
  p.addTyped("hlo.reverse %arg0, dims = [1]", type, type);
  p.add("hlo.concatenate %arg0, %arg0, dim = 0", type + ", " + type,
        p.tensor("12x43x", types.lhs));
  p.add("hlo.pad %arg0, %arg1, low = [1, -1], high = [0, 2], interior = [1, 0]",
        type + ", " + scalar, p.tensor("12x44x", types.lhs));
  p.add("hlo.broadcast_in_dim %arg1, dims = []", scalar, type);
  std::string index =
      p.addTyped("hlo.constant dense<2>", "tensor<i32>", "tensor<i32>");
  std::string part = p.add(
      "hlo.dynamic_slice %arg0, " + index + ", " + index + ", sizes = [2, 3]",
      type + ", tensor<i32>, tensor<i32>", p.tensor("2x3x", types.lhs));
  p.add("hlo.dynamic_update_slice %arg0, " + part + ", " + index + ", " + index,
        type + ", " + p.tensor("2x3x", types.lhs) +
            ", tensor<i32>, tensor<i32>",
        type);
  run(p);
}

namespace {
/// Storage types whose sums of products are exact: other sums have no order.
class QuantizedProducts : public Quantized {};
} // namespace

TEST_P(QuantizedProducts, Products) {
  QuantizedTypes types = GetParam();
  ProgramWriter p;
  std::string lhs = p.tensor("5x43x", types.lhs),
              rhs = p.tensor("43x3x", types.rhs),
              result = p.tensor("5x3x", types.result);
  auto axis = [&](const std::string &dim) {
    std::string type = types.axes;
    return type.replace(type.find('%'), 1, dim);
  };
  p.addArgument(lhs);
  p.addArgument(rhs);
  p.addArgument(p.tensor("43x3x", axis("1")));
  p.addArgument(p.tensor("2x7x1x", types.lhs));
  p.addArgument(p.tensor("3x1x3x", axis("2")));
  std::string dot = "hlo.dot_general %arg0, ", over =
                                                   ", contracting_dims = [1] "
                                                   "x [0]";
  p.add(dot + "%arg1" + over, lhs + ", " + rhs, result);
  p.add(dot + "%arg2" + over, lhs + ", " + p.tensor("43x3x", axis("1")),
        result);
  p.add("hlo.convolution(%arg3, %arg4) dim_numbers = [b, 0, f]x[0, i, o]->[b, "
        "0, f], window = {pad = [[2, 1]], lhs_dilate = [2]} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}",
        p.tensor("2x7x1x", types.lhs) + ", " + p.tensor("3x1x3x", axis("2")),
        p.tensor("2x14x3x", types.result));
  run(p);
}

/// Sums that need 24 bits, 32 bits, and more.
TEST_P(QuantizedProducts, LongSums) {
  QuantizedTypes types = GetParam();
  for (std::string size : {"200x", "2000x", "40000x"}) {
    ProgramWriter p;
    std::string lhs = p.tensor(size, types.lhs),
                rhs = p.tensor(size, types.rhs);
    p.addArgument(lhs);
    p.addArgument(rhs);
    p.add("hlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0]",
          lhs + ", " + rhs, p.tensor("", types.result));
    run(p);
  }
}

/// The scales' axis is a batch dimension, the first free one, a group's
/// feature.
TEST_P(QuantizedProducts, Axes) {
  QuantizedTypes types = GetParam();
  ProgramWriter p;
  auto axis = [&](const std::string &dim) {
    std::string type = types.axes;
    return type.replace(type.find('%'), 1, dim);
  };
  std::string lhs = p.tensor("3x5x43x", types.lhs),
              batched = p.tensor("3x43x2x", axis("0")),
              image = p.tensor("2x7x3x", types.lhs),
              kernel = p.tensor("2x1x3x", axis("2"));
  p.addArgument(lhs);
  p.addArgument(batched);
  p.addArgument(image);
  p.addArgument(kernel);
  p.add("hlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], "
        "contracting_dims = [2] x [1]",
        lhs + ", " + batched, p.tensor("3x5x2x", types.result));
  p.add("hlo.dot_general %arg0, %arg1, contracting_dims = [2] x [1]",
        lhs + ", " + batched, p.tensor("3x5x3x2x", types.result));
  p.add("hlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, f]x[0, i, o]->[f, "
        "b, 0], window = {stride = [2]} {batch_group_count = 1 : i64, "
        "feature_group_count = 3 : i64}",
        image + ", " + kernel, p.tensor("3x2x3x", types.result));
  run(p);
}

TEST_P(Quantized, Regions) {
  QuantizedTypes types = GetParam();
  ProgramWriter p;
  std::string type = p.tensor("6x43x", types.lhs),
              scalar = p.tensor("", types.lhs),
              row = p.tensor("43x", types.lhs);
  p.addArgument(type);
  p.addArgument(scalar);
  for (std::string op : {"add", "maximum"})
    p.add("hlo.reduce(%arg0 init: %arg1) applies hlo." + op +
              " across dimensions = [0]",
          type + ", " + scalar, row);
  p.add("\"hlo.reduce_window\"(%arg0, %arg1) ({\n  ^bb0(%a: " + scalar +
            ", %b: " + scalar + "):\n    %c = hlo.maximum %a, %b : " + scalar +
            "\n    hlo.return %c : " + scalar +
            "\n  }) {window_dimensions = array<i64: 2, 3>}",
        type + ", " + scalar, p.tensor("5x41x", types.lhs));
  std::string indices = p.addTyped("hlo.constant dense<[[3], [1], [-1]]>",
                                   "tensor<3x1xi32>", "tensor<3x1xi32>");
  std::string taken =
      p.add("\"hlo.gather\"(%arg0, " + indices +
                ") {dimension_numbers = #hlo.gather<offset_dims = [1], "
                "collapsed_slice_dims = [0], start_index_map = [0], "
                "index_vector_dim = 1>, slice_sizes = array<i64: 1, 43>}",
            type + ", tensor<3x1xi32>", p.tensor("3x43x", types.lhs));
  p.add("\"hlo.scatter\"(%arg0, " + indices + ", " + taken +
            ") ({\n  ^bb0(%a: " + scalar + ", %b: " + scalar +
            "):\n    %c = hlo.add %a, %b : " + scalar +
            "\n    hlo.return %c : " + scalar +
            "\n  }) {scatter_dimension_numbers = #hlo.scatter<"
            "update_window_dims = [1], inserted_window_dims = [0], "
            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}",
        type + ", tensor<3x1xi32>, " + p.tensor("3x43x", types.lhs), type);
  p.add("\"hlo.sort\"(%arg0) ({\n  ^bb0(%a: " + scalar + ", %b: " + scalar +
            "):\n    %c = hlo.compare GT, %a, %b : (" + scalar + ", " + scalar +
            ") -> tensor<i1>\n    hlo.return %c : tensor<i1>\n  }) {dimension "
            "= 1 : i64, is_stable = true}",
        type, type);
  std::string pred = p.add("hlo.is_finite %arg1", scalar, "tensor<i1>");
  p.add("\"hlo.if\"(" + pred + ") ({\n    %n = hlo.negate %arg0 : " + type +
            "\n    hlo.return %n : " + type +
            "\n  }, {\n    hlo.return %arg0 "
            ": " +
            type + "\n  })",
        "tensor<i1>", type);
  run(p);
}

static std::string getName(const testing::TestParamInfo<QuantizedTypes> &info) {
  return info.param.name;
}

static const QuantizedTypes narrowTypes[] = {
    {"i8", "!quant.uniform<i8:f32, 0.03:5>", "!quant.uniform<i8:f32, 0.7:-128>",
     "!quant.uniform<i8:f32, 0.7:-128>", "!quant.uniform<i8:f32, 0.11:-3>",
     "!quant.uniform<i8:f32:%, {0.3, 0.07:2, 1.9:-128}>", "f32"},
    {"u8_bounded", "!quant.uniform<u8<3:200>:f32, 0.03:100>",
     "!quant.uniform<u8<10:250>:f32, 0.3:128>",
     "!quant.uniform<u8:f32, 0.07:255>",
     "!quant.uniform<u8<10:250>:f32, 0.3:128>",
     "!quant.uniform<u8:f32:%, {0.3:1, 0.07:2, 1.9:128}>", "f32"},
    {"i4", "!quant.uniform<i4:f32, 0.3:-1>",
     "!quant.uniform<i4<-7:7>:f32, 0.7>", "!quant.uniform<i4<-7:7>:f32, 0.7>",
     "!quant.uniform<i4:f32, 1.1:2>",
     "!quant.uniform<i4:f32:%, {0.3:1, 0.07:2, 1.9:-3}>", "f32"},
    {"u2", "!quant.uniform<u2:f32, 0.3:1>", "!quant.uniform<u2:f32, 0.9:2>",
     "!quant.uniform<i2:f32, 0.7>", "!quant.uniform<u4:f32, 0.9:2>",
     "!quant.uniform<i2:f32:%, {0.3, 0.07:1, 1.9:-1}>", "f32"},
    {"a16w8", "!quant.uniform<i16:f32, 0.001:17>",
     "!quant.uniform<i16:f32, 0.01:-300>", "!quant.uniform<i8:f32, 0.07>",
     "!quant.uniform<i16:f32, 0.01:-300>",
     "!quant.uniform<i8:f32:%, {0.03, 0.07, 0.02}>", "f32"},
    {"bf16", "!quant.uniform<i8:bf16, 0.03:5>",
     "!quant.uniform<i8:bf16, 0.7:-12>", "!quant.uniform<i8:bf16, 0.7:-12>",
     "!quant.uniform<i8:bf16, 0.11:-3>",
     "!quant.uniform<i8:bf16:%, {0.3, 0.07:2, 1.9:-128}>", "bf16"},
    {"f16", "!quant.uniform<i8:f16, 0.03:5>", "!quant.uniform<i8:f16, 0.11:-3>",
     "!quant.uniform<u8:f16, 0.7:12>", "!quant.uniform<i8:f16, 0.11:-3>",
     "!quant.uniform<u8:f16:%, {0.3, 0.07:2, 1.9:128}>", "f16"},
    {"f64", "!quant.uniform<i8:f64, 0.03:5>", "!quant.uniform<i8:f64, 0.7:-12>",
     "!quant.uniform<i8:f64, 0.7:-12>", "!quant.uniform<i32:f64, 0.00011:-300>",
     "!quant.uniform<i8:f64:%, {0.3, 0.07:2, 1.9:-128}>", "f64"},
    {"to_i32", "!quant.uniform<i8:f32, 0.03:5>",
     "!quant.uniform<i8:f32, 0.7:-12>", "!quant.uniform<i8:f32, 0.7:-12>",
     "!quant.uniform<i32:f32, 1.0e-9>",
     "!quant.uniform<i8:f32:%, {0.3, 0.07:2, 1.9:-128}>", "f32"}};

static const QuantizedTypes wideTypes[] = {
    {"i32", "!quant.uniform<i32:f32, 1.0e-9>",
     "!quant.uniform<i32<-100000:100000>:f32, 0.0003:77>",
     "!quant.uniform<i8:f32, 0.7:-12>", "!quant.uniform<i32:f32, 0.0001>",
     "!quant.uniform<i8:f32:%, {0.3, 0.07:2, 1.9:-128}>", "f32"}};

INSTANTIATE_TEST_SUITE_P(Narrow, Quantized, testing::ValuesIn(narrowTypes),
                         getName);
INSTANTIATE_TEST_SUITE_P(Wide, Quantized, testing::ValuesIn(wideTypes),
                         getName);
INSTANTIATE_TEST_SUITE_P(Narrow, QuantizedProducts,
                         testing::ValuesIn(narrowTypes), getName);
