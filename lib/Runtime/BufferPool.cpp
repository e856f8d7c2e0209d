//===- BufferPool.cpp - Reused memory for results and arenas --------------===//
//
// Touching fresh memory costs more than the arithmetic of most programs, so
// freed buffers are kept, in size classes at most an eighth apart, and large
// ones lie on huge pages. What nobody wanted for some seconds goes back.
//
//===----------------------------------------------------------------------===//

#include "ForkSafe.h"
#include "Runtime.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>
#include <unordered_map>
#include <vector>

using Clock = std::chrono::steady_clock;

/// From this size on, buffers are mapped and lie on huge pages.
static constexpr size_t hugePage = size_t(2) << 20;
/// Kept memory that nobody wanted for this long is given back.
static constexpr std::chrono::seconds keepTime(3);
/// This much may be kept however little is in use.
static constexpr size_t keepAlways = size_t(64) << 20;
/// Classes of 1/8 between powers of two: 64 powers of 8 steps.
static constexpr unsigned numClasses = 64 * 8;

/// The class of a buffer of `bytes` >= 64; sets `bytes` to the class's size.
static unsigned getClass(size_t &bytes) {
  unsigned log = 63 - __builtin_clzll(bytes);
  size_t step = size_t(1) << (log - 3);
  size_t index = (bytes - (size_t(1) << log) + step - 1) / step;
  bytes = (size_t(1) << log) + index * step;
  return log * 8 + index; // index 8 is the next power's class 0
}

namespace {
struct Block {
  size_t bytes;
  unsigned sizeClass;
  bool isFree;
  Clock::time_point freed;
};

class BufferPool {
public:
  void *allocate(size_t bytes);
  void release(void *buffer);
  void trim(Clock::duration age);
  void getUsage(int64_t &usedBytes, int64_t &keptBytes);

  void lockForFork() { mutex.lock(); }
  void unlockAfterFork() { mutex.unlock(); }
  void resetInChild() { trimmerRuns = false; }

private:
  void trimLocked(Clock::duration age);
  void startTrimmer();
  void runTrimmer();

  const size_t memoryLimit = xla_available_memory();
  std::mutex mutex;
  std::unordered_map<void *, Block> blocks;
  std::vector<void *> freeLists[numClasses + 8];
  size_t used = 0;
  size_t kept = 0;
  size_t peakUsed = 0; ///< Since everything kept was last given back.
  bool trimmerRuns = false;
};
} // namespace

/// Memory of the system's, null if there is none.
static void *map(size_t bytes) {
  if (bytes < hugePage)
    return std::aligned_alloc(XLA_BUFFER_ALIGNMENT, bytes);
  // A huge page needs its alignment: map more, give the ends back.
  size_t size = (bytes + hugePage - 1) / hugePage * hugePage;
  void *mapped = mmap(nullptr, size + hugePage, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  auto begin = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t aligned = (begin + hugePage - 1) / hugePage * hugePage;
  if (aligned != begin)
    munmap(mapped, aligned - begin);
  if (uintptr_t rest = begin + hugePage - aligned)
    munmap(reinterpret_cast<void *>(aligned + size), rest);
  auto *result = reinterpret_cast<void *>(aligned);
  madvise(result, size, MADV_HUGEPAGE);
  return result;
}

static void unmap(void *buffer, size_t bytes) {
  if (bytes < hugePage)
    std::free(buffer);
  else
    munmap(buffer, (bytes + hugePage - 1) / hugePage * hugePage);
}

void *BufferPool::allocate(size_t bytes) {
  // The class size stays a multiple of the alignment from 512 bytes on; below,
  // whole cache lines are the classes.
  bytes = std::max<size_t>((bytes + 63) / 64 * 64, 64);
  unsigned sizeClass = bytes < 512 ? bytes / 64 : getClass(bytes);
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<void *> &list = freeLists[sizeClass];
  void *buffer = nullptr;
  if (!list.empty()) {
    buffer = list.back();
    list.pop_back();
    blocks.find(buffer)->second.isFree = false;
    kept -= bytes;
  } else {
    // Pages come when they are touched: what the machine cannot hold must be
    // refused now, or the process is killed later.
    if (bytes > memoryLimit || used > memoryLimit - bytes)
      return nullptr;
    buffer = kept > memoryLimit - used - bytes ? nullptr : map(bytes);
    if (!buffer) {
      trimLocked(Clock::duration::zero());
      buffer = map(bytes);
    }
    if (!buffer)
      return nullptr;
    blocks.insert({buffer, Block{bytes, sizeClass, false, {}}});
  }
  used += bytes;
  peakUsed = std::max(peakUsed, used);
  return buffer;
}

void BufferPool::release(void *buffer) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = blocks.find(buffer);
  if (it == blocks.end() || it->second.isFree) {
    // Freeing what is not ours corrupts somebody's data later: stop here.
    std::abort();
  }
  Block &block = it->second;
  used -= block.bytes;
  if (kept + block.bytes > std::max(keepAlways, peakUsed)) {
    unmap(buffer, block.bytes);
    blocks.erase(it);
    return;
  }
  block.isFree = true;
  block.freed = Clock::now();
  kept += block.bytes;
  freeLists[block.sizeClass].push_back(buffer);
  startTrimmer();
}

void BufferPool::trimLocked(Clock::duration age) {
  Clock::time_point limit = Clock::now() - age;
  for (std::vector<void *> &list : freeLists) {
    auto isOld = [&](void *buffer) {
      auto it = blocks.find(buffer);
      if (it->second.freed > limit)
        return false;
      kept -= it->second.bytes;
      unmap(buffer, it->second.bytes);
      blocks.erase(it);
      return true;
    };
    list.erase(std::remove_if(list.begin(), list.end(), isOld), list.end());
  }
  if (kept == 0)
    peakUsed = used;
}

void BufferPool::trim(Clock::duration age) {
  std::lock_guard<std::mutex> lock(mutex);
  trimLocked(age);
}

void BufferPool::getUsage(int64_t &usedBytes, int64_t &keptBytes) {
  std::lock_guard<std::mutex> lock(mutex);
  usedBytes = used;
  keptBytes = kept;
}

void BufferPool::startTrimmer() {
  if (trimmerRuns)
    return;
  pthread_t thread;
  auto start = [](void *self) -> void * {
    static_cast<BufferPool *>(self)->runTrimmer();
    return nullptr;
  };
  if (pthread_create(&thread, nullptr, start, this) == 0) {
    pthread_detach(thread);
    trimmerRuns = true;
  }
}

void BufferPool::runTrimmer() {
  // Ends when nothing is kept, so an idle process has no extra thread.
  while (true) {
    struct timespec second = {1, 0};
    nanosleep(&second, nullptr);
    std::lock_guard<std::mutex> lock(mutex);
    trimLocked(keepTime);
    if (kept == 0) {
      trimmerRuns = false;
      return;
    }
  }
}

static BufferPool &getPool() { return xla_runtime::getForkSafe<BufferPool>(); }

extern "C" void *xla_buffer_allocate(int64_t bytes) {
  if (bytes < 0 || bytes > (int64_t(1) << 47))
    return nullptr;
  return getPool().allocate(static_cast<size_t>(bytes));
}

extern "C" void xla_buffer_free(void *buffer) {
  if (buffer)
    getPool().release(buffer);
}

extern "C" void xla_buffer_trim(void) {
  getPool().trim(Clock::duration::zero());
}

extern "C" void xla_buffer_usage(int64_t *used, int64_t *kept) {
  int64_t usedBytes, keptBytes;
  getPool().getUsage(usedBytes, keptBytes);
  if (used)
    *used = usedBytes;
  if (kept)
    *kept = keptBytes;
}
