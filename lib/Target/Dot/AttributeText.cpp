//===- AttributeText.cpp - Attributes of instructions as text -------------===//
//
// Attributes are read off the message by reflection, so that none is left out;
// those with a spelling of their own in HLO text have it.
//
//===----------------------------------------------------------------------===//

#include "OpText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace xla;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using proto::HloInstructionProto;

using Attributes = std::vector<std::pair<std::string, std::string>>;

static void printMessage(const Message &message, unsigned depth,
                         raw_ostream &os);

/// One value of a field; `index` is -1 for a field that is not repeated.
static void printValue(const Message &message, const FieldDescriptor *field,
                       int index, unsigned depth, raw_ostream &os) {
  const Reflection *reflection = message.GetReflection();
  bool isList = index >= 0;
#define GET(TYPE)                                                              \
  (isList ? reflection->GetRepeated##TYPE(message, field, index)               \
          : reflection->Get##TYPE(message, field))
  switch (field->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    os << GET(Int32);
    return;
  case FieldDescriptor::CPPTYPE_INT64:
    os << GET(Int64);
    return;
  case FieldDescriptor::CPPTYPE_UINT32:
    os << GET(UInt32);
    return;
  case FieldDescriptor::CPPTYPE_UINT64:
    os << GET(UInt64);
    return;
  case FieldDescriptor::CPPTYPE_FLOAT:
    os << format("%g", GET(Float));
    return;
  case FieldDescriptor::CPPTYPE_DOUBLE:
    os << format("%g", GET(Double));
    return;
  case FieldDescriptor::CPPTYPE_BOOL:
    os << (GET(Bool) ? "true" : "false");
    return;
  case FieldDescriptor::CPPTYPE_ENUM:
    os << StringRef(GET(Enum)->name()).lower();
    return;
  case FieldDescriptor::CPPTYPE_STRING:
    os << GET(String);
    return;
  case FieldDescriptor::CPPTYPE_MESSAGE:
    printMessage(GET(Message), depth + 1, os);
    return;
  }
#undef GET
}

static void printField(const Message &message, const FieldDescriptor *field,
                       unsigned depth, raw_ostream &os) {
  if (!field->is_repeated())
    return printValue(message, field, -1, depth, os);
  os << '{';
  int size = message.GetReflection()->FieldSize(message, field);
  for (int i = 0; i < size; ++i) {
    os << (i ? "," : "");
    printValue(message, field, i, depth, os);
  }
  os << '}';
}

static void printMessage(const Message &message, unsigned depth,
                         raw_ostream &os) {
  if (message.GetDescriptor() == proto::ShapeProto::descriptor()) {
    os << getShapeText(static_cast<const proto::ShapeProto &>(message), true);
    return;
  }
  if (depth > 8) {
    os << "{...}";
    return;
  }
  std::vector<const FieldDescriptor *> fields;
  message.GetReflection()->ListFields(message, &fields);
  os << '{';
  interleave(
      fields, os,
      [&](const FieldDescriptor *field) {
        os << field->name() << '=';
        printField(message, field, depth, os);
      },
      " ");
  os << '}';
}

/// `3x3`, and nothing if every dimension has the standard value.
template <typename Fn>
static void printWindowPart(const proto::Window &window, StringRef name,
                            bool isShown, Fn print, raw_ostream &os) {
  if (!isShown)
    return;
  os << (name == "size" ? "" : " ") << name << '=';
  interleave(window.dimensions(), os, print, "x");
}

static std::string getWindowText(const proto::Window &window) {
  using Dim = proto::WindowDimension;
  std::string text;
  raw_string_ostream os(text);
  const auto &dims = window.dimensions();
  os << '{';
  printWindowPart(
      window, "size", !dims.empty(), [&](const Dim &dim) { os << dim.size(); },
      os);
  printWindowPart(
      window, "stride",
      any_of(dims, [](const Dim &dim) { return dim.stride() != 1; }),
      [&](const Dim &dim) { os << dim.stride(); }, os);
  printWindowPart(
      window, "pad",
      any_of(dims,
             [](const Dim &dim) {
               return dim.padding_low() || dim.padding_high();
             }),
      [&](const Dim &dim) {
        os << dim.padding_low() << '_' << dim.padding_high();
      },
      os);
  printWindowPart(
      window, "lhs_dilate",
      any_of(dims, [](const Dim &dim) { return dim.base_dilation() != 1; }),
      [&](const Dim &dim) { os << dim.base_dilation(); }, os);
  printWindowPart(
      window, "rhs_dilate",
      any_of(dims, [](const Dim &dim) { return dim.window_dilation() != 1; }),
      [&](const Dim &dim) { os << dim.window_dilation(); }, os);
  printWindowPart(
      window, "rhs_reversal",
      any_of(dims, [](const Dim &dim) { return dim.window_reversal(); }),
      [&](const Dim &dim) { os << dim.window_reversal(); }, os);
  os << '}';
  return text;
}

/// The labels of one side, e.g. `b01f`; `?` for a dimension without a role.
template <typename Range>
static std::string getDimLabels(int64_t first, char firstLabel, int64_t second,
                                char secondLabel, const Range &spatial) {
  std::string labels(spatial.size() + 2, '?');
  auto set = [&](int64_t dim, char label) {
    if (dim >= 0 && dim < static_cast<int64_t>(labels.size()))
      labels[dim] = label;
  };
  set(first, firstLabel);
  set(second, secondLabel);
  for (auto [index, dim] : enumerate(spatial))
    set(dim, '0' + index % 10);
  return labels;
}

static std::string
getDimLabels(const proto::ConvolutionDimensionNumbers &dims) {
  return getDimLabels(dims.input_batch_dimension(), 'b',
                      dims.input_feature_dimension(), 'f',
                      dims.input_spatial_dimensions()) +
         "_" +
         getDimLabels(dims.kernel_input_feature_dimension(), 'i',
                      dims.kernel_output_feature_dimension(), 'o',
                      dims.kernel_spatial_dimensions()) +
         "->" +
         getDimLabels(dims.output_batch_dimension(), 'b',
                      dims.output_feature_dimension(), 'f',
                      dims.output_spatial_dimensions());
}

static std::string getSliceText(const HloInstructionProto &op) {
  std::string text;
  raw_string_ostream os(text);
  os << '{';
  interleave(
      op.slice_dimensions(), os,
      [&](const proto::SliceDimensions &dim) {
        os << '[' << dim.start() << ':' << dim.limit();
        if (dim.stride() != 1)
          os << ':' << dim.stride();
        os << ']';
      },
      ", ");
  os << '}';
  return text;
}

static std::string getPaddingText(const proto::PaddingConfig &padding) {
  std::string text;
  raw_string_ostream os(text);
  interleave(
      padding.dimensions(), os,
      [&](const proto::PaddingConfigDimension &dim) {
        os << dim.edge_padding_low() << '_' << dim.edge_padding_high();
        if (dim.interior_padding())
          os << '_' << dim.interior_padding();
      },
      "x");
  return text;
}

static std::string getGroupsText(
    const google::protobuf::RepeatedPtrField<proto::ReplicaGroup> &groups) {
  std::string text;
  raw_string_ostream os(text);
  os << '{';
  interleave(
      groups, os,
      [&](const proto::ReplicaGroup &group) {
        os << '{';
        interleave(group.replica_ids(), os, ",");
        os << '}';
      },
      ",");
  os << '}';
  return text;
}

/// Attributes that HLO text spells otherwise than the message does; true if the
/// field is one.
static bool addSpecial(const HloInstructionProto &op, StringRef field,
                       Attributes &attributes) {
  auto add = [&](const char *name, std::string value) {
    attributes.emplace_back(name, std::move(value));
    return true;
  };
  if (field == "window")
    return add("window", getWindowText(op.window()));
  if (field == "convolution_dimension_numbers")
    return add("dim_labels", getDimLabels(op.convolution_dimension_numbers()));
  if (field == "slice_dimensions")
    return add("slice", getSliceText(op));
  if (field == "padding_config")
    return add("padding", getPaddingText(op.padding_config()));
  if (field == "replica_groups" && !op.has_collective_device_list())
    return add("replica_groups", getGroupsText(op.replica_groups()));
  if (field == "collective_device_list" &&
      !op.collective_device_list().has_iota_replica_group_list())
    return add("replica_groups",
               getGroupsText(op.collective_device_list().replica_groups()));
  if (field == "source_target_pairs") {
    std::string text;
    for (const proto::SourceTarget &pair : op.source_target_pairs())
      text += (text.empty() ? "{" : ",{") + std::to_string(pair.source()) +
              "," + std::to_string(pair.target()) + "}";
    return add("source_target_pairs", "{" + text + "}");
  }
  if (field == "frontend_attributes") {
    std::map<std::string, std::string> sorted(
        op.frontend_attributes().map().begin(),
        op.frontend_attributes().map().end());
    std::string text;
    for (auto &[name, value] : sorted)
      text += (text.empty() ? "" : ", ") + name + "=" + value;
    return add("frontend_attributes", "{" + text + "}");
  }
  return false;
}

/// Fields that other parts of a picture show, and those that every op has.
static bool isShownElsewhere(StringRef field) {
  static const StringSet<> names = {"name",        "opcode",
                                    "shape",       "metadata",
                                    "literal",     "id",
                                    "operand_ids", "control_predecessor_ids",
                                    "text_offset", "called_computation_ids",
                                    "fusion_kind", "original_value"};
  return names.contains(field);
}

/// What says nothing: empty messages, counts of one, standard precision.
static bool isStandard(const HloInstructionProto &op,
                       const FieldDescriptor *descriptor) {
  StringRef field = descriptor->name();
  if (descriptor->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE &&
      !descriptor->is_repeated() && field != "window" &&
      op.GetReflection()->GetMessage(op, descriptor).ByteSizeLong() == 0)
    return true;
  if (field == "precision_config" && !op.precision_config().algorithm() &&
      all_of(op.precision_config().operand_precision(),
             [](int precision) { return precision == 0; }))
    return true;
  return (field == "feature_group_count" && op.feature_group_count() == 1) ||
         (field == "batch_group_count" && op.batch_group_count() == 1) ||
         (field == "replica_groups" && op.has_collective_device_list());
}

/// Dimension numbers stand in HLO text as attributes of their own.
static bool isFlattened(StringRef field) {
  return field == "dot_dimension_numbers" ||
         field == "gather_dimension_numbers" ||
         field == "scatter_dimension_numbers" ||
         field == "triangular_solve_options" || field == "cholesky_options" ||
         field == "precision_config";
}

static std::string getAttributeName(StringRef field) {
  if (field.ends_with("_dimensions"))
    return (field.drop_back(strlen("ensions")) + "s").str();
  return field == "tuple_index" ? "index" : field.str();
}

static void addFields(const Message &message, Attributes &attributes) {
  std::vector<const FieldDescriptor *> fields;
  message.GetReflection()->ListFields(message, &fields);
  const auto *op = message.GetDescriptor() == HloInstructionProto::descriptor()
                       ? static_cast<const HloInstructionProto *>(&message)
                       : nullptr;
  for (const FieldDescriptor *field : fields) {
    StringRef name = field->name();
    if (op && (isShownElsewhere(name) || isStandard(*op, field) ||
               addSpecial(*op, name, attributes)))
      continue;
    if (op && isFlattened(name)) {
      addFields(message.GetReflection()->GetMessage(message, field),
                attributes);
      continue;
    }
    std::string value;
    raw_string_ostream os(value);
    printField(message, field, 0, os);
    attributes.emplace_back(getAttributeName(name), std::move(value));
  }
}

Attributes xla::getAttributes(const HloInstructionProto &op, size_t limit) {
  Attributes attributes;
  // Zero is not set, and says something here.
  if (op.opcode() == "get-tuple-element" && op.tuple_index() == 0)
    attributes.emplace_back("index", "0");
  if (op.opcode() == "parameter" && op.parameter_number() == 0)
    attributes.emplace_back("parameter_number", "0");
  addFields(op, attributes);
  for (auto &[name, value] : attributes)
    value = getShownText(value, limit);
  return attributes;
}
