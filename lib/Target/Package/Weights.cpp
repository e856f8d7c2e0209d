//===- Weights.cpp - Write large constants beside the code ----------------===//

#include "xla/Target/Package/Weights.h"
#include "xla/Dialect/XLA/IR/Weights.h"
#include "xla/Runtime/PackageFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace xla_format;

Expected<SmallVector<char, 0>> xla::makeWeights(mlir::ModuleOp module) {
  SmallVector<char, 0> file;
  auto weights = module->getAttrOfType<mlir::DictionaryAttr>(kWeightsAttr);
  if (!weights)
    return file;
  auto id = weights.getAs<mlir::StringAttr>("id");
  auto bytes = weights.getAs<mlir::IntegerAttr>("bytes");
  auto values = weights.getAs<mlir::ArrayAttr>("values");
  if (!id || id.size() != kWeightsIdSize || !bytes || !values)
    return createStringError("expected weights as xla-detach-weights writes "
                             "them in " +
                             kWeightsAttr);
  WeightsHeader header = {};
  file.resize(sizeof(header));
  for (mlir::Attribute value : values) {
    std::optional<StringRef> content = xla::getWeightContent(value);
    if (!content)
      return createStringError("expected bytes as values in " + kWeightsAttr);
    file.append(content->begin(), content->end());
    file.resize(alignTo(file.size(), kWeightAlignment));
  }
  header.size = file.size() - sizeof(header);
  if (header.size != static_cast<uint64_t>(bytes.getInt()))
    return createStringError("expected " + Twine(bytes.getInt()) +
                             " bytes of weights in " + kWeightsAttr +
                             ", but got " + Twine(header.size));
  copy(kWeightsMagic, header.magic);
  header.version = kWeightsVersion;
  header.headerSize = sizeof(header);
  copy(id.getValue(), header.id);
  header.contentChecksum =
      computeChecksum(file.data() + sizeof(header), header.size);
  header.checksum = computeChecksum(&header, offsetof(WeightsHeader, checksum));
  std::memcpy(file.data(), &header, sizeof(header));
  return file;
}

/// The name of the file, seen from the folder of the code at `path`.
static std::string getFileName(const xla::CompileOptions &options,
                               StringRef path) {
  if (!options.weightsFile.empty())
    return options.weightsFile;
  return (sys::path::stem(path) + ".weights").str();
}

std::string xla::getWeightsPath(const CompileOptions &options, StringRef path) {
  std::string name = getFileName(options, path);
  if (sys::path::is_absolute(name))
    return name;
  SmallString<128> whole = sys::path::parent_path(path);
  sys::path::append(whole, name);
  return whole.str().str();
}

xla::CompileOptions xla::getEntryOptions(const CompileOptions &options,
                                         StringRef name, bool isAlone,
                                         StringRef path) {
  CompileOptions one = options;
  one.entry = name.str();
  if (!isAlone && one.weightsFile.empty())
    one.weightsFile = (sys::path::stem(path) + "." + name + ".weights").str();
  return one;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

bool xla::isSameFile(StringRef one, StringRef other) {
  if (sys::fs::equivalent(one, other))
    return true;
  SmallString<128> whole(one), otherWhole(other);
  for (SmallString<128> *path : {&whole, &otherWhole}) {
    if (sys::fs::make_absolute(*path))
      return false;
    sys::path::remove_dots(*path, /*remove_dot_dot=*/true);
  }
  return whole == otherWhole;
}

Error xla::WeightsFiles::add(ArrayRef<char> weights,
                             const CompileOptions &options) {
  if (weights.empty() || options.weights != WeightsPlace::File)
    return Error::success();
  File added = {getWeightsPath(options, path), weights, &options};
  if (isSameFile(added.path, path))
    return createStringError("expected a file for weights that is not the "
                             "output, but got '" +
                             added.path + "'");
  for (const File &known : files) {
    if (!isSameFile(known.path, added.path))
      continue;
    if (known.content == weights)
      return Error::success();
    return createStringError(
        "expected one file for the same weights only, but those of '" +
        options.entry + "' for '" + options.cpu + "' differ from those of '" +
        known.options->entry + "' for '" + known.options->cpu + "' in '" +
        added.path + "'");
  }
  files.push_back(std::move(added));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Packages
//===----------------------------------------------------------------------===//

void xla::addWeights(PackageContent &content, ArrayRef<char> weights,
                     const CompileOptions &options, StringRef path) {
  if (weights.empty())
    return;
  SmallVector<char, 0> section;
  if (options.weights == WeightsPlace::File) {
    const char *id = weights.data() + offsetof(WeightsHeader, id);
    section.append(id, id + kWeightsIdSize);
    std::string name = getFileName(options, path);
    section.append(name.begin(), name.end());
  } else {
    section.assign(weights.begin(), weights.end());
  }
  auto &sections = options.weights == WeightsPlace::File ? content.weightNames
                                                         : content.weights;
  if (!is_contained(sections, section))
    sections.push_back(std::move(section));
}
