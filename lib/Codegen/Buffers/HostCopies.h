//===- HostCopies.h - Copies that happen at once ----------------*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_BUFFERS_HOSTCOPIES_H
#define XLA_LIB_CODEGEN_BUFFERS_HOSTCOPIES_H

#include "xla/Codegen/Buffers/HostBuffers.h"

namespace xla {
/// Puts `pending`, each with a destination of its own, into an order that reads
/// before it writes. What a cycle (a swap) would overwrite first is saved:
/// `addTemporary(buffer)` returns the number of a new buffer like it.
/// `getTwin(buffer)` is the argument's buffer that a donated result's may be,
/// or -1: the order is right whether or not the two are one.
llvm::SmallVector<BufferCopy>
orderCopies(llvm::SmallVector<BufferCopy> pending,
            llvm::function_ref<int64_t(unsigned)> getTwin,
            llvm::function_ref<unsigned(unsigned)> addTemporary);
} // namespace xla

#endif // XLA_LIB_CODEGEN_BUFFERS_HOSTCOPIES_H
