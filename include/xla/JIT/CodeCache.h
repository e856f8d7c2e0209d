//===- CodeCache.h - Code that was compiled before --------------*- C++ -*-===//
//
// Kernels by what they are compiled from, in memory and in a folder that
// outlives the process; docs/caching.md says what keys and files hold.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_JIT_CODECACHE_H
#define XLA_JIT_CODECACHE_H

#include "xla/Pipelines/Options.h"
#include "xla/Target/Object/ObjectStore.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <string>

namespace xla {
class CacheFolder;
struct CompileControl;
class Executable;

/// What the caches of this process have done since it began, or since they were
/// last cleared. Parts are kernels, and what is left of a program without them.
struct CacheInfo {
  /// Calls that found their program, or its code for their shapes, in this
  /// process.
  int64_t programHits = 0;
  /// Those that did not; of them, what was wholly in the folder. The others ran
  /// the compiler.
  int64_t programMisses = 0;
  int64_t programsLoaded = 0;
  /// Programs that are kept now.
  int64_t programsKept = 0;
  /// Parts that were in memory, in the folder, and compiled.
  int64_t partHits = 0;
  int64_t partsLoaded = 0;
  int64_t partsCompiled = 0;
  /// Files of the folder that were not what their names say, and removed.
  int64_t filesRejected = 0;
  /// Files that were written.
  int64_t filesWritten = 0;
  /// Bytes of the parts that are kept in memory now.
  int64_t bytesKept = 0;
};

/// The parts of compiled programs: those used last in memory, all in a folder
/// if there is one, which other processes may use at the same time. What is
/// wrong in the folder (torn, altered, of another compiler) is not found. That
/// it cannot be written is said once, on standard error, and changes nothing.
class CodeCache : public ObjectStore {
public:
  /// Bytes of parts that a process keeps.
  static constexpr int64_t kMemoryBytes = int64_t(64) << 20;
  static constexpr int64_t kDefaultFolderBytes = int64_t(1) << 30;

  /// The cache that `options` name; one for each folder.
  static std::shared_ptr<CodeCache> get(const CompileOptions &options);

  ~CodeCache() override;

  Object get(llvm::StringRef key,
             llvm::function_ref<Object()> compile) override;

  /// The code of a program that `insertProgram` got, if all its parts are
  /// there; `options` are what it was compiled with. Else null.
  std::unique_ptr<Executable> loadProgram(llvm::StringRef key,
                                          const CompileOptions &options);
  /// Notes that the program of `key` has these parts, by their keys.
  void insertProgram(llvm::StringRef key, llvm::ArrayRef<std::string> parts);

  /// Whether there is a folder.
  bool isPersistent() const;

private:
  using Objects = llvm::SmallVector<std::unique_ptr<llvm::MemoryBuffer>>;

  explicit CodeCache(std::unique_ptr<CacheFolder> folder);
  std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef key);
  std::optional<Objects> findProgram(llvm::StringRef key);
  void insert(llvm::StringRef key, llvm::StringRef content);

  std::unique_ptr<CacheFolder> folder;
};

/// The key of a program's code: of its bytes, its name, which is in its
/// messages, what else decides it, the options that change code, of the target
/// only the instructions that it has, and this build of the compiler. The
/// target of `options` must be resolved.
std::string getProgramKey(llvm::StringRef content, llvm::StringRef name,
                          const CompileOptions &options,
                          llvm::StringRef variant = "");

/// Makes a compilation with `options`, whose target must be resolved, use the
/// cache, unless `control` has a store. Only caches with a folder, if
/// `onlyFolders`: one compilation by itself gains nothing from memory. Nor is
/// there a cache where the options or XLA's flags ask for dumps: they show what
/// is made.
void useCache(const CompileOptions &options, CompileControl &control,
              bool onlyFolders = true);

CacheInfo getCacheInfo();

/// Forgets the parts and programs that this process keeps, and sets what
/// `getCacheInfo` says to zero. Programs that are in use stay. Folders are left
/// alone.
void clearCaches();

} // namespace xla

#endif // XLA_JIT_CODECACHE_H
