//===- RefineShapes.h - Programs for the shapes of a call -------*- C++ -*-===//
//
// A program whose types leave sizes open is made static for the arguments it is
// called with: their shapes, and the values of those that hold sizes.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_DIALECT_HLO_TRANSFORMS_REFINESHAPES_H
#define XLA_DIALECT_HLO_TRANSFORMS_REFINESHAPES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace xla::hlo {

/// What is known of one argument of the entry.
struct KnownArgument {
  /// Its type; null: nothing beyond the parameter's type.
  mlir::RankedTensorType type;
  /// Its value, where that decides shapes; null: known at run time only.
  mlir::DenseElementsAttr value;
};

/// Reads what is known of an argument as the command line states it: `4x8xf32`
/// for a shape, `i64=4` for a value of a few integers, nothing for nothing.
llvm::Expected<KnownArgument> parseKnownArgument(llvm::StringRef text,
                                                 mlir::MLIRContext *context);

/// True if a function of `module` leaves a size to run time or takes one from
/// a value: `refineShapes` then has something to do.
bool hasOpenShapes(mlir::ModuleOp module);

/// The arguments of `entry` whose values decide the shapes of other values: few
/// integers each.
llvm::SmallVector<unsigned> findShapeArguments(mlir::func::FuncOp entry);

/// Makes all types static that `entry` reaches, for the given arguments (those
/// not listed are as their parameters say). An argument whose value is known
/// stays an argument and is not looked at any more: callers see to it that it
/// has that value. Functions that are called get one copy per set of shapes.
/// Checks shape assertions and drops those that hold; those that depend on data
/// stay. On failure, diagnostics name the ops whose shapes do not follow, and
/// why; the module is then of no use.
mlir::LogicalResult refineShapes(mlir::func::FuncOp entry,
                                 llvm::ArrayRef<KnownArgument> arguments = {});

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_TRANSFORMS_REFINESHAPES_H
