//===- Thread.h - A thread that may be refused ------------------*- C++ -*-===//
//
// std::thread throws where the system has no thread to give, which ends the
// process in code without exceptions. Standard C++ and pthreads only, so that
// the run time can have it.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_THREAD_H
#define XLA_SUPPORT_THREAD_H

#include <functional>
#include <pthread.h>
#include <utility>

namespace xla {

/// Runs a function on a thread of its own. It stays where it is from `start` to
/// `join`.
class Thread {
public:
  Thread() = default;
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;

  /// False if there is no thread to be had: then nothing runs. Once at most.
  bool start(std::function<void()> body) {
    function = std::move(body);
    auto run = [](void *self) -> void * {
      static_cast<Thread *>(self)->function();
      return nullptr;
    };
    isStarted = pthread_create(&handle, nullptr, run, this) == 0;
    return isStarted;
  }

  /// Waits for the function's end, if it has been started.
  void join() {
    if (isStarted)
      pthread_join(handle, nullptr);
    isStarted = false;
  }

private:
  std::function<void()> function;
  pthread_t handle = {};
  bool isStarted = false;
};

} // namespace xla

#endif // XLA_SUPPORT_THREAD_H
