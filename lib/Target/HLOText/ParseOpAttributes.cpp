//===- ParseOpAttributes.cpp - Attributes of HLO text with a grammar ------===//
//
// Slices, paddings, windows, dim_labels, and shapes as attributes.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace xla;
using namespace xla::hlotext;

/// Of a gather `{1,4}`; of a permutation in place one list per slice.
LogicalResult Parser::parseSliceSizes(Instruction &instruction) {
  proto::HloInstructionProto &message = *instruction.message;
  if (instruction.getAttributeOwner().name == "gather")
    return parseIntegers(message.mutable_gather_slice_sizes());
  return parseList("{", "}", [&] {
    return parseIntegers(message.mutable_dynamic_slice_sizes());
  });
}

/// `{[0:8:2], [3:4]}`
LogicalResult Parser::parseSlice(Instruction &instruction) {
  return parseList("{", "}", [&]() -> LogicalResult {
    proto::SliceDimensions &slice =
        *instruction.message->add_slice_dimensions();
    int64_t start, limit, stride = 1;
    if (failed(expect("[")) || failed(parseInteger(start)) ||
        failed(expect(":", " in a slice")) || failed(parseInteger(limit)) ||
        (cursor.consume(":") && failed(parseInteger(stride))))
      return failure();
    slice.set_start(start);
    slice.set_limit(limit);
    slice.set_stride(stride);
    return expect("]", " after a slice");
  });
}

/// `0_1x-2_0_1`: low_high[_interior] of each dimension.
LogicalResult Parser::parsePadding(Instruction &instruction) {
  proto::PaddingConfig &padding =
      *instruction.message->mutable_padding_config();
  cursor.skipBlanks();
  // Of a scalar there is nothing to pad.
  if (cursor.consume("{"))
    return expect("}");
  do {
    std::optional<int64_t> low, high, interior = 0;
    low = cursor.takeIntegerHere();
    if (low && !cursor.takeCharacters("_").empty())
      high = cursor.takeIntegerHere();
    if (high && !cursor.takeCharacters("_").empty())
      interior = cursor.takeIntegerHere();
    if (!low || !high || !interior)
      return emitExpected("padding as low_high or low_high_interior");
    proto::PaddingConfigDimension &dimension = *padding.add_dimensions();
    dimension.set_edge_padding_low(*low);
    dimension.set_edge_padding_high(*high);
    dimension.set_interior_padding(*interior);
  } while (!cursor.takeCharacters("x").empty());
  return success();
}

/// `{size=3x3 stride=2x2 pad=0_1x0_1}`
LogicalResult Parser::parseWindow(Instruction &instruction) {
  proto::Window &window = *instruction.message->mutable_window();
  size_t offset = here();
  if (failed(parseFields([&](StringRef field, size_t fieldOffset) {
        return parseWindowField(window, field, fieldOffset);
      })))
    return failure();
  for (proto::WindowDimension &dimension : *window.mutable_dimensions()) {
    // The size need not come first; without one there is no window.
    if (dimension.size() == 0)
      return emitError(offset, "expected a size for each dimension of the "
                               "window, got less");
    for (auto [get, set] :
         {std::pair(&proto::WindowDimension::stride,
                    &proto::WindowDimension::set_stride),
          std::pair(&proto::WindowDimension::window_dilation,
                    &proto::WindowDimension::set_window_dilation),
          std::pair(&proto::WindowDimension::base_dilation,
                    &proto::WindowDimension::set_base_dilation)})
      if ((dimension.*get)() == 0)
        (dimension.*set)(1);
  }
  return success();
}

/// One number, or a pair for `pad`, of each dimension, parted by `x`.
LogicalResult Parser::parseWindowField(proto::Window &window, StringRef field,
                                       size_t offset) {
  using Dimension = proto::WindowDimension;
  auto set = llvm::StringSwitch<void (Dimension::*)(int64_t)>(field)
                 .Case("size", &Dimension::set_size)
                 .Case("stride", &Dimension::set_stride)
                 .Case("pad", &Dimension::set_padding_low)
                 .Case("lhs_dilate", &Dimension::set_base_dilation)
                 .Case("rhs_dilate", &Dimension::set_window_dilation)
                 .Default(nullptr);
  bool isReversal = field == "rhs_reversal";
  if (!set && !isReversal)
    return emitError(offset,
                     "expected size, stride, pad, lhs_dilate, rhs_dilate or "
                     "rhs_reversal in a window, got '" +
                         field + "'");
  cursor.skipBlanks();
  int index = 0;
  do {
    std::optional<int64_t> value = cursor.takeIntegerHere(), high;
    if (value && field == "pad" && !cursor.takeCharacters("_").empty())
      high = cursor.takeIntegerHere();
    if (!value || (field == "pad" && !high))
      return emitExpected(field == "pad" ? "padding as low_high"
                                         : "an integer of 64 bits");
    if (index == window.dimensions_size())
      window.add_dimensions();
    Dimension &dimension = *window.mutable_dimensions(index++);
    if (isReversal)
      dimension.set_window_reversal(*value != 0);
    else
      (dimension.*set)(*value);
    if (high)
      dimension.set_padding_high(*high);
  } while (!cursor.takeCharacters("x").empty());
  return success();
}

/// Reads one part of dim_labels: the places of two letters and of the digits
/// from 0 on, each once.
static bool readLabels(StringRef labels, char first, char second,
                       int64_t &firstPlace, int64_t &secondPlace,
                       google::protobuf::RepeatedField<int64_t> &spatial) {
  size_t numSpatial = llvm::count_if(labels, llvm::isDigit);
  llvm::SmallVector<int64_t> places(numSpatial, -1);
  firstPlace = secondPlace = -1;
  for (size_t i = 0; i < labels.size(); ++i) {
    int64_t *place = labels[i] == first    ? &firstPlace
                     : labels[i] == second ? &secondPlace
                                           : nullptr;
    if (llvm::isDigit(labels[i]) && size_t(labels[i] - '0') < numSpatial)
      place = &places[labels[i] - '0'];
    if (labels[i] == '?')
      continue;
    if (!place || *place != -1)
      return false;
    *place = i;
  }
  spatial.Add(places.begin(), places.end());
  return firstPlace >= 0 && secondPlace >= 0;
}

/// `b01f_01io->b01f`
LogicalResult Parser::parseDimLabels(Instruction &instruction) {
  size_t offset = here();
  static constexpr StringRef letters = "0123456789bfio?";
  StringRef input = cursor.takeCharacters(letters);
  bool isWhole = !cursor.takeCharacters("_").empty();
  StringRef kernel = cursor.takeCharacters(letters);
  isWhole &= cursor.takeCharacters("->") == "->";
  StringRef output = cursor.takeCharacters(letters);
  auto &numbers = *instruction.message->mutable_convolution_dimension_numbers();
  int64_t first[3], second[3];
  isWhole = isWhole &&
            readLabels(input, 'b', 'f', first[0], second[0],
                       *numbers.mutable_input_spatial_dimensions()) &&
            readLabels(kernel, 'i', 'o', first[1], second[1],
                       *numbers.mutable_kernel_spatial_dimensions()) &&
            readLabels(output, 'b', 'f', first[2], second[2],
                       *numbers.mutable_output_spatial_dimensions());
  bool agrees = numbers.input_spatial_dimensions_size() ==
                    numbers.kernel_spatial_dimensions_size() &&
                numbers.input_spatial_dimensions_size() ==
                    numbers.output_spatial_dimensions_size();
  if (!isWhole || !agrees)
    return emitError(offset, "expected dim_labels such as b01f_01io->b01f, "
                             "each letter and number once in each part, got '" +
                                 input + "_" + kernel + "->" + output + "'");
  numbers.set_input_batch_dimension(first[0]);
  numbers.set_input_feature_dimension(second[0]);
  numbers.set_kernel_input_feature_dimension(first[1]);
  numbers.set_kernel_output_feature_dimension(second[1]);
  numbers.set_output_batch_dimension(first[2]);
  numbers.set_output_feature_dimension(second[2]);
  return success();
}

LogicalResult Parser::parseOperandLayouts(Instruction &instruction) {
  proto::HloInstructionProto &message = *instruction.message;
  message.set_constrain_layout(true);
  return parseList("{", "}", [&] {
    return parseShape(*message.add_operand_shapes_with_layout());
  });
}

LogicalResult Parser::parseOutfeedShape(Instruction &instruction) {
  return parseShape(*instruction.message->mutable_outfeed_shape());
}

LogicalResult Parser::parseLiteralAttribute(Instruction &instruction) {
  proto::ShapeProto shape;
  if (failed(parseShape(shape)))
    return failure();
  return parseLiteral(shape, *instruction.message->mutable_literal());
}

/// `{{}: (0, {}), {1}: (2, {0})}`
LogicalResult Parser::parseOutputAliasing(Instruction &instruction) {
  return parseList("{", "}", [&]() -> LogicalResult {
    proto::OutputOperandAliasing &entry =
        *instruction.message->add_output_operand_aliasing();
    int64_t operand;
    if (failed(parseShapeIndex(entry.mutable_output_shape_index())) ||
        failed(expect(":")) || failed(expect("(")) ||
        failed(parseInteger(operand)) || failed(expect(",")) ||
        failed(parseShapeIndex(entry.mutable_operand_shape_index())))
      return failure();
    entry.set_operand_index(operand);
    return expect(")");
  });
}
