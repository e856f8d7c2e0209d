//===- Streaming.cpp - Results written past the caches --------------------===//

#include "Streaming.h"
#include "xla/Dialect/XLA/IR/Parts.h"
#include "xla/Support/ByteSize.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace xla;

/// Bytes that an op touches from which on its results are not found in a cache
/// by who reads them next.
static constexpr int64_t streamedBytes = int64_t(32) << 20;
/// Below this size a result stays in the caches all the same.
static constexpr int64_t leastStreamedResult = int64_t(8) << 20;

/// Bytes of each buffer that `op` touches, together with its other parts.
static llvm::SmallMapVector<Value, int64_t, 8>
getTouchedBytes(linalg::GenericOp op) {
  auto number = op->getAttrOfType<IntegerAttr>(kPartsAttr);
  int64_t parts = number ? number.getInt() : 1;
  llvm::SmallMapVector<Value, int64_t, 8> touched;
  for (Value operand : op->getOperands()) {
    Value root = memref::skipViewLikeOps(cast<MemrefValue>(operand));
    int64_t whole = getDenseByteSize(root.getType()).value_or(0);
    int64_t part = getDenseByteSize(operand.getType()).value_or(0);
    int64_t bytes = part < whole / parts ? part * parts : whole;
    touched[root] = std::max(touched[root], bytes);
  }
  return touched;
}

/// Whether an op but `writer` may read `buffer` or a view of it.
static bool isReadElsewhere(Value buffer, Operation *writer) {
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<ViewLikeOpInterface>(user))
      return llvm::any_of(user->getResults(), [&](Value view) {
        return isa<BaseMemRefType>(view.getType()) &&
               isReadElsewhere(view, writer);
      });
    return user != writer && (!isa<MemoryEffectOpInterface>(user) ||
                              hasEffect<MemoryEffects::Read>(user, buffer));
  });
}

bool xla::shouldWritePastCaches(linalg::GenericOp op) {
  llvm::SmallMapVector<Value, int64_t, 8> touched = getTouchedBytes(op);
  int64_t total = 0;
  for (auto [root, bytes] : touched)
    total += bytes;
  return total >= streamedBytes &&
         llvm::all_of(op.getDpsInits(), [&](Value output) {
           Value root = memref::skipViewLikeOps(cast<MemrefValue>(output));
           return isa<BlockArgument>(root) &&
                  touched[root] >= leastStreamedResult &&
                  llvm::none_of(op.getDpsInputs(),
                                [&](Value input) {
                                  return memref::skipViewLikeOps(
                                             cast<MemrefValue>(input)) == root;
                                }) &&
                  !isReadElsewhere(root, op);
         });
}
