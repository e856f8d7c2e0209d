//===- Generator.cpp - Random programs
//-------------------------------------===//
//
// Appends random ops to a list of values until there are enough; every op takes
// values made before it, so that chains, shared values and dead ends all occur.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "GeneratorImpl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace xla::fuzz;

std::string xla::fuzz::list(ArrayRef<int64_t> numbers) {
  std::string text;
  raw_string_ostream os(text);
  interleaveComma(numbers, os);
  return "[" + text + "]";
}

xla::fuzz::Value Generator::emit(const std::string &text, StringRef element,
                                 ArrayRef<int64_t> shape) {
  Value value{"%v" + std::to_string(next++), element.str(), Shape(shape)};
  body += "  " + value.name + " = " + text + "\n";
  values.push_back(value);
  return value;
}

xla::fuzz::Value Generator::constant(StringRef element,
                                     ArrayRef<int64_t> shape) {
  Value type{"", element.str(), Shape(shape)};
  static const char *const floats[] = {"0.0", "1.0", "-2.5", "3.0", "-0.0"};
  static const char *const ints[] = {"0", "1", "3", "7", "2"};
  static const char *const bools[] = {"true", "false"};
  std::string number = type.isFloat()  ? pick(floats)
                       : type.isBool() ? pick(bools)
                                       : pick(ints);
  return emit("hlo.constant dense<" + number + "> : " + type.getType(), element,
              shape);
}

xla::fuzz::Value Generator::like(const Value &other) {
  SmallVector<const Value *> same;
  for (const Value &value : values)
    if (value.element == other.element && value.shape == other.shape)
      same.push_back(&value);
  if (same.size() > 1 || below(3))
    return *same[below(same.size())];
  return constant(other.element, other.shape);
}

void Generator::addElementwise() {
  static const char *const floatBinary[] = {"add",      "subtract", "multiply",
                                            "divide",   "maximum",  "minimum",
                                            "remainder"};
  static const char *const intBinary[] = {"add",
                                          "subtract",
                                          "multiply",
                                          "divide",
                                          "maximum",
                                          "minimum",
                                          "remainder",
                                          "and",
                                          "or",
                                          "xor",
                                          "shift_left",
                                          "shift_right_logical",
                                          "shift_right_arithmetic"};
  static const char *const boolBinary[] = {"and", "or", "xor", "add",
                                           "maximum"};
  static const char *const floatUnary[] = {"abs",
                                           "negate",
                                           "ceil",
                                           "floor",
                                           "sign",
                                           "round_nearest_even",
                                           "round_nearest_afz",
                                           "sqrt"};
  static const char *const intUnary[] = {"negate", "not", "popcnt",
                                         "count_leading_zeros"};
  Value a = anyValue();
  if (below(3)) {
    Value b = like(a);
    std::string op = a.isFloat()  ? pick(floatBinary)
                     : a.isBool() ? pick(boolBinary)
                                  : pick(intBinary);
    emit("hlo." + op + " " + a.name + ", " + b.name + " : " + a.getType(),
         a.element, a.shape);
  } else {
    std::string op = a.isFloat()  ? pick(floatUnary)
                     : a.isBool() ? "not"
                                  : pick(intUnary);
    emit("hlo." + op + " " + a.name + " : " + a.getType(), a.element, a.shape);
  }
}

void Generator::addTernary() {
  static const char *const directions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  Value a = anyValue(), b = like(a), c = like(a);
  Value predType{"", "i1", a.shape};
  if (below(3) == 0 && !a.isBool()) {
    emit("hlo.clamp " + a.name + ", " + b.name + ", " + c.name + " : " +
             a.getType(),
         a.element, a.shape);
    return;
  }
  Value pred = emit("hlo.compare " + std::string(pick(directions)) + ", " +
                        a.name + ", " + b.name + " : (" + a.getType() + ", " +
                        a.getType() + ") -> " + predType.getType(),
                    "i1", a.shape);
  if (below(2))
    emit("hlo.select " + pred.name + ", " + b.name + ", " + c.name + " : " +
             predType.getType() + ", " + a.getType(),
         a.element, a.shape);
}

void Generator::addConvert() {
  static const char *const elements[] = {
      "f32", "f64",  "f16", "bf16", "i8",  "i32",      "i64",
      "ui8", "ui32", "i1",  "i4",   "ui4", "f8E4M3FN", "f4E2M1FN"};
  Value a = anyValue(), result = a;
  result.element = pick(elements);
  emit("hlo.convert " + a.name + " : (" + a.getType() + ") -> " +
           result.getType(),
       result.element, result.shape);
}

void Generator::addShapeOp() {
  Value a = anyValue(), result = a;
  int64_t rank = a.shape.size();
  auto finish = [&](const std::string &text) {
    emit(text + " : (" + a.getType() + ") -> " + result.getType(),
         result.element, result.shape);
  };
  switch (below(6)) {
  case 0: { // A new dimension somewhere.
    if (rank >= 4)
      return;
    int64_t at = below(rank + 1), size = 1 + below(5);
    result.shape.insert(result.shape.begin() + at, size);
    SmallVector<int64_t> dims;
    for (int64_t i = 0; i < rank; ++i)
      dims.push_back(i + (i >= at));
    return finish("hlo.broadcast_in_dim " + a.name + ", dims = " + list(dims));
  }
  case 1: {
    SmallVector<int64_t> permutation;
    for (int64_t i = 0; i < rank; ++i)
      permutation.push_back(i);
    std::shuffle(permutation.begin(), permutation.end(), random);
    for (auto [i, dim] : enumerate(permutation))
      result.shape[i] = a.shape[dim];
    return finish("hlo.transpose " + a.name + ", dims = " + list(permutation));
  }
  case 2: {
    int64_t count = 1;
    for (int64_t size : a.shape)
      count *= size;
    result.shape.assign(1, count);
    if (count % 2 == 0 && below(2))
      result.shape = {2, count / 2};
    return finish("hlo.reshape " + a.name);
  }
  case 3: {
    if (rank == 0)
      return;
    std::string ranges;
    for (int64_t i = 0; i < rank; ++i) {
      int64_t start = below(a.shape[i]);
      int64_t limit = start + 1 + below(a.shape[i] - start);
      int64_t step = 1 + below(2);
      ranges += (i ? ", " : "") + std::to_string(start) + ":" +
                std::to_string(limit) + ":" + std::to_string(step);
      result.shape[i] = (limit - start + step - 1) / step;
    }
    return finish("hlo.slice " + a.name + " [" + ranges + "]");
  }
  case 4: {
    if (rank == 0)
      return;
    emit("hlo.reverse " + a.name + ", dims = " + list(below(rank)) + " : " +
             a.getType(),
         a.element, a.shape);
    return;
  }
  default: {
    if (rank == 0)
      return;
    Value padding = constant(a.element, {});
    SmallVector<int64_t> low, high, interior;
    for (int64_t i = 0; i < rank; ++i) {
      low.push_back(below(4) - 1);
      high.push_back(below(3));
      interior.push_back(below(2));
      result.shape[i] =
          low[i] + high[i] + a.shape[i] + (a.shape[i] - 1) * interior[i];
      if (result.shape[i] <= 0)
        return;
    }
    emit("hlo.pad " + a.name + ", " + padding.name + ", low = " + list(low) +
             ", high = " + list(high) + ", interior = " + list(interior) +
             " : (" + a.getType() + ", " + padding.getType() + ") -> " +
             result.getType(),
         result.element, result.shape);
  }
  }
}

void Generator::addIndexingOp() {
  Value a = anyValue();
  int64_t rank = a.shape.size();
  if (rank == 0)
    return;
  switch (below(3)) {
  case 0: {
    Value b = like(a), result = a;
    int64_t dim = below(rank);
    result.shape[dim] = 2 * a.shape[dim];
    emit("hlo.concatenate " + a.name + ", " + b.name +
             ", dim = " + std::to_string(dim) + " : (" + a.getType() + ", " +
             a.getType() + ") -> " + result.getType(),
         result.element, result.shape);
    return;
  }
  case 1: {
    std::string indices, types;
    Value result = a;
    for (int64_t i = 0; i < rank; ++i) {
      indices += ", " + constant("i32", {}).name;
      types += ", tensor<i32>";
      result.shape[i] = 1 + below(a.shape[i]);
    }
    emit("hlo.dynamic_slice " + a.name + indices +
             ", sizes = " + list(result.shape) + " : (" + a.getType() + types +
             ") -> " + result.getType(),
         result.element, result.shape);
    return;
  }
  default: {
    std::string indices, types;
    Shape updateShape = a.shape;
    for (int64_t &size : updateShape)
      size = 1 + below(size);
    Value update = constant(a.element, updateShape);
    for (int64_t i = 0; i < rank; ++i) {
      indices += ", " + constant("i32", {}).name;
      types += ", tensor<i32>";
    }
    emit("hlo.dynamic_update_slice " + a.name + ", " + update.name + indices +
             " : (" + a.getType() + ", " + update.getType() + types + ") -> " +
             a.getType(),
         a.element, a.shape);
  }
  }
}

void Generator::addReduction() {
  static const char *const exact[] = {"maximum", "minimum"};
  static const char *const ints[] = {"add", "multiply", "and", "or", "maximum"};
  static const char *const bools[] = {"and", "or"};
  Value a = anyValue(), result = a;
  int64_t rank = a.shape.size();
  if (rank == 0)
    return;
  std::string op = a.isFloat()  ? pick(exact)
                   : a.isBool() ? pick(bools)
                                : pick(ints);
  Value init = constant(a.element, {});
  SmallVector<int64_t> dims;
  result.shape.clear();
  for (int64_t i = 0; i < rank; ++i)
    if (below(2))
      dims.push_back(i);
    else
      result.shape.push_back(a.shape[i]);
  emit("hlo.reduce(" + a.name + " init: " + init.name + ") applies hlo." + op +
           " across dimensions = " + list(dims) + " : (" + a.getType() + ", " +
           init.getType() + ") -> " + result.getType(),
       result.element, result.shape);
}

/// Products of integers, which have no rounding.
void Generator::addDot() {
  Value a = anyValue();
  if (!a.isInt() || a.shape.size() != 2)
    return;
  Value b = like(a), result = a;
  int64_t dim = below(2);
  result.shape = {a.shape[1 - dim], a.shape[1 - dim]};
  emit("hlo.dot_general " + a.name + ", " + b.name +
           ", contracting_dims = " + list(dim) + " x " + list(dim) + " : (" +
           a.getType() + ", " + a.getType() + ") -> " + result.getType(),
       result.element, result.shape);
}

/// Adds a value to another a few times.
void Generator::addWhile() {
  Value a = anyValue();
  if (a.isBool())
    return;
  Value b = like(a),
        zero = emit("hlo.constant dense<0> : tensor<i32>", "i32", {});
  std::string n = std::to_string(below(4)),
              name = "%v" + std::to_string(next++);
  body += "  " + name + ":2 = hlo.while(%i = " + zero.name +
          ", %x = " + a.name + ") : tensor<i32>, " + a.getType() +
          "\n  cond {\n    %n = hlo.constant dense<" + n +
          "> : tensor<i32>\n    %p = hlo.compare LT, %i, %n : (tensor<i32>, "
          "tensor<i32>) -> tensor<i1>\n    hlo.return %p : tensor<i1>\n  } do "
          "{\n    %one = hlo.constant dense<1> : tensor<i32>\n    %j = hlo.add "
          "%i, %one : tensor<i32>\n    %y = hlo.add %x, " +
          b.name + " : " + a.getType() +
          "\n    hlo.return %j, %y : tensor<i32>, " + a.getType() + "\n  }\n";
  values.push_back({name + "#1", a.element, a.shape});
}

void Generator::addOp() {
  switch (below(24)) {
  case 0:
  case 1:
  case 2:
  case 3:
  case 4:
    return addElementwise();
  case 5:
  case 6:
    return addTernary();
  case 7:
    return addConvert();
  case 8:
  case 9:
  case 10:
    return addShapeOp();
  case 11:
    return addIndexingOp();
  case 12:
  case 13:
    return addReduction();
  case 14:
    return addDot();
  case 15:
    return addWhile();
  case 16:
  case 17:
    return addReduceWindow();
  case 18:
    return addSort();
  case 19:
    return addGather();
  case 20:
    return addScatter();
  case 21:
    return addArgMax();
  case 22:
    return addConvolution();
  default:
    return addIf();
  }
}

std::string Generator::run() {
  static const char *const elements[] = {"f32", "f32", "f64", "bf16", "f16",
                                         "i32", "i8",  "ui8", "i64",  "i1"};
  static const int64_t sizes[] = {1, 2, 3, 4, 5, 8, 16, 17, 33};
  std::string signature, returned, returnedTypes;
  for (int64_t i = 0, n = 1 + below(3); i < n; ++i) {
    Value arg{"%arg" + std::to_string(i), pick(elements), {}};
    for (int64_t d = 0, rank = below(4); d < rank; ++d)
      arg.shape.push_back(sizes[below(rank > 2 ? 6 : 9)]);
    signature += (i ? ", " : "") + arg.name + ": " + arg.getType();
    values.push_back(arg);
  }
  size_t numArgs = values.size();
  addElementwise(); // There is always a result.
  for (int64_t i = 0, n = 3 + below(12); i < n; ++i) {
    addOp();
    // Programs of large values show no more than those of small ones.
    int64_t count = 1;
    for (int64_t size : values.back().shape)
      count *= size;
    if (count > 100000)
      break;
  }
  for (size_t i = numArgs; i < values.size(); ++i)
    if (i + 1 == values.size() || below(4) == 0) {
      returned += (returned.empty() ? "" : ", ") + values[i].name;
      returnedTypes +=
          (returnedTypes.empty() ? "" : ", ") + values[i].getType();
    }
  return "func.func @main(" + signature + ") -> (" + returnedTypes + ") {\n" +
         body + "  return " + returned + " : " + returnedTypes + "\n}\n";
}

std::string xla::fuzz::generateProgram(uint64_t seed) {
  return Generator(seed).run();
}
