//===- OpsIndexing.cpp - Indexing ops of HLO text -------------------------===//
//
// Results have the row-major layout, but for what updates an operand, which
// keeps its layout.
//
//===----------------------------------------------------------------------===//

#include "Opcodes.h"

#include "llvm/ADT/STLExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::ArrayRef;
using llvm::Twine;

static bool inferDynamicSlice(Inference &inference) {
  if (!inference.needArray(0))
    return false;
  const proto::ShapeProto &operand = inference.operand(0);
  ArrayRef<int64_t> sizes =
      asArray(inference.instruction.dynamic_slice_sizes());
  if (sizes.size() != size_t(operand.dimensions_size()))
    return inference.fail("expected " + Twine(operand.dimensions_size()) +
                          " slice sizes, the rank of the operand, got " +
                          Twine(sizes.size()));
  inference.result = makeArray(operand.element_type(), sizes);
  return true;
}

/// The dimensions of a gather's result: those of `offset_dims` have the slice
/// sizes that are neither collapsed nor batched, the others those of the
/// indices but for `index_vector_dim`.
static bool inferGather(Inference &inference) {
  if (!inference.needArray(0) || !inference.needArray(1))
    return false;
  const proto::HloInstructionProto &gather = inference.instruction;
  const auto &numbers = gather.gather_dimension_numbers();
  const proto::ShapeProto &indices = inference.operand(1);
  ArrayRef<int64_t> sizes = asArray(gather.gather_slice_sizes());
  llvm::SmallVector<int64_t> window, batch;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (!llvm::is_contained(numbers.collapsed_slice_dims(), int64_t(i)) &&
        !llvm::is_contained(numbers.operand_batching_dims(), int64_t(i)))
      window.push_back(size);
  for (int i = 0; i < indices.dimensions_size(); ++i)
    if (i != numbers.index_vector_dim())
      batch.push_back(i);
  if (window.size() != size_t(numbers.offset_dims_size()))
    return inference.fail("expected " + Twine(window.size()) +
                          " offset_dims, one for each slice size that is not "
                          "collapsed, got " +
                          Twine(numbers.offset_dims_size()));
  inference.result.set_element_type(inference.operand(0).element_type());
  auto nextWindow = window.begin();
  auto nextBatch = batch.begin();
  for (size_t i = 0, rank = window.size() + batch.size(); i < rank; ++i) {
    bool isOffset = llvm::is_contained(numbers.offset_dims(), int64_t(i));
    if (isOffset ? nextWindow == window.end() : nextBatch == batch.end())
      return inference.fail("expected offset_dims below " + Twine(rank) +
                            ", the rank of the result, without repetition");
    if (isOffset)
      inference.addDimension(*nextWindow++);
    else
      inference.copyDimension(indices, *nextBatch++);
  }
  setRowMajor(inference.result);
  return true;
}

/// One array, or n arrays, n of them updated by as many and one of indices.
static bool inferScatter(Inference &inference) {
  size_t count = inference.operands.size() / 2;
  if (inference.operands.size() % 2 == 0)
    return inference.fail(
        "expected n operands, indices, and n updates, got an even number");
  if (count == 1)
    return inferFirstOperand(inference);
  inference.result.set_element_type(proto::TUPLE);
  for (const proto::ShapeProto *operand : inference.operands.take_front(count))
    *inference.result.add_tuple_shapes() = *operand;
  return true;
}

static constexpr Opcode opcodes[] = {
    {"dynamic-slice", -2, "!dynamic_slice_sizes", inferDynamicSlice},
    {"dynamic-update-slice", -3, "", inferFirstOperand},
    {"gather", 2,
     "!offset_dims !collapsed_slice_dims !start_index_map "
     "operand_batching_dims start_indices_batching_dims !index_vector_dim "
     "!slice_sizes indices_are_sorted unique_indices",
     inferGather},
    {"scatter", -4,
     "!update_window_dims !inserted_window_dims !scatter_dims_to_operand_dims "
     "input_batching_dims scatter_indices_batching_dims !index_vector_dim "
     "indices_are_sorted unique_indices !to_apply",
     inferScatter},
};

llvm::ArrayRef<Opcode> xla::hlotext::getIndexingOpcodes() { return opcodes; }
