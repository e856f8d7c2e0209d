//===- LiteralProto.h - Values in XLA's messages ----------------*- C++ -*-===//
//
// Values and types between XLA's messages and ours. A LiteralProto lists its
// elements in the order of its shape's layout, a `Literal` is row-major.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_HLOPROTO_LITERALPROTO_H
#define XLA_TARGET_HLOPROTO_LITERALPROTO_H

#include "xla/Support/ElementKind.h"
#include "xla/Support/Literal.h"
#include "xla/Target/HLOProto/HLOData.pb.h"

#include "mlir/IR/MLIRContext.h"

namespace xla {

/// The element type that XLA names `type`; null for tuples, tokens and other
/// types without elements.
mlir::Type getElementType(proto::PrimitiveType type,
                          mlir::MLIRContext *context);

/// The name that XLA has for elements of `kind`.
proto::PrimitiveType getPrimitiveType(ElementKind kind);

/// The type of an array of `shape`. Errors: not an array, a negative or a
/// dynamic size, more bytes than an address space has.
llvm::Expected<mlir::RankedTensorType>
getTensorType(const proto::ShapeProto &shape, mlir::MLIRContext *context);

/// Appends the values of `literal` to `values`: one for an array, those of its
/// parts for a tuple, none for a token. They own their elements. Errors: see
/// getTensorType; another number of elements than the shape says, a layout that
/// is no permutation.
llvm::Error readLiteral(const proto::LiteralProto &literal,
                        mlir::MLIRContext *context,
                        llvm::SmallVectorImpl<Literal> &values);

/// Sets `proto` to `value`, row-major. Error: a type that XLA has no name for.
llvm::Error writeLiteral(const Literal &value, proto::LiteralProto &proto);

} // namespace xla

#endif // XLA_TARGET_HLOPROTO_LITERALPROTO_H
