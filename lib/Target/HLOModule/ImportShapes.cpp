//===- ImportShapes.cpp - Shapes of HLO as types --------------------------===//
//
// The one place that looks into ShapeProto. A dynamic dimension `<=N` is `?`
// with the bound N; one without a bound has the least number as its size.
//
//===----------------------------------------------------------------------===//

#include "ImportShapes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Support/ByteSize.h"
#include "xla/Target/HLOProto/LiteralProto.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
using proto::LayoutProto;
using proto::ShapeProto;

/// How deep tuples may be nested: protos are read by recursion too.
static constexpr unsigned maxTupleDepth = 64;

static constexpr int64_t unboundedSize = std::numeric_limits<int64_t>::min();

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool isPermutation(const LayoutProto &layout, int64_t rank) {
  if (layout.minor_to_major_size() != rank)
    return false;
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : layout.minor_to_major()) {
    if (dim < 0 || dim >= rank || seen[dim])
      return false;
    seen.set(dim);
  }
  return true;
}

static LogicalResult checkArray(const ShapeProto &shape, EmitError emitError) {
  int64_t rank = shape.dimensions_size();
  if (shape.is_dynamic_dimension_size() > rank)
    return emitError() << "expects at most " << rank
                       << " entries in 'is_dynamic_dimension', but got "
                       << shape.is_dynamic_dimension_size();
  SmallVector<int64_t> sizes;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t size = shape.dimensions(dim);
    bool isDynamic = dim < shape.is_dynamic_dimension_size() &&
                     shape.is_dynamic_dimension(dim);
    if (size == unboundedSize && isDynamic)
      continue;
    if (size < 0)
      return emitError() << "expects dimensions that are not negative, but got "
                         << size;
    sizes.push_back(size);
  }
  if (!countElements(sizes))
    return emitError() << "expects fewer than 2^63 elements, but got "
                       << toString(shape);
  if (shape.has_layout() && shape.layout().minor_to_major_size() != 0 &&
      !isPermutation(shape.layout(), rank))
    return emitError() << "expects a layout that is an order of the " << rank
                       << " dimensions of " << toString(shape) << ", but got {"
                       << join(shape.layout().minor_to_major()) << "}";
  return success();
}

static LogicalResult checkShape(const ShapeProto &shape, EmitError emitError,
                                unsigned depth) {
  if (depth > maxTupleDepth)
    return emitError() << "expects tuples nested at most " << maxTupleDepth
                       << " levels deep";
  if (isTuple(shape)) {
    for (const ShapeProto &element : shape.tuple_shapes())
      if (failed(checkShape(element, emitError, depth + 1)))
        return failure();
    return success();
  }
  if (shape.element_type() == proto::BUFFER)
    return emitError() << "expects arrays, tuples and tokens, but got a buffer";
  if (shape.tuple_shapes_size() != 0)
    return emitError() << "expects only tuples to have elements";
  if (isToken(shape))
    return success();
  return checkArray(shape, emitError);
}

LogicalResult importer::checkShape(const ShapeProto &shape,
                                   EmitError emitError) {
  return ::checkShape(shape, emitError, 0);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static StringRef getName(proto::PrimitiveType type) {
  if (!proto::PrimitiveType_IsValid(type))
    return "unknown";
  return proto::PrimitiveType_Name(type);
}

static void print(const ShapeProto &shape, llvm::raw_ostream &os) {
  if (isTuple(shape)) {
    os << "(";
    llvm::interleaveComma(shape.tuple_shapes(), os,
                          [&](const ShapeProto &part) { print(part, os); });
    os << ")";
    return;
  }
  StringRef name = getName(shape.element_type());
  name.consume_back("_TYPE"); // OPAQUE_TYPE
  os << (shape.element_type() == 0 ? "invalid" : name.lower()) << "[";
  for (int64_t dim = 0; dim < shape.dimensions_size(); ++dim) {
    bool isDynamic = dim < shape.is_dynamic_dimension_size() &&
                     shape.is_dynamic_dimension(dim);
    os << (dim ? "," : "");
    if (isDynamic && shape.dimensions(dim) == unboundedSize)
      os << "?";
    else
      os << (isDynamic ? "<=" : "") << shape.dimensions(dim);
  }
  os << "]";
}

std::string importer::toString(const ShapeProto &shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(shape, os);
  return text;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type importer::getLeafType(MLIRContext *context, const ShapeProto &shape) {
  if (isToken(shape))
    return hlo::TokenType::get(context);
  Type element = xla::getElementType(shape.element_type(), context);
  if (!element)
    return nullptr;
  SmallVector<int64_t> sizes(shape.dimensions().begin(),
                             shape.dimensions().end());
  SmallVector<int64_t> bounds(sizes.size(), ShapedType::kDynamic);
  for (auto [dim, isDynamic] : llvm::enumerate(shape.is_dynamic_dimension())) {
    if (!isDynamic)
      continue;
    if (sizes[dim] != unboundedSize)
      bounds[dim] = sizes[dim];
    sizes[dim] = ShapedType::kDynamic;
  }
  return hlo::getBoundedTensorType(sizes, element, bounds);
}

void importer::forEachLeaf(const ShapeProto &shape,
                           function_ref<void(const ShapeProto &)> action) {
  if (!isTuple(shape))
    return action(shape);
  for (const ShapeProto &element : shape.tuple_shapes())
    forEachLeaf(element, action);
}

void importer::appendTypes(MLIRContext *context, const ShapeProto &shape,
                           SmallVectorImpl<Type> &types) {
  forEachLeaf(shape, [&](const ShapeProto &leaf) {
    types.push_back(getLeafType(context, leaf));
  });
}

int64_t importer::countLeaves(const ShapeProto &shape) {
  int64_t count = 0;
  forEachLeaf(shape, [&](const ShapeProto &) { ++count; });
  return count;
}

std::pair<int64_t, const ShapeProto *>
importer::findPart(const ShapeProto &shape, ArrayRef<int64_t> path) {
  const ShapeProto *part = &shape;
  int64_t first = 0;
  for (int64_t step : path) {
    if (!isTuple(*part) || step < 0 || step >= part->tuple_shapes_size())
      return {0, nullptr};
    for (int64_t before = 0; before < step; ++before)
      first += countLeaves(part->tuple_shapes(before));
    part = &part->tuple_shapes(step);
  }
  return {first, part};
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

SmallVector<int64_t> importer::getMajorToMinor(const ShapeProto &shape) {
  if (shape.layout().minor_to_major_size() == 0)
    return llvm::to_vector(llvm::seq<int64_t>(shape.dimensions_size()));
  return SmallVector<int64_t>(llvm::reverse(shape.layout().minor_to_major()));
}

bool importer::isRowMajor(const ShapeProto &shape) {
  bool result = true;
  forEachLeaf(shape, [&](const ShapeProto &leaf) {
    result &= isToken(leaf) || llvm::is_sorted(getMajorToMinor(leaf));
  });
  return result;
}
