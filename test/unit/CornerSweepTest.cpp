//===- CornerSweepTest.cpp - All elementwise ops on all corners -----------===//
//
// One program per element type computes every op that the type allows on every
// pair of its special values: native code against the interpreter, by the rules
// of Support/Agreement.
//
//===----------------------------------------------------------------------===//

#include "xla/InitAll.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Executable.h"
#include "xla/Support/Agreement.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <limits>

using namespace mlir;
using namespace xla;

namespace {
enum class Class { Bool, Signed, Unsigned, Float, Complex };

/// An op on elements of one type.
struct SweptOp {
  std::string mnemonic;
  unsigned numOperands;
  std::string attributes; // in generic form
  std::string resultType;
};

class CornerSweep : public testing::TestWithParam<const char *> {
protected:
  CornerSweep() : context(createRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    type = parseElementType(GetParam());
    kind = *getElementKind(type);
    if (isComplex(kind))
      valueClass = Class::Complex;
    else if (isFloat(kind))
      valueClass = Class::Float;
    else if (kind == ElementKind::Pred)
      valueClass = Class::Bool;
    else
      valueClass = isSignedInteger(kind) ? Class::Signed : Class::Unsigned;
  }

  static DialectRegistry createRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }
  Type parseElementType(llvm::StringRef text);
  std::vector<std::complex<double>> getCorners() const;
  void addCompares(std::vector<SweptOp> &ops) const;
  void addConversions(std::vector<SweptOp> &ops) const;
  std::vector<SweptOp> getOps() const;
  std::string getProgram(llvm::ArrayRef<SweptOp> ops, int64_t size) const;
  std::vector<double> getBounds(const SweptOp &op, const Literal &want,
                                const Literal &x, const Literal &y) const;

  MLIRContext context;
  Type type;
  ElementKind kind;
  Class valueClass;
};
} // namespace

static const char *const typeNames[] = {
    "i1",         "i8",           "i16",         "i32",           "i64",
    "ui8",        "ui16",         "ui32",        "ui64",          "f8E3M4",
    "f8E4M3",     "f8E4M3FN",     "f8E4M3FNUZ",  "f8E4M3B11FNUZ", "f8E5M2",
    "f8E5M2FNUZ", "f8E8M0FNU",    "bf16",        "f16",           "f32",
    "f64",        "complex<f32>", "complex<f64>"};

Type CornerSweep::parseElementType(llvm::StringRef text) {
  std::string program = ("func.func private @f(tensor<" + text + ">)").str();
  auto module = parseProgram(llvm::MemoryBufferRef(program, "type"), &context);
  auto function = *module->getOps<func::FuncOp>().begin();
  return getElementTypeOrSelf(function.getArgumentTypes()[0]);
}

/// Special values; `Literal` rounds and wraps them to the type.
std::vector<std::complex<double>> CornerSweep::getCorners() const {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::complex<double>> corners;
  if (valueClass == Class::Complex) {
    std::vector<double> parts = {0.0,   -0.0, 1.0,  -2.5, 0x1p-40,
                                 30.25, inf,  -inf, nan};
    for (double re : parts)
      for (double im : parts)
        corners.push_back({re, im});
    return corners;
  }
  if (valueClass != Class::Float) {
    double width = getBitWidth(kind), half = std::ldexp(1.0, width - 1);
    std::vector<double> values = {0, 1, 2, 3, 7, 8, 63, 64, 100};
    for (double value : {1.0, 2.0, 3.0, 7.0, 64.0, half - 1, half})
      values.push_back(-value);
    for (double value : {width - 1, width, width + 1, half - 1, half})
      values.push_back(value);
    corners.assign(values.begin(), values.end());
    return corners;
  }
  std::vector<double> values = {
      0.0,      1,          2,      3,      0.5,     1.5,     2.5,
      0.75,     3.14159265, 1e-3,   100.7,  255.5,   128.5,   32768,
      65504,    0x1p31,     0x1p63, 0x1p64, 0x1p-14, 0x1p-24, 0x1p-126,
      0x1p-149, 0x1p-1074,  1e300,  3.4e38, 88.7,    7,       inf};
  for (double value : values) {
    corners.push_back(value);
    corners.push_back(-value);
  }
  corners.push_back(nan);
  return corners;
}

void CornerSweep::addCompares(std::vector<SweptOp> &ops) const {
  bool ordered = valueClass != Class::Complex;
  for (std::string direction : {"EQ", "NE", "LT", "LE", "GT", "GE"}) {
    if (!ordered && direction != "EQ" && direction != "NE")
      continue;
    std::string attribute =
        "comparison_direction = #hlo<comparison_direction " + direction + ">";
    ops.push_back({"compare", 2, attribute, "i1"});
    if (valueClass == Class::Float)
      ops.push_back(
          {"compare", 2,
           attribute + ", compare_type = #hlo<comparison_type TOTALORDER>",
           "i1"});
  }
}

void CornerSweep::addConversions(std::vector<SweptOp> &ops) const {
  for (const char *to : typeNames)
    ops.push_back({"convert", 1, "", to});
}

std::vector<SweptOp> CornerSweep::getOps() const {
  std::string same = GetParam();
  std::vector<SweptOp> ops;
  auto add = [&](unsigned numOperands, std::vector<const char *> names) {
    for (const char *name : names)
      ops.push_back({name, numOperands, "", same});
  };
  add(2, {"add", "multiply", "maximum", "minimum"});
  add(3, {"clamp"});
  if (valueClass != Class::Float && valueClass != Class::Complex) {
    add(2, {"and", "or", "xor"});
    add(1, {"not"});
  }
  if (valueClass != Class::Bool) {
    add(2, {"subtract", "divide", "power"});
    add(1, {"negate"});
  }
  if (valueClass != Class::Bool && valueClass != Class::Unsigned) {
    add(1, {"sign"});
  }
  if (valueClass == Class::Signed || valueClass == Class::Unsigned) {
    add(2, {"remainder", "shift_left", "shift_right_arithmetic",
            "shift_right_logical"});
    add(1, {"count_leading_zeros", "popcnt"});
    if (valueClass == Class::Signed)
      add(1, {"abs"});
  }
  if (valueClass == Class::Float || valueClass == Class::Complex) {
    add(1,
        {"cbrt", "cosine", "exponential", "exponential_minus_one", "log",
         "log_plus_one", "logistic", "rsqrt", "sine", "sqrt", "tan", "tanh"});
  }
  if (valueClass == Class::Float) {
    // Of complex numbers, atan2 lies on its branch cut where y is 0.
    add(2, {"atan2"});
    add(1, {"abs", "ceil", "floor", "round_nearest_afz", "round_nearest_even",
            "real", "imag"});
    add(2, {"remainder"});
    ops.push_back({"is_finite", 1, "", "i1"});
    for (const char *format : {"5 : i32, mantissa_bits = 10 : i32",
                               "4 : i32, mantissa_bits = 0 : i32",
                               "11 : i32, mantissa_bits = 52 : i32"})
      ops.push_back({"reduce_precision", 1,
                     std::string("exponent_bits = ") + format, same});
  }
  if (valueClass == Class::Complex) {
    std::string part = kind == ElementKind::C64 ? "f32" : "f64";
    for (const char *name : {"abs", "real", "imag"})
      ops.push_back({name, 1, "", part});
  }
  addCompares(ops);
  addConversions(ops);
  return ops;
}

/// A function's ulps are those of a complex number, not of its parts.
std::vector<double> CornerSweep::getBounds(const SweptOp &op,
                                           const Literal &want,
                                           const Literal &x,
                                           const Literal &y) const {
  std::vector<double> bounds;
  uint64_t ulps = getMaxUlps(op.mnemonic, kind);
  if (valueClass != Class::Complex || ulps == 0)
    return bounds;
  for (int64_t i = 0, e = want.getNumElements(); i < e; ++i) {
    double bound = getUlpBound(kind, ulps, std::abs(want.getComplex(i)));
    // Rounding of the exponent y log(x) counts by its size.
    if (op.mnemonic == "power")
      bound *= 1 + std::abs(y.getComplex(i) * std::log(x.getComplex(i)));
    bounds.push_back(bound);
  }
  return bounds;
}

std::string CornerSweep::getProgram(llvm::ArrayRef<SweptOp> ops,
                                    int64_t size) const {
  std::string text, results, types;
  llvm::raw_string_ostream os(text);
  auto shaped = [&](llvm::StringRef element) {
    return ("tensor<" + llvm::Twine(size) + "x" + element + ">").str();
  };
  std::string operandType = shaped(GetParam());
  for (auto [index, op] : llvm::enumerate(ops)) {
    results += (index ? ", %r" : "%r") + std::to_string(index);
    types += (index ? ", " : "") + shaped(op.resultType);
  }
  os << "func.func @main(%x: " << operandType << ", %y: " << operandType
     << ") -> (" << types << ") {\n";
  for (auto [index, op] : llvm::enumerate(ops)) {
    const char *operands[] = {"%x", "%x, %y", "%y, %x, %y"};
    os << "  %r" << index << " = \"hlo." << op.mnemonic << "\"("
       << operands[op.numOperands - 1] << ")";
    if (!op.attributes.empty())
      os << " <{" << op.attributes << "}>";
    os << " : (";
    for (unsigned i = 0; i < op.numOperands; ++i)
      os << (i ? ", " : "") << operandType;
    os << ") -> " << shaped(op.resultType) << "\n";
  }
  os << "  return " << results << " : " << types << "\n}\n";
  return text;
}

TEST_P(CornerSweep, NativeAgreesWithInterpreter) {
  std::vector<std::complex<double>> corners = getCorners();
  int64_t size = corners.size() * corners.size();
  auto literalType = RankedTensorType::get({size}, type);
  Literal x(literalType), y(literalType);
  for (int64_t i = 0; i < size; ++i) {
    auto set = [&](Literal &literal, std::complex<double> value) {
      if (isInteger(kind))
        literal.setInt(i, value.real() < 0 ? int64_t(value.real())
                                           : int64_t(uint64_t(value.real())));
      else
        literal.setComplex(i, value);
    };
    set(x, corners[i / corners.size()]);
    set(y, corners[i % corners.size()]);
  }
  std::vector<SweptOp> ops = getOps();
  std::string text = getProgram(ops, size);
  auto module = parseProgram(llvm::MemoryBufferRef(text, "sweep"), &context);
  ASSERT_TRUE(module) << text;
  auto expected = interpreter::evaluate(*module, "main", {x, y});
  ASSERT_TRUE(succeeded(expected));
  CompileOptions options;
  options.optLevel = 0;
  auto executable = Executable::compileProgram(*module, options);
  ASSERT_TRUE(succeeded(executable));
  auto results = (*executable)->run({x, y}, &context);
  ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
  for (auto [op, got, want] : llvm::zip(ops, *results, *expected)) {
    AgreementRule rule = AgreementRule::ulps(getMaxUlps(op.mnemonic, kind));
    std::vector<double> bounds = getBounds(op, want, x, y);
    rule.bound = bounds;
    AgreementReport report = compareLiterals(got, want, rule);
    if (report.agrees())
      continue;
    std::string where;
    llvm::raw_string_ostream os(where);
    x.printElement(os, report.worstIndex);
    os << ", ";
    y.printElement(os, report.worstIndex);
    ADD_FAILURE() << op.mnemonic << " " << op.attributes << " to "
                  << op.resultType << " of " << where << ": "
                  << report.describe();
  }
}

static std::string
getTestName(const testing::TestParamInfo<const char *> &info) {
  std::string name = info.param;
  llvm::erase_if(name, [](char c) { return !llvm::isAlnum(c); });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Types, CornerSweep, testing::ValuesIn(typeNames),
                         getTestName);
