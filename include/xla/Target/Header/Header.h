//===- Header.h - The C header of a compiled program ------------*- C++ -*-===//
//
// What a C or C++ program includes to call an object: typed functions with the
// shapes in their documentation. Written from the description in the object
// itself, so that the two cannot differ.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_HEADER_HEADER_H
#define XLA_TARGET_HEADER_HEADER_H

#include "xla/Runtime/xla_runtime.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace xla {

/// The header of the entry that `info` describes. `source` is what the program
/// was read from, for people.
std::string writeHeader(const xla_info &info, llvm::StringRef source);

/// The same for all entries of `image`, which linkImage made, one behind the
/// other. Errors: an entry whose name is none in C.
llvm::Expected<std::string> writeHeaders(llvm::ArrayRef<char> image,
                                         llvm::StringRef source);

/// `name` as an identifier of C: what cannot stand in one becomes `_`, and a
/// word that C or C++ has taken gets one behind. "" becomes "_".
std::string makeIdentifier(llvm::StringRef name);

} // namespace xla

#endif // XLA_TARGET_HEADER_HEADER_H
