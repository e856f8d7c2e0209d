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

/// Code in memory.
class LoadedImage {
public:
  LoadedImage() = default;
  LoadedImage(const LoadedImage &) = delete;
  LoadedImage &operator=(const LoadedImage &) = delete;
  ~LoadedImage();

  /// Maps or copies the image in `section`, whose checksum was right, and
  /// relocates it.
  bool load(const Package &package, const xla_format::Section &section,
            const Failure &fail);

  xla_entry_fn entry = nullptr;
  const xla_info *info = nullptr;

private:
  bool place(const FileBytes &bytes, uint64_t begin,
             const xla_format::Image &image, const Failure &fail);

  char *base = nullptr;
  uint64_t size = 0;
};

/// Reads the struct at the begin of an image section and checks all offsets in
/// it.
bool readImage(const char *content, uint64_t size, xla_format::Image &image,
               const Failure &fail);

/// Whether `info`, in memory [begin, end), and all it points to lies there.
bool checkInfo(const xla_info &info, const char *begin, const char *end,
               const Failure &fail);

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_PACKAGE_H
