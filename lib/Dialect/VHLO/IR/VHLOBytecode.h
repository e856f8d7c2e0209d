//===- VHLOBytecode.h - Bytes of vhlo's attributes and types ----*- C++ -*-===//
//
// A number says which attribute or type follows, then come its parts.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_VHLO_IR_VHLOBYTECODE_H
#define XLA_LIB_DIALECT_VHLO_IR_VHLOBYTECODE_H

#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include <type_traits>

namespace xla::vhlo {

/// Null after an error, or where a part is not read yet.
mlir::Attribute readAttribute(mlir::DialectBytecodeReader &reader);
mlir::Type readType(mlir::DialectBytecodeReader &reader);

/// Fails where the attribute or type is not one of vhlo.
llvm::LogicalResult writeAttribute(mlir::Attribute attribute,
                                   mlir::DialectBytecodeWriter &writer);
llvm::LogicalResult writeType(mlir::Type type,
                              mlir::DialectBytecodeWriter &writer);

/// The number of a tensor type that has an encoding.
constexpr uint64_t tensorWithEncodingCode = 21;

template <typename... Ts> struct KindList {};

using AttributeKinds = KindList<
#define GET_ATTRDEF_LIST
#include "xla/Dialect/VHLO/IR/VHLOAttributes.cpp.inc"
    >;
using TypeKinds = KindList<
#define GET_TYPEDEF_LIST
#include "xla/Dialect/VHLO/IR/VHLOTypes.cpp.inc"
    >;

template <typename KindT>
constexpr bool hasNoParts =
    std::is_same_v<typename KindT::ImplType, mlir::TypeStorage>;

template <typename KindT, typename = void> struct IsEnum : std::false_type {};
template <typename KindT>
struct IsEnum<KindT, std::void_t<decltype(std::declval<KindT>().getValue())>>
    : std::is_enum<decltype(std::declval<KindT>().getValue())> {};

} // namespace xla::vhlo

#endif // XLA_LIB_DIALECT_VHLO_IR_VHLOBYTECODE_H
