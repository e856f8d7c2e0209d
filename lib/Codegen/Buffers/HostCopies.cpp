//===- HostCopies.cpp - Copies that happen at once ------------------------===//
//
// A copy waits for those that read what it writes. Each that is made may let
// another go; what is left waits in cycles, of which one value is saved.
//
//===----------------------------------------------------------------------===//

#include "HostCopies.h"

#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace xla;

namespace {
class CopySequence {
public:
  CopySequence(SmallVector<BufferCopy> copies,
               function_ref<int64_t(unsigned)> getTwin,
               function_ref<unsigned(unsigned)> addTemporary)
      : pending(std::move(copies)), getTwin(getTwin),
        addTemporary(addTemporary), done(pending.size()) {
    for (auto [index, copy] : llvm::enumerate(pending)) {
      ++readers[copy.source];
      for (unsigned buffer : getOverwritten(copy))
        writer[buffer] = index;
    }
  }

  SmallVector<BufferCopy> order() {
    for (size_t index = 0; index < pending.size(); ++index)
      drain(index);
    for (size_t index = 0; index < pending.size(); ++index) {
      if (done[index])
        continue;
      for (unsigned buffer : getOverwritten(pending[index]))
        save(buffer, index);
      drain(index);
    }
    return std::move(ordered);
  }

private:
  /// The buffers that `copy` may write.
  SmallVector<unsigned, 2> getOverwritten(const BufferCopy &copy) const {
    SmallVector<unsigned, 2> buffers = {copy.destination};
    if (int64_t twin = getTwin(copy.destination); twin >= 0)
      buffers.push_back(twin);
    return buffers;
  }

  /// How many other copies than `copy` have yet to read `buffer`.
  int getOtherReaders(unsigned buffer, const BufferCopy &copy) const {
    return readers.lookup(buffer) - (copy.source == buffer);
  }

  bool mustWait(const BufferCopy &copy) const {
    return llvm::any_of(getOverwritten(copy), [&](unsigned buffer) {
      return getOtherReaders(buffer, copy) != 0;
    });
  }

  /// Makes the copy `index` unless it must wait, and those that it frees.
  void drain(size_t index) {
    while (!done[index] && !mustWait(pending[index])) {
      done.set(index);
      ordered.push_back(pending[index]);
      unsigned source = pending[index].source;
      --readers[source];
      auto next = writer.find(source);
      if (next == writer.end())
        return;
      index = next->second;
    }
  }

  /// Lets all but the copy `index` read another buffer than `buffer`.
  void save(unsigned buffer, size_t index) {
    int others = getOtherReaders(buffer, pending[index]);
    if (others == 0)
      return;
    unsigned number = addTemporary(buffer);
    ordered.push_back({buffer, number, pending[index].type});
    for (auto [other, copy] : llvm::enumerate(pending))
      if (other != index && !done[other] && copy.source == buffer)
        copy.source = number;
    readers[number] = others;
    readers[buffer] -= others;
  }

  SmallVector<BufferCopy> pending, ordered;
  function_ref<int64_t(unsigned)> getTwin;
  function_ref<unsigned(unsigned)> addTemporary;
  BitVector done;
  /// For each buffer, the copies that have yet to read it, and the one that may
  /// write it.
  DenseMap<unsigned, int> readers;
  DenseMap<unsigned, size_t> writer;
};
} // namespace

SmallVector<BufferCopy>
xla::orderCopies(SmallVector<BufferCopy> pending,
                 function_ref<int64_t(unsigned)> getTwin,
                 function_ref<unsigned(unsigned)> addTemporary) {
  return CopySequence(std::move(pending), getTwin, addTemporary).order();
}
