//===- CompileReport.h - What a compilation had to say ----------*- C++ -*-===//
//
// Diagnostics as a tool prints them, with the lines they point at, and one by
// one for programs. Nothing here needs the context that they came from.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_JIT_COMPILEREPORT_H
#define XLA_JIT_COMPILEREPORT_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace xla {

/// One message, and the notes that belong to it.
struct CompileMessage {
  CompileMessage(mlir::DiagnosticSeverity severity, std::string text)
      : severity(severity), text(std::move(text)) {}
  explicit CompileMessage(mlir::Diagnostic &diagnostic);

  mlir::DiagnosticSeverity severity;
  std::string text;
  /// The place in the program, from 1; line 0 if it is not known.
  std::string file;
  unsigned line = 0, column = 0;
  std::vector<CompileMessage> notes;
};

/// All messages of a compilation.
struct CompileReport {
  std::string text;
  std::vector<CompileMessage> messages;

  bool empty() const { return messages.empty(); }
  /// Adds a message that has no place in the program.
  void add(mlir::DiagnosticSeverity severity, const llvm::Twine &message);
  void append(const CompileReport &other);
};

/// Takes down what is said in a context, for its own life, instead of printing
/// it. `sources` has the text that places are in.
class ReportScope {
public:
  ReportScope(CompileReport &report, llvm::SourceMgr &sources,
              mlir::MLIRContext &context)
      : os(report.text), printer(sources, &context, os),
        recorder(&context, [&report](mlir::Diagnostic &diagnostic) {
          report.messages.emplace_back(diagnostic);
          return mlir::failure();
        }) {}

private:
  llvm::raw_string_ostream os;
  mlir::SourceMgrDiagnosticHandler printer;
  /// Asked first, and leaves the rest to the printer.
  mlir::ScopedDiagnosticHandler recorder;
};

/// A compilation that failed with a report.
class ReportError : public llvm::ErrorInfo<ReportError> {
public:
  static char ID;

  explicit ReportError(CompileReport report) : report(std::move(report)) {}

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const CompileReport report;
};

/// What `error` says, as a report.
CompileReport takeReport(llvm::Error error);

} // namespace xla

#endif // XLA_JIT_COMPILEREPORT_H
