//===- LoadImage.cpp - Code of a package in memory ------------------------===//
//
// The code is mapped from the file, so that processes share it, and so are the
// pages of the data that no relocation touches. Nothing is ever writable and
// executable at once. Where the file cannot be mapped (it is in memory, its
// pages are smaller than the system's, its file system allows no code), bytes
// are copied.
//
//===----------------------------------------------------------------------===//

#include "Package.h"
#include "xla/Runtime/xla_profile.h"

#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <sys/mman.h>
#include <unistd.h>

using namespace xla_format;
using namespace xla_runtime;

LoadedImage::~LoadedImage() {
  if (base)
    munmap(base, size);
}

bool xla_runtime::mapOrCopy(char *place, uint64_t size, const FileBytes &bytes,
                            uint64_t offset, int protection) {
  if (size == 0)
    return true;
  auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (bytes.file >= 0 && offset % page == 0 &&
      mmap(place, size, protection, MAP_PRIVATE | MAP_FIXED, bytes.file,
           static_cast<off_t>(offset)) != MAP_FAILED)
    return true;
  // A mapping that failed may have taken the reserved memory away.
  if (mmap(place, size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    return false;
  std::memcpy(place, bytes.data + offset, size);
  if (protection & PROT_EXEC)
    __builtin___clear_cache(place, place + size);
  return mprotect(place, size, protection) == 0;
}

bool LoadedImage::place(const FileBytes &bytes, uint64_t begin,
                        const Image &image, const Failure &fail) {
  size = image.dataAddress + alignToPage(image.dataSize);
  void *reserved = mmap(nullptr, size, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED)
    return fail("no memory for code of %llu bytes: %s",
                static_cast<unsigned long long>(size), std::strerror(errno));
  base = static_cast<char *>(reserved);
  // Data are written until they are relocated.
  if (!mapOrCopy(base, image.codeSize, bytes, begin + image.codeOffset,
                 PROT_READ | PROT_EXEC) ||
      !mapOrCopy(base + image.dataAddress, image.dataSize, bytes,
                 begin + image.dataOffset, PROT_READ | PROT_WRITE))
    return fail("cannot put code into memory: %s", std::strerror(errno));
  return true;
}

/// Whether 64 bits of the data may stand at `place`.
static bool isPlace(uint64_t place, const Image &image) {
  return place >= image.dataAddress && image.dataSize >= sizeof(uint64_t) &&
         place - image.dataAddress <= image.dataSize - sizeof(uint64_t);
}

/// Writes the addresses that depend on where the image is.
static bool relocate(char *base, const char *content, const Image &image,
                     const Failure &fail) {
  const uint64_t end = image.dataAddress + image.dataSize;
  for (uint64_t i = 0; i < image.numRelocations; ++i) {
    uint64_t place, value;
    std::memcpy(&place,
                content + image.relocationsOffset + i * sizeof(uint64_t),
                sizeof(place));
    if (!isPlace(place, image))
      return fail("the package is damaged: a relocation lies outside of data");
    std::memcpy(&value, base + place, sizeof(value));
    if (value > end)
      return fail("the package is damaged: a pointer leaves its image");
    value += reinterpret_cast<uintptr_t>(base);
    std::memcpy(base + place, &value, sizeof(value));
  }
  const void *const functions[kNumFunctions] = {
      reinterpret_cast<const void *>(&std::memcpy),
      reinterpret_cast<const void *>(&std::memmove),
      reinterpret_cast<const void *>(&std::memset)};
  for (uint64_t i = 0; i < image.numImports; ++i) {
    Import import;
    std::memcpy(&import, content + image.importsOffset + i * sizeof(Import),
                sizeof(import));
    if (!isPlace(import.place, image) || import.function >= kNumFunctions)
      return fail("the package is damaged: an import is not known");
    std::memcpy(base + import.place, &functions[import.function],
                sizeof(void *));
  }
  return true;
}

bool LoadedImage::addEntry(const EntryPlace &place, const Image &image,
                           PackageWeights &weights, const Failure &fail) {
  char *data = base + image.dataAddress;
  auto *info = reinterpret_cast<const xla_info *>(base + place.info);
  if (!checkInfo(*info, data, data + image.dataSize, fail))
    return false;
  if (const void **slot = getWeightsSlot(*info))
    if (!(*slot = weights.get(*info, fail)))
      return false;
  entries.push_back({reinterpret_cast<xla_entry_fn>(base + place.entry), info});
  return true;
}

bool LoadedImage::load(const Package &package, const Section &section,
                       PackageWeights &weights, const Failure &fail) {
  const char *content = package.getContent(section);
  Image image;
  if (!readImage(content, section.size, image, fail) ||
      !place(package.bytes, section.offset, image, fail) ||
      !relocate(base, content, image, fail))
    return false;
  if (!addEntry({image.entry, image.info}, image, weights, fail))
    return false;
  for (uint64_t i = 0; i < image.numEntries; ++i) {
    EntryPlace more;
    std::memcpy(&more, content + image.entriesOffset + i * sizeof(more),
                sizeof(more));
    if (!isEntry(more, image))
      return fail("the package is damaged: an entry lies outside of its image");
    if (!addEntry(more, image, weights, fail))
      return false;
  }
  char *data = base + image.dataAddress;
  if (mprotect(data, image.dataSize, PROT_READ) != 0)
    return fail("cannot protect data: %s", std::strerror(errno));
  // All once more: a damaged image could have the pointer to weights in a
  // description.
  for (const Entry &entry : entries)
    if (!checkInfo(*entry.info, data, data + image.dataSize, fail))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The description
//===----------------------------------------------------------------------===//

namespace {
/// What may be pointed to.
struct Range {
  const char *begin, *end;

  bool holds(const void *place, uint64_t bytes, uint64_t alignment) const {
    auto address = reinterpret_cast<uintptr_t>(place);
    auto first = reinterpret_cast<uintptr_t>(begin);
    auto last = reinterpret_cast<uintptr_t>(end);
    return address >= first && address <= last && bytes <= last - address &&
           address % alignment == 0;
  }
  bool holdsText(const char *text) const {
    return holds(text, 1, 1) &&
           std::memchr(text, 0, static_cast<size_t>(end - text));
  }
};
} // namespace

static bool checkTensors(const xla_info &info, const xla_tensor_info *list,
                         int32_t count, Range range) {
  if (count < 0 ||
      !range.holds(list, uint64_t(count) * uint64_t(info.tensor_size),
                   alignof(xla_tensor_info)))
    return false;
  for (int32_t i = 0; i < count; ++i) {
    const xla_tensor_info *tensor = getEntry(info, list, i);
    bool hasDims =
        tensor->rank == 0 ||
        (tensor->rank > 0 &&
         range.holds(tensor->dims, uint64_t(tensor->rank) * sizeof(int64_t),
                     alignof(int64_t)));
    if (!hasDims || tensor->minor_to_major ||
        (tensor->name && !range.holdsText(tensor->name)))
      return false;
  }
  return true;
}

/// Whether the description of kernels, if there is one, lies in `range`.
static bool checkKernels(const xla_info &info, Range range) {
  if (info.struct_size < XLA_INFO_SIZE_3 || !info.kernels)
    return true;
  constexpr auto alignment = int64_t(alignof(xla_kernel_info));
  if (info.num_kernels < 0 ||
      info.kernel_size < int64_t(sizeof(xla_kernel_info)) ||
      info.kernel_size > INT32_MAX || info.kernel_size % alignment != 0 ||
      !range.holds(info.kernels,
                   uint64_t(info.num_kernels) * uint64_t(info.kernel_size),
                   alignment))
    return false;
  auto *place = reinterpret_cast<const char *>(info.kernels);
  for (int32_t i = 0; i < info.num_kernels; ++i, place += info.kernel_size) {
    auto *kernel = reinterpret_cast<const xla_kernel_info *>(place);
    if (!range.holdsText(kernel->name) || !range.holdsText(kernel->lines))
      return false;
  }
  return true;
}

bool xla_runtime::checkInfo(const xla_info &info, const char *begin,
                            const char *end, const Failure &fail) {
  Range range = {begin, end};
  if (info.abi_version != XLA_ABI_VERSION)
    return fail("expected code of ABI version %u, but got %u", XLA_ABI_VERSION,
                info.abi_version);
  bool valid = range.holds(&info, info.struct_size, alignof(xla_info)) &&
               info.struct_size >= XLA_INFO_SIZE_1 &&
               info.tensor_size >= int32_t(sizeof(xla_tensor_info)) &&
               info.tensor_size % int32_t(alignof(xla_tensor_info)) == 0 &&
               checkTensors(info, info.arguments, info.num_arguments, range) &&
               checkTensors(info, info.results, info.num_results, range) &&
               checkKernels(info, range);
  for (const char *text : {info.name, info.triple, info.cpu, info.features,
                           info.options, info.version})
    valid = valid && range.holdsText(text);
  if (const void **slot = valid ? getWeightsSlot(info) : nullptr)
    valid = range.holds(slot, sizeof(*slot), alignof(const void *)) &&
            range.holdsText(info.weights_id) &&
            std::strlen(info.weights_id) == kWeightsIdSize &&
            info.weights_bytes > 0;
  return valid ||
         fail("the package is damaged: the description of its entry leaves it");
}
