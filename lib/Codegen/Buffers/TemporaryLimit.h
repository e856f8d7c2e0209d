//===- TemporaryLimit.h - Programs with a limit of memory -------*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_BUFFERS_TEMPORARYLIMIT_H
#define XLA_LIB_CODEGEN_BUFFERS_TEMPORARYLIMIT_H

#include "xla/Codegen/Buffers/BufferReport.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace xla {
/// Calls `keep` for each host function of `module` with the bytes that the
/// compile option `max-temp-bytes` leaves its temporaries; not at all without
/// the option. Fails where `keep` does, or where options cannot be read.
mlir::LogicalResult keepTemporaryLimit(
    mlir::ModuleOp module,
    llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp,
                                           mlir::SymbolTable &, int64_t)>
        keep);

/// Says what needs more temporaries than `most` bytes, at the ops that make
/// them.
void refuseTemporaries(mlir::func::FuncOp function, const BufferReport &report,
                       int64_t most);
} // namespace xla

#endif // XLA_LIB_CODEGEN_BUFFERS_TEMPORARYLIMIT_H
