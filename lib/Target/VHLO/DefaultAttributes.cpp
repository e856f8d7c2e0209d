//===- DefaultAttributes.cpp - What hlo leaves out and vhlo writes --------===//
//
// A table of names and what each stands for when it is missing. Few names need
// the op: where another op has an attribute of that name that is never left
// out.
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/VHLO/IR/Twins.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace xla;

namespace {
enum class Default {
  /// Always written.
  None,
  False,
  EmptyString,
  EmptyArray,
  EmptyDictionary,
  /// An empty tensor of i64.
  EmptyDims,
  /// 0 : i64.
  Zero,
  /// -1 : i64.
  MinusOne,
  /// One for each dimension of the window.
  Ones,
  Falses,
  /// Two zeros for each dimension of the window.
  ZeroPairs,
  CompareType,
  Precisions,
  Accuracy,
  NoneType,
  ApiVersion,
  BackendConfig,
};
} // namespace

/// For names that all ops use alike.
static Default getDefaultOfName(StringRef name) {
  return llvm::StringSwitch<Default>(name)
      .Cases({"use_global_device_ids", "has_dynamic_root", "has_side_effect",
              "indices_are_sorted", "unique_indices", "is_stable",
              "is_host_transfer"},
             Default::False)
      .Cases({"infeed_config", "outfeed_config", "sym_visibility"},
             Default::EmptyString)
      .Cases({"called_computations", "operand_layouts", "result_layouts",
              "output_operand_aliases", "result_tilings", "layout", "arg_attrs",
              "res_attrs"},
             Default::EmptyArray)
      .Cases({"known_expanding_dimensions", "known_nonexpanding_dimensions",
              "operand_batching_dims", "start_indices_batching_dims",
              "input_batching_dims", "scatter_indices_batching_dims"},
             Default::EmptyDims)
      .Cases({"window_strides", "lhs_dilation", "rhs_dilation",
              "base_dilations", "window_dilations"},
             Default::Ones)
      .Cases({"lhs_precision_type", "rhs_precision_type", "accumulation_type",
              "lhs_component_count", "rhs_component_count",
              "num_primitive_operations", "allow_imprecise_accumulation"},
             Default::NoneType)
      .Case("composite_attributes", Default::EmptyDictionary)
      .Cases({"channel_id", "version"}, Default::Zero)
      .Case("window_reversal", Default::Falses)
      .Case("padding", Default::ZeroPairs)
      .Case("compare_type", Default::CompareType)
      .Case("precision_config", Default::Precisions)
      .Case("result_accuracy", Default::Accuracy)
      .Case("api_version", Default::ApiVersion)
      .Case("backend_config", Default::BackendConfig)
      .Default(Default::None);
}

static Default getDefaultKind(Operation *op, StringRef name) {
  StringRef opName = op->getName().getStringRef();
  if (name == "lower")
    return opName == "hlo.cholesky" ? Default::False : Default::None;
  if (name == "dimension")
    return opName == "hlo.sort" ? Default::MinusOne : Default::None;
  if (name == "window_dimensions")
    return opName == "hlo.select_and_scatter" ? Default::Ones : Default::None;
  if (isa<hlo::SendOp, hlo::RecvOp>(op)) {
    if (name == "source_target_pairs")
      return Default::EmptyDims;
    if (name == "channel_id")
      return Default::None;
  }
  return getDefaultOfName(name);
}

/// The number of dimensions that the op's window has.
static int64_t getWindowRank(Operation *op) {
  if (auto conv = dyn_cast<hlo::ConvolutionOp>(op))
    return conv.getDimensionNumbers().getInputSpatialDimensions().size();
  if (auto conv = dyn_cast<hlo::DynamicConvOp>(op))
    return conv.getDimensionNumbers().getInputSpatialDimensions().size();
  if (auto window = dyn_cast<hlo::ReduceWindowOp>(op))
    return window.getWindowDimensions().size();
  auto type = op->getNumOperands() == 0
                  ? ShapedType()
                  : dyn_cast<ShapedType>(op->getOperand(0).getType());
  return type && type.hasRank() ? type.getRank() : 0;
}

/// What a custom call has for a configuration depends on its convention.
static Attribute getBackendConfig(Operation *op, Builder &builder) {
  constexpr auto typed =
      static_cast<int32_t>(hlo::CustomCallApiVersion::API_VERSION_TYPED_FFI);
  auto version = op->getAttrOfType<IntegerAttr>("api_version");
  if (version && version.getValue() == typed)
    return builder.getDictionaryAttr({});
  return builder.getStringAttr("");
}

Attribute vhlo::getDefaultAttribute(Operation *op, StringRef name) {
  Builder b(op->getContext());
  switch (getDefaultKind(op, name)) {
  case Default::None:
    return {};
  case Default::False:
    return b.getBoolAttr(false);
  case Default::EmptyString:
    return b.getStringAttr("");
  case Default::EmptyArray:
    return b.getArrayAttr({});
  case Default::EmptyDictionary:
    return b.getDictionaryAttr({});
  case Default::EmptyDims:
    return b.getDenseI64ArrayAttr({});
  case Default::Zero:
    return b.getI64IntegerAttr(0);
  case Default::MinusOne:
    return b.getI64IntegerAttr(-1);
  case Default::Ones:
    return b.getDenseI64ArrayAttr(SmallVector<int64_t>(getWindowRank(op), 1));
  case Default::Falses:
    return b.getDenseBoolArrayAttr(SmallVector<bool>(getWindowRank(op), false));
  case Default::ZeroPairs:
    return DenseElementsAttr::get(
        RankedTensorType::get({getWindowRank(op), 2}, b.getI64Type()),
        int64_t(0));
  case Default::CompareType:
    return hlo::ComparisonTypeAttr::get(b.getContext(),
                                        hlo::ComparisonType::NOTYPE);
  case Default::Precisions: {
    Attribute precision =
        hlo::PrecisionAttr::get(b.getContext(), hlo::Precision::DEFAULT);
    return b.getArrayAttr({precision, precision});
  }
  case Default::Accuracy:
    return hlo::ResultAccuracyAttr::getDefault(b.getContext());
  case Default::NoneType:
    return TypeAttr::get(b.getNoneType());
  case Default::ApiVersion:
    return b.getI32IntegerAttr(
        static_cast<int32_t>(hlo::CustomCallApiVersion::API_VERSION_ORIGINAL));
  case Default::BackendConfig:
    return getBackendConfig(op, b);
  }
  llvm_unreachable("unknown default");
}

void vhlo::dropDefaultAttributes(Operation *op) {
  auto isDefault = [&](StringRef name) {
    Attribute value = op->getAttr(name);
    Attribute byDefault = value ? getDefaultAttribute(op, name) : Attribute();
    return byDefault && getVHLOTwinOf(value) == getVHLOTwinOf(byDefault);
  };
  // Layouts are given for all values or for none.
  bool hasLayouts =
      !isDefault("operand_layouts") || !isDefault("result_layouts");
  SmallVector<StringAttr> redundant;
  for (StringAttr name : op->getName().getAttributeNames())
    if (isDefault(name) && !(hasLayouts && name.strref().ends_with("_layouts")))
      redundant.push_back(name);
  for (StringAttr name : redundant)
    op->removeAttr(name);
}
