//===- NumberFlags.h - Flags that take some numbers only --------*- C++ -*-===//
//
// Parsers of flags that refuse a number that could mean nothing.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TOOLS_NUMBERFLAGS_H
#define XLA_TOOLS_NUMBERFLAGS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/CommandLine.h"
#include <cmath>

namespace xla {
/// A number that is finite and not negative.
struct NonNegativeParser : llvm::cl::parser<double> {
  using llvm::cl::parser<double>::parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, double &value) {
    if (llvm::cl::parser<double>::parse(option, name, text, value))
      return true;
    if (std::isfinite(value) && value >= 0)
      return false;
    return option.error("expected a finite number that is not negative, but "
                        "got '" +
                        text + "'");
  }
};

/// An integer from 1 on.
struct PositiveParser : llvm::cl::parser<unsigned> {
  using llvm::cl::parser<unsigned>::parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, unsigned &value) {
    if (llvm::cl::parser<unsigned>::parse(option, name, text, value))
      return true;
    return value == 0 &&
           option.error("expected a number from 1 on, but got '" + text + "'");
  }
};
} // namespace xla

#endif // XLA_TOOLS_NUMBERFLAGS_H
