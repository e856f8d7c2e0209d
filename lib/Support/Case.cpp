//===- Case.cpp - Arguments and expected results of a program -------------===//
//
// JSON to `xla::Case`. Values of members are checked one by one so that an
// error says which.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Case.h"

#include "xla/Support/Npy.h"

#include "llvm/ADT/StringSet.h"
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
  /// Fails where `object` has a member of another name that is nearly one of
  /// `names`: an optional one that is misspelt would else be missing.
  void checkNames(const json::Object &object, ArrayRef<StringRef> names);
  RankedTensorType readType(const json::Object &object);
  ArgumentSpec readArgument(const json::Object &object);
  void readGenerator(const json::Object &object, ArgumentSpec &spec);
  ExpectedResult readResult(const json::Object &object);
  Number readNumber(const json::Value *value, StringRef name);
  int64_t readInteger(const json::Value *value, StringRef name);
  /// A finite number that is not negative; 0 if there is none.
  double readTolerance(const json::Object &object, StringRef name);
  /// `otherwise` if there is no such member.
  std::string readString(const json::Object &object, StringRef name,
                         StringRef otherwise);
  std::string readFile(const json::Object &object);

  StringRef path;
  StringRef folder;
  MLIRContext *context;
  std::string where;
  std::string error;
};
} // namespace

/// What a value is, for an error.
static std::string describe(const json::Value *value) {
  if (!value)
    return "nothing";
  constexpr size_t most = 40;
  std::string text;
  llvm::raw_string_ostream(text) << *value;
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

void CaseReader::checkNames(const json::Object &object,
                            ArrayRef<StringRef> names) {
  for (const auto &member : object) {
    StringRef got = member.first;
    if (llvm::is_contained(names, got))
      continue;
    for (StringRef name : names) {
      unsigned most = name.size() < 4 ? 1 : 2;
      if (!object.get(name) && (got.equals_insensitive(name) ||
                                got.edit_distance(name, true, most) <= most))
        return fail("expected '" + name + "', but got '" + got + "'");
    }
  }
}

std::string CaseReader::readString(const json::Object &object, StringRef name,
                                   StringRef otherwise) {
  const json::Value *value = object.get(name);
  if (!value)
    return otherwise.str();
  if (auto text = value->getAsString())
    return text->str();
  fail("expected a string in '" + name + "', but got " + describe(value));
  return "";
}

std::string CaseReader::readFile(const json::Object &object) {
  std::string file = readString(object, "file", "");
  if (file.empty())
    fail("expected the path of an array file in 'file', but got " +
         describe(object.get("file")));
  if (llvm::sys::path::is_absolute(file))
    return file;
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
    // JSON writes no infinity: that stands for a number beyond all doubles.
    if (auto real = value->getAsNumber(); real && std::isfinite(*real))
      return Number::get(*real);
    if (auto truth = value->getAsBoolean())
      return Number::get(static_cast<int64_t>(*truth));
    if (auto text = value->getAsString())
      if (auto number = Number::parse(*text);
          number && !std::isfinite(number->real))
        return *number; // what JSON has no number for
  }
  fail("expected a number in '" + name + "', but got " + describe(value));
  return {};
}

int64_t CaseReader::readInteger(const json::Value *value, StringRef name) {
  Number number = readNumber(value, name);
  if (!number.isInteger && value)
    fail("expected an integer in '" + name + "', but got " + describe(value));
  return number.integer;
}

double CaseReader::readTolerance(const json::Object &object, StringRef name) {
  const json::Value *value = object.get(name);
  if (!value)
    return 0;
  double number = readNumber(value, name).real;
  if (!std::isfinite(number) || number < 0)
    fail("expected a finite number of at least 0 in '" + name + "', but got " +
         describe(value));
  return number;
}

RankedTensorType CaseReader::readType(const json::Object &object) {
  SmallVector<int64_t> shape;
  const json::Array *extents = object.getArray("shape");
  if (!extents) {
    fail("expected a list of sizes in 'shape', but got " +
         describe(object.get("shape")));
    return {};
  }
  for (const json::Value &value : *extents) {
    int64_t extent = value.getAsInteger().value_or(-1);
    if (extent < 0)
      fail("expected sizes in 'shape', but got " + describe(&value));
    shape.push_back(std::max<int64_t>(extent, 0));
  }
  std::string dtype = readString(object, "dtype", "");
  Type element = parseElementType(dtype, context);
  if (!element) {
    fail("expected an element type in 'dtype', but got '" + dtype + "'");
    return {};
  }
  return RankedTensorType::get(shape, element);
}

void CaseReader::readGenerator(const json::Object &object, ArgumentSpec &spec) {
  Generator &generator = spec.generator;
  std::string kind = readString(object, "gen", "");
  auto real = [&](StringRef name) {
    return readNumber(object.get(name), name).real;
  };
  auto integer = [&](StringRef name) {
    return readInteger(object.get(name), name);
  };
  if (kind == "uniform") {
    generator.kind = Generator::Kind::Uniform;
    generator.first = real("lo");
    generator.second = real("hi");
  } else if (kind == "normal") {
    generator.kind = Generator::Kind::Normal;
    generator.first = real("mean");
    generator.second = real("std");
  } else if (kind == "int") {
    generator.kind = Generator::Kind::Int;
    generator.lo = integer("lo");
    generator.hi = integer("hi");
  } else if (kind == "iota") {
    generator.kind = Generator::Kind::Iota;
    generator.hi = integer("period");
  } else if (kind == "const") {
    generator.values.push_back(readNumber(object.get("value"), "value"));
  } else if (kind == "values") {
    if (const json::Array *values = object.getArray("values"))
      for (const json::Value &value : *values)
        generator.values.push_back(readNumber(&value, "values"));
    else
      fail("expected a list in 'values', but got " +
           describe(object.get("values")));
  } else if (kind == "file") {
    generator.kind = Generator::Kind::File;
    generator.file = readFile(object);
  } else {
    fail("expected a generator in 'gen', but got '" + kind + "'");
  }
}

ArgumentSpec CaseReader::readArgument(const json::Object &object) {
  checkNames(object, {"shape", "dtype", "gen", "lo", "hi", "mean", "std",
                      "period", "value", "values", "file", "seed"});
  ArgumentSpec spec;
  spec.type = readType(object);
  readGenerator(object, spec);
  if (object.get("seed"))
    spec.generator.seed = readInteger(object.get("seed"), "seed");
  if (error.empty())
    if (llvm::Error wrong = spec.generator.verify())
      fail(llvm::toString(std::move(wrong)));
  return spec;
}

ExpectedResult CaseReader::readResult(const json::Object &object) {
  checkNames(object, {"shape", "dtype", "rtol", "atol", "file", "sample_stride",
                      "rms"});
  ExpectedResult result;
  result.type = readType(object);
  result.rtol = readTolerance(object, "rtol");
  result.atol = readTolerance(object, "atol");
  if (const json::Value *stride = object.get("sample_stride"))
    result.sampleStride = readInteger(stride, "sample_stride");
  if (result.sampleStride < 1)
    fail("expected a positive 'sample_stride', but got " +
         Twine(result.sampleStride));
  if (object.get("rms"))
    result.rms = readTolerance(object, "rms");
  result.file = readFile(object);
  return result;
}

llvm::Expected<Case> CaseReader::read(const json::Value &root) {
  Case result;
  const json::Object *object = root.getAsObject();
  if (!object) {
    fail("expected an object with 'args' and 'results'");
    return llvm::createStringError(error);
  }
  checkNames(*object, {"description", "entry", "args", "results"});
  result.description = readString(*object, "description", "");
  result.entry = readString(*object, "entry", "main");
  auto readList = [&](StringRef name, auto readOne) {
    where = "";
    const json::Array *list = object->getArray(name);
    if (!list)
      return fail("expected a list in '" + name + "', but got " +
                  describe(object->get(name)));
    for (auto [index, value] : llvm::enumerate(*list)) {
      where = (name + "[" + Twine(index) + "]: ").str();
      if (const json::Object *member = value.getAsObject())
        readOne(*member);
      else
        fail("expected an object, but got " + describe(&value));
    }
  };
  readList("args", [&](const json::Object &member) {
    result.arguments.push_back(readArgument(member));
  });
  // Without expected results a case only says what to run on.
  if (object->get("results")) {
    result.results.emplace();
    readList("results", [&](const json::Object &member) {
      result.results->push_back(readResult(member));
    });
  }
  if (!error.empty())
    return llvm::createStringError(error);
  return result;
}

/// What the JSON parser does not mind: that it recurses, and takes the last of
/// several members of one name. Empty if nothing is wrong.
static std::string findProblem(StringRef text) {
  constexpr size_t maxDepth = 64;
  SmallVector<llvm::StringSet<>> names;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      size_t begin = i + 1;
      while (++i < text.size() && text[i] != '"')
        i += text[i] == '\\';
      StringRef name = text.slice(begin, i);
      bool isName = text.drop_front(std::min(i + 1, text.size()))
                        .ltrim()
                        .starts_with(":");
      if (isName && !names.empty() && !names.back().insert(name).second)
        return ("expected '" + name + "' once in an object").str();
    } else if (c == '[' || c == '{') {
      names.emplace_back();
      if (names.size() > maxDepth)
        return "expected at most 64 levels of nested brackets";
    } else if ((c == ']' || c == '}') && !names.empty()) {
      names.pop_back();
    }
  }
  return "";
}

llvm::Expected<Case> Case::read(StringRef path, MLIRContext *context) {
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return llvm::createStringError(path + ": expected a regular file");
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  if (std::string problem = findProblem((*file)->getBuffer()); !problem.empty())
    return llvm::createStringError(path + ": " + problem);
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

llvm::Expected<Literal> ExpectedResult::read() const {
  if (value)
    return value;
  int64_t count = llvm::divideCeil(type.getNumElements(), sampleStride);
  auto expected = isStoredAsBytes(type.getElementType())
                      ? readNpy(file, type.clone(count))
                      : readNpy(file, type.getContext());
  if (!expected)
    return expected.takeError();
  Type wanted = type.getElementType(), stored = expected->getElementType();
  if (wanted != stored && !(isa<FloatType>(wanted) && isa<FloatType>(stored)))
    return llvm::createStringError(file + ": expected elements of " +
                                   formatShapedType(type) + ", but got " +
                                   formatShapedType(expected->getType()));
  if (expected->getNumElements() != count)
    return llvm::createStringError(
        file + ": expected " + Twine(count) + " elements for " +
        formatShapedType(type) +
        (sampleStride == 1 ? Twine("")
                           : ", one of " + Twine(sampleStride) + " each") +
        ", but got " + Twine(expected->getNumElements()));
  // Files are flat; without a stride they hold every element.
  return sampleStride == 1
             ? expected->withType(expected->getType().clone(type.getShape()))
             : *expected;
}

llvm::Expected<AgreementReport>
ExpectedResult::compare(const Literal &got) const {
  auto expected = read();
  if (!expected)
    return expected.takeError();
  if (got.getType() != type) {
    AgreementReport report;
    report.error = "expected a result of type " + formatShapedType(type) +
                   ", but got " + formatShapedType(got.getType());
    return report;
  }
  return compareLiterals(got, *expected,
                         AgreementRule::closeTo(rtol, atol, rms), sampleStride);
}
