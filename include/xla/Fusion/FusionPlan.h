//===- FusionPlan.h - Which ops become one kernel ---------------*- C++ -*-===//
//
// Decides for one block which ops are computed together. The plan is made in
// one sweep from the last op to the first, so that all users of an op have been
// placed when the op is; it is linear in the number of uses.
//
// What can be in a kernel. Elementwise ops, broadcast_in_dim, transpose,
// reshape, slice and iota compute an element of their result from elements of
// their operands; a kernel computes them at the indices that its root needs.
// So does dynamic_slice, but what it reads is in memory: nothing that makes it
// is part of the kernel. A reduction can be the root, with such ops before it;
// elementwise ops of the reduced shape may follow it if they read it at their
// own index only (the reduction is then still computed once per element). A
// concatenation, a pad or an update of a slice can be the root of what makes
// its operands, which is then written where it belongs. Every other op is a
// kernel of its own, and what it reads is in memory.
//
// Where an op goes, given the kernels of its users:
//  - all users in one kernel: into that kernel;
//  - several kernels: into all of them if it is cheap (see below), else the
//    kernels become one if they have the same iteration space;
//  - users that need it in memory (a dot, a loop, the return, ...): it is a
//    root; if a kernel of the same shape reads it too, it becomes a further
//    result of that one.
//
// Cost. An op has a cost per element: 0 for data movement, 1 for arithmetic, 4
// for division and roots, 16 for transcendental functions. A kernel evaluates
// an op as often as its users ask for elements: a broadcast of n to m elements
// evaluates what is before it m times. More evaluations than elements are extra
// work, cost * (evaluations - elements). It is accepted up to what the buffer
// would cost: 8 per element (a write and a read) and 4096 for one more kernel.
// Across kernels, an op of cost at most 1 may be repeated in up to 4 of them,
// in chains of up to 3 such ops.
//
// Code. A kernel has at most 200 ops, 8 results and 32 transcendental
// functions, each of which becomes dozens of instructions: how long LLVM takes
// must not grow faster than the program.
//
// No cycles. A kernel stands where its last op stood. A kernel with one result
// is then behind all it reads and before all that read it. A further result is
// accepted only if all its users outside the kernel stand behind that place.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_FUSION_FUSIONPLAN_H
#define XLA_FUSION_FUSIONPLAN_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace xla {
/// How much code a kernel may be; see above.
inline constexpr size_t kMaxKernelMembers = 200;
inline constexpr size_t kMaxKernelOutputs = 8;
inline constexpr size_t kMaxKernelFunctions = 32;
/// From this cost of an element on, an op is a formula of dozens of
/// instructions.
inline constexpr int64_t kCostOfFunction = 16;

/// Ops that are computed together. `members` are in block order.
struct PlannedKernel {
  llvm::SmallVector<mlir::Operation *> members;
  /// Members whose results are needed outside, in block order.
  llvm::SmallVector<mlir::Operation *> outputs;
  bool hasReduction = false;
  /// Members that become formulas of dozens of instructions.
  size_t numFunctions = 0;
  /// Kernels of an earlier plan that this one was joined of.
  size_t numJoined = 0;

  mlir::Operation *getRoot() const { return members.back(); }
};

/// The kernels of `block` with at least one op that fusion knows, in the order
/// of their places. Ops of regions inside the block are not looked at: a value
/// that they use must be in memory.
llvm::SmallVector<PlannedKernel> planFusions(mlir::Block &block);

/// The plan with kernels joined that go through the same rows (all ops work
/// along the first dimension; reductions are over the last ones) and have 1
/// MiB or more in common: what one makes and the other reads, or what both
/// read. A kernel of several reductions comes from here only. There are 16
/// rows or more, and a row has at most kMaxRowBytes of what is in memory. The
/// rules of code and places hold as above.
llvm::SmallVector<PlannedKernel>
joinRowKernels(llvm::ArrayRef<PlannedKernel> plan);

/// Whether an element of `op` depends on the elements of its operands at the
/// same index only: a change of element type that keeps the bits, of one width,
/// counts too.
bool isElementwise(mlir::Operation *op);

/// Whether a kernel can compute `op` at single indices: everything that fuses
/// but reductions.
bool isLoopOp(mlir::Operation *op);

/// Whether `op` reads a part of what is in memory, from a place that is
/// computed.
bool isSliceAtPlace(mlir::Operation *op);

/// Whether `op` is a reduction that a kernel may have at its root.
bool isReduceOp(mlir::Operation *op);

/// Whether `op` puts tensors whole into its result, so that what makes them may
/// write there.
bool isPlacingOp(mlir::Operation *op);

/// Whether phase fusion leaves `op` at the host level as it is: control flow,
/// calls, and what needs no code.
bool isHostOp(mlir::Operation *op);

/// Estimated work per element; see above.
int64_t getElementCost(mlir::Operation *op);

/// Whether `op` is a constant that is copied into the kernels that use it: one
/// of at most `bytes`, or a splat.
bool isSmallConstant(mlir::Operation *op, int64_t bytes);
} // namespace xla

#endif // XLA_FUSION_FUSIONPLAN_H
