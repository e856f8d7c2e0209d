//===- JoinBuffers.cpp - Values that share a buffer after all -------------===//
//
// The second half of the algorithm in HostBuffers.h: joins the classes that the
// walk made, puts what copies are left in order, and lays out the arena.
//
//===----------------------------------------------------------------------===//

#include "HostBufferBuilder.h"
#include "HostCopies.h"
#include "InPlaceCalls.h"
#include "xla/Codegen/Buffers/ArenaPacking.h"
#include "xla/Dialect/XLA/IR/MayAlias.h"
#include "xla/Runtime/xla_runtime.h"

using namespace mlir;
using namespace xla;

static constexpr int64_t arenaAlignment = XLA_BUFFER_ALIGNMENT;

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

/// Whether `call` reads `carried` and may write `result` over it meanwhile.
/// What it reads is needed when it begins, so that nothing else that it reads
/// can join later.
bool HostBufferBuilder::mayOverwrite(Operation *call, OpResult result,
                                     Value carried) {
  Operation *kernel = symbols.lookup(cast<CallKernelOp>(call).getCallee());
  if (!kernel)
    return false;
  int64_t out = getOutArgument(kernel, call, result.getResultNumber());
  bool isRead = false;
  for (OpOperand &operand : call->getOpOperands()) {
    if (!isa<TensorType>(operand.get().getType()) ||
        find(operand.get()) != find(carried))
      continue;
    if (!mayAlias(kernel, operand.getOperandNumber(), out))
      return false;
    isRead = true;
  }
  return isRead;
}

void HostBufferBuilder::joinInPlaceOperands() {
  for (Operation *call : inPlaceCalls) {
    CopySite site{call, {}};
    for (OpResult result : call->getResults()) {
      int64_t place =
          getInPlaceOperand(call, result.getResultNumber(), symbols);
      if (Value carried = carriedBefore.lookup(result); carried && place < 0) {
        if (mayOverwrite(call, result, carried) &&
            tryJoin(find(carried), find(result)))
          continue;
        classes[find(result)].ranges.add(
            {liveness.getWrite(call), liveness.getRead(call) + 1});
        // Where it was dead before the call.
        tryJoin(find(carried), find(result));
        continue;
      }
      if (place < 0)
        continue;
      Value operand = call->getOperand(place);
      unsigned id = find(operand);
      // A call must not read by one argument what it writes by another.
      int64_t readers = llvm::count_if(call->getOperands(), [&](Value other) {
        return isa<TensorType>(other.getType()) && find(other) == id;
      });
      if (readers == 1 && tryJoin(id, find(result)))
        continue;
      classes[find(result)].ranges.add(
          {liveness.getWrite(call), liveness.getRead(call) + 1});
      site.copies.emplace_back(operand, idOf.lookup(result));
    }
    if (!site.copies.empty())
      sites.push_back(std::move(site));
  }
}

/// Whether the class `id` begins when `argument` has been read.
bool HostBufferBuilder::isWrittenAfter(unsigned id, int64_t argument) {
  id = find(id);
  auto isInto = [&](Value value) { return find(value) == id; };
  return donation.isAfterEnd(classes[id].ranges.getStart(), argument, liveness,
                             symbols, isInto);
}

/// Gives a result that has no donor one that costs nothing.
void HostBufferBuilder::findDonor(Value source, unsigned result) {
  ArrayRef<int64_t> free = donation.getFreeDonors(result);
  if (free.empty())
    return;
  unsigned id = find(source);
  auto kind = classes[id].buffer.kind;
  const int64_t *donor = llvm::find_if(free, [&](int64_t argument) {
    // What is copied when the entry ends is written after all others.
    return kind == HostBuffer::Kind::Arena
               ? isWrittenAfter(id, argument)
               : id == find(function.getArgument(argument));
  });
  if (donor != free.end())
    donation.setDonor(result, *donor);
}

/// Lets a result of the entry be computed in its buffer if that is right.
void HostBufferBuilder::joinResult(Value source, unsigned destination) {
  unsigned id = find(source);
  unsigned result = classes[destination].buffer.index;
  if (donation.getDonor(result) < 0)
    findDonor(source, result);
  int64_t donor = donation.getDonor(result);
  HostBuffer &buffer = classes[id].buffer;
  if (donor < 0 || buffer.kind != HostBuffer::Kind::Arena ||
      isWrittenAfter(id, donor))
    tryJoin(id, destination);
  else if (buffer.standsInFor < 0)
    buffer.standsInFor = result;
}

void HostBufferBuilder::joinCopies() {
  for (CopySite &site : sites) {
    bool isCall = isa<CallKernelOp, CallHostOp>(site.op);
    for (auto &[source, destination] : site.copies) {
      if (isa<func::ReturnOp>(site.op))
        joinResult(source, destination);
      // What an in-place kernel needs copied was decided before.
      else if (!isCall)
        tryJoin(find(source), destination);
      if (isCall || find(source) == find(destination))
        continue;
      classes[find(destination)].ranges.add(
          {liveness.getWrite(site.op), liveness.getRead(site.op)});
    }
  }
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

/// Gives every class that is in use its number.
void HostBufferBuilder::number(HostBufferAssignment &assignment) {
  for (unsigned id = 0; id < classes.size(); ++id) {
    if (find(id) != id)
      continue;
    numbers[id] = assignment.buffers.size();
    assignment.buffers.push_back(classes[id].buffer);
  }
  for (auto [value, id] : idOf)
    assignment.bufferOf[value] = numbers[find(id)];
}

void HostBufferBuilder::orderCopies(const CopySite &site,
                                    HostBufferAssignment &assignment) {
  SmallVector<BufferCopy> pending;
  for (auto [source, destination] : site.copies) {
    unsigned from = find(source), to = find(destination);
    if (from != to)
      pending.push_back(
          {numbers[from], numbers[to], cast<ShapedType>(source.getType())});
  }
  if (pending.empty())
    return;
  auto getTwin = [&](unsigned number) {
    const HostBuffer &buffer = assignment.buffers[number];
    int64_t donor = buffer.kind == HostBuffer::Kind::Result
                        ? donation.getDonor(buffer.index)
                        : -1;
    return donor < 0
               ? -1
               : int64_t(assignment.getBuffer(function.getArgument(donor)));
  };
  auto addTemporary = [&](unsigned saved) {
    HostBuffer temporary;
    temporary.bytes = assignment.buffers[saved].bytes;
    assignment.buffers.push_back(temporary);
    BufferClass added;
    added.buffer = temporary;
    added.parent = classes.size();
    added.ranges.add(
        {liveness.getWrite(site.op), liveness.getRead(site.op) + 1});
    numbers[added.parent] = assignment.buffers.size() - 1;
    classes.push_back(std::move(added));
    return unsigned(assignment.buffers.size() - 1);
  };
  assignment.copies[site.op] =
      xla::orderCopies(std::move(pending), getTwin, addTemporary);
}

void HostBufferBuilder::packClasses(HostBufferAssignment &assignment) {
  std::vector<ArenaRequest> requests;
  std::vector<unsigned> owners;
  for (unsigned id = 0; id < classes.size(); ++id) {
    if (find(id) != id || classes[id].buffer.kind != HostBuffer::Kind::Arena)
      continue;
    LiveRanges &ranges = classes[id].ranges;
    requests.push_back(
        {ranges.getStart(), ranges.getEnd(), classes[id].buffer.bytes});
    owners.push_back(numbers[id]);
  }
  for (auto [call, bytes] : scratchCalls)
    requests.push_back(
        {liveness.getWrite(call), liveness.getRead(call) + 1, bytes});
  assignment.arenaBytes = packArena(requests, arenaAlignment);
  for (auto [owner, request] : llvm::zip(owners, requests))
    assignment.buffers[owner].place(request);
  for (auto [index, scratch] : llvm::enumerate(scratchCalls))
    assignment.scratchOffsets[scratch.first] =
        requests[owners.size() + index].offset;
}
