//===- RaggedDotOp.cpp - Checks and type of chlo.ragged_dot ---------------===//
//
// The kind of the ragged dimension decides the mode of the op; group_sizes has
// one row of group counts per batch of what surrounds that dimension.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/CHLO/IR/RaggedDot.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace xla::chlo;

namespace {
/// A list of dimensions by the name that errors give it.
struct NamedDims {
  StringRef name;
  ArrayRef<int64_t> dims;
};

struct RaggedDotTypes {
  std::optional<Location> location;
  RankedTensorType lhs;
  RankedTensorType rhs;
  RankedTensorType groupSizes;
  RaggedDotDimensionNumbersAttr numbers;

  LogicalResult infer(SmallVectorImpl<Type> &types) const;

private:
  LogicalResult verifyDistinct(ArrayRef<NamedDims> lists, int64_t rank) const;
  LogicalResult verifySameSizes(NamedDims lhsDims, NamedDims rhsDims,
                                StringRef kind) const;
  LogicalResult verifyGroups(ArrayRef<int64_t> prefix) const;
  bool isBatching(int64_t dim) const {
    return llvm::is_contained(numbers.getLhsBatchingDimensions(), dim);
  }
  bool isContracting(int64_t dim) const {
    return llvm::is_contained(numbers.getLhsContractingDimensions(), dim);
  }
};
} // namespace

/// Lists on one side are dimensions of that side and share none.
LogicalResult RaggedDotTypes::verifyDistinct(ArrayRef<NamedDims> lists,
                                             int64_t rank) const {
  DenseMap<int64_t, StringRef> seen;
  for (const NamedDims &list : lists)
    for (int64_t dim : list.dims) {
      if (dim < 0 || dim >= rank)
        return emitOptionalError(location, "expects ", list.name,
                                 " below the rank ", rank, ", but got ", dim);
      auto [it, inserted] = seen.try_emplace(dim, list.name);
      if (!inserted)
        return emitOptionalError(location, "has duplicated dimension from ",
                                 list.name, " and ", it->second, ": ", dim);
    }
  return success();
}

LogicalResult RaggedDotTypes::verifySameSizes(NamedDims lhsDims,
                                              NamedDims rhsDims,
                                              StringRef kind) const {
  if (lhsDims.dims.size() != rhsDims.dims.size())
    return emitOptionalError(location, "expects as many ", lhsDims.name, " as ",
                             rhsDims.name, ", but got ", lhsDims.dims.size(),
                             " and ", rhsDims.dims.size());
  for (auto [lhsDim, rhsDim] : llvm::zip(lhsDims.dims, rhsDims.dims))
    if (failed(verifyCompatibleShape(ArrayRef(lhs.getDimSize(lhsDim)),
                                     ArrayRef(rhs.getDimSize(rhsDim)))))
      return emitOptionalError(
          location, kind, " dimension sizes must match, but got ",
          lhs.getDimSize(lhsDim), " and ", rhs.getDimSize(rhsDim));
  return success();
}

/// group_sizes is a vector for all, or has the sizes `prefix` in front.
LogicalResult RaggedDotTypes::verifyGroups(ArrayRef<int64_t> prefix) const {
  if (groupSizes.getRank() == 1)
    return success();
  if (groupSizes.getRank() == 0 ||
      groupSizes.getRank() != static_cast<int64_t>(prefix.size()) + 1)
    return emitOptionalError(location, "expected group_sizes to have rank ",
                             prefix.size() + 1, ", got ", groupSizes.getRank());
  if (failed(
          verifyCompatibleShape(prefix, groupSizes.getShape().drop_back()))) {
    SmallVector<int64_t> expected(prefix);
    expected.push_back(groupSizes.getShape().back());
    auto render = [](ArrayRef<int64_t> shape) {
      std::string text;
      llvm::raw_string_ostream os(text);
      os << "[";
      llvm::interleaveComma(shape, os);
      os << "]";
      return text;
    };
    return emitOptionalError(location, "group_sizes is expected to have shape ",
                             render(expected), ", got ",
                             render(groupSizes.getShape()));
  }
  return success();
}

SmallVector<int64_t>
xla::chlo::getGroupPrefix(RaggedDotDimensionNumbersAttr numbers) {
  int64_t ragged = numbers.getLhsRaggedDimensions().front();
  ArrayRef<int64_t> batch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> contracting = numbers.getLhsContractingDimensions();
  SmallVector<int64_t> prefix(batch.begin(), llvm::find(batch, ragged));
  if (prefix.size() != batch.size())
    return prefix;
  if (llvm::is_contained(contracting, ragged)) {
    prefix.append(contracting.begin(), llvm::find(contracting, ragged));
    return prefix;
  }
  for (int64_t dim = 0; dim < ragged; ++dim)
    if (!llvm::is_contained(batch, dim) &&
        !llvm::is_contained(contracting, dim))
      prefix.push_back(dim);
  return prefix;
}

LogicalResult RaggedDotTypes::infer(SmallVectorImpl<Type> &types) const {
  NamedDims lhsBatch{"lhs_batching_dimensions",
                     numbers.getLhsBatchingDimensions()};
  NamedDims rhsBatch{"rhs_batching_dimensions",
                     numbers.getRhsBatchingDimensions()};
  NamedDims lhsContract{"lhs_contracting_dimensions",
                        numbers.getLhsContractingDimensions()};
  NamedDims rhsContract{"rhs_contracting_dimensions",
                        numbers.getRhsContractingDimensions()};
  NamedDims group{"rhs_group_dimensions", numbers.getRhsGroupDimensions()};
  if (failed(verifyDistinct({lhsBatch, lhsContract}, lhs.getRank())) ||
      failed(verifyDistinct({rhsBatch, rhsContract, group}, rhs.getRank())) ||
      failed(verifySameSizes(lhsBatch, rhsBatch, "batching")) ||
      failed(verifySameSizes(lhsContract, rhsContract, "contracting")))
    return failure();

  ArrayRef<int64_t> raggedDims = numbers.getLhsRaggedDimensions();
  if (raggedDims.size() != 1)
    return emitOptionalError(
        location, "expects exactly one lhs_ragged_dimensions entry, but got ",
        raggedDims.size());
  int64_t ragged = raggedDims.front();
  if (ragged < 0 || ragged >= lhs.getRank())
    return emitOptionalError(location,
                             "expects lhs_ragged_dimensions below the rank ",
                             lhs.getRank(), ", but got ", ragged);
  bool isFree = !isBatching(ragged) && !isContracting(ragged);
  if (group.dims.size() != (isFree ? 1u : 0u))
    return emitOptionalError(
        location, "expects ", isFree ? 1 : 0,
        " rhs_group_dimensions where the ragged dimension is ",
        isFree ? "neither batching nor contracting" : "batching or contracting",
        ", but got ", group.dims.size());
  SmallVector<int64_t> prefix =
      llvm::map_to_vector(getGroupPrefix(numbers),
                          [&](int64_t dim) { return lhs.getDimSize(dim); });
  if (failed(verifyGroups(prefix)))
    return failure();
  int64_t groups = groupSizes.getShape().back();
  if (isFree &&
      failed(verifyCompatibleShape(
          ArrayRef(groups), ArrayRef(rhs.getDimSize(group.dims.front())))))
    return emitOptionalError(
        location, "rhs group dimension is expected to have size=", groups,
        ", got ", rhs.getDimSize(group.dims.front()));

  SmallVector<int64_t> shape;
  if (isContracting(ragged))
    shape.push_back(groups);
  for (int64_t dim : lhsBatch.dims)
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < lhs.getRank(); ++dim)
    if (!isBatching(dim) && !isContracting(dim))
      shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < rhs.getRank(); ++dim)
    if (!llvm::is_contained(rhsBatch.dims, dim) &&
        !llvm::is_contained(rhsContract.dims, dim) &&
        !llvm::is_contained(group.dims, dim))
      shape.push_back(rhs.getDimSize(dim));
  types.push_back(RankedTensorType::get(shape, lhs.getElementType()));
  return success();
}

LogicalResult RaggedDotOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> location,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  return RaggedDotTypes{
      location, cast<RankedTensorType>(adaptor.getLhs().getType()),
      cast<RankedTensorType>(adaptor.getRhs().getType()),
      cast<RankedTensorType>(adaptor.getGroupSizes().getType()),
      adaptor.getRaggedDotDimensionNumbers()}
      .infer(types);
}
