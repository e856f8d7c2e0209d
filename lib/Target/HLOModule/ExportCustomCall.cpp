//===- ExportCustomCall.cpp - Custom calls to HLO -------------------------===//
//
// A custom call stays one: target, interface, configuration, layouts and
// aliases are those of the op.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

static void fillCallLayouts(hlo::CustomCallOp op,
                            ArrayRef<Instruction *> operands,
                            Instruction &inst) {
  // Those of a call in physical order are of dimensions that its operands no
  // longer have; they lie row-major.
  bool isPhysical = op->hasAttr(hlo::kPhysicalOrderAttr);
  if (ArrayAttr layouts = op.getOperandLayoutsAttr()) {
    inst.set_constrain_layout(true);
    for (auto [operand, layout] : llvm::zip(operands, layouts)) {
      Shape &shape = *inst.add_operand_shapes_with_layout();
      shape = operand->shape();
      if (!isPhysical)
        setLayout(layout, shape);
    }
  }
  if (ArrayAttr layouts = op.getResultLayoutsAttr(); layouts && !isPhysical)
    setLayouts(layouts, *inst.mutable_shape());
}

static void fillCallAliases(hlo::CustomCallOp op, Instruction &inst) {
  for (Attribute attribute : op.getOutputOperandAliases()) {
    auto alias = cast<hlo::OutputOperandAliasAttr>(attribute);
    proto::OutputOperandAliasing &aliasing =
        *inst.add_output_operand_aliasing();
    append(alias.getOutputTupleIndices(),
           aliasing.mutable_output_shape_index());
    aliasing.set_operand_index(alias.getOperandIndex());
    append(alias.getOperandTupleIndices(),
           aliasing.mutable_operand_shape_index());
  }
}

/// Whether lists that nobody has verified are of one length.
static bool isWellFormed(const WindowAttributes &window) {
  size_t rank = window.sizes.size();
  auto fits = [&](ArrayRef<int64_t> values) {
    return values.empty() || values.size() == rank;
  };
  return fits(window.strides) && fits(window.baseDilations) &&
         fits(window.windowDilations) &&
         (!window.padding ||
          (window.padding.getElementType().isInteger(64) &&
           window.padding.getNumElements() == int64_t(2 * rank)));
}

/// What the importer keeps of a custom call beside the attributes of the op.
static void fillOthers(hlo::CustomCallOp op, Instruction &inst) {
  auto getList = [&](StringRef name) {
    auto attr = op->getAttrOfType<DenseI64ArrayAttr>(name);
    return attr ? llvm::to_vector(attr.asArrayRef()) : SmallVector<int64_t>();
  };
  auto getNumber = [&](StringRef name) -> int64_t {
    auto attr = op->getAttrOfType<IntegerAttr>(name);
    return attr ? attr.getValue().getSExtValue() : 0;
  };
  proto::CustomCallSchedule schedule;
  if (auto name = op->getAttrOfType<StringAttr>("hlo.schedule");
      name && proto::CustomCallSchedule_Parse(name.str(), &schedule))
    inst.set_custom_call_schedule(schedule);
  proto::PaddingType padding;
  if (auto name = op->getAttrOfType<StringAttr>("hlo.padding_type");
      name && proto::PaddingType_Parse(name.str(), &padding))
    inst.set_padding_type(padding);
  WindowAttributes window;
  window.sizes = getList("hlo.window_dimensions");
  window.strides = getList("hlo.window_strides");
  window.baseDilations = getList("hlo.lhs_dilation");
  window.windowDilations = getList("hlo.rhs_dilation");
  window.padding = op->getAttrOfType<DenseIntElementsAttr>("hlo.padding");
  if (!window.sizes.empty() && isWellFormed(window))
    fillWindow(window, *inst.mutable_window());
  if (auto numbers = op->getAttrOfType<hlo::ConvDimensionNumbersAttr>(
          "hlo.dimension_numbers"))
    fillConvDimensions(numbers, *inst.mutable_convolution_dimension_numbers());
  inst.set_feature_group_count(getNumber("hlo.feature_group_count"));
  inst.set_batch_group_count(getNumber("hlo.batch_group_count"));
  if (auto precisions = op->getAttrOfType<ArrayAttr>("hlo.precision_config"))
    fillPrecision(precisions, precisions.size(),
                  *inst.mutable_precision_config());
}

LogicalResult hlo_export::exportCustomCall(Computation &c,
                                           hlo::CustomCallOp op) {
  Location loc = op.getLoc();
  SmallVector<Instruction *> operands = c.get(op.getInputs());
  Shape shape = getShape(op->getResultTypes());
  Instruction *inst = c.create(loc, "custom-call", shape, operands);
  fillCallLayouts(op, operands, *inst);
  fillCallAliases(op, *inst);
  inst->set_custom_call_target(op.getCallTargetName().str());
  inst->set_custom_call_has_side_effect(op.getHasSideEffect());
  auto version =
      proto::CustomCallApiVersion(static_cast<int>(op.getApiVersion()));
  if (version == proto::API_VERSION_UNSPECIFIED)
    version = proto::API_VERSION_ORIGINAL;
  Attribute config = op.getBackendConfigAttr();
  // JAX states an empty text beside the dictionary.
  if (auto text = dyn_cast_if_present<StringAttr>(config);
      text && text.getValue().empty())
    config = {};
  // A dictionary is the form of the typed interface.
  if (auto other = op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
      other && !config) {
    config = other;
    version = proto::API_VERSION_TYPED_FFI;
  }
  inst->set_custom_call_api_version(version);
  if (config)
    inst->set_backend_config(printText(config));
  fillOthers(op, *inst);
  for (auto name : op.getCalledComputations().getAsRange<FlatSymbolRefAttr>())
    inst->add_called_computation_ids(
        c.getModule().getComputation(name.getValue()));
  c.unpack(loc, inst, op.getResults());
  return fillAnnotations(loc, op->getDiscardableAttrDictionary(), *inst);
}
