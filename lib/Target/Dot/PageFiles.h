//===- PageFiles.h - The files that a page is made of -----------*- C++ -*-===//
//
// Their contents, put into a generated file by EmbedPage.cmake.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_DOT_PAGEFILES_H
#define XLA_LIB_TARGET_DOT_PAGEFILES_H

#include "llvm/ADT/StringRef.h"

namespace xla {
extern const llvm::StringLiteral kPage;          // page.html
extern const llvm::StringLiteral kPageStyle;     // page.css
extern const llvm::StringLiteral kLayoutScript;  // layout.js
extern const llvm::StringLiteral kProgramScript; // program.js
extern const llvm::StringLiteral kViewScript;    // view.js
extern const llvm::StringLiteral kPageScript;    // page.js
} // namespace xla

#endif // XLA_LIB_TARGET_DOT_PAGEFILES_H
