//===- ImportFields.cpp - Fields that several families have ---------------===//

#include "ImportInternal.h"
#include "xla/Dialect/HLO/IR/HLOBuilders.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;

DenseIntElementsAttr importer::getLayoutAttr(Builder &builder,
                                             ArrayRef<int64_t> dims) {
  auto type = RankedTensorType::get({static_cast<int64_t>(dims.size())},
                                    builder.getIndexType());
  return DenseIntElementsAttr::get(type, dims);
}

DenseIntElementsAttr importer::getRowsAttr(Builder &builder,
                                           ArrayRef<SmallVector<int64_t>> rows,
                                           int64_t minColumns) {
  int64_t columns = minColumns;
  for (ArrayRef<int64_t> row : rows)
    columns = std::max<int64_t>(columns, row.size());
  SmallVector<int64_t> numbers;
  for (ArrayRef<int64_t> row : rows) {
    llvm::append_range(numbers, row);
    numbers.append(columns - row.size(), -1);
  }
  auto type = RankedTensorType::get(
      {static_cast<int64_t>(rows.size()), columns}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, numbers);
}

FailureOr<int64_t> importer::getDimension(Instruction &inst) {
  if (inst.proto.dimensions_size() == 1 && inst.proto.dimensions(0) >= 0)
    return inst.proto.dimensions(0);
  return inst.emitError() << "'" << inst.getOpcode()
                          << "' expects one dimension, but got {"
                          << join(inst.proto.dimensions()) << "}";
}

FailureOr<ArrayAttr> importer::getPrecisions(Instruction &inst) {
  SmallVector<Attribute> precisions;
  for (int precision : inst.proto.precision_config().operand_precision()) {
    std::optional<Precision> known = symbolizePrecision(precision);
    if (!known)
      return inst.emitError()
             << "expects operand precisions default, high or highest, but got "
             << proto::PrecisionConfig::Precision_Name(precision);
    precisions.push_back(PrecisionAttr::get(inst.getContext(), *known));
  }
  if (precisions.empty())
    return ArrayAttr();
  return inst.builder.getArrayAttr(precisions);
}

WindowLists::WindowLists(const proto::Window &window) {
  for (const proto::WindowDimension &dim : window.dimensions()) {
    sizes.push_back(dim.size());
    strides.push_back(dim.stride());
    padding.append({dim.padding_low(), dim.padding_high()});
    baseDilations.push_back(dim.base_dilation());
    windowDilations.push_back(dim.window_dilation());
    reversal.push_back(dim.window_reversal());
    isReversed |= dim.window_reversal();
  }
}

DenseIntElementsAttr WindowLists::getPaddingAttr(Builder &builder) const {
  auto type = RankedTensorType::get({static_cast<int64_t>(sizes.size()), 2},
                                    builder.getI64Type());
  return DenseIntElementsAttr::get(type, padding);
}

ConvDimensionNumbersAttr importer::getConvolutionNumbers(
    MLIRContext *context, const proto::ConvolutionDimensionNumbers &numbers) {
  return ConvDimensionNumbersAttr::get(
      context, numbers.input_batch_dimension(),
      numbers.input_feature_dimension(),
      toArray(numbers.input_spatial_dimensions()),
      numbers.kernel_input_feature_dimension(),
      numbers.kernel_output_feature_dimension(),
      toArray(numbers.kernel_spatial_dimensions()),
      numbers.output_batch_dimension(), numbers.output_feature_dimension(),
      toArray(numbers.output_spatial_dimensions()));
}

//===----------------------------------------------------------------------===//
// Values that nobody reads
//===----------------------------------------------------------------------===//

Value importer::createFiller(Instruction &inst, Type type) {
  if (isa<TokenType>(type))
    return inst.create<AfterAllOp>(type, ValueRange());
  // What nobody reads may have the size of its bounds.
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> sizes(tensor.getShape());
  for (auto [size, bound] : llvm::zip(sizes, getTypeBounds(tensor)))
    size = ShapedType::isDynamic(size) ? bound : size;
  for (int64_t &size : sizes)
    size = ShapedType::isDynamic(size) ? 0 : size;
  return createSplatConstant(
      inst.builder, inst.loc,
      RankedTensorType::get(sizes, tensor.getElementType()), 0.0);
}

LogicalResult importer::giveAmongFillers(Instruction &inst, int64_t first,
                                         ValueRange values) {
  int64_t end = first + values.size();
  if (end > static_cast<int64_t>(inst.types.size()))
    return inst.emitError()
           << "'" << inst.getOpcode() << "' expects a shape with room for "
           << end << " values, but got " << toString(inst.proto.shape());
  for (auto [index, type] : llvm::enumerate(inst.types)) {
    int64_t place = index;
    inst.results.push_back(place >= first && place < end
                               ? values[place - first]
                               : createFiller(inst, type));
  }
  return success();
}
