//===- BufferReport.cpp - Which memory a program takes --------------------===//

#include "xla/Codegen/Buffers/BufferReport.h"
#include "HostLiveness.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ByteSize.h"
#include "xla/Support/SourceLines.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace xla;

static int64_t roundUp(int64_t bytes) {
  return int64_t(llvm::alignTo(bytes, XLA_BUFFER_ALIGNMENT));
}

//===----------------------------------------------------------------------===//
// Making it
//===----------------------------------------------------------------------===//

namespace {
class ReportBuilder {
public:
  ReportBuilder(func::FuncOp function, SymbolTable &symbols,
                const HostBufferAssignment &assignment)
      : function(function), symbols(symbols), assignment(assignment),
        liveness(function) {}

  BufferReport build();

private:
  /// What lies in a buffer.
  struct Content {
    SmallVector<Location, 2> locations;
    ShapedType type;
    std::vector<int64_t> calls;
  };

  void numberCalls();
  void addValue(Value value, int64_t call = -1);
  void setLife(BufferReport::Buffer &buffer, int64_t start, int64_t end) const;
  void addScratch();
  void findPeak();

  func::FuncOp function;
  SymbolTable &symbols;
  const HostBufferAssignment &assignment;
  HostLiveness liveness;
  std::vector<Operation *> calls;
  DenseMap<unsigned, Content> contents;
  BufferReport report;
};
} // namespace

static bool isCall(Operation *op) { return isa<CallKernelOp, CallHostOp>(op); }

void ReportBuilder::numberCalls() {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isCall(op))
      return;
    calls.push_back(op);
    auto kernel = dyn_cast<CallKernelOp>(op);
    report.calls.push_back(kernel ? ("@" + kernel.getCallee()).str()
                                  : cast<CallHostOp>(op).getService().str());
  });
}

/// Notes that `value`, which `call` reads or writes, is in its buffer.
void ReportBuilder::addValue(Value value, int64_t call) {
  if (!isa<TensorType>(value.getType()))
    return;
  Content &content = contents[assignment.getBuffer(value)];
  if (call >= 0 && !llvm::is_contained(content.calls, call))
    content.calls.push_back(call);
  // Reshapes make no value of their own.
  auto result = dyn_cast<OpResult>(value);
  bool isMade = !result || isCall(result.getOwner()) ||
                result.getOwner()->getNumOperands() == 0;
  if (!content.type)
    content.type = cast<ShapedType>(value.getType());
  if (isMade && !llvm::is_contained(content.locations, value.getLoc()))
    content.locations.push_back(value.getLoc());
}

/// The calls of the times from `start` up to `end`.
void ReportBuilder::setLife(BufferReport::Buffer &buffer, int64_t start,
                            int64_t end) const {
  auto first = llvm::partition_point(
      calls, [&](Operation *call) { return liveness.getRead(call) < start; });
  auto last = llvm::partition_point(
      calls, [&](Operation *call) { return liveness.getWrite(call) < end; });
  buffer.first = first - calls.begin();
  buffer.last = last - calls.begin() - 1;
}

void ReportBuilder::addScratch() {
  for (auto [number, call] : llvm::enumerate(calls)) {
    int64_t offset = assignment.getScratchOffset(call);
    if (offset < 0)
      continue;
    Operation *kernel = symbols.lookup(cast<CallKernelOp>(call).getCallee());
    BufferReport::Buffer buffer{
        BufferReport::Kind::Scratch, -1, offset, 0, nullptr, call->getLoc()};
    buffer.bytes =
        kernel->getAttrOfType<IntegerAttr>(kScratchBytesAttr).getInt();
    buffer.first = buffer.last = number;
    buffer.calls = {int64_t(number)};
    report.buffers.push_back(buffer);
  }
}

/// Finds the call during which most is needed.
void ReportBuilder::findPeak() {
  std::vector<int64_t> growth(calls.size() + 1);
  for (const BufferReport::Buffer &buffer : report.buffers) {
    if (buffer.first > buffer.last)
      continue;
    growth[buffer.first] += roundUp(buffer.bytes);
    growth[buffer.last + 1] -= roundUp(buffer.bytes);
  }
  int64_t live = 0;
  for (int64_t call = 0; call < int64_t(calls.size()); ++call) {
    live += growth[call];
    report.live.push_back(live);
    if (live > report.liveBytes) {
      report.liveBytes = live;
      report.liveCall = call;
    }
  }
}

static BufferReport::Kind getKind(HostBuffer::Kind kind) {
  switch (kind) {
  case HostBuffer::Kind::Arena:
    return BufferReport::Kind::Temporary;
  case HostBuffer::Kind::Argument:
    return BufferReport::Kind::Argument;
  case HostBuffer::Kind::Constant:
    return BufferReport::Kind::Constant;
  case HostBuffer::Kind::Result:
    return BufferReport::Kind::Result;
  }
  llvm_unreachable("covered switch");
}

BufferReport ReportBuilder::build() {
  numberCalls();
  for (auto [number, call] : llvm::enumerate(calls)) {
    for (Value operand : call->getOperands())
      addValue(operand, number);
    for (Value result : call->getResults())
      addValue(result, number);
  }
  for (BlockArgument argument : function.getArguments())
    addValue(argument);
  for (Value result : function.getBody().front().getTerminator()->getOperands())
    addValue(result);
  for (unsigned id = 0; id < assignment.getNumBuffers(); ++id) {
    const HostBuffer &from = assignment.get(id);
    Content &content = contents[id];
    Location loc =
        content.locations.empty()
            ? function.getLoc()
            : FusedLoc::get(function.getContext(), content.locations);
    // A result that is a copy of something has no value in it.
    if (!content.type && from.kind == HostBuffer::Kind::Result)
      content.type = cast<ShapedType>(function.getResultTypes()[from.index]);
    BufferReport::Buffer buffer{getKind(from.kind), from.index,   from.offset,
                                from.bytes,         content.type, loc};
    buffer.calls = std::move(content.calls);
    buffer.partner = from.kind == HostBuffer::Kind::Result
                         ? assignment.getDonor(from.index)
                         : from.standsInFor;
    if (from.kind == HostBuffer::Kind::Arena)
      setLife(buffer, from.start, from.end);
    report.buffers.push_back(std::move(buffer));
  }
  addScratch();
  auto isInArena = [](const BufferReport::Buffer &buffer) {
    return buffer.kind >= BufferReport::Kind::Temporary;
  };
  llvm::stable_sort(report.buffers, [&](const auto &a, const auto &b) {
    return isInArena(a) && isInArena(b)
               ? std::pair(a.offset, a.first) < std::pair(b.offset, b.first)
           : isInArena(a) || isInArena(b)
               ? isInArena(b) && !isInArena(a)
               : std::pair(a.kind, a.index) < std::pair(b.kind, b.index);
  });
  report.arenaBytes = assignment.getArenaBytes();
  findPeak();
  return std::move(report);
}

BufferReport BufferReport::get(func::FuncOp function, SymbolTable &symbols,
                               const HostBufferAssignment &assignment) {
  return ReportBuilder(function, symbols, assignment).build();
}

int64_t BufferReport::getTotalBytes() const {
  int64_t total = arenaBytes;
  for (const Buffer &buffer : buffers)
    if (buffer.kind < Kind::Temporary)
      total += buffer.bytes;
  return total;
}

std::vector<const BufferReport::Buffer *>
BufferReport::getLive(int64_t call) const {
  std::vector<const Buffer *> live;
  for (const Buffer &buffer : buffers)
    if (buffer.first <= call && call <= buffer.last)
      live.push_back(&buffer);
  llvm::stable_sort(live, [](const Buffer *a, const Buffer *b) {
    return a->bytes > b->bytes;
  });
  return live;
}
