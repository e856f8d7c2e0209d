//===- CallRecorder.cpp - Dump calls as snapshots -------------------------===//
//
// Callers have the address of an entry and nothing else, so that is what a
// program is found by.
//
//===----------------------------------------------------------------------===//

#include "CallRecorder.h"

#include "xla/JIT/Executable.h"
#include "xla/Runtime/Interceptor.h"
#include "xla/Support/ABITypes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <shared_mutex>

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Which calls are recorded
//===----------------------------------------------------------------------===//

namespace {
/// The recorders of this process by the entries that they watch.
struct Watched {
  std::shared_mutex mutex;
  llvm::DenseMap<xla_entry_fn, CallRecorder *> recorders;

  static Watched &get() {
    static auto *watched = new Watched;
    return *watched;
  }
};
} // namespace

static int32_t interceptCall(xla_entry_fn entry, const xla_info *info,
                             const xla_call *call) {
  CallRecorder *recorder;
  {
    Watched &watched = Watched::get();
    std::shared_lock<std::shared_mutex> lock(watched.mutex);
    recorder = watched.recorders.lookup(entry);
  }
  // A program outlives its calls, and its recorder lives as long.
  return recorder ? recorder->call(entry, *info, *call) : entry(call);
}

void CallRecorder::watch(xla_entry_fn entry) {
  watched = entry;
  Watched &all = Watched::get();
  std::unique_lock<std::shared_mutex> lock(all.mutex);
  all.recorders[entry] = this;
  xla_runtime::setInterceptor(interceptCall);
}

CallRecorder::~CallRecorder() {
  if (!watched)
    return;
  Watched &all = Watched::get();
  std::unique_lock<std::shared_mutex> lock(all.mutex);
  all.recorders.erase(watched);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

/// Why calls of the entry could not be copied, "" if they can.
static std::string findUnknownSize(ModuleOp module, StringRef entry) {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function)
    return "";
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !tensor.hasStaticShape())
      return ("expected results of a known size, but result " + Twine(index) +
              " is of type " + formatShapedType(tensor))
          .str();
  return "";
}

/// Fails with a reason, which is no error of the program.
static FailureOr<SnapshotWriter> createWriter(ModuleOp module, StringRef entry,
                                              std::string &reason) {
  reason = findUnknownSize(module, entry);
  if (!reason.empty())
    return failure();
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &note) {
    if (reason.empty())
      reason = note.str();
    return success();
  });
  return SnapshotWriter::create(module, entry, /*replicas=*/1,
                                /*partitions=*/1);
}

std::unique_ptr<CallRecorder> CallRecorder::begin(ModuleOp module,
                                                  const CompileOptions &options,
                                                  CompileControl &control) {
  if (control.observer || !wantsSnapshots()) {
    beginDump(module, options, control);
    return nullptr;
  }
  std::shared_ptr<RunDump> dump = beginDumpWithRuns(module, options, control);
  if (!dump)
    return nullptr;
  std::string reason;
  auto writer = createWriter(module, options.entry, reason);
  if (failed(writer)) {
    module.emitWarning() << "no snapshots of calls of '" << options.entry
                         << "': " << reason;
    return nullptr;
  }
  return std::unique_ptr<CallRecorder>(
      new CallRecorder(std::move(dump), std::move(*writer)));
}

SmallVector<Literal> CallRecorder::copy(const xla_info &info,
                                        const xla_tensor_info *list,
                                        int32_t count, void *const *buffers) {
  SmallVector<Literal> values;
  for (int32_t i = 0; i < count; ++i) {
    RankedTensorType type =
        getTensorType(getTensorInfo(info, list, i), &context);
    if (!type || !type.hasStaticShape())
      break;
    auto value = Literal::create(type);
    if (!value) {
      llvm::consumeError(value.takeError());
      break;
    }
    if (size_t bytes = value->getByteSize())
      std::memcpy(value->getBytes(), buffers[i], bytes);
    values.push_back(std::move(*value));
  }
  return values;
}

int32_t CallRecorder::call(xla_entry_fn entry, const xla_info &info,
                           const xla_call &call) {
  SmallVector<Literal> arguments;
  {
    std::lock_guard<std::mutex> lock(mutex);
    // Before: a result may take the place of a donated argument.
    arguments = copy(info, info.arguments, info.num_arguments, call.arguments);
  }
  int32_t code = entry(&call);
  if (code != XLA_OK)
    return code;
  std::lock_guard<std::mutex> lock(mutex);
  SmallVector<Literal> results =
      copy(info, info.results, info.num_results, call.results);
  if (static_cast<int32_t>(arguments.size()) != info.num_arguments ||
      static_cast<int32_t>(results.size()) != info.num_results)
    return code;
  auto bytes = writer.write(arguments, results);
  if (bytes)
    dump->seeRun(*bytes);
  else
    llvm::WithColor::warning()
        << "no snapshot of a call: " << llvm::toString(bytes.takeError())
        << "\n";
  return code;
}
