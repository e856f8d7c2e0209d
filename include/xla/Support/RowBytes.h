//===- RowBytes.h - Rows that pass through the caches -----------*- C++ -*-===//
//
// Ops that work row by row can hand rows to each other in the caches. Phase
// fusion makes kernels of such ops, and phase bufferize takes them through one
// loop over blocks of rows.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_ROWBYTES_H
#define XLA_SUPPORT_ROWBYTES_H

#include <cstdint>

namespace xla {
/// Most bytes that one row may have of all values together: half of a small
/// second-level cache. A larger one has left it before the next op reads it.
inline constexpr int64_t kMaxRowBytes = 512 * 1024;
} // namespace xla

#endif // XLA_SUPPORT_ROWBYTES_H
