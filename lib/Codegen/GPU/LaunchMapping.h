//===- LaunchMapping.h - How a structured op becomes a launch ---*- C++ -*-===//
//
// Shared by the mappings of MapKernelsToLaunch.cpp: index arithmetic, launch
// creation and the scalar body of a structured op on buffers.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_GPU_LAUNCHMAPPING_H
#define XLA_LIB_CODEGEN_GPU_LAUNCHMAPPING_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace xla::gpu {
/// Threads of a block and of a warp, block size a multiple of the warp's, and
/// the name that the outlined kernel gets.
struct LaunchShape {
  int64_t blockSize;
  int64_t warpSize;
  std::string name;
};

/// The loop dimensions of a structured op in two groups.
struct LoopDims {
  /// Parallel dimensions, slowest first, in the order of the first output's
  /// layout: the last one is contiguous there.
  llvm::SmallVector<unsigned> parallel;
  llvm::SmallVector<unsigned> reduction;
  /// Trip count of every loop of the op.
  llvm::SmallVector<int64_t> sizes;

  /// Product of the trip counts of `dims`.
  int64_t count(llvm::ArrayRef<unsigned> dims) const;
};

/// Sorts the loops of `op`, whose shapes are static.
LoopDims getLoopDims(mlir::linalg::GenericOp op);

/// Whether `op` reduces its inputs' contiguous dimension by combiners that all
/// have a neutral element, over a warp of terms at least, so that a block may
/// share the work.
bool isBlockReducible(mlir::linalg::GenericOp op, const LoopDims &dims,
                      int64_t warpSize);

/// Splits `linear` into one index per dimension of `dims`, the last fastest,
/// and stores them in `indices` at the dimensions' positions.
void delinearize(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value linear, llvm::ArrayRef<unsigned> dims,
                 const LoopDims &loops,
                 llvm::MutableArrayRef<mlir::Value> indices);

/// Loads or takes the scalar of `operand` at the point `indices` of the loops.
mlir::Value loadOperand(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                        mlir::OpOperand &operand, mlir::ValueRange indices);

/// Stores `value` to output `number` at the point `indices` of the loops.
void storeOutput(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                 unsigned number, mlir::Value value, mlir::ValueRange indices);

/// Clones the scalar computation of `op` at the point `indices`: inputs are
/// loaded, `outputs` stand for the output block arguments (null for one that
/// the body does not use). Returns what the body yields.
llvm::SmallVector<mlir::Value> cloneBody(mlir::OpBuilder &builder,
                                         mlir::linalg::GenericOp op,
                                         mlir::ValueRange indices,
                                         mlir::ValueRange outputs);

/// Creates a one-dimensional launch of `blocks` blocks and leaves the insertion
/// point of `builder` inside it, before its terminator.
mlir::gpu::LaunchOp createLaunch(mlir::OpBuilder &builder, mlir::Location loc,
                                 int64_t blocks, const LaunchShape &shape,
                                 mlir::TypeRange workgroupTypes = {});

/// One thread for each output element; reductions are walked in order.
void mapToThreads(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                  const LoopDims &dims, const LaunchShape &shape);

/// One block for each output element. Requires `isBlockReducible`.
void mapToBlocks(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
                 const LoopDims &dims, const LaunchShape &shape);
} // namespace xla::gpu

#endif // XLA_LIB_CODEGEN_GPU_LAUNCHMAPPING_H
