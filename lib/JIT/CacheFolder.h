//===- CacheFolder.h - Files of the cache of code ---------------*- C++ -*-===//

#ifndef XLA_LIB_JIT_CACHEFOLDER_H
#define XLA_LIB_JIT_CACHEFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace xla {

/// Content by key in the files of a folder, of bounded size. Any number of
/// threads and processes may use one folder at once: a file gets its name when
/// it is complete, and says what it should hold.
class CacheFolder {
public:
  CacheFolder(llvm::StringRef path, int64_t limit)
      : path(path.str()), limit(limit) {}

  /// What was inserted by that key; null if nothing was, if it has been pruned,
  /// or if the file is damaged, which is then removed and counted.
  std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef key);

  bool contains(llvm::StringRef key) const;

  /// Keeps `content`. What takes more than a quarter of the folder is not kept.
  void insert(llvm::StringRef key, llvm::StringRef content);

private:
  std::string getFile(llvm::StringRef key) const;
  void prune(int64_t written);
  void warn(const std::string &message);

  std::string path;
  int64_t limit;
  /// Since this process has last pruned the folder; negative: never.
  std::atomic<int64_t> bytesWritten{-1};
  std::once_flag warned;
};

} // namespace xla

#endif // XLA_LIB_JIT_CACHEFOLDER_H
