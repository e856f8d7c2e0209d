//===- Package.cpp - Read .xla files --------------------------------------===//
//
// Files, checksums, the header and the table of sections.
//
//===----------------------------------------------------------------------===//

#include "Package.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace xla_format;
using namespace xla_runtime;

bool Failure::operator()(const char *format, ...) const {
  if (text && capacity > 0) {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, static_cast<size_t>(capacity), format, arguments);
    va_end(arguments);
  }
  return false;
}

MappedFile::~MappedFile() {
  if (bytes.data)
    munmap(const_cast<char *>(bytes.data), bytes.size);
  if (bytes.file >= 0)
    close(bytes.file);
}

bool MappedFile::open(const char *path, const Failure &fail) {
  // Without waiting: a pipe opens when someone writes to it.
  bytes.file = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat status;
  if (bytes.file < 0 || fstat(bytes.file, &status) != 0)
    return fail("cannot open %s: %s", path, std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return fail("expected a regular file, but got %s", path);
  if (status.st_size == 0)
    return fail("expected a file with content, but got %s", path);
  void *mapped = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ,
                      MAP_PRIVATE, bytes.file, 0);
  if (mapped == MAP_FAILED)
    return fail("cannot map %s: %s", path, std::strerror(errno));
  bytes.data = static_cast<const char *>(mapped);
  bytes.size = static_cast<uint64_t>(status.st_size);
  return true;
}

//===----------------------------------------------------------------------===//
// Checksums
//===----------------------------------------------------------------------===//

/// Tables for eight bytes at a time: the k-th is of a byte with k zeros behind.
static std::array<std::array<uint32_t, 256>, 8> makeTables() {
  std::array<std::array<uint32_t, 256>, 8> tables;
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = (value >> 1) ^ (value & 1 ? 0xedb88320u : 0);
    tables[0][i] = value;
  }
  for (size_t k = 1; k < tables.size(); ++k)
    for (uint32_t i = 0; i < 256; ++i)
      tables[k][i] =
          (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xff];
  return tables;
}

uint32_t xla_runtime::computeChecksum(const void *data, uint64_t size) {
  static const auto tables = makeTables();
  auto *bytes = static_cast<const unsigned char *>(data);
  uint32_t sum = ~0u;
  for (; size >= 8; size -= 8, bytes += 8) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof(word));
    word ^= sum;
    sum = 0;
    for (int k = 0; k < 8; ++k)
      sum ^= tables[7 - k][(word >> (8 * k)) & 0xff];
  }
  for (; size > 0; --size, ++bytes)
    sum = (sum >> 8) ^ tables[0][(sum ^ *bytes) & 0xff];
  return ~sum;
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// Whether [offset, offset + size) lies in something of `whole` bytes.
static bool lies(uint64_t offset, uint64_t size, uint64_t whole) {
  return offset <= whole && size <= whole - offset;
}

bool Package::open(FileBytes content, const Failure &fail) {
  bytes = content;
  Header header;
  if (bytes.size < sizeof(kMagic) ||
      std::memcmp(bytes.data, kMagic, sizeof(kMagic)) != 0)
    return fail("expected a package that xla-compile wrote (.xla)");
  if (bytes.size < sizeof(Header))
    return fail("expected a package of at least %zu bytes, but got %llu",
                sizeof(Header), static_cast<unsigned long long>(bytes.size));
  std::memcpy(&header, bytes.data, sizeof(header));
  if (header.version < kLeastVersion || header.version > kVersion)
    return fail("expected a package of version %u to %u, but got %u",
                kLeastVersion, kVersion, header.version);
  if (header.checksum != computeChecksum(&header, offsetof(Header, checksum)))
    return fail("the package is damaged: the checksum of its header differs");
  if (header.fileSize != bytes.size)
    return fail("expected a package of %llu bytes, but got %llu",
                static_cast<unsigned long long>(header.fileSize),
                static_cast<unsigned long long>(bytes.size));
  uint64_t tableSize = uint64_t(header.numSections) * sizeof(Section);
  if (header.headerSize != sizeof(Header) ||
      header.sectionSize != sizeof(Section) ||
      header.numSections > kMaxSections ||
      !lies(sizeof(Header), tableSize, bytes.size) ||
      reinterpret_cast<uintptr_t>(bytes.data) % alignof(Section) != 0)
    return fail("the package is damaged: no table of sections");
  table = reinterpret_cast<const Section *>(bytes.data + sizeof(Header));
  if (header.tableChecksum != computeChecksum(table, tableSize))
    return fail("the package is damaged: the checksum of its table of sections "
                "differs");
  numSections = header.numSections;
  for (const Section &section : *this) {
    bool isMapped = section.kind == kImage || section.kind == kWeights;
    if (!lies(section.offset, section.size, bytes.size) ||
        (isMapped && section.offset % kPageSize != 0))
      return fail("the package is damaged: a section lies outside of it");
  }
  return true;
}

const Section *Package::find(SectionKind kind) const {
  for (const Section &section : *this)
    if (section.kind == kind)
      return &section;
  return nullptr;
}

bool Package::check(const Section &section, const Failure &fail) const {
  if (computeChecksum(getContent(section), section.size) == section.checksum)
    return true;
  return fail("the package is damaged: the checksum of section %d differs",
              static_cast<int>(&section - table));
}

bool xla_runtime::isEntry(const EntryPlace &place, const Image &image) {
  return place.entry < image.codeSize && place.info >= image.dataAddress &&
         place.info % alignof(xla_info) == 0 &&
         lies(place.info - image.dataAddress, XLA_INFO_SIZE_1, image.dataSize);
}

bool xla_runtime::readImage(const char *content, uint64_t size, Image &image,
                            const Failure &fail) {
  bool valid = false;
  uint32_t structSize = 0;
  if (size >= kLeastImageSize)
    std::memcpy(&structSize, content, sizeof(structSize));
  if (structSize >= kLeastImageSize && structSize <= size) {
    image = {};
    std::memcpy(&image, content, std::min<size_t>(structSize, sizeof(image)));
    constexpr uint64_t most = uint64_t(1) << 40;
    uint64_t page = getLargestPage(image.machine);
    valid =
        image.codeOffset % kPageSize == 0 &&
        image.dataOffset % kPageSize == 0 && image.dataAddress % page == 0 &&
        image.dataAddress <= most && image.codeSize <= image.dataAddress &&
        lies(image.codeOffset, image.codeSize, size) &&
        lies(image.dataOffset, image.dataSize, size) &&
        image.numRelocations <= size / sizeof(uint64_t) &&
        lies(image.relocationsOffset, image.numRelocations * sizeof(uint64_t),
             size) &&
        image.numImports <= size / sizeof(Import) &&
        lies(image.importsOffset, image.numImports * sizeof(Import), size) &&
        image.numEntries <= size / sizeof(EntryPlace) &&
        lies(image.entriesOffset, image.numEntries * sizeof(EntryPlace),
             size) &&
        isEntry({image.entry, image.info}, image);
  }
  return valid || fail("the package is damaged: an image does not fit itself");
}
