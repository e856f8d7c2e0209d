//===- Package.h - Read .xla files ------------------------------*- C++ -*-===//
//
// A package is data from outside: every number in it is checked before it is
// used, and what is wrong is said.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_RUNTIME_PACKAGE_H
#define XLA_LIB_RUNTIME_PACKAGE_H

#include "xla/Runtime/PackageFormat.h"
#include "xla/Runtime/xla_runtime.h"

#include <memory>
#include <string>
#include <vector>

namespace xla_runtime {

/// Entry `index` of a table of `info`, whose writer may have known longer ones.
inline const xla_tensor_info *
getEntry(const xla_info &info, const xla_tensor_info *list, int32_t index) {
  return reinterpret_cast<const xla_tensor_info *>(
      reinterpret_cast<const char *>(list) +
      static_cast<size_t>(info.tensor_size) * static_cast<size_t>(index));
}

/// Where the reason of a failure goes.
struct Failure {
  char *text = nullptr;
  int64_t capacity = 0;

  /// Writes the reason; returns false.
  __attribute__((format(printf, 2, 3))) bool operator()(const char *format,
                                                        ...) const;
};

/// Bytes, and the file they are a view of.
struct FileBytes {
  const char *data = nullptr;
  uint64_t size = 0;
  int file = -1; ///< -1: memory of the caller's
};

/// Reads `path` into a mapping. The destructor unmaps and closes.
class MappedFile {
public:
  MappedFile() = default;
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();
  bool open(const char *path, const Failure &fail);

  FileBytes bytes;
};

/// CRC-32 as zlib computes it.
uint32_t computeChecksum(const void *data, uint64_t size);

/// A package whose header, table and small sections have been checked.
class Package {
public:
  bool open(FileBytes bytes, const Failure &fail);

  /// Sections that lie within the file.
  const xla_format::Section *begin() const { return table; }
  const xla_format::Section *end() const { return table + numSections; }
  const char *getContent(const xla_format::Section &section) const {
    return bytes.data + section.offset;
  }
  /// The first section of a kind, or null.
  const xla_format::Section *find(xla_format::SectionKind kind) const;
  /// Whether the content is what was written.
  bool check(const xla_format::Section &section, const Failure &fail) const;

  FileBytes bytes;

private:
  const xla_format::Section *table = nullptr;
  uint32_t numSections = 0;
};

/// The pointer to weights that code with `info` has; null if it has none.
inline const void **getWeightsSlot(const xla_info &info) {
  return info.struct_size >= XLA_INFO_SIZE_2 ? info.weights : nullptr;
}

/// Weights in memory, read only.
class LoadedWeights {
public:
  LoadedWeights() = default;
  LoadedWeights(const LoadedWeights &) = delete;
  LoadedWeights &operator=(const LoadedWeights &) = delete;
  ~LoadedWeights();

  /// Maps the weights file that lies at `offset` of `bytes`, `size` bytes of
  /// it, or copies it. It must be what code with `info` wants; its content is
  /// looked at unless `isTrusted`.
  bool load(const FileBytes &bytes, uint64_t offset, uint64_t size,
            const xla_info &info, bool isTrusted, const Failure &fail);

  const void *data() const { return base + sizeof(xla_format::WeightsHeader); }
  const char *id() const {
    return reinterpret_cast<const xla_format::WeightsHeader *>(base)->id;
  }
  /// Leaves the memory to the process.
  void release() { base = nullptr; }

private:
  char *base = nullptr;
  uint64_t size = 0;
};

/// The weights of a package's images, loaded when the first wants them.
class PackageWeights {
public:
  /// How to find them: `path` of the package, null if it is in memory; `file`
  /// of the weights, or a folder that has those that the package names; null:
  /// seen from the folder of the package.
  PackageWeights(const Package &package, const char *path, const char *file,
                 bool isTrusted)
      : package(package), path(path), file(file), isTrusted(isTrusted) {}

  /// The address of what code with `info` wants; null after saying what is
  /// wrong.
  const void *get(const xla_info &info, const Failure &fail);

  /// What has to live as long as the code.
  std::vector<std::unique_ptr<LoadedWeights>> take() {
    return std::move(loaded);
  }

private:
  bool loadInto(LoadedWeights &weights, const xla_info &info,
                const Failure &fail) const;
  /// Whether `file` has the weights of other code of the package than that with
  /// `info`, which the package then says where to find.
  bool isForOther(const xla_info &info) const;
  /// Makes a path of the `name` that the package has for a file.
  bool findFile(std::string &name, const Failure &fail) const;

  const Package &package;
  const char *path, *file;
  bool isTrusted;
  std::vector<std::unique_ptr<LoadedWeights>> loaded;
};

/// Maps `size` bytes of the file of `bytes` from `offset` on to `place`, or
/// copies them there, into memory that is reserved, for `protection`.
bool mapOrCopy(char *place, uint64_t size, const FileBytes &bytes,
               uint64_t offset, int protection);

/// Code in memory.
class LoadedImage {
public:
  LoadedImage() = default;
  LoadedImage(const LoadedImage &) = delete;
  LoadedImage &operator=(const LoadedImage &) = delete;
  ~LoadedImage();

  /// Maps or copies the image in `section`, whose checksum was right, relocates
  /// it and gives it its weights.
  bool load(const Package &package, const xla_format::Section &section,
            PackageWeights &weights, const Failure &fail);

  /// A function for callers.
  struct Entry {
    xla_entry_fn entry;
    const xla_info *info;
  };
  /// At least one.
  std::vector<Entry> entries;

private:
  bool addEntry(const xla_format::EntryPlace &place,
                const xla_format::Image &image, PackageWeights &weights,
                const Failure &fail);
  bool place(const FileBytes &bytes, uint64_t begin,
             const xla_format::Image &image, const Failure &fail);

  char *base = nullptr;
  uint64_t size = 0;
};

/// Whether an entry and its description lie in an image.
bool isEntry(const xla_format::EntryPlace &place,
             const xla_format::Image &image);

/// Reads the struct at the begin of an image section and checks all offsets in
/// it.
bool readImage(const char *content, uint64_t size, xla_format::Image &image,
               const Failure &fail);

/// Whether `info`, in memory [begin, end), and all it points to lies there.
bool checkInfo(const xla_info &info, const char *begin, const char *end,
               const Failure &fail);

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_PACKAGE_H
