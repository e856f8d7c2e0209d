//===- ImportShapes.h - Shapes of HLO as types ------------------*- C++ -*-===//
//
// Shapes are trees of tuples with arrays and tokens as leaves. Functions here
// but `checkShape` take shapes that it has accepted.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOMODULE_IMPORTSHAPES_H
#define XLA_LIB_TARGET_HLOMODULE_IMPORTSHAPES_H

#include "xla/Target/HLOProto/HLOData.pb.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace xla::importer {

using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Checks that `shape` is one that tensors, tokens and tuples of them have: its
/// depth, element types, sizes and layout.
mlir::LogicalResult checkShape(const proto::ShapeProto &shape,
                               EmitError emitError);

/// `1,2,3`.
template <typename Range> std::string join(const Range &numbers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(numbers, os, ",");
  return text;
}

/// `f32[2,<=3]`, `(f32[], token[])`.
std::string toString(const proto::ShapeProto &shape);

/// The type of a leaf.
mlir::Type getLeafType(mlir::MLIRContext *context,
                       const proto::ShapeProto &shape);

void forEachLeaf(const proto::ShapeProto &shape,
                 llvm::function_ref<void(const proto::ShapeProto &)> action);

/// Appends the types of the leaves of `shape`.
void appendTypes(mlir::MLIRContext *context, const proto::ShapeProto &shape,
                 llvm::SmallVectorImpl<mlir::Type> &types);

int64_t countLeaves(const proto::ShapeProto &shape);

inline bool isTuple(const proto::ShapeProto &shape) {
  return shape.element_type() == proto::TUPLE;
}
inline bool isToken(const proto::ShapeProto &shape) {
  return shape.element_type() == proto::TOKEN;
}
inline bool isArray(const proto::ShapeProto &shape) {
  return !isTuple(shape) && !isToken(shape);
}

/// Where the leaves of `shape`'s part at `path` begin, and the part; null if
/// there is none.
std::pair<int64_t, const proto::ShapeProto *>
findPart(const proto::ShapeProto &shape, llvm::ArrayRef<int64_t> path);

/// The dimensions of an array in the order in which they lie in memory, from
/// the slowest to the fastest.
llvm::SmallVector<int64_t> getMajorToMinor(const proto::ShapeProto &shape);

/// Whether every array in `shape` is row-major.
bool isRowMajor(const proto::ShapeProto &shape);

} // namespace xla::importer

#endif // XLA_LIB_TARGET_HLOMODULE_IMPORTSHAPES_H
