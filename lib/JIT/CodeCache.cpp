//===- CodeCache.cpp - Code that was compiled before ----------------------===//
//
// One memory for the process, one folder for each path. Keys are hashes of all
// that decides the content, so nothing that is found can be out of date.
//
//===----------------------------------------------------------------------===//

#include "xla/JIT/CodeCache.h"
#include "CacheCounters.h"
#include "CacheFolder.h"

#include "xla/JIT/Executable.h"
#include "xla/Pipelines/InstructionSet.h"
#include "xla/Support/Hash.h"
#include "xla/Support/Version.h"
#include "xla/Support/XLAFlags.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <condition_variable>
#include <cstdlib>
#include <list>
#include <mutex>

using namespace llvm;
using namespace xla;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

std::string xla::getProgramKey(StringRef content, StringRef name,
                               const CompileOptions &options,
                               StringRef variant) {
  CompileOptions ofCode = options;
  // Processors that have the same instructions share code.
  ofCode.cpu.clear();
  ofCode.features = getInstructionSet(options);
  return hashPieces(
      {"program", getBuildId(), ofCode.getCodeText(), name, variant, content});
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

CacheCounters &xla::getCacheCounters() {
  static auto *counters = new CacheCounters;
  return *counters;
}

namespace {
/// Contents by key, those used last, and the keys that a thread is making.
class Memory {
public:
  static Memory &get() {
    static auto *memory = new Memory;
    return *memory;
  }

  std::shared_ptr<const std::string> find(StringRef key) {
    std::lock_guard<std::mutex> lock(mutex);
    return findLocked(key);
  }

  /// What is known by `key`; null where the caller has to make it, and to call
  /// `finish`. Waits while another thread is at it.
  std::shared_ptr<const std::string> findOrBegin(StringRef key) {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      if (auto known = findLocked(key))
        return known;
      if (begun.try_emplace(key).second)
        return nullptr;
      finished.wait(lock);
    }
  }

  void finish(StringRef key) {
    std::lock_guard<std::mutex> lock(mutex);
    begun.erase(key);
    finished.notify_all();
  }

  void insert(StringRef key, StringRef content) {
    auto copy = std::make_shared<const std::string>(content);
    std::lock_guard<std::mutex> lock(mutex);
    if (findLocked(key))
      return;
    order.push_front({key.str(), std::move(copy)});
    places[key] = order.begin();
    bytes += static_cast<int64_t>(content.size());
    while (bytes > CodeCache::kMemoryBytes && !order.empty()) {
      bytes -= static_cast<int64_t>(order.back().second->size());
      places.erase(order.back().first);
      order.pop_back();
    }
  }

  void clear() {
    std::lock_guard<std::mutex> lock(mutex);
    order.clear();
    places.clear();
    bytes = 0;
  }

  int64_t getBytes() {
    std::lock_guard<std::mutex> lock(mutex);
    return bytes;
  }

private:
  using Order =
      std::list<std::pair<std::string, std::shared_ptr<const std::string>>>;

  std::shared_ptr<const std::string> findLocked(StringRef key) {
    auto found = places.find(key);
    if (found == places.end())
      return nullptr;
    order.splice(order.begin(), order, found->second);
    return found->second->second;
  }

  std::mutex mutex;
  std::condition_variable finished;
  /// Latest first.
  Order order;
  StringMap<Order::iterator> places;
  StringMap<char> begun;
  int64_t bytes = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

CodeCache::CodeCache(std::unique_ptr<CacheFolder> folder)
    : folder(std::move(folder)) {}
CodeCache::~CodeCache() = default;

bool CodeCache::isPersistent() const { return folder != nullptr; }

/// The value of an environment variable; empty where it is not set.
static StringRef getEnvironment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// What the environment says that the folder may take, or what it takes anyway.
static int64_t getFolderBytes() {
  StringRef text = getEnvironment("XLA_CACHE_LIMIT_BYTES");
  int64_t limit;
  if (text.empty())
    return CodeCache::kDefaultFolderBytes;
  if (!text.getAsInteger(10, limit) && limit > 0)
    return limit;
  static std::once_flag warned;
  std::call_once(warned, [&] {
    WithColor::warning() << "expected a positive number of bytes in "
                            "XLA_CACHE_LIMIT_BYTES, but got '"
                         << text << "'; " << CodeCache::kDefaultFolderBytes
                         << " are taken\n";
  });
  return CodeCache::kDefaultFolderBytes;
}

std::shared_ptr<CodeCache> CodeCache::get(const CompileOptions &options) {
  StringRef path = options.cacheDir;
  if (path.empty())
    path = getEnvironment("XLA_CACHE_DIR");
  if (path == "-")
    path = "";
  int64_t limit = options.cacheLimitBytes;
  if (limit == 0)
    limit = getFolderBytes();
  static std::mutex mutex;
  static auto *caches = new StringMap<std::shared_ptr<CodeCache>>;
  std::lock_guard<std::mutex> lock(mutex);
  auto &cache = (*caches)[(Twine(limit) + ":" + path).str()];
  if (!cache)
    cache.reset(new CodeCache(
        path.empty() ? nullptr : std::make_unique<CacheFolder>(path, limit)));
  return cache;
}

static std::unique_ptr<MemoryBuffer> copy(StringRef content) {
  return MemoryBuffer::getMemBufferCopy(content, "cached code");
}

void CodeCache::insert(StringRef key, StringRef content) {
  Memory::get().insert(key, content);
  if (folder)
    folder->insert(key, content);
}

/// A part that was made before; counts where it was.
std::unique_ptr<MemoryBuffer> CodeCache::find(StringRef key) {
  if (auto known = Memory::get().find(key)) {
    ++getCacheCounters().partHits;
    return copy(*known);
  }
  if (!folder)
    return nullptr;
  std::unique_ptr<MemoryBuffer> found = folder->find(key);
  if (found) {
    Memory::get().insert(key, found->getBuffer());
    ++getCacheCounters().partsLoaded;
  }
  return found;
}

ObjectStore::Object CodeCache::get(StringRef key,
                                   function_ref<Object()> compile) {
  Memory &memory = Memory::get();
  if (auto known = memory.findOrBegin(key)) {
    ++getCacheCounters().partHits;
    // It may have been made before this folder was named.
    if (folder && !folder->contains(key))
      folder->insert(key, *known);
    return copy(*known);
  }
  auto finish = scope_exit([&] { memory.finish(key); });
  if (folder)
    if (std::unique_ptr<MemoryBuffer> found = folder->find(key)) {
      memory.insert(key, found->getBuffer());
      ++getCacheCounters().partsLoaded;
      return found;
    }
  Object object = compile();
  if (object) {
    insert(key, (*object)->getBuffer());
    ++getCacheCounters().partsCompiled;
  }
  return object;
}

std::optional<CodeCache::Objects> CodeCache::findProgram(StringRef key) {
  auto known = Memory::get().find(key);
  std::unique_ptr<MemoryBuffer> file;
  if (!known && folder)
    file = folder->find(key);
  if (!known && !file)
    return std::nullopt;
  StringRef list = known ? StringRef(*known) : file->getBuffer();
  SmallVector<StringRef> parts;
  list.split(parts, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  Objects objects;
  for (StringRef part : parts) {
    objects.push_back(find(part));
    if (!objects.back()) // Pruned, or damaged.
      return std::nullopt;
  }
  if (objects.empty())
    return std::nullopt;
  return objects;
}

std::unique_ptr<Executable>
CodeCache::loadProgram(StringRef key, const CompileOptions &options) {
  auto objects = findProgram(key);
  if (!objects)
    return nullptr;
  auto code = Executable::load(*objects, options);
  if (!code) {
    // If not the cache is at fault, compiling says what is.
    consumeError(code.takeError());
    return nullptr;
  }
  ++getCacheCounters().programsLoaded;
  return std::move(*code);
}

void CodeCache::insertProgram(StringRef key, ArrayRef<std::string> parts) {
  insert(key, join(parts, "\n"));
}

void xla::useCache(const CompileOptions &options, CompileControl &control,
                   bool onlyFolders) {
  // What is only loaded shows and decides nothing.
  if (control.store || control.observer || control.instrument ||
      control.decisions || !options.dumpTo.empty() ||
      !options.decisions.empty() || getXLAFlags().dumps())
    return;
  auto cache = CodeCache::get(options);
  if (cache->isPersistent() || !onlyFolders)
    control.store = cache;
}

//===----------------------------------------------------------------------===//
// Information
//===----------------------------------------------------------------------===//

CacheInfo xla::getCacheInfo() {
  const CacheCounters &counters = getCacheCounters();
  CacheInfo info;
  info.programHits = counters.programHits;
  info.programMisses = counters.programMisses;
  info.programsLoaded = counters.programsLoaded;
  info.programsKept = countKeptPrograms();
  info.partHits = counters.partHits;
  info.partsLoaded = counters.partsLoaded;
  info.partsCompiled = counters.partsCompiled;
  info.filesRejected = counters.filesRejected;
  info.filesWritten = counters.filesWritten;
  info.bytesKept = Memory::get().getBytes();
  return info;
}

void xla::clearCaches() {
  clearProgramCache();
  Memory::get().clear();
  CacheCounters &counters = getCacheCounters();
  for (CacheCounters::Counter *counter :
       {&counters.programHits, &counters.programMisses,
        &counters.programsLoaded, &counters.partHits, &counters.partsLoaded,
        &counters.partsCompiled, &counters.filesRejected,
        &counters.filesWritten})
    *counter = 0;
}
