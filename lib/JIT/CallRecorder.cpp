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
  // That it cannot be recorded is no error of the program.
  std::string reason;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &note) {
    if (reason.empty())
      reason = note.str();
    return success();
  });
  auto writer = SnapshotWriter::create(module, options.entry, /*replicas=*/1,
                                       /*partitions=*/1);
  if (succeeded(writer))
    return std::unique_ptr<CallRecorder>(
        new CallRecorder(std::move(dump), std::move(*writer)));
  llvm::WithColor::warning() << "no snapshots of calls of '" << options.entry
                             << "': " << reason << "\n";
  return nullptr;
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
