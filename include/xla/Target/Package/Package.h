//===- Package.h - Write .xla files -----------------------------*- C++ -*-===//
//
// A package holds one program as code for several processors and what a loader
// without LLVM needs (see Runtime/PackageFormat.h, docs/packages.md).
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_PACKAGE_PACKAGE_H
#define XLA_TARGET_PACKAGE_PACKAGE_H

#include "xla/Pipelines/Options.h"
#include "xla/Runtime/xla_runtime.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <utility>
#include <vector>

namespace xla {

/// Links `object`, which defines `options.entry`, the entries `more`, and the
/// `_info` of each, into an image that can be loaded anywhere: the content of
/// an image section. `options` has the target that the object is for. Errors:
/// references that only a linker of the system could resolve.
llvm::Expected<llvm::SmallVector<char, 0>>
linkImage(llvm::MemoryBufferRef object, const CompileOptions &options,
          llvm::ArrayRef<std::string> more = {});

/// The descriptions of the entries of an image that `linkImage` made, whichever
/// machine it is for. They and what they point to lie in `storage`.
llvm::SmallVector<const xla_info *>
getImageInfos(llvm::ArrayRef<char> image, std::vector<uint64_t> &storage);

/// What a package is made from.
struct PackageContent {
  /// Lines of metadata: keys without `=` and line ends, values without line
  /// ends.
  llvm::SmallVector<std::pair<std::string, std::string>> metadata;
  /// Image sections, the most demanding processor first: the first that the
  /// machine can run is taken.
  llvm::SmallVector<llvm::SmallVector<char, 0>> images;
  /// PTX, "" for none.
  std::string ptx;
  /// Weights, and names of files that have them; see Weights.h.
  llvm::SmallVector<llvm::SmallVector<char, 0>> weights, weightNames;
};

/// The metadata of every package: what is called how, and from what it was
/// compiled. `entries`: all of them, the first one first.
llvm::SmallVector<std::pair<std::string, std::string>>
makeMetadata(llvm::ArrayRef<std::string> entries, llvm::StringRef source);

/// The checksum of sections and headers: CRC-32.
uint32_t computeChecksum(const void *data, size_t size);

/// The bytes of a package file. Errors: metadata that is no line `key=value`.
llvm::Expected<llvm::SmallVector<char, 0>>
writePackage(const PackageContent &content);

/// Fails if code for the target of `options` may have instructions of which no
/// one could say, when it is loaded, whether the processor has them.
llvm::Error checkChoosable(const CompileOptions &options);

/// Whether a file that begins with `content` is a package.
bool isPackage(llvm::StringRef content);

} // namespace xla

#endif // XLA_TARGET_PACKAGE_PACKAGE_H
