//===- CacheCounters.h - What caches have done ------------------*- C++ -*-===//

#ifndef XLA_LIB_JIT_CACHECOUNTERS_H
#define XLA_LIB_JIT_CACHECOUNTERS_H

#include <atomic>
#include <cstdint>

namespace xla {

/// The fields of CacheInfo that only grow.
struct CacheCounters {
  using Counter = std::atomic<int64_t>;
  Counter programHits{0}, programMisses{0}, programsLoaded{0};
  Counter partHits{0}, partsLoaded{0}, partsCompiled{0};
  Counter filesRejected{0}, filesWritten{0};
};

/// Those of this process.
CacheCounters &getCacheCounters();

/// Forgets the programs that are kept; part of `clearCaches`.
void clearProgramCache();
int64_t countKeptPrograms();

} // namespace xla

#endif // XLA_LIB_JIT_CACHECOUNTERS_H
