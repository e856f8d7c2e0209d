//===- ThreadPool.cpp - Parallel loops of the default host ----------------===//
//
// A loop is cut into as many parts as it may use threads, the same parts every
// time. The calling thread works on them too, so a loop ends even if no other
// thread ever comes: after a fork, under a quota, or with all workers busy in
// other calls. Idle workers look for new loops for some microseconds before
// they sleep, because programs are runs of short loops.
//
// Why not a library: oneTBB is fit for this, but it brings a shared library
// with its own process-wide scheduler into other people's processes, knows
// nothing of control-group quotas, and steals work, where we want fixed parts.
// What is needed of it is this file.
//
//===----------------------------------------------------------------------===//

#include "ForkSafe.h"
#include "Runtime.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace xla_runtime;

/// Rounds of looking before a thread sleeps: some tens of microseconds.
static constexpr int spinRounds = 2000;

static void relax() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

namespace {
/// One parallel loop; lives on the stack of its caller.
struct Loop {
  const xla_call *call;
  xla_body_fn body;
  void *data;
  int64_t n;
  int64_t chunks;
  std::atomic<int64_t> next{0};
  std::atomic<int64_t> finished{0};
  std::atomic<int32_t> status{XLA_OK};
  /// Workers that hold a pointer to this loop. Guarded by the pool's mutex.
  int users = 0;
  Loop *following = nullptr;

  /// Works on parts until none is left. Returns true if it finished the last.
  bool work();
};

class ThreadPool {
public:
  void run(Loop &loop);

  /// Threads to use for a call, the caller's included.
  int64_t getThreadCount(const xla_call *call);

  std::atomic<int32_t> threadCount{0}; ///< 0: not asked for yet.

  /// Around fork: the child has the mutex and no threads.
  void lockForFork() { mutex.lock(); }
  void unlockAfterFork() { mutex.unlock(); }
  void resetInChild();

private:
  void runWorker();
  Loop *takeLoop();
  void startWorkers(int64_t wanted);

  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable loopDone;
  /// Loops that may have parts left, newest first. Guarded by `mutex`.
  Loop *loops = nullptr;
  int64_t workers = 0;  ///< Guarded by `mutex`.
  int64_t sleepers = 0; ///< Guarded by `mutex`.
  /// Counts submitted loops, for workers that look without the mutex.
  std::atomic<uint64_t> submitted{0};
};
} // namespace

/// Set while this thread executes a part: loops inside run inline.
static thread_local bool insideLoop = false;

bool Loop::work() {
  bool last = false;
  while (true) {
    int64_t chunk = next.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= chunks)
      return last;
    int32_t code = status.load(std::memory_order_relaxed);
    if (code == XLA_OK && isCancelled(call))
      code = XLA_CANCELLED;
    else if (code == XLA_OK)
      code = body(data, n * chunk / chunks, n * (chunk + 1) / chunks, chunk);
    int32_t ok = XLA_OK;
    if (code != XLA_OK)
      status.compare_exchange_strong(ok, code);
    last = finished.fetch_add(1, std::memory_order_acq_rel) + 1 == chunks;
  }
}

int64_t ThreadPool::getThreadCount(const xla_call *call) {
  int32_t count = threadCount.load(std::memory_order_relaxed);
  if (count == 0) {
    count = xla_available_cpus();
    threadCount.store(count, std::memory_order_relaxed);
  }
  if (call && call->thread_limit > 0)
    count = std::min(count, call->thread_limit);
  return count;
}

Loop *ThreadPool::takeLoop() {
  for (Loop *loop = loops; loop; loop = loop->following)
    if (loop->next.load(std::memory_order_relaxed) < loop->chunks) {
      ++loop->users;
      return loop;
    }
  return nullptr;
}

void ThreadPool::runWorker() {
  // For the life of the thread: nothing else runs on it.
  FloatStateScope state;
  insideLoop = true;
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    uint64_t seen = submitted.load(std::memory_order_relaxed);
    if (Loop *loop = takeLoop()) {
      lock.unlock();
      loop->work();
      lock.lock();
      // The caller may wait for this even when it finished the last part.
      if (--loop->users == 0)
        loopDone.notify_all();
      continue;
    }
    lock.unlock();
    for (int i = 0;
         i < spinRounds && submitted.load(std::memory_order_relaxed) == seen;
         ++i)
      relax();
    lock.lock();
    if (submitted.load(std::memory_order_relaxed) != seen)
      continue;
    ++sleepers;
    wake.wait(lock);
    --sleepers;
  }
}

void ThreadPool::startWorkers(int64_t wanted) {
  while (workers < wanted) {
    // Not std::thread: it throws where the system has no thread to give, and a
    // pool that is smaller than wished for still works.
    pthread_t thread;
    auto start = [](void *self) -> void * {
      static_cast<ThreadPool *>(self)->runWorker();
      return nullptr;
    };
    if (pthread_create(&thread, nullptr, start, this) != 0)
      return;
    pthread_detach(thread);
    ++workers;
  }
}

void ThreadPool::run(Loop &loop) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    startWorkers(loop.chunks - 1);
    loop.following = loops;
    loops = &loop;
    submitted.fetch_add(1, std::memory_order_relaxed);
    if (sleepers > 0) {
      if (loop.chunks == 2)
        wake.notify_one();
      else
        wake.notify_all();
    }
  }
  insideLoop = true;
  loop.work();
  insideLoop = false;
  for (int i = 0; i < spinRounds &&
                  loop.finished.load(std::memory_order_acquire) < loop.chunks;
       ++i)
    relax();
  std::unique_lock<std::mutex> lock(mutex);
  Loop **link = &loops;
  while (*link != &loop)
    link = &(*link)->following;
  *link = loop.following;
  loopDone.wait(lock, [&] { return loop.users == 0; });
}

void ThreadPool::resetInChild() {
  // Waiters of the parent do not exist here.
  new (&wake) std::condition_variable;
  new (&loopDone) std::condition_variable;
  loops = nullptr;
  workers = sleepers = 0;
  insideLoop = false;
}

static ThreadPool &getPool() { return getForkSafe<ThreadPool>(); }

int32_t xla_runtime::parallelFor(const xla_call *call, int64_t n, int64_t grain,
                                 xla_body_fn body, void *data) {
  if (n <= 0)
    return XLA_OK;
  if (isCancelled(call))
    return XLA_CANCELLED;
  int64_t chunks = n / std::max<int64_t>(grain, 1);
  if (chunks > 1 && !insideLoop)
    chunks = std::min(chunks, getPool().getThreadCount(call));
  if (chunks <= 1 || insideLoop)
    return body(data, 0, n, 0);
  Loop loop;
  loop.call = call;
  loop.body = body;
  loop.data = data;
  loop.n = n;
  loop.chunks = chunks;
  getPool().run(loop);
  return loop.status.load();
}

extern "C" int32_t xla_thread_count(void) {
  return static_cast<int32_t>(getPool().getThreadCount(nullptr));
}

extern "C" void xla_set_thread_count(int32_t count) {
  getPool().threadCount.store(std::max(count, 0));
}
