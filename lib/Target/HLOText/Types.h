//===- Types.h - Element types and shapes of HLO text -----------*- C++ -*-===//
//
// What reader, inference and printer share about proto::ShapeProto.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOTEXT_TYPES_H
#define XLA_LIB_TARGET_HLOTEXT_TYPES_H

#include "xla/Target/HLOProto/HLO.pb.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace xla::hlotext {
enum class TypeClass { Predicate, Signed, Unsigned, Float, Complex, Other };

struct ElementType {
  llvm::StringLiteral name;
  proto::PrimitiveType type;
  TypeClass typeClass;
  /// Of one element; 0 for what has no elements.
  unsigned bits;
};

/// The type called `name` in HLO text, null if none. Not `tuple` nor `buffer`,
/// which are written with brackets.
const ElementType *findElementType(llvm::StringRef name);
/// What is known about `type`; an entry named "invalid" if nothing is.
const ElementType &getElementType(proto::PrimitiveType type);

bool isArray(const proto::ShapeProto &shape);
inline bool isTuple(const proto::ShapeProto &shape) {
  return shape.element_type() == proto::TUPLE;
}

/// Product of the dimensions; nullopt if one is negative or it does not fit 62
/// bits.
std::optional<int64_t> countElements(const proto::ShapeProto &shape);

/// Number of arrays and other things that are no tuple in `shape`.
size_t countLeaves(const proto::ShapeProto &shape);
/// Number of messages that `shape` is made of.
size_t countNodes(const proto::ShapeProto &shape);

/// Gives `shape`, which must be an array, the layout {rank-1, ..., 0}.
void setRowMajor(proto::ShapeProto &shape);

/// An array of static dimensions and row-major layout.
proto::ShapeProto makeArray(proto::PrimitiveType type,
                            llvm::ArrayRef<int64_t> dimensions);

/// Equal but for layouts.
bool areCompatible(const proto::ShapeProto &a, const proto::ShapeProto &b);

void printShape(const proto::ShapeProto &shape, bool withLayout,
                llvm::raw_ostream &os, bool indexComments = false);
/// `shape` without layouts, for messages.
std::string describeShape(const proto::ShapeProto &shape);
} // namespace xla::hlotext

#endif // XLA_LIB_TARGET_HLOTEXT_TYPES_H
