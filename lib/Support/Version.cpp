//===- Version.cpp - What --version prints --------------------------------===//
//
// The build system hands the version in as XLA_VERSION.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

llvm::StringRef xla::getVersion() { return XLA_VERSION; }

void xla::addVersionPrinter() {
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  xla-mlir version " << getVersion() << "\n";
  });
}
