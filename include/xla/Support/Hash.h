//===- Hash.h - Names for content -------------------------------*- C++ -*-===//

#ifndef XLA_SUPPORT_HASH_H
#define XLA_SUPPORT_HASH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace xla {

/// A name for the list of `pieces`, of 40 digits and letters; no two lists that
/// anyone will meet have the same.
std::string hashPieces(llvm::ArrayRef<llvm::StringRef> pieces);

} // namespace xla

#endif // XLA_SUPPORT_HASH_H
