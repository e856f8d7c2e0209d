//===- RunRecorder.cpp - Keep runs as snapshots ---------------------------===//
//
// The program is exported before it is compiled, because that consumes it.
//
//===----------------------------------------------------------------------===//

#include "RunRecorder.h"

#include "xla/Tools/ToolSupport.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;
using xla::run::RunRecorder;

LogicalResult RunRecorder::begin(ModuleOp module, const CompileOptions &options,
                                 int replicas, int partitions,
                                 CompileControl &control) {
  if (wantsSnapshots())
    dump = beginDumpWithRuns(module, options, control);
  if (path.empty() && !dump)
    return success();
  auto made =
      SnapshotWriter::create(module, options.entry, replicas, partitions);
  if (failed(made))
    return failure();
  writer.emplace(std::move(*made));
  return success();
}

bool RunRecorder::record(ArrayRef<Literal> arguments,
                         ArrayRef<Literal> results) const {
  if (!writer)
    return true;
  auto bytes = writer->write(arguments, results);
  if (!bytes) {
    printError("in the snapshot: " + llvm::toString(bytes.takeError()));
    return false;
  }
  if (dump)
    dump->seeRun(*bytes);
  return path.empty() || writeOutput(path, *bytes);
}
