//===- ImportCustomCall.cpp - Calls of code by name -----------------------===//
//
// Custom calls stay custom calls: what targets mean is the business of the
// dialect (docs/custom-calls.md). Tuples of operands and results are lists here
// too, so that aliases count in lists. What hlo has no place for is kept in
// attributes named `hlo.*`.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Target/TextLimits.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
using proto::ShapeProto;

//===----------------------------------------------------------------------===//
// Configuration
//===----------------------------------------------------------------------===//

/// Text, or with the typed interface a dictionary in MLIR's syntax. Other text
/// that comes with it is for the target to read.
static Attribute getConfig(Instruction &inst) {
  StringRef text = inst.proto.backend_config();
  bool isTyped =
      inst.proto.custom_call_api_version() == proto::API_VERSION_TYPED_FFI;
  if (isTyped && text.trim().empty())
    return DictionaryAttr::get(inst.getContext());
  if (isTyped && !findTextLimitError(text)) {
    ScopedDiagnosticHandler quiet(inst.getContext(), [](Diagnostic &) {});
    Attribute attribute = parseAttribute(text, inst.getContext());
    if (isa_and_present<DictionaryAttr>(attribute))
      return attribute;
  }
  return text.empty() ? Attribute() : inst.builder.getStringAttr(text);
}

static FailureOr<CustomCallApiVersion> getVersion(Instruction &inst) {
  int version = inst.proto.custom_call_api_version();
  if (version == proto::API_VERSION_UNSPECIFIED)
    return CustomCallApiVersion::API_VERSION_ORIGINAL;
  if (auto known = symbolizeCustomCallApiVersion(version))
    return *known;
  return inst.emitError()
         << "'custom-call' expects an API version from 1 to 4, but got "
         << version;
}

//===----------------------------------------------------------------------===//
// Layouts and aliases
//===----------------------------------------------------------------------===//

static ArrayAttr getLayouts(Instruction &inst,
                            ArrayRef<const ShapeProto *> shapes) {
  SmallVector<Attribute> layouts;
  for (const ShapeProto *shape : shapes)
    forEachLeaf(*shape, [&](const ShapeProto &leaf) {
      SmallVector<int64_t> dims = getMajorToMinor(leaf);
      std::reverse(dims.begin(), dims.end());
      layouts.push_back(getLayoutAttr(inst.builder, dims));
    });
  return inst.builder.getArrayAttr(layouts);
}

/// The layouts that the target sees: those it asks for, or those that values
/// have anyway. None where all are row-major.
static LogicalResult addLayouts(Instruction &inst, NamedAttrList &attributes) {
  SmallVector<const ShapeProto *> operands;
  bool constrained = inst.proto.constrain_layout();
  if (constrained) {
    for (const ShapeProto &shape : inst.proto.operand_shapes_with_layout()) {
      if (failed(checkShape(shape, [&] { return inst.emitError(); })))
        return failure();
      operands.push_back(&shape);
    }
  } else {
    for (unsigned number = 0; number < inst.getNumOperands(); ++number)
      operands.push_back(&inst.getOperandShape(number));
  }
  bool rowMajor = isRowMajor(inst.proto.shape()) &&
                  llvm::all_of(operands, [](const ShapeProto *shape) {
                    return isRowMajor(*shape);
                  });
  // Where a value is to lie does not change it.
  if ((rowMajor && !constrained) ||
      isAnnotationTarget(inst.proto.custom_call_target()))
    return success();
  attributes.set("operand_layouts", getLayouts(inst, operands));
  attributes.set("result_layouts", getLayouts(inst, {&inst.proto.shape()}));
  return success();
}

/// Aliases of parts of tuples are aliases of entries of the lists.
static LogicalResult addAliases(Instruction &inst, NamedAttrList &attributes) {
  SmallVector<Attribute> aliases;
  for (const proto::OutputOperandAliasing &alias :
       inst.proto.output_operand_aliasing()) {
    auto [result, resultPart] =
        findPart(inst.proto.shape(), toArray(alias.output_shape_index()));
    int64_t number = alias.operand_index();
    bool isKnown = number >= 0 && number < inst.getNumOperands();
    std::pair<int64_t, const ShapeProto *> found(0, nullptr);
    if (isKnown)
      found = findPart(inst.getOperandShape(number),
                       toArray(alias.operand_shape_index()));
    if (!resultPart || !found.second || isTuple(*resultPart) ||
        isTuple(*found.second))
      return inst.emitError() << "'custom-call' expects aliases of arrays "
                                 "among its operands and results, but got "
                                 "operand "
                              << number;
    int64_t operand = inst.getAllLeaves(0, number).size() + found.first;
    SmallVector<int64_t> indices;
    if (inst.types.size() != 1)
      indices.push_back(result);
    aliases.push_back(
        OutputOperandAliasAttr::get(inst.getContext(), indices, operand, {}));
  }
  if (!aliases.empty())
    attributes.set("output_operand_aliases",
                   inst.builder.getArrayAttr(aliases));
  return success();
}

//===----------------------------------------------------------------------===//
// What hlo has no place for
//===----------------------------------------------------------------------===//

static LogicalResult addOthers(Instruction &inst, NamedAttrList &attributes) {
  Builder &builder = inst.builder;
  const proto::HloInstructionProto &proto = inst.proto;
  if (proto.custom_call_schedule() != proto::SCHEDULE_NONE)
    attributes.set("hlo.schedule",
                   builder.getStringAttr(proto::CustomCallSchedule_Name(
                       proto.custom_call_schedule())));
  if (proto.padding_type() != proto::PADDING_INVALID)
    attributes.set(
        "hlo.padding_type",
        builder.getStringAttr(proto::PaddingType_Name(proto.padding_type())));
  if (proto.has_window()) {
    WindowLists window(proto.window());
    attributes.set("hlo.window_dimensions",
                   builder.getDenseI64ArrayAttr(window.sizes));
    attributes.set("hlo.window_strides",
                   builder.getDenseI64ArrayAttr(window.strides));
    attributes.set("hlo.padding", window.getPaddingAttr(builder));
    attributes.set("hlo.lhs_dilation",
                   builder.getDenseI64ArrayAttr(window.baseDilations));
    attributes.set("hlo.rhs_dilation",
                   builder.getDenseI64ArrayAttr(window.windowDilations));
  }
  if (proto.has_convolution_dimension_numbers())
    attributes.set(
        "hlo.dimension_numbers",
        getConvolutionNumbers(inst.getContext(),
                              proto.convolution_dimension_numbers()));
  if (proto.feature_group_count() > 1)
    attributes.set("hlo.feature_group_count",
                   builder.getI64IntegerAttr(proto.feature_group_count()));
  if (proto.batch_group_count() > 1)
    attributes.set("hlo.batch_group_count",
                   builder.getI64IntegerAttr(proto.batch_group_count()));
  if (proto.has_literal()) {
    FailureOr<DenseElementsAttr> literal =
        getArrayLiteral(inst, proto.literal());
    if (failed(literal))
      return failure();
    attributes.set("hlo.literal", *literal);
  }
  FailureOr<ArrayAttr> precisions = getPrecisions(inst);
  if (failed(precisions))
    return failure();
  bool isDefault = !*precisions || llvm::all_of(*precisions, [](Attribute p) {
    return cast<PrecisionAttr>(p).getValue() == Precision::DEFAULT;
  });
  if (!isDefault)
    attributes.set("hlo.precision_config", *precisions);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static LogicalResult importCustomCall(Instruction &inst) {
  if (expandKnownCall(inst))
    return success();
  FailureOr<CustomCallApiVersion> version = getVersion(inst);
  if (failed(version))
    return failure();
  OpBuilder &builder = inst.builder;
  NamedAttrList attributes;
  attributes.set("call_target_name",
                 builder.getStringAttr(inst.proto.custom_call_target()));
  if (inst.proto.custom_call_has_side_effect())
    attributes.set("has_side_effect", builder.getBoolAttr(true));
  if (Attribute config = getConfig(inst))
    attributes.set("backend_config", config);
  if (*version != CustomCallApiVersion::API_VERSION_ORIGINAL)
    attributes.set("api_version",
                   CustomCallApiVersionAttr::get(inst.getContext(), *version));
  SmallVector<Attribute> callees;
  for (unsigned number = 0; number < inst.getNumCallees(); ++number)
    callees.push_back(inst.importer.getFunction(inst.getCallee(number)));
  if (!callees.empty())
    attributes.set("called_computations", builder.getArrayAttr(callees));
  if (failed(addLayouts(inst, attributes)) ||
      failed(addAliases(inst, attributes)) ||
      failed(addOthers(inst, attributes)))
    return failure();
  return inst.give<CustomCallOp>(TypeRange(inst.types), inst.getAllLeaves(),
                                 attributes.getAttrs());
}

/// XLA's own form of it where an opcode is not known: a call by this name.
static LogicalResult importRaggedAllToAll(Instruction &inst) {
  FailureOr<DenseIntElementsAttr> groups = getGroups(inst);
  if (failed(groups))
    return failure();
  OpBuilder &builder = inst.builder;
  NamedAttrList config;
  config.set("replica_groups", *groups);
  if (ChannelHandleAttr channel = getChannel(inst))
    config.set("channel_id", builder.getI64IntegerAttr(channel.getHandle()));
  NamedAttrList attributes;
  attributes.set("call_target_name",
                 builder.getStringAttr("ragged_all_to_all"));
  attributes.set(
      "api_version",
      CustomCallApiVersionAttr::get(
          inst.getContext(), CustomCallApiVersion::API_VERSION_TYPED_FFI));
  attributes.set("backend_config", config.getDictionary(inst.getContext()));
  return inst.give<CustomCallOp>(TypeRange(inst.types), inst.getAllLeaves(),
                                 attributes.getAttrs());
}

void OpcodeTable::addCustomCall() {
  add({"ragged-all-to-all"},
      {importRaggedAllToAll, 6, 6, true, /*givesArray=*/false});
  add({"custom-call"}, {importCustomCall, 0, ~0u, /*takesArrays=*/false,
                        /*givesArray=*/false});
}
