//===- GeneratorRegions.cpp - Random ops with regions and indices ---------===//
//
// The ops whose operands have to fit each other in more than their types.
//
//===----------------------------------------------------------------------===//

#include "GeneratorImpl.h"

using namespace xla::fuzz;

/// A region of one op on two scalars of an element type.
static std::string region(const std::string &op, const std::string &element) {
  std::string type = "tensor<" + element + ">";
  return "({\n  ^bb0(%a: " + type + ", %b: " + type + "):\n    %r = hlo." + op +
         " %a, %b : " + type + "\n    hlo.return %r : " + type + "\n  })";
}

/// An op that may be applied in any order without a rounding.
static const char *getCombiner(const Value &value, int64_t choice) {
  if (value.isBool())
    return choice % 2 ? "and" : "or";
  if (value.isFloat())
    return choice % 2 ? "maximum" : "minimum";
  return choice % 2 ? "add" : "maximum";
}

void Generator::addReduceWindow() {
  Value a = anyValue(), result = a;
  if (a.shape.empty())
    return;
  std::string sizes, strides, pads, base, dilations;
  for (size_t i = 0; i < a.shape.size(); ++i) {
    int64_t size = 1 + below(3), stride = 1 + below(2), low = below(2),
            high = below(2), holes = 1 + below(2), steps = 1 + below(2);
    int64_t padded = low + high + (a.shape[i] - 1) * holes + 1;
    int64_t window = (size - 1) * steps + 1;
    if (padded < window)
      return;
    result.shape[i] = (padded - window) / stride + 1;
    std::string comma = i ? ", " : "";
    sizes += comma + std::to_string(size);
    strides += comma + std::to_string(stride);
    base += comma + std::to_string(holes);
    dilations += comma + std::to_string(steps);
    pads += comma + list({low, high});
  }
  // The initial value has to be neutral.
  std::string op = getCombiner(a, below(2)), neutral = "0";
  if (a.isBool())
    neutral = op == "and" ? "true" : "false";
  else if (a.isFloat() || op == "maximum")
    return addArgMax();
  Value init =
      emit("hlo.constant dense<" + neutral + "> : tensor<" + a.element + ">",
           a.element, {});
  emit("\"hlo.reduce_window\"(" + a.name + ", " + init.name +
           ") <{window_dimensions = array<i64: " + sizes +
           ">, window_strides = array<i64: " + strides +
           ">, base_dilations = array<i64: " + base +
           ">, window_dilations = array<i64: " + dilations +
           ">, padding = dense<[" + pads + "]> : tensor<" +
           std::to_string(a.shape.size()) + "x2xi64>}> " +
           region(op, a.element) + " : (" + a.getType() + ", " +
           init.getType() + ") -> " + result.getType(),
       result.element, result.shape);
}

/// A stable sort of two tensors by the first one. Not of floats, which have no
/// order without the signs of NaNs, which nobody defines.
void Generator::addSort() {
  Value a = anyValue(), b = like(a);
  if (a.shape.empty() || !a.isInt())
    return;
  std::string scalar = "tensor<" + a.element + ">";
  std::string name = "%v" + std::to_string(next++);
  body += "  " + name + ":2 = \"hlo.sort\"(" + a.name + ", " + b.name +
          ") <{dimension = " + std::to_string(below(a.shape.size())) +
          " : i64, is_stable = true}> ({\n  ^bb0(%a: " + scalar +
          ", %b: " + scalar + ", %c: " + scalar + ", %d: " + scalar +
          "):\n    %p = hlo.compare LT, %a, %b : (" + scalar + ", " + scalar +
          ") -> tensor<i1>\n    hlo.return %p : tensor<i1>\n  }) : (" +
          a.getType() + ", " + a.getType() + ") -> (" + a.getType() + ", " +
          a.getType() + ")\n";
  values.push_back({name + "#0", a.element, a.shape});
  values.push_back({name + "#1", a.element, a.shape});
}

/// Some slices of the first dimension, at positions that may be outside.
void Generator::addGather() {
  Value a = anyValue(), result = a;
  if (a.shape.empty())
    return;
  int64_t count = 1 + below(5);
  SmallVector<int64_t> positions, offsetDims;
  Shape sizes = a.shape;
  for (int64_t i = 0; i < count; ++i)
    positions.push_back(below(a.shape[0] + 4) - 2);
  for (size_t i = 1; i < a.shape.size(); ++i)
    offsetDims.push_back(i);
  sizes[0] = 1;
  result.shape[0] = count;
  Value indices = emit("hlo.constant dense<" + list(positions) + "> : tensor<" +
                           std::to_string(count) + "xi32>",
                       "i32", {count});
  std::string sizeList = list(sizes);
  emit("\"hlo.gather\"(" + a.name + ", " + indices.name +
           ") <{dimension_numbers = #hlo.gather<offset_dims = " +
           list(offsetDims) +
           ", collapsed_slice_dims = [0], start_index_map = [0], "
           "index_vector_dim = 1>, slice_sizes = array<i64: " +
           sizeList.substr(1, sizeList.size() - 2) + ">}> : (" + a.getType() +
           ", " + indices.getType() + ") -> " + result.getType(),
       result.element, result.shape);
}

/// Slices combined into the first dimension, repeated positions among them.
void Generator::addScatter() {
  Value a = anyValue(), update = a;
  if (a.shape.empty())
    return;
  int64_t count = 1 + below(5);
  SmallVector<int64_t> positions, windowDims;
  for (int64_t i = 0; i < count; ++i)
    positions.push_back(below(a.shape[0] + 3) - 1);
  for (size_t i = 1; i < a.shape.size(); ++i)
    windowDims.push_back(i);
  update.shape[0] = count;
  Value updates = constant(a.element, update.shape);
  Value indices = emit("hlo.constant dense<" + list(positions) + "> : tensor<" +
                           std::to_string(count) + "xi32>",
                       "i32", {count});
  emit(
      "\"hlo.scatter\"(" + a.name + ", " + indices.name + ", " + updates.name +
          ") <{scatter_dimension_numbers = #hlo.scatter<update_window_dims = " +
          list(windowDims) +
          ", inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
          "index_vector_dim = 1>}> " +
          region(getCombiner(a, below(2)), a.element) + " : (" + a.getType() +
          ", " + indices.getType() + ", " + updates.getType() + ") -> " +
          a.getType(),
      a.element, a.shape);
}

/// The largest element of each line and where it is.
void Generator::addArgMax() {
  Value a = anyValue();
  if (a.shape.empty() || !a.isInt())
    return;
  int64_t dim = below(a.shape.size());
  Value places = a;
  places.element = "i32";
  places =
      emit("hlo.iota dim = " + std::to_string(dim) + " : " + places.getType(),
           "i32", a.shape);
  Value low = constant(a.element, {}), zero = constant("i32", {});
  Shape shape(a.shape);
  shape.erase(shape.begin() + dim);
  Value best{"", a.element, shape}, place{"", "i32", shape};
  std::string s = low.getType(), name = "%v" + std::to_string(next++);
  body += "  " + name + ":2 = hlo.reduce(" + a.name + " init: " + low.name +
          "), (" + places.name + " init: " + zero.name +
          ") across dimensions = " + list(dim) + " : (" + a.getType() + ", " +
          places.getType() + ", " + s + ", tensor<i32>) -> (" + best.getType() +
          ", " + place.getType() + ")\n    reducer(%a: " + s + ", %b: " + s +
          ") (%i: tensor<i32>, %j: tensor<i32>) {\n      %gt = hlo.compare GT, "
          "%a, %b : (" +
          s + ", " + s +
          ") -> tensor<i1>\n      %eq = hlo.compare EQ, %a, %b : (" + s + ", " +
          s +
          ") -> tensor<i1>\n      %le = hlo.compare LE, %i, %j : (tensor<i32>, "
          "tensor<i32>) -> tensor<i1>\n      %t = hlo.and %eq, %le : "
          "tensor<i1>\n      %p = hlo.or %gt, %t : tensor<i1>\n      %v = "
          "hlo.select %p, %a, %b : tensor<i1>, " +
          s +
          "\n      %k = hlo.select %p, %i, %j : tensor<i1>, "
          "tensor<i32>\n      hlo.return %v, %k : " +
          s + ", tensor<i32>\n    }\n";
  values.push_back({name + "#0", a.element, shape});
  values.push_back({name + "#1", "i32", shape});
}

/// Of small integers in floats, whose sums have no rounding.
void Generator::addConvolution() {
  int64_t size = 3 + below(6), in = 1 + below(4), out = 1 + below(4),
          window = 1 + below(3), stride = 1 + below(2), pad = below(2),
          dilation = 1 + below(2);
  int64_t padded = size + 2 * pad, reach = (window - 1) * dilation + 1;
  if (padded < reach)
    return;
  Value x = emit("hlo.iota dim = 1 : tensor<2x" + std::to_string(size) + "x" +
                     std::to_string(in) + "xf32>",
                 "f32", {2, size, in});
  Value k = emit("hlo.iota dim = 2 : tensor<" + std::to_string(window) + "x" +
                     std::to_string(in) + "x" + std::to_string(out) + "xf32>",
                 "f32", {window, in, out});
  Value result{"", "f32", {2, (padded - reach) / stride + 1, out}};
  emit(
      "hlo.convolution(" + x.name + ", " + k.name +
          ") dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride "
          "= " +
          list(stride) + ", pad = [" + list({pad, pad}) +
          "], rhs_dilate = " + list(dilation) +
          "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" +
          x.getType() + ", " + k.getType() + ") -> " + result.getType(),
      "f32", result.shape);
}

void Generator::addIf() {
  Value a = anyValue();
  if (a.isBool() || a.element.rfind("ui", 0) == 0)
    return;
  Value b = like(a), pred = constant("i1", {});
  for (const Value &value : values)
    if (value.isBool() && value.shape.empty() && below(2))
      pred = value;
  emit("\"hlo.if\"(" + pred.name + ") ({\n    hlo.return " + a.name + " : " +
           a.getType() + "\n  }, {\n    %n = hlo.abs " + b.name + " : " +
           b.getType() + "\n    hlo.return %n : " + b.getType() +
           "\n  }) : (tensor<i1>) -> " + a.getType(),
       a.element, a.shape);
}
