//===- BytecodeParts.h - Parts of attributes in bytecode --------*- C++ -*-===//

#ifndef XLA_SUPPORT_BYTECODEPARTS_H
#define XLA_SUPPORT_BYTECODEPARTS_H

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "llvm/Support/SaveAndRestore.h"

namespace xla {

/// How many optional parts the thread is in the middle of reading.
inline thread_local unsigned optionalPartDepth = 0;

/// Reads a part of an attribute that may be missing. MLIR's reader puts off
/// parts that lie deep, but not optional ones: of attributes that contain
/// themselves it would not find the end.
template <typename AttrT>
llvm::LogicalResult readOptionalPart(mlir::DialectBytecodeReader &reader,
                                     AttrT &result) {
  constexpr unsigned maxDepth = 16;
  if (optionalPartDepth == maxDepth)
    return reader.emitError("expected attributes that do not contain "
                            "themselves");
  llvm::SaveAndRestore nested(optionalPartDepth, optionalPartDepth + 1);
  return reader.readOptionalAttribute(result);
}

} // namespace xla

#endif // XLA_SUPPORT_BYTECODEPARTS_H
