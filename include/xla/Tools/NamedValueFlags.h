//===- NamedValueFlags.h - Flags that take one of some names ----*- C++ -*-===//

#ifndef XLA_TOOLS_NAMEDVALUEFLAGS_H
#define XLA_TOOLS_NAMEDVALUEFLAGS_H

#include "llvm/Support/CommandLine.h"

namespace xla {
/// The parser of an enumeration that lists the names where it gets another:
/// LLVM's says only that there is none such.
template <typename T> struct NamedValueParser : llvm::cl::parser<T> {
  using llvm::cl::parser<T>::parser;

  bool parse(llvm::cl::Option &option, llvm::StringRef name,
             llvm::StringRef text, T &value) {
    std::string names;
    for (const auto &known : this->Values) {
      if (known.Name == text) {
        value = known.V.getValue();
        return false;
      }
      names += (names.empty() ? "" : ", ") + known.Name.str();
    }
    return option.error("expected one of " + names + ", but got '" + text +
                        "'");
  }
};
} // namespace xla

#endif // XLA_TOOLS_NAMEDVALUEFLAGS_H
