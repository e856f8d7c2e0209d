//===- Decisions.cpp - The file of what the compiler decided --------------===//
//
// A remark streamer into memory: MLIR's own writes to the file by itself, and
// ends the process where that fails.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "xla/Tools/ToolSupport.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;

namespace {
/// Appends remarks to a string as YAML.
class YAMLStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit YAMLStreamer(std::string &content)
      : os(content),
        serializer(llvm::cantFail(llvm::remarks::createRemarkSerializer(
            llvm::remarks::Format::YAML, os))) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    llvm::remarks::Remark entry = remark.generateRemark();
    // MLIR looks for no place in what frameworks nest: names and calls.
    auto place = remark.getLocation()->findInstanceOf<FileLineColLoc>();
    if (place)
      entry.Loc = {place.getFilename(), place.getLine(), place.getColumn()};
    serializer->emit(entry);
  }

private:
  llvm::raw_string_ostream os;
  std::unique_ptr<llvm::remarks::RemarkSerializer> serializer;
};
} // namespace

bool compile::DecisionFile::open(StringRef where, MLIRContext &context) {
  std::string message;
  path = where.str();
  file = openOutputFile(path, &message);
  remark::RemarkCategories all;
  // `all` would only add to kinds that are asked for.
  all.passed = all.missed = all.analysis = all.failed = ".*";
  if (file && succeeded(remark::enableOptimizationRemarks(
                  context, std::make_unique<YAMLStreamer>(content),
                  std::make_unique<remark::RemarkEmittingPolicyAll>(), all)))
    return true;
  printError(file ? "cannot collect decisions" : message);
  file = nullptr;
  return false;
}

bool compile::DecisionFile::write() {
  return !file || writeOutput(*file, path, content);
}
