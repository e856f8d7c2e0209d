//===- TypeInferenceCollective.cpp - Types of collectives -----------------===//
//
// One function per op computes the result types and checks what they depend
// on; builders and the verifier both call it. Tags name the constraint of the
// specification. How many processes there are is known at run time only, and
// replica groups by mesh axes name them indirectly, so checks of groups apply
// to explicit ones.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace xla::hlo;

//===----------------------------------------------------------------------===//
// Process groups
//===----------------------------------------------------------------------===//

/// Checks explicit groups: a matrix of different ids, -1 where a row is
/// shorter than others.
static LogicalResult verifyGroups(std::optional<Location> location,
                                  Attribute groups) {
  auto ids = dyn_cast<DenseIntElementsAttr>(groups);
  if (!ids)
    return success();
  if (ids.getType().getRank() != 2)
    return emitOptionalError(
        location, "expects replica groups of rank 2, but got ", ids.getType());
  llvm::SmallSet<int64_t, 16> seen;
  for (int64_t id : ids.getValues<int64_t>()) {
    if (id < -1)
      return emitOptionalError(
          location, "expects non-negative replica ids, but got ", id);
    if (id >= 0 && !seen.insert(id).second)
      return emitOptionalError(
          location, "expects each replica id once, but got ", id, " twice");
  }
  return success();
}

/// How many processes are in a group, 0 if unknown.
static int64_t getGroupSize(Attribute groups) {
  auto ids = dyn_cast<DenseIntElementsAttr>(groups);
  return ids && ids.getType().getRank() == 2 ? ids.getType().getDimSize(1) : 0;
}

/// A channel makes ids global; `use_global_device_ids` asks for one.
static LogicalResult verifyGlobalIds(std::optional<Location> location,
                                     bool useGlobalDeviceIds,
                                     std::optional<ChannelHandleAttr> channel) {
  if (!useGlobalDeviceIds || (channel && channel->getHandle() > 0))
    return success();
  return emitOptionalError(
      location, "expects a positive channel handle with use_global_device_ids");
}

/// Checks source and target processes: pairs, each source and target once.
static LogicalResult verifyPairs(std::optional<Location> location,
                                 DenseIntElementsAttr pairs) {
  RankedTensorType type = cast<RankedTensorType>(pairs.getType());
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return emitOptionalError(
        location, "expects source_target_pairs of shape Nx2, but got ", type);
  llvm::SmallSet<int64_t, 16> sources, targets;
  for (auto [index, id] : llvm::enumerate(pairs.getValues<int64_t>())) {
    bool isSource = index % 2 == 0;
    if (id < 0)
      return emitOptionalError(location,
                               "expects non-negative ids in "
                               "source_target_pairs, but got ",
                               id);
    if (!(isSource ? sources : targets).insert(id).second)
      return emitOptionalError(
          location, "expects each ", isSource ? "source" : "target",
          " once in source_target_pairs, but got ", id, " twice");
  }
  return success();
}

static int64_t getRank(Type type) {
  return cast<RankedTensorType>(type).getRank();
}

static LogicalResult verifyDimension(std::optional<Location> location,
                                     StringRef name, int64_t dim, Type type) {
  if (dim >= 0 && dim < getRank(type))
    return success();
  return emitOptionalError(location, "expects ", name, " to be a dimension of ",
                           type, ", but got ", dim);
}

/// True if `size` may be a multiple of `unit`.
static bool isMultiple(int64_t size, int64_t unit) {
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(unit))
    return true;
  return unit == 0 ? size == 0 : size % unit == 0;
}

//===----------------------------------------------------------------------===//
// Gathers and scatters
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verify() {
  std::optional<Location> location = getLoc();
  if (getOperands().size() != getResults().size())
    return emitOpError("expects as many results as operands, ")
           << getOperands().size() << ", but got " << getResults().size();
  if (failed(verifyGroups(location, getReplicaGroups()))) // all_gather_c2
    return failure();
  if (failed(verifyGlobalIds(location, getUseGlobalDeviceIds(),
                             getChannelHandle()))) // all_gather_c5
    return failure();
  int64_t dim = getAllGatherDim();
  for (auto [operandType, resultType] :
       llvm::zip(getOperandTypes(), getResultTypes())) {
    if (failed(verifyDimension(location, "all_gather_dim", dim,
                               operandType))) // all_gather_c1
      return failure();
    auto operand = cast<RankedTensorType>(operandType);
    auto result = cast<RankedTensorType>(resultType);
    // How many processes are in a group also depends on how replicas and
    // partitions combine, so the result's size is any multiple. all_gather_c6
    SmallVector<int64_t> shape(operand.getShape());
    shape[dim] = ShapedType::kDynamic;
    auto expected = RankedTensorType::get(shape, operand.getElementType());
    int64_t size = operand.getDimSize(dim);
    if (!isCompatibleType(expected, result) ||
        !isMultiple(result.getDimSize(dim), size))
      return emitOpError("expects a result of type ")
             << expected << " with a multiple of " << size << " in dimension "
             << dim << ", but got " << result;
  }
  return success();
}

LogicalResult AllToAllOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> location,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  if (failed(verifyGroups(location,
                          adaptor.getReplicaGroups()))) // all_to_all_c5
    return failure();
  int64_t split = adaptor.getSplitDimension();
  int64_t concat = adaptor.getConcatDimension();
  int64_t count = adaptor.getSplitCount();
  int64_t groupSize = getGroupSize(adaptor.getReplicaGroups());
  if (groupSize != 0 && groupSize != count) // all_to_all_c8
    return emitOptionalError(location, "expects groups of split_count ", count,
                             " processes, but got ", groupSize);
  for (Type type : adaptor.getOperands().getTypes()) {
    if (failed(verifyDimension(location, "split_dimension", split,
                               type)) || // all_to_all_c1
        failed(verifyDimension(location, "concat_dimension", concat,
                               type))) // all_to_all_c3
      return failure();
    auto operand = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(operand.getShape());
    if (!operand.isDynamicDim(split) && shape[split] % count != 0)
      return emitOptionalError(location, "expects dimension ", split, " of ",
                               operand, " to be a multiple of split_count ",
                               count); // all_to_all_c2
    // all_to_all_c9
    if (!ShapedType::isDynamic(shape[split]))
      shape[split] /= count;
    if (!ShapedType::isDynamic(shape[concat]) &&
        llvm::MulOverflow(shape[concat], count, shape[concat]))
      return emitOptionalError(location, "expects dimension ", concat, " of ",
                               operand, " times split_count ", count,
                               " to fit in 64 bits");
    types.push_back(RankedTensorType::get(shape, operand.getElementType()));
  }
  return success();
}

LogicalResult ReduceScatterOp::verifyRegions() {
  std::optional<Location> location = getLoc();
  auto operand = cast<RankedTensorType>(getOperand().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t dim = getScatterDimension();
  if (failed(verifyGroups(location, getReplicaGroups())) || // reduce_scatter_c3
      failed(verifyGlobalIds(location, getUseGlobalDeviceIds(),
                             getChannelHandle())) || // reduce_scatter_c6
      failed(verifyDimension(location, "scatter_dimension", dim,
                             operand)) || // reduce_scatter_c2
      failed(verifyCombiner(*this, getComputation(), "the computation",
                            operand.getElementType()))) // reduce_scatter_c7
    return failure();
  SmallVector<int64_t> shape(operand.getShape());
  shape[dim] = ShapedType::kDynamic;
  Type accumulator = getReturnedTypes(getComputation()).front();
  auto expected = RankedTensorType::get(
      shape, cast<RankedTensorType>(accumulator).getElementType());
  // reduce_scatter_c1, reduce_scatter_c8
  if (!isCompatibleType(expected, result) ||
      !isMultiple(operand.getDimSize(dim), result.getDimSize(dim)))
    return emitOpError("expects a result of type ")
           << expected << " with a divisor of " << operand.getDimSize(dim)
           << " in dimension " << dim << ", but got " << result;
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Operand types with the element type that the computation returns, which may
/// be wider.
static void inferReducedTypes(ValueRange operands, RegionRange regions,
                              SmallVectorImpl<Type> &types) {
  TypeRange returned =
      regions.empty() ? TypeRange() : getReturnedTypes(*regions.front());
  auto accumulator =
      returned.size() == 1 ? dyn_cast<ShapedType>(returned.front()) : nullptr;
  for (Type type : operands.getTypes()) {
    auto operand = cast<RankedTensorType>(type);
    types.push_back(accumulator ? operand.clone(accumulator.getElementType())
                                : operand);
  }
}

/// The operands that have results: with a dynamic root, the last operand names
/// the root instead.
static ValueRange dropRoot(ValueRange operands, bool hasDynamicRoot) {
  return hasDynamicRoot && !operands.empty() ? operands.drop_back() : operands;
}

/// Checks one computation that serves all of `operands`.
template <typename OpT>
static LogicalResult verifyComputation(OpT op, ValueRange operands) {
  for (Type type : operands.getTypes())
    if (failed(verifyCombiner(op, op.getComputation(), "the computation",
                              cast<ShapedType>(type).getElementType())))
      return failure();
  return success();
}

LogicalResult AllReduceOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  if (failed(verifyGroups(location,
                          adaptor.getReplicaGroups())) || // all_reduce_c1
      failed(verifyGlobalIds(location, adaptor.getUseGlobalDeviceIds(),
                             adaptor.getChannelHandle()))) // all_reduce_c4
    return failure();
  inferReducedTypes(adaptor.getOperands(), adaptor.getRegions(),
                    types); // all_reduce_c6, all_reduce_c7
  return success();
}

LogicalResult AllReduceOp::verifyRegions() {
  return verifyComputation(*this, getOperands()); // all_reduce_c5
}

LogicalResult CollectiveReduceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  if (failed(verifyGroups(location, adaptor.getReplicaGroups())) ||
      failed(verifyGlobalIds(location, adaptor.getUseGlobalDeviceIds(),
                             adaptor.getChannelHandle())))
    return failure();
  inferReducedTypes(
      dropRoot(adaptor.getOperands(), adaptor.getHasDynamicRoot()),
      adaptor.getRegions(), types);
  return success();
}

LogicalResult CollectiveReduceOp::verifyRegions() {
  return verifyComputation(*this, dropRoot(getOperands(), getHasDynamicRoot()));
}

LogicalResult CrossReplicaSumOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  if (failed(verifyGroups(location, adaptor.getReplicaGroups())))
    return failure();
  types.push_back(adaptor.getOperand().getType());
  return success();
}

//===----------------------------------------------------------------------===//
// Broadcasts and transfers
//===----------------------------------------------------------------------===//

LogicalResult CollectiveBroadcastOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  if (failed(verifyGroups(
          location, adaptor.getReplicaGroups()))) // collective_broadcast_c1
    return failure();
  ValueRange operands =
      dropRoot(adaptor.getOperands(), adaptor.getHasDynamicRoot());
  llvm::append_range(types, operands.getTypes()); // collective_broadcast_c3
  return success();
}

LogicalResult CollectivePermuteOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  if (failed(verifyPairs(location, adaptor.getSourceTargetPairs())))
    return failure(); // collective_permute_c1 to c4
  types.push_back(adaptor.getOperand().getType()); // collective_permute_c5
  return success();
}

/// The types of an op that gives tensors and then a token.
static LogicalResult verifyTokenLast(Operation *op) {
  TypeRange types(op->getResults());
  if (types.empty() ||                          // infeed_c1, recv_c1
      !isa<TokenType>(types[types.size() - 1])) // infeed_c3, recv_c3
    return op->emitOpError("expects the last result to be a token");
  for (Type type : types.drop_back())
    if (isa<TokenType>(type)) // infeed_c2, recv_c2
      return op->emitOpError(
                 "expects tensors and a last token as results, but got ")
             << type << " before";
  return success();
}

LogicalResult InfeedOp::verify() {
  if (failed(verifyTokenLast(*this)))
    return failure();
  std::optional<ArrayAttr> layouts = getLayout();
  if (layouts && layouts->size() != getNumResults() - 1)
    return emitOpError("expects ")
           << getNumResults() - 1 << " layouts, one per tensor, but got "
           << layouts->size();
  return success();
}

LogicalResult RecvOp::verify() {
  if (failed(verifyTokenLast(*this)))
    return failure();
  if (auto pairs = getSourceTargetPairs())
    return verifyPairs(getLoc(), *pairs);
  return success();
}

LogicalResult SendOp::verify() {
  if (auto pairs = getSourceTargetPairs())
    return verifyPairs(getLoc(), *pairs);
  return success();
}

/// The type of process ids.
static Type getIdType(MLIRContext *context) {
  return RankedTensorType::get(
      {}, IntegerType::get(context, 32, IntegerType::Unsigned));
}

LogicalResult ReplicaIdOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location>, Adaptor,
                                            SmallVectorImpl<Type> &types) {
  types.push_back(getIdType(context));
  return success();
}

LogicalResult PartitionIdOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>, Adaptor,
                                              SmallVectorImpl<Type> &types) {
  types.push_back(getIdType(context));
  return success();
}
