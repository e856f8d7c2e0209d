//===- Snapshot.cpp - The runs that snapshots hold ------------------------===//
//
// Types live in a context of the snapshot's own; what C sees are pointers into
// its values, and a description of them as programs have one.
//
//===----------------------------------------------------------------------===//

#include "xla-c/Snapshot.h"

#include "xla/Support/ABITypes.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/SnapshotCase.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace xla;

struct xla_snapshot {
  /// Sets everything below. Errors: processes that were given other types.
  llvm::Error describe();

  MLIRContext context{MLIRContext::Threading::DISABLED};
  SnapshotData data;
  /// What results have to be.
  Case expected;

  xla_info info = {};
  std::vector<xla_tensor_info> arguments, results;
  std::vector<std::vector<void *>> argumentPointers;
  std::vector<void *> resultPointers;
};

/// With a null behind them: there is an address also of no values.
static std::vector<void *> getPointers(ArrayRef<Literal> values) {
  std::vector<void *> pointers;
  for (const Literal &value : values)
    pointers.push_back(value.getBytes());
  pointers.push_back(nullptr);
  return pointers;
}

static std::string formatTypes(ArrayRef<Literal> values) {
  return llvm::join(llvm::map_range(values,
                                    [](const Literal &value) {
                                      return formatShapedType(value.getType());
                                    }),
                    ", ");
}

llvm::Error xla_snapshot::describe() {
  if (data.arguments.empty())
    return llvm::createStringError("expected a snapshot, but got a program "
                                   "without a run");
  takeSnapshot(data, {}, expected);
  std::string expectedTypes = formatTypes(data.arguments.front());
  for (auto [process, list] : llvm::enumerate(data.arguments)) {
    std::string types = formatTypes(list);
    if (types != expectedTypes)
      return llvm::createStringError("expected arguments of the same types for "
                                     "each process, but 0 has (" +
                                     expectedTypes + ") and " + Twine(process) +
                                     " has (" + types + ")");
    argumentPointers.push_back(getPointers(list));
  }
  auto describeAll = [](ArrayRef<Literal> values,
                        std::vector<xla_tensor_info> &infos) {
    for (const Literal &value : values)
      infos.push_back(describeTensor(value.getType(), value.getShape()));
  };
  describeAll(data.arguments.front(), arguments);
  if (data.results) {
    describeAll(*data.results, results);
    resultPointers = getPointers(*data.results);
  }
  info = describeEntry(arguments, results);
  return llvm::Error::success();
}

/// Reads into `snapshot`, with the reason of a failure in the error.
static llvm::Error read(llvm::MemoryBufferRef buffer, xla_snapshot &snapshot) {
  std::string reason;
  auto note = [&](size_t, const Twine &message) {
    if (reason.empty())
      reason = message.str();
  };
  auto file = readHLOProto(buffer, note);
  if (!file)
    return llvm::createStringError(reason);
  auto data = readSnapshotData(*file, &snapshot.context);
  if (!data)
    return data.takeError();
  snapshot.data = std::move(*data);
  return snapshot.describe();
}

xla_snapshot *xla_snapshot_read(const char *content, int64_t size,
                                const char *name, xla_diagnostic_fn report,
                                void *context) {
  auto snapshot = std::make_unique<xla_snapshot>();
  llvm::MemoryBufferRef buffer(StringRef(content, size), name);
  if (llvm::Error error = read(buffer, *snapshot)) {
    std::string text = llvm::toString(std::move(error));
    if (report)
      report(context,
             (StringRef(name) + ": error: " + text + "\n").str().c_str());
    return nullptr;
  }
  return snapshot.release();
}

const xla_info *xla_snapshot_info(const xla_snapshot *snapshot) {
  return &snapshot->info;
}

int32_t xla_snapshot_num_processes(const xla_snapshot *snapshot) {
  return static_cast<int32_t>(snapshot->argumentPointers.size());
}

void *const *xla_snapshot_arguments(const xla_snapshot *snapshot,
                                    int32_t process) {
  bool exists = process >= 0 && process < xla_snapshot_num_processes(snapshot);
  return exists ? snapshot->argumentPointers[process].data() : nullptr;
}

void *const *xla_snapshot_results(const xla_snapshot *snapshot) {
  return snapshot->data.results ? snapshot->resultPointers.data() : nullptr;
}

int32_t xla_snapshot_compare(const xla_snapshot *snapshot, void *const *results,
                             xla_diagnostic_fn report, void *context) {
  if (!snapshot->expected.results)
    return XLA_OK;
  std::string text;
  for (auto [index, expected] : llvm::enumerate(*snapshot->expected.results)) {
    AgreementReport comparison = llvm::cantFail(
        expected.compare(Literal::borrow(expected.type, results[index])));
    if (!comparison.agrees())
      text += ("result " + Twine(index) + ": " + comparison.describe() + "\n")
                  .str();
  }
  if (report && !text.empty())
    report(context, text.c_str());
  return text.empty() ? XLA_OK : XLA_FAILED;
}

void xla_snapshot_destroy(xla_snapshot *snapshot) { delete snapshot; }
