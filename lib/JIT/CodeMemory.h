//===- CodeMemory.h - Where linked code lies --------------------*- C++ -*-===//

#ifndef XLA_LIB_JIT_CODEMEMORY_H
#define XLA_LIB_JIT_CODEMEMORY_H

#include "llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h"
#include "llvm/Support/Memory.h"
#include <mutex>
#include <vector>

namespace xla {

/// The memory of one executable, however many objects it is linked from: one
/// mapping for each kind of access (code, constants, what is written). LLVM's
/// own manager takes three or four mappings and as many pages for each object,
/// of which a process may have 65530; a thousand programs of thirty kernels
/// would not fit.
///
/// Everything stays writable until `seal`, so that objects can share pages. No
/// code may run before.
class CodeMemory : public llvm::jitlink::JITLinkMemoryManager {
public:
  /// For objects of so many bytes of file in all.
  explicit CodeMemory(size_t expectedBytes) : expectedBytes(expectedBytes) {}
  ~CodeMemory() override;

  void allocate(const llvm::jitlink::JITLinkDylib *library,
                llvm::jitlink::LinkGraph &graph,
                OnAllocatedFunction onAllocated) override;
  void deallocate(std::vector<FinalizedAlloc> allocations,
                  OnDeallocatedFunction onDeallocated) override;
  using JITLinkMemoryManager::allocate;
  using JITLinkMemoryManager::deallocate;

  /// Gives all memory the access that it is for. What is allocated later is not
  /// executable until sealed in turn.
  llvm::Error seal();

private:
  class Allocation;

  /// Pages of one access, a part of a mapping, filled from their begin.
  struct Area {
    llvm::sys::MemoryBlock block;
    unsigned protection = 0;
    size_t used = 0;
    bool isSealed = false;
  };

  /// Memory for a segment, zeroed; null if there is none.
  char *take(size_t size, size_t alignment, unsigned protection);

  /// Pages for an area of `size` bytes, from the last mapping or a new one.
  llvm::sys::MemoryBlock takePages(size_t size);

  size_t expectedBytes;
  std::mutex mutex;
  std::vector<llvm::sys::MemoryBlock> mappings;
  size_t usedOfLast = 0;
  std::vector<Area> areas;
};

} // namespace xla

#endif // XLA_LIB_JIT_CODEMEMORY_H
