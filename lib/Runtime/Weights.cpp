//===- Weights.cpp - Large constants beside the code ----------------------===//
//
// Weights are mapped from where they lie, the package or a file of their own,
// so that processes share them and nothing is read that is not used. As with a
// package, every number is checked before it is used.
//
//===----------------------------------------------------------------------===//

#include "Package.h"

#include <cerrno>
#include <cstring>
#include <mutex>
#include <sys/mman.h>

using namespace xla_format;
using namespace xla_runtime;

LoadedWeights::~LoadedWeights() {
  if (base)
    munmap(base, size);
}

/// Whether `content` is a weights file of `size` bytes, and the one that `info`
/// wants.
static bool checkHeader(const char *content, uint64_t size,
                        const xla_info &info, const Failure &fail) {
  WeightsHeader header;
  if (size < sizeof(header) ||
      std::memcmp(content, kWeightsMagic, sizeof(kWeightsMagic)) != 0)
    return fail("expected weights that xla-compile wrote");
  std::memcpy(&header, content, sizeof(header));
  if (header.version != kWeightsVersion)
    return fail("expected weights of version %u, but got %u", kWeightsVersion,
                header.version);
  if (header.checksum !=
          computeChecksum(&header, offsetof(WeightsHeader, checksum)) ||
      header.headerSize != sizeof(header))
    return fail("the weights are damaged: the checksum of their header "
                "differs");
  if (std::memcmp(header.id, info.weights_id, kWeightsIdSize) != 0)
    return fail("expected the weights that were written with the code, by the "
                "name of %.32s, but got %.32s",
                info.weights_id, header.id);
  if (header.size != size - sizeof(header) ||
      header.size != static_cast<uint64_t>(info.weights_bytes))
    return fail("expected weights of %llu bytes, but got %llu",
                static_cast<unsigned long long>(info.weights_bytes),
                static_cast<unsigned long long>(size - sizeof(header)));
  return true;
}

bool LoadedWeights::load(const FileBytes &bytes, uint64_t offset,
                         uint64_t fileSize, const xla_info &info,
                         bool isTrusted, const Failure &fail) {
  if (!checkHeader(bytes.data + offset, fileSize, info, fail))
    return false;
  void *reserved = mmap(nullptr, fileSize, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED)
    return fail("no memory for weights of %llu bytes: %s",
                static_cast<unsigned long long>(fileSize),
                std::strerror(errno));
  base = static_cast<char *>(reserved);
  size = fileSize;
  if (!mapOrCopy(base, fileSize, bytes, offset, PROT_READ))
    return fail("cannot put weights into memory: %s", std::strerror(errno));
  WeightsHeader header;
  std::memcpy(&header, base, sizeof(header));
  if (isTrusted ||
      computeChecksum(data(), header.size) == header.contentChecksum)
    return true;
  return fail("the weights are damaged: the checksum of their content differs");
}

//===----------------------------------------------------------------------===//
// Of packages
//===----------------------------------------------------------------------===//

bool PackageWeights::loadFile(LoadedWeights &weights, const std::string &name,
                              const xla_info &info, const Failure &fail) const {
  MappedFile mapped;
  char reason[512] = "";
  Failure inner = {reason, sizeof(reason)};
  return (mapped.open(name.c_str(), inner) &&
          weights.load(mapped.bytes, 0, mapped.bytes.size, info, isTrusted,
                       inner)) ||
         fail("weights %s: %s", name.c_str(), reason);
}

/// Whether a name of weights is that of what `info` wants.
static bool isWanted(const char *id, const xla_info &info) {
  return std::memcmp(id, info.weights_id, kWeightsIdSize) == 0;
}

bool PackageWeights::loadInto(LoadedWeights &weights, const xla_info &info,
                              const Failure &fail) const {
  if (file)
    return loadFile(weights, file, info, fail);
  for (const Section &section : package) {
    const char *content = package.getContent(section);
    if (section.kind == kWeights && section.size >= sizeof(WeightsHeader) &&
        isWanted(content + offsetof(WeightsHeader, id), info))
      return weights.load(package.bytes, section.offset, section.size, info,
                          isTrusted, fail);
    if (section.kind != kWeightsName || section.size <= sizeof(WeightsName) ||
        !isWanted(content, info))
      continue;
    if (!package.check(section, fail))
      return false;
    std::string name(content + sizeof(WeightsName),
                     section.size - sizeof(WeightsName));
    if (!path)
      return fail(
          "expected the path of the weights (xla_load_options), because "
          "the package is in memory and has them in the file %s",
          name.c_str());
    const char *slash = std::strrchr(path, '/');
    if (slash && name.front() != '/')
      name.insert(0, path, static_cast<size_t>(slash - path) + 1);
    return loadFile(weights, name, info, fail);
  }
  return fail("the package is damaged: the weights of its code are missing");
}

const void *PackageWeights::get(const xla_info &info, const Failure &fail) {
  for (const auto &known : loaded)
    if (isWanted(known->id(), info))
      return known->data();
  auto weights = std::make_unique<LoadedWeights>();
  if (!loadInto(*weights, info, fail))
    return nullptr;
  loaded.push_back(std::move(weights));
  return loaded.back()->data();
}

//===----------------------------------------------------------------------===//
// Of objects
//===----------------------------------------------------------------------===//

extern "C" int32_t xla_load_weights(const xla_info *info, const char *path,
                                    uint32_t flags, char *error,
                                    int64_t errorCapacity) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  Failure fail = {error, errorCapacity};
  if (!info || info->abi_version != XLA_ABI_VERSION) {
    fail("expected code of ABI version %u", XLA_ABI_VERSION);
    return XLA_INVALID_ARGUMENT;
  }
  const void **slot = getWeightsSlot(*info);
  if (!slot || *slot)
    return XLA_OK;
  MappedFile mapped;
  LoadedWeights weights;
  char reason[512] = "";
  Failure inner = {reason, sizeof(reason)};
  if (!path || !mapped.open(path, inner) ||
      !weights.load(mapped.bytes, 0, mapped.bytes.size, *info,
                    flags & XLA_UNCHECKED_WEIGHTS, inner)) {
    fail("weights %s: %s", path ? path : "", path ? reason : "no path");
    return XLA_INVALID_ARGUMENT;
  }
  *slot = weights.data();
  weights.release();
  return XLA_OK;
}
