//===- ProcessGroup.cpp - Several processes on threads --------------------===//
//
// Literals to calls of xla_group_run and back.
//
//===----------------------------------------------------------------------===//

#include "xla/JIT/ProcessGroup.h"

#include "xla/Support/ABITypes.h"

using namespace llvm;
using namespace xla;

namespace {
/// One process's call and what it points to.
struct ProcessCall {
  SmallVector<void *> inputs, outputs;
  SmallVector<Literal> results;
  std::array<char, 1024> error = {};
};
} // namespace

using Group = std::unique_ptr<xla_group, decltype(&xla_group_destroy)>;

static Error putInfeed(xla_group *group, const FeedQueue &queue) {
  for (ArrayRef<Literal> literals : queue) {
    SmallVector<xla_buffer> buffers;
    for (const Literal &literal : literals)
      buffers.push_back({literal.getBytes(), literal.getShape().data(), nullptr,
                         static_cast<int32_t>(literal.getRank()),
                         getABIElementType(literal.getElementType())});
    if (xla_queue_put(group, /*channel=*/0, buffers.data(), buffers.size()))
      return createStringError(
          "expected whole bytes as elements of the infeed");
  }
  xla_queue_close(group);
  return Error::success();
}

static void takeOutfeed(xla_group *group, mlir::MLIRContext *context,
                        FeedQueue &queue) {
  int64_t count = 0;
  while (const xla_buffer *buffers =
             xla_queue_front(group, /*channel=*/0, &count)) {
    SmallVector<Literal> &literals = queue.emplace_back();
    for (const xla_buffer &buffer : ArrayRef(buffers, count)) {
      xla_tensor_info info = {};
      info.element_type = buffer.element_type;
      info.rank = buffer.rank;
      info.dims = buffer.dims;
      Literal &literal = literals.emplace_back(getTensorType(info, context));
      std::memcpy(literal.getBytes(), buffer.data, literal.getByteSize());
    }
    xla_queue_pop(group, /*channel=*/0);
  }
}

Expected<std::vector<SmallVector<Literal>>> xla::runProcessGroup(
    ArrayRef<const Executable *> programs, int32_t numReplicas,
    int32_t numPartitions, ArrayRef<SmallVector<Literal>> arguments,
    mlir::MLIRContext *context, const ProcessGroupOptions &options) {
  Group group(xla_group_create(numReplicas, numPartitions), xla_group_destroy);
  size_t size = programs.size();
  if (!group || size != size_t(numReplicas) * size_t(numPartitions) ||
      arguments.size() != size)
    return createStringError("expected 1 to 4096 processes with a program and "
                             "arguments for each, but got %d replicas, %d "
                             "partitions and %zu programs",
                             numReplicas, numPartitions, size);
  std::vector<ProcessCall> processes(size);
  std::vector<xla_call> calls(size);
  std::vector<xla_entry_fn> entries;
  std::vector<const xla_info *> infos;
  for (size_t i = 0; i < size; ++i) {
    ProcessCall &process = processes[i];
    int32_t expected = programs[i]->getInfo().num_arguments;
    if (static_cast<int32_t>(arguments[i].size()) != expected)
      return createStringError("expected %d arguments of process %zu, but got "
                               "%zu",
                               expected, i, arguments[i].size());
    if (Error error = programs[i]->checkArguments(arguments[i], context))
      return error;
    auto results = programs[i]->createResults(context);
    if (!results)
      return results.takeError();
    process.results = std::move(*results);
    for (const Literal &literal : arguments[i])
      process.inputs.push_back(literal.getBytes());
    for (const Literal &literal : process.results)
      process.outputs.push_back(literal.getBytes());
    xla_call &call = calls[i];
    call = {};
    call.abi_version = XLA_ABI_VERSION;
    call.struct_size = sizeof(xla_call);
    call.arguments = process.inputs.data();
    call.results = process.outputs.data();
    call.thread_limit = options.threadLimit;
    call.error = process.error.data();
    call.error_capacity = process.error.size();
    entries.push_back(programs[i]->getEntry());
    infos.push_back(&programs[i]->getInfo());
  }
  if (Error error = putInfeed(group.get(), options.infeed))
    return error;
  int32_t failed = -1;
  int32_t code = xla_group_run(group.get(), entries.data(), infos.data(),
                               calls.data(), &failed);
  if (code != XLA_OK)
    return createStringError("process %d: %s: %s", failed,
                             xla_status_name(code),
                             processes[failed].error.data());
  if (options.outfeed)
    takeOutfeed(group.get(), context, *options.outfeed);
  std::vector<SmallVector<Literal>> results;
  for (ProcessCall &process : processes)
    results.push_back(std::move(process.results));
  return results;
}
