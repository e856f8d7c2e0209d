//===- Package.cpp - Write .xla files -------------------------------------===//
//
// Puts sections one after the other. The same content gives the same bytes.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Package/Package.h"
#include "xla/Runtime/PackageFormat.h"
#include "xla/Support/Version.h"
#include "xla/Target/Object/ISA.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace xla_format;

static_assert(endianness::native == endianness::little,
              "structs are written as they stand in memory");

uint32_t xla::computeChecksum(const void *data, size_t size) {
  return crc32(ArrayRef(static_cast<const uint8_t *>(data), size));
}

SmallVector<std::pair<std::string, std::string>>
xla::makeMetadata(ArrayRef<std::string> entries, StringRef source) {
  SmallVector<std::pair<std::string, std::string>> metadata = {
      {"name", entries.front()},
      {"version", getVersion().str()},
      {"source", source.str()}};
  if (entries.size() > 1)
    metadata.push_back({"entries", join(entries, ",")});
  return metadata;
}

bool xla::isPackage(StringRef content) {
  return content.starts_with(StringRef(kMagic, sizeof(kMagic)));
}

Error xla::checkChoosable(const CompileOptions &options) {
  SmallVector<StringRef> unchecked = getUncheckedISA(options);
  if (unchecked.empty())
    return Error::success();
  return createStringError(
      "expected instructions that are looked for when code is loaded, but '" +
      options.cpu + "' has " + join(unchecked, ", ") +
      "; compile for it alone, into an object, or take them away in features");
}

Expected<SmallVector<char, 0>>
xla::writePackage(const PackageContent &content) {
  std::string metadata;
  for (const auto &[key, value] : content.metadata) {
    if (StringRef(key).find_first_of("=\n") != StringRef::npos ||
        StringRef(value).contains('\n'))
      return createStringError(
          "expected metadata of one line with a key without '=', but got '" +
          key + "' with the value '" + value + "'");
    metadata += key + "=" + value + "\n";
  }
  struct Part {
    SectionKind kind;
    ArrayRef<char> bytes;
  };
  SmallVector<Part> parts = {
      {kMetadata, ArrayRef<char>(metadata.data(), metadata.size())}};
  for (const auto &image : content.images)
    parts.push_back({kImage, image});
  if (!content.ptx.empty())
    parts.push_back(
        {kPTX, ArrayRef<char>(content.ptx.data(), content.ptx.size())});
  for (const auto &weights : content.weights)
    parts.push_back({kWeights, weights});
  for (const auto &name : content.weightNames)
    parts.push_back({kWeightsName, name});
  bool hasWeights = !content.weights.empty() || !content.weightNames.empty();

  Header header = {};
  llvm::copy(kMagic, header.magic);
  header.version = hasWeights ? kVersion : kLeastVersion;
  header.headerSize = sizeof(Header);
  header.numSections = parts.size();
  header.sectionSize = sizeof(Section);
  SmallVector<Section> table;
  uint64_t end = sizeof(Header) + parts.size() * sizeof(Section);
  for (const Part &part : parts) {
    bool isMapped = part.kind == kImage || part.kind == kWeights;
    uint64_t offset = isMapped ? alignToPage(end) : end;
    table.push_back({part.kind,
                     computeChecksum(part.bytes.data(), part.bytes.size()),
                     offset, part.bytes.size()});
    end = offset + part.bytes.size();
  }
  header.fileSize = end;
  header.tableChecksum =
      computeChecksum(table.data(), table.size() * sizeof(Section));
  header.checksum = computeChecksum(&header, offsetof(Header, checksum));

  SmallVector<char, 0> file(end, 0);
  std::memcpy(file.data(), &header, sizeof(header));
  std::memcpy(file.data() + sizeof(header), table.data(),
              table.size() * sizeof(Section));
  for (auto [part, section] : zip(parts, table))
    llvm::copy(part.bytes, file.begin() + section.offset);
  return file;
}
