//===- PrintAttributes.cpp - Attributes as HLO text, the table ------------===//
//
// A printer writes nothing where the value is what a reader assumes. Some write
// several attributes that stand together; they are entered under the first.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"

#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::StringRef;

const llvm::StringMap<Printer::AttributePrinter> &
Printer::getAttributePrinters() {
  using P = Printer;
  static const llvm::StringMap<AttributePrinter> printers = {
      {"dimensions", &P::printDimensions},
      {"iota_dimension", &P::printFirstDimension},
      {"inferred_dimension", &P::printInferredDimension},
      {"lhs_batch_dims", &P::printDot},
      {"lhs_ragged_dims", &P::printRaggedDims},
      {"operand_precision", &P::printPrecision},
      {"algorithm", &P::printAlgorithm},
      {"offset_dims", &P::printGather},
      {"update_window_dims", &P::printScatter},
      {"slice", &P::printSlice},
      {"slice_sizes", &P::printSliceSizes},
      {"dynamic_slice_sizes", &P::printSliceSizes},
      {"padding", &P::printPadding},
      {"window", &P::printWindow},
      {"dim_labels", &P::printDimLabels},
      {"feature_group_count", &P::printGroupCounts},
      {"direction", &P::printComparisonType},
      {"fft_type", &P::printFft},
      {"epsilon", &P::printBatchNorm},
      {"exponent_bits", &P::printPrecisionBits},
      {"left_side", &P::printSolveOptions},
      {"lower", &P::printLower},
      {"k", &P::printTopK},
      {"is_reverse", &P::printScan},
      {"custom_call_target", &P::printTarget},
      {"operand_layout_constraints", &P::printOperandLayouts},
      {"output_to_operand_aliasing", &P::printOutputAliasing},
      {"schedule", &P::printCallOptions},
      {"channel_id", &P::printChannel},
      {"replica_groups", &P::printReplicaGroups},
      {"source_target_pairs", &P::printSourceTargets},
      {"outfeed_shape", &P::printOutfeedShape},
      {"domain", &P::printDomain},
      {"parameter_replication", &P::printReplication},
      {"async_execution_thread", &P::printThread},
      {"cross_program_prefetch_index", &P::printPrefetchIndex},
      {"indices_are_sorted", &P::printIndexFlags},
      {"is_stable", &P::printStable},
      {"is_composite", &P::printComposite},
      {"constrain_layout", &P::printConstrainLayout},
      {"use_global_device_ids", &P::printGlobalIds},
      {"is_host_transfer", &P::printHostTransfer},
      {"index", &P::printTupleIndex},
      {"kind", &P::printFusionKind},
      {"distribution", &P::printRandomDistribution},
      {"delta", &P::printDelta},
      {"infeed_config", &P::printInfeedConfig},
      {"literal", &P::printLiteralAttribute},
      {"padding_type", &P::printPaddingType},
  };
  return printers;
}

void Printer::printDimensions(const Message &message) {
  // Without dimensions it is the form of an all-to-all that has tuples.
  if (message.opcode() != "all-to-all" || !message.dimensions().empty())
    numbers("dimensions", message.dimensions());
}

void Printer::printFirstDimension(const Message &message) {
  if (!message.dimensions().empty())
    attribute("iota_dimension") << message.dimensions(0);
}

void Printer::printInferredDimension(const Message &message) {
  if (!message.dimensions().empty())
    attribute("inferred_dimension") << message.dimensions(0);
}

void Printer::printDot(const Message &message) {
  const proto::DotDimensionNumbers &dims =
      message.has_ragged_dot_dimension_numbers()
          ? message.ragged_dot_dimension_numbers().dot_dimension_numbers()
          : message.dot_dimension_numbers();
  if (!dims.lhs_batch_dimensions().empty())
    numbers("lhs_batch_dims", dims.lhs_batch_dimensions());
  numbers("lhs_contracting_dims", dims.lhs_contracting_dimensions());
  if (!dims.rhs_batch_dimensions().empty())
    numbers("rhs_batch_dims", dims.rhs_batch_dimensions());
  numbers("rhs_contracting_dims", dims.rhs_contracting_dimensions());
}

void Printer::printRaggedDims(const Message &message) {
  const auto &dims = message.ragged_dot_dimension_numbers();
  numbers("lhs_ragged_dims", dims.lhs_ragged_dimensions());
  if (!dims.rhs_group_dimensions().empty())
    numbers("rhs_group_dims", dims.rhs_group_dimensions());
}

void Printer::printPrecision(const Message &message) {
  using Config = proto::PrecisionConfig;
  const auto &precisions = message.precision_config().operand_precision();
  if (llvm::all_of(precisions, [](int p) { return p == Config::DEFAULT; }))
    return;
  attribute("operand_precision") << '{';
  llvm::interleave(
      precisions, os,
      [&](int precision) {
        const std::string &name =
            Config::Precision_Name(Config::Precision(precision));
        os << (name.empty() ? "default" : StringRef(name).lower());
      },
      ",");
  os << '}';
}

void Printer::printAlgorithm(const Message &message) {
  if (message.opcode() == "rng-bit-generator") {
    const std::string &name = proto::RandomAlgorithm_Name(
        proto::RandomAlgorithm(message.rng_algorithm()));
    attribute("algorithm") << (name.empty() ? "rng_default"
                                            : StringRef(name).lower());
    return;
  }
  using Config = proto::PrecisionConfig;
  StringRef name = Config::Algorithm_Name(
      Config::Algorithm(message.precision_config().algorithm()));
  if (name.consume_front("ALG_") && name != "UNSET")
    attribute("algorithm") << name.lower();
}

void Printer::printSlice(const Message &message) {
  bool hasStrides = llvm::any_of(
      message.slice_dimensions(),
      [](const proto::SliceDimensions &slice) { return slice.stride() != 1; });
  list("slice", message.slice_dimensions(),
       [&](const proto::SliceDimensions &slice) {
         os << '[' << slice.start() << ':' << slice.limit();
         if (hasStrides)
           os << ':' << slice.stride();
         os << ']';
       });
}

void Printer::printSliceSizes(const Message &message) {
  if (message.opcode() == "gather")
    return; // Printed with its dimensions.
  if (message.opcode() != "collective-permute" &&
      message.opcode() != "collective-permute-start") {
    numbers("dynamic_slice_sizes", message.dynamic_slice_sizes());
    return;
  }
  // In place: the sizes of all slices one after the other, each with the rank
  // of what is sent.
  const Message *operand = getOperand(message, 0);
  if (message.dynamic_slice_sizes().empty() || !operand)
    return;
  const proto::ShapeProto *shape = &operand->shape();
  while (shape->tuple_shapes_size() != 0)
    shape = &shape->tuple_shapes(0);
  int rank = std::max(shape->dimensions_size(), 1), index = 0;
  attribute("slice_sizes") << '{';
  for (int64_t size : message.dynamic_slice_sizes()) {
    os << (index % rank == 0 ? (index == 0 ? "{" : "},{") : ",") << size;
    ++index;
  }
  os << "}}";
}

void Printer::printPadding(const Message &message) {
  const auto &dimensions = message.padding_config().dimensions();
  bool hasInterior = llvm::any_of(dimensions, [](const auto &dimension) {
    return dimension.interior_padding() != 0;
  });
  attribute("padding");
  if (dimensions.empty())
    os << "{}";
  llvm::interleave(
      dimensions, os,
      [&](const proto::PaddingConfigDimension &dimension) {
        os << dimension.edge_padding_low() << '_'
           << dimension.edge_padding_high();
        if (hasInterior)
          os << '_' << dimension.interior_padding();
      },
      "x");
}

void Printer::printWindow(const Message &message) {
  using Dimension = proto::WindowDimension;
  const auto &dimensions = message.window().dimensions();
  if (dimensions.empty())
    return;
  auto field = [&](StringRef name, auto print) {
    os << name << '=';
    llvm::interleave(dimensions, os, print, "x");
  };
  auto number = [&](StringRef name, int64_t (Dimension::*get)() const) {
    if (llvm::any_of(dimensions,
                     [&](const Dimension &d) { return (d.*get)() != 1; }))
      field(name, [&](const Dimension &d) { os << (d.*get)(); });
  };
  attribute("window") << '{';
  field("size", [&](const Dimension &d) { os << d.size(); });
  number(" stride", &Dimension::stride);
  if (llvm::any_of(dimensions, [](const Dimension &d) {
        return d.padding_low() != 0 || d.padding_high() != 0;
      }))
    field(" pad", [&](const Dimension &d) {
      os << d.padding_low() << '_' << d.padding_high();
    });
  number(" lhs_dilate", &Dimension::base_dilation);
  number(" rhs_dilate", &Dimension::window_dilation);
  if (llvm::any_of(dimensions,
                   [](const Dimension &d) { return d.window_reversal(); }))
    field(" rhs_reversal",
          [&](const Dimension &d) { os << int(d.window_reversal()); });
  os << '}';
}

/// One part of dim_labels; places that nothing names are `?`.
static void printLabels(char first, int64_t firstPlace, char second,
                        int64_t secondPlace, llvm::ArrayRef<int64_t> spatial,
                        llvm::raw_ostream &os) {
  constexpr int64_t maxRank = 12;
  int64_t rank = std::max(firstPlace, secondPlace) + 1;
  for (int64_t place : spatial)
    rank = std::max(rank, place + 1);
  std::string labels(std::clamp<int64_t>(rank, 0, maxRank), '?');
  auto put = [&](int64_t place, char label) {
    if (place >= 0 && place < int64_t(labels.size()))
      labels[place] = label;
  };
  for (auto [i, place] : llvm::enumerate(spatial))
    put(place, char('0' + std::min<size_t>(i, 9)));
  put(firstPlace, first);
  put(secondPlace, second);
  os << labels;
}

void Printer::printDimLabels(const Message &message) {
  if (!message.has_convolution_dimension_numbers())
    return;
  const auto &dims = message.convolution_dimension_numbers();
  attribute("dim_labels");
  printLabels('b', dims.input_batch_dimension(), 'f',
              dims.input_feature_dimension(),
              asArray(dims.input_spatial_dimensions()), os);
  os << '_';
  printLabels('i', dims.kernel_input_feature_dimension(), 'o',
              dims.kernel_output_feature_dimension(),
              asArray(dims.kernel_spatial_dimensions()), os);
  os << "->";
  printLabels('b', dims.output_batch_dimension(), 'f',
              dims.output_feature_dimension(),
              asArray(dims.output_spatial_dimensions()), os);
}

void Printer::printOperandLayouts(const Message &message) {
  if (message.constrain_layout())
    list("operand_layout_constraints", message.operand_shapes_with_layout(),
         [&](const proto::ShapeProto &shape) {
           printShape(shape, /*withLayout=*/true, os);
         });
  flag("custom_call_has_side_effect", message.custom_call_has_side_effect());
}

void Printer::printOutputAliasing(const Message &message) {
  if (message.output_operand_aliasing().empty())
    return;
  list("output_to_operand_aliasing", message.output_operand_aliasing(),
       [&](const proto::OutputOperandAliasing &entry) {
         printNumbers(entry.output_shape_index(), os);
         os << ": (" << entry.operand_index() << ", ";
         printNumbers(entry.operand_shape_index(), os);
         os << ')';
       });
}

void Printer::printCallOptions(const Message &message) {
  if (message.custom_call_schedule() != proto::SCHEDULE_NONE)
    attribute("schedule") << proto::CustomCallSchedule_Name(
        message.custom_call_schedule());
  if (message.custom_call_api_version() > proto::API_VERSION_ORIGINAL)
    attribute("api_version")
        << proto::CustomCallApiVersion_Name(message.custom_call_api_version());
}

void Printer::printLiteralAttribute(const Message &message) {
  if (!message.has_literal())
    return;
  attribute("literal");
  printShape(message.literal().shape(), /*withLayout=*/true, os);
  os << ' ';
  printLiteral(message.literal(), INT64_MAX, os);
}
