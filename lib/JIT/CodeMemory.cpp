//===- CodeMemory.cpp - Where linked code lies ----------------------------===//
//
// Allocation is a pointer that moves on; all goes back at once, when the
// executable does.
//
//===----------------------------------------------------------------------===//

#include "CodeMemory.h"

#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/ExecutionEngine/Orc/Shared/AllocationActions.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace llvm::jitlink;
using xla::CodeMemory;

namespace {
/// What has to run when an allocation goes; its address stands for it.
using EndActions = std::vector<orc::shared::WrapperFunctionCall>;
} // namespace

/// The memory of one object until it is linked.
class CodeMemory::Allocation : public JITLinkMemoryManager::InFlightAlloc {
public:
  explicit Allocation(LinkGraph &graph) : graph(graph) {}

  void finalize(OnFinalizedFunction onFinalized) override {
    auto actions = orc::shared::runFinalizeActions(graph.allocActions());
    if (!actions)
      return onFinalized(actions.takeError());
    auto *kept = new EndActions(std::move(*actions));
    onFinalized(FinalizedAlloc(orc::ExecutorAddr::fromPtr(kept)));
  }

  // What it took stays unused until the executable goes.
  void abandon(OnAbandonedFunction onAbandoned) override {
    onAbandoned(Error::success());
  }

private:
  LinkGraph &graph;
};

CodeMemory::~CodeMemory() {
  for (sys::MemoryBlock &mapping : mappings)
    (void)sys::Memory::releaseMappedMemory(mapping);
}

sys::MemoryBlock CodeMemory::takePages(size_t size) {
  size = alignTo(size, sys::Process::getPageSizeEstimate());
  if (mappings.empty() || usedOfLast + size > mappings.back().allocatedSize()) {
    // Code reaches constants and tables within 2 GiB only, and the system puts
    // mappings where it likes: one holds the areas of all three accesses. Pages
    // that nobody touches take no memory.
    std::error_code code;
    sys::MemoryBlock mapping = sys::Memory::allocateMappedMemory(
        3 * size, mappings.empty() ? nullptr : &mappings.back(),
        sys::Memory::MF_READ | sys::Memory::MF_WRITE, code);
    if (code)
      return {};
    mappings.push_back(mapping);
    usedOfLast = 0;
  }
  char *begin = static_cast<char *>(mappings.back().base()) + usedOfLast;
  usedOfLast += size;
  return {begin, size};
}

char *CodeMemory::take(size_t size, size_t alignment, unsigned protection) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (Area &area : areas) {
      size_t begin = alignTo(area.used, alignment);
      if (area.protection != protection || area.isSealed ||
          begin + size > area.block.allocatedSize())
        continue;
      area.used = begin + size;
      return static_cast<char *>(area.block.base()) + begin;
    }
    // Linking adds tables of addresses, which are smaller than the relocations
    // that ask for them.
    sys::MemoryBlock block = takePages(std::max(expectedBytes, size));
    if (!block.base())
      return nullptr;
    areas.push_back({block, protection});
  }
  return nullptr;
}

void CodeMemory::allocate(const JITLinkDylib *, LinkGraph &graph,
                          OnAllocatedFunction onAllocated) {
  BasicLayout layout(graph);
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (auto &[group, segment] : layout.segments()) {
      size_t size = segment.ContentSize + segment.ZeroFillSize;
      char *memory = take(size, segment.Alignment.value(),
                          orc::toSysMemoryProtectionFlags(group.getMemProt()));
      if (!memory)
        return onAllocated(make_error<JITLinkError>(
            "no memory for " + std::to_string(size) + " bytes of code"));
      segment.WorkingMem = memory;
      segment.Addr = orc::ExecutorAddr::fromPtr(memory);
    }
  }
  if (Error error = layout.apply())
    return onAllocated(std::move(error));
  onAllocated(std::make_unique<Allocation>(graph));
}

void CodeMemory::deallocate(std::vector<FinalizedAlloc> allocations,
                            OnDeallocatedFunction onDeallocated) {
  Error error = Error::success();
  for (FinalizedAlloc &allocation : llvm::reverse(allocations)) {
    std::unique_ptr<EndActions> actions(
        allocation.release().toPtr<EndActions *>());
    error =
        joinErrors(std::move(error), orc::shared::runDeallocActions(*actions));
  }
  onDeallocated(std::move(error));
}

Error CodeMemory::seal() {
  std::lock_guard<std::mutex> lock(mutex);
  for (Area &area : areas) {
    if (area.isSealed)
      continue;
    if (std::error_code code =
            sys::Memory::protectMappedMemory(area.block, area.protection))
      return createStringError(code, "cannot make compiled code executable");
    if (area.protection & sys::Memory::MF_EXEC)
      sys::Memory::InvalidateInstructionCache(area.block.base(), area.used);
    area.isSealed = true;
  }
  return Error::success();
}
