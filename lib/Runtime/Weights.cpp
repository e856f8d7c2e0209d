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
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>

using namespace xla_format;
using namespace xla_runtime;

LoadedWeights::~LoadedWeights() {
  if (base)
    munmap(base, size);
}

/// Reads the header of a weights file of `size` bytes.
static bool readHeader(const char *content, uint64_t size,
                       WeightsHeader &header, const Failure &fail) {
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
  return true;
}

/// Whether `content` is a weights file of `size` bytes, and the one that `info`
/// wants.
static bool checkHeader(const char *content, uint64_t size,
                        const xla_info &info, const Failure &fail) {
  WeightsHeader header;
  if (!readHeader(content, size, header, fail))
    return false;
  if (std::memcmp(header.id, info.weights_id, kWeightsIdSize) != 0)
    return fail("expected the weights that were written with the code, by the "
                "name of %.*s, but got %.*s",
                int(kWeightsIdSize), info.weights_id, int(kWeightsIdSize),
                header.id);
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

/// Maps or copies the weights file at `path`, which must be what `info` wants.
static bool loadFile(LoadedWeights &weights, const char *path,
                     const xla_info &info, bool isTrusted,
                     const Failure &fail) {
  MappedFile mapped;
  if (!mapped.open(path, fail))
    return false;
  char reason[512] = "";
  Failure inner = {reason, sizeof(reason)};
  return weights.load(mapped.bytes, 0, mapped.bytes.size, info, isTrusted,
                      inner) ||
         fail("weights %s: %s", path, reason);
}

/// Whether a name of weights is that of what `info` wants.
static bool isWanted(const char *id, const xla_info &info) {
  return std::memcmp(id, info.weights_id, kWeightsIdSize) == 0;
}

static bool isFolder(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool PackageWeights::isForOther(const xla_info &info) const {
  MappedFile mapped;
  WeightsHeader header;
  // What cannot be read is reported by who loads it.
  if (!mapped.open(file, {}) ||
      !readHeader(mapped.bytes.data, mapped.bytes.size, header, {}) ||
      isWanted(header.id, info))
    return false;
  for (const Section &section : package)
    if (section.kind == kWeightsName && section.size > sizeof(WeightsName) &&
        std::memcmp(package.getContent(section), header.id, kWeightsIdSize) ==
            0)
      return true;
  return false;
}

bool PackageWeights::findFile(std::string &name, const Failure &fail) const {
  if (file && isFolder(file)) {
    // Only its name is left of a path from the root.
    if (name.front() == '/')
      name.erase(0, name.rfind('/') + 1);
    name.insert(0, std::string(file) + "/");
    return true;
  }
  if (!path)
    return fail("expected the path of the weights (xla_load_options), because "
                "the package is in memory and has them in the file %s",
                name.c_str());
  const char *slash = std::strrchr(path, '/');
  if (slash && name.front() != '/')
    name.insert(0, path, static_cast<size_t>(slash - path) + 1);
  return true;
}

bool PackageWeights::loadInto(LoadedWeights &weights, const xla_info &info,
                              const Failure &fail) const {
  if (file && !isFolder(file) && !isForOther(info))
    return loadFile(weights, file, info, isTrusted, fail);
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
    return findFile(name, fail) &&
           loadFile(weights, name.c_str(), info, isTrusted, fail);
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
  Failure fail = {error, errorCapacity};
  auto refuse = [](bool) -> int32_t { return XLA_INVALID_ARGUMENT; };
  if (!info)
    return refuse(fail("expected the description of code, but got null"));
  if (info->abi_version != XLA_ABI_VERSION)
    return refuse(fail("expected code of ABI version %u, but got %u",
                       XLA_ABI_VERSION, info->abi_version));
  const void **slot = getWeightsSlot(*info);
  if (!slot || __atomic_load_n(slot, __ATOMIC_ACQUIRE))
    return XLA_OK;
  if (!path)
    return refuse(fail("expected the path of the weights, but got null"));
  // No lock: a file of gigabytes takes its time, and is not waited for by who
  // loads others. Of two that load the same, one keeps what it has.
  LoadedWeights weights;
  if (!loadFile(weights, path, *info, flags & XLA_UNCHECKED_WEIGHTS, fail))
    return XLA_INVALID_ARGUMENT;
  const void *none = nullptr;
  if (__atomic_compare_exchange_n(slot, &none, weights.data(), /*weak=*/false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    weights.release();
  return XLA_OK;
}
