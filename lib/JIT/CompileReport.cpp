//===- CompileReport.cpp - What a compilation had to say ------------------===//

#include "xla/JIT/CompileReport.h"

#include "mlir/IR/Location.h"

using namespace mlir;
using namespace xla;

char ReportError::ID = 0;

CompileMessage::CompileMessage(Diagnostic &diagnostic)
    : severity(diagnostic.getSeverity()), text(diagnostic.str()) {
  // Names and fused locations have the place inside.
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    file = place.getFilename().str();
    line = place.getLine();
    column = place.getColumn();
  }
  for (Diagnostic &note : diagnostic.getNotes())
    notes.emplace_back(note);
}

void CompileReport::add(DiagnosticSeverity severity,
                        const llvm::Twine &message) {
  messages.emplace_back(severity, message.str());
  text += severity == DiagnosticSeverity::Warning ? "warning: " : "error: ";
  text += messages.back().text + "\n";
}

void CompileReport::append(const CompileReport &other) {
  text += other.text;
  messages.insert(messages.end(), other.messages.begin(), other.messages.end());
}

void ReportError::log(llvm::raw_ostream &os) const {
  os << StringRef(report.text).rtrim();
}

CompileReport xla::takeReport(llvm::Error error) {
  CompileReport report;
  llvm::handleAllErrors(
      std::move(error),
      [&](const ReportError &known) { report.append(known.report); },
      [&](const llvm::ErrorInfoBase &other) {
        // Without "error:", as such texts always were.
        report.messages.emplace_back(DiagnosticSeverity::Error,
                                     other.message());
        report.text += other.message();
      });
  return report;
}
