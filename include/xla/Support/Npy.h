//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Reads and writes `.npy` files, versions 1 to 3. Debian packages no library
// for this, and the format is a page.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_SUPPORT_NPY_H
#define XLA_SUPPORT_NPY_H

#include "xla/Support/Literal.h"

namespace xla {

/// Reads `path` as a literal of the file's own shape and element type, which
/// share the file's memory where possible. Errors name the file: one that
/// cannot be read, is no array file or is too short; Fortran or big-endian
/// order; an element type that MLIR has no counterpart for.
llvm::Expected<Literal> readNpy(llvm::StringRef path,
                                mlir::MLIRContext *context);

/// The same, as `type`: the shapes must be equal, or one of them flat, and the
/// element type equal, a real float where `type` has one that NumPy lacks,
/// which is rounded, or opaque (`V2`, as NumPy stores bf16, or `V1`) of equal
/// size. `V1` and 8-bit integers also serve types below 8 bits.
llvm::Expected<Literal> readNpy(llvm::StringRef path,
                                mlir::RankedTensorType type);

/// Writes a literal; bf16 and the formats that NumPy lacks as opaque bytes.
llvm::Error writeNpy(llvm::StringRef path, const Literal &literal);

} // namespace xla

#endif // XLA_SUPPORT_NPY_H
