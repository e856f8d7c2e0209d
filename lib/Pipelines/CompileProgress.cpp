//===- CompileProgress.cpp - How far a compilation is ---------------------===//
//
// A step is told by the thread that makes it; a thread of its own repeats it,
// because one kernel may take longer than anyone waits without a word.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/CompileProgress.h"

using namespace xla;

/// How often a step that lasts is told again.
static constexpr std::chrono::milliseconds kInterval(500);

CompileProgress::CompileProgress(Callback callback, double quietSeconds)
    : callback(std::move(callback)), quiet(quietSeconds) {
  // Without a thread only whole steps are told.
  (void)ticker.start([this] { tick(); });
}

CompileProgress::~CompileProgress() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopped = true;
  }
  stopped.notify_all();
  ticker.join();
}

/// Called with the mutex held, so that steps come in order.
void CompileProgress::report() {
  std::chrono::duration<double> passed = Clock::now() - start;
  if (passed < quiet || name.empty())
    return;
  hasTold = true;
  callback({name, done, total, passed.count()});
}

void CompileProgress::tick() {
  std::unique_lock<std::mutex> lock(mutex);
  auto next = start + std::chrono::duration_cast<Clock::duration>(quiet);
  while (!stopped.wait_until(lock, next, [this] { return isStopped; })) {
    report();
    next = Clock::now() + kInterval;
  }
}

void CompileProgress::setName(llvm::StringRef newName, int64_t numDone) {
  std::lock_guard<std::mutex> lock(mutex);
  name = newName.str();
  done += numDone;
  report();
}

void CompileProgress::begin() {
  std::lock_guard<std::mutex> lock(mutex);
  start = Clock::now();
  name.clear();
  done = total = 0;
  hasTold = false;
}

void CompileProgress::end() {
  std::lock_guard<std::mutex> lock(mutex);
  name.clear();
  if (hasTold)
    callback({"", done, total,
              std::chrono::duration<double>(Clock::now() - start).count()});
  hasTold = false;
}

void CompileProgress::beginPass(llvm::StringRef pass) { setName(pass, 0); }
void CompileProgress::beginKernel(llvm::StringRef kernel) {
  setName(kernel, 0);
}
void CompileProgress::endKernel(llvm::StringRef kernel) { setName(kernel, 1); }

void CompileProgress::beginKernels(int64_t numKernels) {
  std::lock_guard<std::mutex> lock(mutex);
  done = 0;
  total = numKernels;
}
