//===- ArenaPacking.h - Places of temporaries in one arena ------*- C++ -*-===//

#ifndef XLA_CODEGEN_BUFFERS_ARENAPACKING_H
#define XLA_CODEGEN_BUFFERS_ARENAPACKING_H

#include "mlir/Support/LLVM.h"

namespace xla {
/// A piece of memory that is needed from `start` up to but not including `end`.
struct ArenaRequest {
  int64_t start;
  int64_t end;
  int64_t bytes;
  /// Written by `packArena`.
  int64_t offset = 0;
};

/// Gives each request an offset that is a multiple of `alignment`, so that
/// requests whose times meet do not share bytes. Returns the bytes of the whole
/// arena. Sweeps over the starts, taking the smallest hole that fits or else
/// growing the arena: O(n log n), and the same result for the same requests.
/// Where that leaves holes at the time when most is needed, a few thousand
/// requests are placed again, large ones and long ones first, each in the
/// smallest hole that it has for all of its time: O(n^2). The least arena is
/// taken.
int64_t packArena(mlir::MutableArrayRef<ArenaRequest> requests,
                  int64_t alignment);
} // namespace xla

#endif // XLA_CODEGEN_BUFFERS_ARENAPACKING_H
