//===- LoopParts.h - Parts of the iterations of an op -----------*- C++ -*-===//
//
// What passes share that take a structured op on buffers apart along one
// parallel loop.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_CPU_LOOPPARTS_H
#define XLA_LIB_CODEGEN_CPU_LOOPPARTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace xla {
/// Most tasks of one loop: enough for many threads, few enough that each has
/// its own scratch memory.
inline constexpr int64_t mostTasks = 32;

/// Elements that fill lines of memory of any target, whatever their type.
inline constexpr int64_t lineElements = 64;

/// Nanoseconds that `op` takes on one thread, by rough rates of vector code.
double estimateTime(mlir::linalg::LinalgOp op);

/// Whether iterations of `loop` write different elements, at places that the
/// loop moves linearly.
bool canSplit(mlir::linalg::LinalgOp op, unsigned loop);

/// Creates `op` for `size` iterations of `loop` from `start` on, with
/// `xla.parts`. Of an operand in `parts`, what that has for it is the part
/// already.
void createPart(mlir::ImplicitLocOpBuilder &b, mlir::linalg::LinalgOp op,
                unsigned loop, mlir::Value start, int64_t size,
                const mlir::IRMapping &parts = {});
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_LOOPPARTS_H
