//===- XLAOps.h - The xla dialect: ops, attributes, names -------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_XLAOPS_H
#define XLA_DIALECT_XLA_IR_XLAOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "xla/Dialect/XLA/IR/XLADialect.h.inc"
#include "xla/Dialect/XLA/IR/XLAEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "xla/Dialect/XLA/IR/XLAAttributes.h.inc"
#define GET_OP_CLASSES
#include "xla/Dialect/XLA/IR/XLAOps.h.inc"

namespace xla {
/// Module: name of the last complete phase, a string.
inline constexpr llvm::StringLiteral kPhaseAttr = "xla.phase";
/// Module: compile options, a dictionary; see xla/Pipelines/Options.h.
inline constexpr llvm::StringLiteral kOptionsAttr = "xla.options";
/// Function: an EntryAttr on the one function that callers see.
inline constexpr llvm::StringLiteral kEntryAttr = "xla.entry";
/// Function: a unit attribute that marks kernels.
inline constexpr llvm::StringLiteral kKernelAttr = "xla.kernel";
/// Kernel: array<i64: argument, result, ...>, pairs that share one buffer.
inline constexpr llvm::StringLiteral kInPlaceAttr = "xla.in_place";
/// Kernel: bytes of the scratch buffer, its last argument; absent = none.
inline constexpr llvm::StringLiteral kScratchBytesAttr = "xla.scratch_bytes";
/// Declaration: a unit attribute that marks a function of the process, which a
/// tool that instruments code provides (HostFunction in xla/JIT/Executable.h).
inline constexpr llvm::StringLiteral kHostFunctionAttr = "xla.host_function";
/// Function: the body of a parallel loop, called by its kernel with the first
/// iteration; the attribute is the number of iterations.
inline constexpr llvm::StringLiteral kTasksAttr = "xla.tasks";
/// Kernel: a ScheduleAttr.
inline constexpr llvm::StringLiteral kScheduleAttr = "xla.schedule";

/// Whether `op` is a function that bears `xla.kernel`.
bool isKernel(mlir::Operation *op);

/// The result that reuses the buffer of argument `argument` of `kernel`, or -1.
int64_t getInPlaceResult(mlir::Operation *kernel, int64_t argument);

/// The argument whose buffer result `result` of `kernel` reuses, or -1.
int64_t getInPlaceArgument(mlir::Operation *kernel, int64_t result);

/// The pairs of `xla.in_place`, empty without the attribute.
llvm::ArrayRef<int64_t> getInPlacePairs(mlir::Operation *kernel);
} // namespace xla

#endif // XLA_DIALECT_XLA_IR_XLAOPS_H
