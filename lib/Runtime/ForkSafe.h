//===- ForkSafe.h - Singletons that a forked child may use ------*- C++ -*-===//

#ifndef XLA_LIB_RUNTIME_FORKSAFE_H
#define XLA_LIB_RUNTIME_FORKSAFE_H

#include <pthread.h>

namespace xla_runtime {

/// The one `T` of the process, made when it is first asked for and never
/// destroyed. It is locked while the process forks (`lockForFork`,
/// `unlockAfterFork`), and the child's copy forgets the threads that it does
/// not have (`resetInChild`, called locked).
template <typename T> T &getForkSafe() {
  static T *object = [] {
    auto *created = new T;
    pthread_atfork([] { getForkSafe<T>().lockForFork(); },
                   [] { getForkSafe<T>().unlockAfterFork(); },
                   [] {
                     getForkSafe<T>().resetInChild();
                     getForkSafe<T>().unlockAfterFork();
                   });
    return created;
  }();
  return *object;
}

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_FORKSAFE_H
