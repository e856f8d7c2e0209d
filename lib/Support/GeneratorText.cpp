//===- GeneratorText.cpp - Argument specifications as text ----------------===//
//
// Parses and prints what the command line says of arguments.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Generator.h"

#include "xla/Support/Npy.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace xla;

std::optional<Number> Number::parse(StringRef text) {
  text = text.trim();
  if (text == "true" || text == "false")
    return get(static_cast<int64_t>(text == "true"));
  if (text == "nan")
    return get(static_cast<double>(NAN));
  if (text == "inf" || text == "-inf")
    return get(static_cast<double>(text == "inf" ? INFINITY : -INFINITY));
  int64_t integer;
  // -0 is a float's value.
  if (!text.getAsInteger(0, integer) && text != "-0")
    return get(integer);
  uint64_t large;
  if (!text.getAsInteger(0, large))
    return Number{static_cast<double>(large), static_cast<int64_t>(large),
                  true};
  double real;
  if (text.empty() || !(llvm::isDigit(text.back()) || text.back() == '.') ||
      text.getAsDouble(real) || !std::isfinite(real))
    return std::nullopt; // also where it is beyond all finite numbers
  return get(real);
}

std::string xla::toString(const Number &number) {
  // An integer that wrapped has another sign than it had.
  if (number.isInteger && (number.integer < 0) != (number.real < 0))
    return std::to_string(static_cast<uint64_t>(number.integer));
  if (number.isInteger)
    return std::to_string(number.integer);
  if (std::isnan(number.real))
    return "nan";
  if (std::isinf(number.real))
    return number.real < 0 ? "-inf" : "inf";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.17g", number.real);
  return text;
}

static llvm::Error makeError(StringRef text, const Twine &message) {
  return llvm::createStringError("'" + text + "': " + message);
}

/// The numbers of a comma-separated `list`, a part of `text`.
static llvm::Expected<SmallVector<Number>> parseNumbers(StringRef text,
                                                        StringRef list) {
  SmallVector<StringRef> parts;
  if (!list.empty())
    list.split(parts, ',');
  SmallVector<Number> numbers;
  for (StringRef part : parts) {
    auto number = Number::parse(part);
    if (!number)
      return makeError(text, "expected a number, but got '" + part + "'");
    numbers.push_back(*number);
  }
  return numbers;
}

llvm::Expected<Generator> Generator::parse(StringRef text) {
  text = text.trim();
  Generator generator;
  StringRef list = text;
  if (list.consume_front("@")) {
    generator.kind = Kind::File;
    generator.file = list.str();
    return generator;
  }
  size_t open = text.find('(');
  if (open != StringRef::npos) {
    if (!text.ends_with(")"))
      return makeError(text, "expected ')' at the end");
    list = text.substr(open + 1).drop_back();
  }
  auto parsed = parseNumbers(text, list);
  if (!parsed)
    return parsed.takeError();
  SmallVector<Number> numbers = std::move(*parsed);
  auto verified = [&]() -> llvm::Expected<Generator> {
    if (llvm::Error error = generator.verify())
      return makeError(text, llvm::toString(std::move(error)));
    return generator;
  };
  if (open == StringRef::npos) {
    generator.values = std::move(numbers);
    return verified();
  }

  StringRef name = text.take_front(open).trim();
  unsigned expected = llvm::StringSwitch<unsigned>(name)
                          .Cases({"uniform", "normal", "int"}, 3)
                          .Cases({"iota", "const"}, 1)
                          .Default(0);
  if (!expected)
    return makeError(text, "expected uniform, normal, int, iota or const, but "
                           "got '" +
                               name + "'");
  if (numbers.size() != expected)
    return makeError(text, "expected " + Twine(expected) +
                               " parameters, but got " + Twine(numbers.size()));
  if (name == "const") {
    generator.values = std::move(numbers);
    return verified();
  }
  // Integers: the last parameter, a period or a seed, and all of int's.
  for (auto [index, number] : llvm::enumerate(numbers))
    if (!number.isInteger && (index + 1 == expected || name == "int"))
      return makeError(text, "expected an integer, but got " +
                                 toString(number) + " as parameter " +
                                 Twine(index + 1));
  generator.first = numbers[0].real;
  if (name == "iota") {
    generator.kind = Kind::Iota;
    generator.hi = numbers[0].integer;
    return verified();
  }
  generator.second = numbers[1].real;
  generator.seed = numbers[2].integer;
  generator.kind = name == "uniform"  ? Kind::Uniform
                   : name == "normal" ? Kind::Normal
                                      : Kind::Int;
  if (generator.kind == Kind::Int) {
    generator.lo = numbers[0].integer;
    generator.hi = numbers[1].integer;
  }
  return verified();
}

void Generator::print(raw_ostream &os) const {
  auto real = [&](double value) -> raw_ostream & {
    return os << llvm::format("%.17g", value);
  };
  switch (kind) {
  case Kind::Uniform:
  case Kind::Normal:
    os << (kind == Kind::Uniform ? "uniform(" : "normal(");
    real(first) << ',';
    real(second) << ',' << seed << ')';
    return;
  case Kind::Int:
    os << "int(" << lo << ',' << hi << ',' << seed << ')';
    return;
  case Kind::Iota:
    os << "iota(" << hi << ')';
    return;
  case Kind::Values:
    llvm::interleave(
        values, os, [&](const Number &n) { os << toString(n); }, ",");
    return;
  case Kind::File:
    os << '@' << file;
    return;
  }
}

Type xla::parseElementType(StringRef text, MLIRContext *context) {
  text = text.trim();
  if (text == "c64")
    return ComplexType::get(Float32Type::get(context));
  if (text == "c128")
    return ComplexType::get(Float64Type::get(context));
  if (text.empty())
    return {};
  // The parser's own message would point into this fragment.
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  Type type = parseType(text, context);
  return type && ElementStorage::get(type) ? type : Type();
}

RankedTensorType xla::parseShapedType(StringRef text, MLIRContext *context) {
  SmallVector<int64_t> shape;
  StringRef rest = text.trim();
  while (!rest.empty() && llvm::isDigit(rest[0])) {
    int64_t extent;
    if (rest.consumeInteger(10, extent) || !rest.consume_front("x"))
      return {};
    shape.push_back(extent);
  }
  Type element = parseElementType(rest, context);
  return element ? RankedTensorType::get(shape, element) : RankedTensorType();
}

llvm::Expected<ArgumentSpec> ArgumentSpec::parse(StringRef text,
                                                 MLIRContext *context) {
  ArgumentSpec spec;
  StringRef values = text;
  if (!text.starts_with("@")) {
    StringRef type;
    std::tie(type, values) = text.split('=');
    spec.type = parseShapedType(type, context);
    if (!spec.type)
      return makeError(text, "expected a type such as 4x8xf32 before '='");
    if (values.empty())
      return makeError(text, "expected values after '='");
  }
  auto generator = Generator::parse(values);
  if (!generator)
    return generator.takeError();
  spec.generator = std::move(*generator);
  return spec;
}

llvm::Expected<Literal> ArgumentSpec::generate(MLIRContext *context) const {
  if (value)
    return value;
  if (type)
    return generator.generate(type);
  return readNpy(generator.file, context);
}
