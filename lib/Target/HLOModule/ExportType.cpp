//===- ExportType.cpp - Types as shapes of HLO ----------------------------===//
//
// Tensors, tokens and tuples. Every array has its row-major layout written out,
// as XLA's readers expect.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Target/HLOProto/LiteralProto.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

std::optional<proto::PrimitiveType>
hlo_export::getPrimitiveType(Type elementType) {
  std::optional<ElementKind> kind = getElementKind(elementType);
  if (!kind || elementType.isIndex())
    return std::nullopt;
  return xla::getPrimitiveType(*kind);
}

/// More levels of tuples than any program has.
static constexpr unsigned maxTupleDepth = 64;

static LogicalResult verifyType(Location loc, Type type, unsigned depth) {
  if (isa<hlo::TokenType>(type))
    return success();
  if (auto tuple = dyn_cast<TupleType>(type)) {
    if (depth == maxTupleDepth)
      return emitError(loc) << "expected at most " << maxTupleDepth
                            << " levels of tuples in a program for HLO";
    for (Type element : tuple.getTypes())
      if (failed(verifyType(loc, element, depth + 1)))
        return failure();
    return success();
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return emitError(loc) << "expected tensors, tokens and tuples in a program "
                             "for HLO, but got "
                          << type;
  if (!getPrimitiveType(tensor.getElementType()))
    return emitError(loc) << "expected an element type of HLO, but got "
                          << tensor.getElementType()
                          << ", which has no name there; convert to another";
  return success();
}

LogicalResult hlo_export::verifyType(Location loc, Type type) {
  return ::verifyType(loc, type, 0);
}

/// The layout messages that XLA writes hold this number everywhere.
static void fillLayout(int64_t rank, proto::LayoutProto &layout) {
  for (int64_t dim = rank; dim-- > 0;)
    layout.add_minor_to_major(dim);
  layout.set_tail_padding_alignment_in_elements(1);
}

Shape hlo_export::getShape(Type type) {
  Shape shape;
  if (isa<hlo::TokenType>(type)) {
    shape.set_element_type(proto::TOKEN);
    return shape;
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    shape.set_element_type(proto::TUPLE);
    for (Type element : tuple.getTypes())
      *shape.add_tuple_shapes() = getShape(element);
    return shape;
  }
  auto tensor = cast<RankedTensorType>(type);
  shape.set_element_type(*getPrimitiveType(tensor.getElementType()));
  ArrayRef<int64_t> bounds = hlo::getTypeBounds(tensor);
  for (auto [dim, size] : llvm::enumerate(tensor.getShape())) {
    bool isDynamic = ShapedType::isDynamic(size);
    // Without a bound: the number that both sides take for "unknown".
    shape.add_dimensions(isDynamic && !bounds.empty() ? bounds[dim] : size);
    shape.add_is_dynamic_dimension(isDynamic);
  }
  fillLayout(tensor.getRank(), *shape.mutable_layout());
  return shape;
}

Shape hlo_export::getTupleShape(ArrayRef<Shape> elements) {
  Shape shape;
  shape.set_element_type(proto::TUPLE);
  for (const Shape &element : elements)
    *shape.add_tuple_shapes() = element;
  return shape;
}

Shape hlo_export::getShape(TypeRange types) {
  if (types.size() == 1)
    return getShape(types.front());
  SmallVector<Shape> elements;
  for (Type type : types)
    elements.push_back(getShape(type));
  return getTupleShape(elements);
}

Shape hlo_export::getShapeLike(const Shape &shape,
                               ArrayRef<int64_t> dimensions) {
  Shape result;
  result.set_element_type(shape.element_type());
  for (int64_t size : dimensions) {
    result.add_dimensions(size);
    result.add_is_dynamic_dimension(false);
  }
  fillLayout(dimensions.size(), *result.mutable_layout());
  return result;
}

void hlo_export::setLayout(Attribute attr, Shape &shape) {
  SmallVector<int64_t> order;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(attr)) {
    for (const APInt &dim : dense)
      order.push_back(dim.getSExtValue());
  } else if (auto list = dyn_cast<ArrayAttr>(attr)) {
    for (Attribute dim : list)
      if (auto number = dyn_cast<IntegerAttr>(dim))
        order.push_back(number.getValue().getSExtValue());
  }
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  if (!shape.has_layout() ||
      !llvm::equal(sorted, llvm::seq<int64_t>(0, shape.dimensions_size())))
    return;
  auto &field = *shape.mutable_layout()->mutable_minor_to_major();
  field.Clear();
  append(order, &field);
}

void hlo_export::setLayouts(ArrayAttr attr, Shape &shape) {
  bool isTuple = shape.element_type() == proto::TUPLE;
  if (int64_t(attr.size()) != (isTuple ? shape.tuple_shapes_size() : 1))
    return;
  for (auto [index, layout] : llvm::enumerate(attr))
    setLayout(layout, isTuple ? *shape.mutable_tuple_shapes(index) : shape);
}
