//===- PackageFormat.h - Layout of .xla files -------------------*- C++ -*-===//
//
// What stands where in a package: one compiled program as code for one or more
// processors, and what is known of it. docs/packages.md explains
// it. The compiler writes it (Target/Package), the run time maps it; no LLVM in
// here.
//
// All numbers are little-endian, all structs have the same layout on every
// machine that we compile for. Offsets count from the begin of the file, but
// for those in an image, which count from the begin of its section or of its
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_RUNTIME_PACKAGEFORMAT_H
#define XLA_RUNTIME_PACKAGEFORMAT_H

#include <cstddef>
#include <cstdint>

namespace xla_format {

/// The first byte is not text, the line ends show a transfer as text, as PNG
/// does it.
constexpr char kMagic[8] = {'\x89', 'X', 'L', 'A', '\r', '\n', '\x1a', '\n'};
/// Raised when a reader of the version before would misunderstand a file.
/// Sections and fields of unknown kinds are left alone.
constexpr uint32_t kVersion = 2;
/// What a package without weights needs, and what the oldest may have.
constexpr uint32_t kLeastVersion = 1;
/// Images begin at multiples of it in the file, so that they can be mapped.
/// Machines with larger pages copy.
constexpr uint64_t kPageSize = 4096;

/// The begin of a file. The table of sections follows.
struct Header {
  char magic[8];
  uint32_t version;
  uint32_t headerSize;    ///< sizeof(Header) of the writer
  uint64_t fileSize;      ///< a file cut short is refused
  uint32_t numSections;   ///< at most kMaxSections
  uint32_t sectionSize;   ///< sizeof(Section) of the writer
  uint32_t tableChecksum; ///< CRC-32 of the table of sections
  uint32_t checksum;      ///< CRC-32 of the fields before
};
static_assert(sizeof(Header) == 40);

constexpr uint32_t kMaxSections = 1024;

/// What a section holds.
enum SectionKind : uint32_t {
  /// Lines `key=value`: name, version, options and the user's own.
  kMetadata = 1,
  /// Machine code and its constants: an Image, what it names, two blobs.
  kImage = 2,
  /// Kernels for a GPU, as text.
  kPTX = 3,
  /// Large constants of images: a weights file. Since version 2.
  kWeights = 4,
  /// Where they are instead: a WeightsName. Since version 2.
  kWeightsName = 5,
};

struct Section {
  uint32_t kind;
  uint32_t checksum; ///< CRC-32 of the content
  uint64_t offset, size;
};
static_assert(sizeof(Section) == 24);

/// Words of an ISA: what a processor must have, and what this one has. On
/// x86-64 the answers of CPUID that name instructions and the state that the
/// system keeps (XCR0); on AArch64 the auxiliary vector's HWCAP and both halves
/// of HWCAP2.
enum ISAWord {
  kLeaf1Ecx,
  kLeaf7Ebx,
  kLeaf7Ecx,
  kLeaf7Edx,
  kLeaf7Sub1Eax,
  kLeaf7Sub1Edx,
  kExtendedEcx, ///< leaf 0x80000001
  kXCR0,
  kNumISAWords,
  kHWCap = 0,
  kHWCap2 = 1,
  kHWCap2High = 2,
};

/// ELF's numbers.
constexpr uint32_t kMachineX86_64 = 62, kMachineAArch64 = 183;

/// The begin of an image section. In memory the code comes first, the data at
/// `dataAddress`, a multiple of the largest page that a system of the machine
/// may have; after relocation nothing of it is written. `codeOffset` and
/// `dataOffset` are multiples of kPageSize.
struct Image {
  uint32_t structSize; ///< sizeof(Image) of the writer
  uint32_t machine;
  uint32_t isa[kNumISAWords];        ///< bits that must be set here
  uint64_t codeOffset, codeSize;     ///< in the section
  uint64_t dataOffset, dataSize;     ///< in the section
  uint64_t dataAddress, entry, info; ///< in memory
  /// Places in memory, 64 bits each, all in the data, that hold an offset in
  /// memory and get the address of the image added. An array of uint64_t.
  uint64_t relocationsOffset, numRelocations;
  /// An array of Import.
  uint64_t importsOffset, numImports;
  /// An array of EntryPlace: entries behind the first. Not in the oldest
  /// images, of kLeastImageSize.
  uint64_t entriesOffset, numEntries;
};
static_assert(sizeof(Image) == 144);
constexpr uint32_t kLeastImageSize = 128;

/// Another entry of an image and its description, in memory.
struct EntryPlace {
  uint64_t entry, info;
};

/// The functions that code may call.
enum Function : uint32_t { kMemcpy, kMemmove, kMemset, kNumFunctions };

/// A place in the data that gets the address of a function.
struct Import {
  uint64_t place;
  uint32_t function;
  uint32_t reserved;
};
static_assert(sizeof(Import) == 16);

/// A weights file begins so; the weights follow. All of it is one section of a
/// package, or a file beside the code.
constexpr char kWeightsMagic[8] = {'\x89', 'X',  'L',    'W',
                                   '\r',   '\n', '\x1a', '\n'};
constexpr uint32_t kWeightsVersion = 1;
/// Letters of the name of weights, which their content gives them.
constexpr size_t kWeightsIdSize = 32;
/// Each weight begins at a multiple of it.
constexpr uint64_t kWeightAlignment = 64;

struct WeightsHeader {
  char magic[8];
  uint32_t version;
  uint32_t headerSize; ///< where the weights begin
  uint64_t size;       ///< of the weights
  char id[kWeightsIdSize];
  uint32_t contentChecksum; ///< CRC-32 of the weights
  uint32_t checksum;        ///< CRC-32 of the fields before
};
static_assert(sizeof(WeightsHeader) == kWeightAlignment);

/// The begin of a section that names a file of weights, seen from the package's
/// folder; the name follows.
struct WeightsName {
  char id[kWeightsIdSize];
};

/// `offset` rounded up to a multiple of `page`, a power of two.
constexpr uint64_t alignToPage(uint64_t offset, uint64_t page = kPageSize) {
  return (offset + page - 1) & ~(page - 1);
}

/// The largest page of a machine's systems: Linux on AArch64 may have 64 KiB.
constexpr uint64_t getLargestPage(uint32_t machine) {
  return machine == kMachineAArch64 ? 65536 : kPageSize;
}

} // namespace xla_format

#endif // XLA_RUNTIME_PACKAGEFORMAT_H
