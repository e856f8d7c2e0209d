//===- DecisionFile.h - Decisions, read back --------------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLAEXPLAIN_DECISIONFILE_H
#define XLA_LIB_TOOLS_XLAEXPLAIN_DECISIONFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace xla::explain {

/// One line of a file of decisions; what it does not say is empty or 0.
struct Decision {
  std::string decision, outcome, what, why, kernel, file, lines, name, pass;
  int64_t line = 0, column = 0;
  /// The whole, with its numbers.
  llvm::json::Object object;

  int64_t getNumber(llvm::StringRef key) const {
    return object.getInteger(key).value_or(0);
  }
  /// `file:line:column`, or what is known of it.
  std::string getPlace() const;
  /// All lines that it is about, as `file:3,7-9`.
  std::string getLines() const;
  bool isAbout(int64_t number) const;
  /// `what: why`.
  std::string getText() const { return why.empty() ? what : what + ": " + why; }
};

/// Reads the content of a file. The error names the line that is wrong.
llvm::Expected<std::vector<Decision>> readDecisions(llvm::StringRef content,
                                                    llvm::StringRef path);

} // namespace xla::explain

#endif // XLA_LIB_TOOLS_XLAEXPLAIN_DECISIONFILE_H
