//===- Case.cpp - Arguments and expected results of a program -------------===//
//
// JSON to `xla::Case`. Values of members are checked one by one so that an
// error says which.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Case.h"

#include "xla/Support/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace mlir;
using namespace xla;
namespace json = llvm::json;

namespace {
/// Reads the parts of a case; the first error sticks.
class CaseReader {
public:
  CaseReader(StringRef path, MLIRContext *context)
      : path(path), folder(llvm::sys::path::parent_path(path)),
        context(context) {}

  llvm::Expected<Case> read(const json::Value &root);

private:
  void fail(const Twine &message) {
    if (error.empty())
      error = (path + ": " + where + message).str();
  }
  RankedTensorType readType(const json::Object &object);
  ArgumentSpec readArgument(const json::Object &object);
  ExpectedResult readResult(const json::Object &object);
  Number readNumber(const json::Value *value, StringRef name);
  std::string resolve(StringRef file);

  StringRef path;
  StringRef folder;
  MLIRContext *context;
  std::string where;
  std::string error;
};
} // namespace

std::string CaseReader::resolve(StringRef file) {
  if (llvm::sys::path::is_absolute(file))
    return file.str();
  SmallString<128> full(folder);
  llvm::sys::path::append(full, file);
  return full.str().str();
}

Number CaseReader::readNumber(const json::Value *value, StringRef name) {
  if (value) {
    if (auto integer = value->getAsInteger()) {
      // JSON's -0.0 is an integer to the reader, but not the same value.
      auto real = value->getAsNumber();
      return real && *real == 0 && std::signbit(*real) ? Number::get(*real)
                                                       : Number::get(*integer);
    }
    if (auto large = value->getAsUINT64())
      return {static_cast<double>(*large), static_cast<int64_t>(*large), true};
    if (auto real = value->getAsNumber())
      return Number::get(*real);
    if (auto truth = value->getAsBoolean())
      return Number::get(static_cast<int64_t>(*truth));
    if (auto text = value->getAsString())
      if (auto number = Number::parse(*text))
        return *number;
  }
  fail("expected a number in '" + name + "'");
  return {};
}

RankedTensorType CaseReader::readType(const json::Object &object) {
  SmallVector<int64_t> shape;
  const json::Array *extents = object.getArray("shape");
  if (!extents) {
    fail("expected 'shape'");
    return {};
  }
  for (const json::Value &value : *extents) {
    int64_t extent = value.getAsInteger().value_or(-1);
    if (extent < 0)
      fail("expected sizes in 'shape'");
    shape.push_back(std::max<int64_t>(extent, 0));
  }
  StringRef dtype = object.getString("dtype").value_or("");
  Type element = parseElementType(dtype, context);
  if (!element) {
    fail("expected an element type in 'dtype', but got '" + dtype + "'");
    return {};
  }
  return RankedTensorType::get(shape, element);
}

ArgumentSpec CaseReader::readArgument(const json::Object &object) {
  ArgumentSpec spec;
  spec.type = readType(object);
  Generator &generator = spec.generator;
  StringRef kind = object.getString("gen").value_or("");
  auto number = [&](StringRef name) {
    return readNumber(object.get(name), name);
  };
  if (kind == "uniform") {
    generator.kind = Generator::Kind::Uniform;
    generator.first = number("lo").real;
    generator.second = number("hi").real;
  } else if (kind == "normal") {
    generator.kind = Generator::Kind::Normal;
    generator.first = number("mean").real;
    generator.second = number("std").real;
  } else if (kind == "int") {
    generator.kind = Generator::Kind::Int;
    generator.lo = number("lo").integer;
    generator.hi = number("hi").integer;
  } else if (kind == "iota") {
    generator.kind = Generator::Kind::Iota;
    generator.hi = number("period").integer;
  } else if (kind == "const") {
    generator.values.push_back(number("value"));
  } else if (kind == "values") {
    if (const json::Array *values = object.getArray("values"))
      for (const json::Value &value : *values)
        generator.values.push_back(readNumber(&value, "values"));
    else
      fail("expected a list in 'values'");
  } else if (kind == "file") {
    generator.kind = Generator::Kind::File;
    generator.file = resolve(object.getString("file").value_or(""));
  } else {
    fail("expected a generator in 'gen', but got '" + kind + "'");
  }
  if (object.get("seed"))
    generator.seed = number("seed").integer;
  return spec;
}

ExpectedResult CaseReader::readResult(const json::Object &object) {
  ExpectedResult result;
  result.type = readType(object);
  result.rtol = object.getNumber("rtol").value_or(0);
  result.atol = object.getNumber("atol").value_or(0);
  result.sampleStride = object.getInteger("sample_stride").value_or(1);
  if (result.sampleStride < 1)
    fail("expected a positive 'sample_stride'");
  if (const json::Value *rms = object.get("rms"))
    result.rms = readNumber(rms, "rms").real;
  auto file = object.getString("file");
  if (!file)
    fail("expected 'file'");
  else
    result.file = resolve(*file);
  return result;
}

llvm::Expected<Case> CaseReader::read(const json::Value &root) {
  Case result;
  const json::Object *object = root.getAsObject();
  const json::Array *arguments = object ? object->getArray("args") : nullptr;
  if (!arguments) {
    fail("expected an object with 'args'");
    return llvm::createStringError(error);
  }
  result.description = object->getString("description").value_or("").str();
  result.entry = object->getString("entry").value_or("main").str();
  auto readList = [&](const json::Array &list, StringRef name, auto readOne) {
    for (auto [index, value] : llvm::enumerate(list)) {
      where = (name + "[" + Twine(index) + "]: ").str();
      if (const json::Object *member = value.getAsObject())
        readOne(*member);
      else
        fail("expected an object");
    }
  };
  readList(*arguments, "args", [&](const json::Object &member) {
    result.arguments.push_back(readArgument(member));
  });
  if (const json::Array *results = object->getArray("results")) {
    result.results.emplace();
    readList(*results, "results", [&](const json::Object &member) {
      result.results->push_back(readResult(member));
    });
  }
  if (!error.empty())
    return llvm::createStringError(error);
  return result;
}

/// The JSON parser recurses: whether it may, by brackets outside of strings.
static bool isNestedTooDeeply(StringRef text) {
  constexpr int maxDepth = 64;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      while (++i < text.size() && text[i] != '"')
        i += text[i] == '\\';
    } else if (c == '[' || c == '{') {
      if (++depth > maxDepth)
        return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

llvm::Expected<Case> Case::read(StringRef path, MLIRContext *context) {
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return llvm::createStringError(path + ": expected a regular file");
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  if (isNestedTooDeeply((*file)->getBuffer()))
    return llvm::createStringError(
        path + ": expected at most 64 levels of nested brackets");
  auto root = json::parse((*file)->getBuffer());
  if (!root)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(root.takeError()));
  return CaseReader(path, context).read(*root);
}

/// NumPy has no type of its own for these: a file holds their values as f32, or
/// their codes as bytes.
static bool isStoredAsBytes(Type element) {
  auto storage = ElementStorage::get(element);
  return storage &&
         (storage->bits < 8 || (storage->bits == 8 && isa<FloatType>(element)));
}

AgreementReport ExpectedResult::compare(const Literal &got) const {
  AgreementReport report;
  auto refuse = [&](const Twine &message) {
    report.error = message.str();
    return report;
  };
  if (got.getType() != type)
    return refuse("expected a result of type " + formatShapedType(type) +
                  ", but got " + formatShapedType(got.getType()));
  int64_t count = llvm::divideCeil(type.getNumElements(), sampleStride);
  auto expected = isStoredAsBytes(type.getElementType())
                      ? readNpy(file, type.clone(count))
                      : readNpy(file, type.getContext());
  if (!expected)
    return refuse(llvm::toString(expected.takeError()));
  // Files are flat; without a stride they hold every element.
  if (sampleStride == 1 && expected->getNumElements() == got.getNumElements())
    expected = expected->withType(expected->getType().clone(type.getShape()));
  return compareLiterals(got, *expected,
                         AgreementRule::closeTo(rtol, atol, rms), sampleStride);
}
