//===- TwinsOfAttributes.cpp - What attributes of vhlo stand for ----------===//
//
// Enumerations have the same numbers in both dialects. The bytes of tensors are
// those of MLIR's dense elements and are checked before they are used.
//
//===----------------------------------------------------------------------===//

#include "TwinLimits.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/VHLO/IR/Twins.h"
#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;
using namespace xla::vhlo;

static InFlightDiagnostic dropError() { return {}; }
using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

namespace {
template <typename VHLOAttr, typename HLOAttr> struct EnumTwins {
  static Attribute fromVHLO(Attribute attribute) {
    auto concrete = dyn_cast<VHLOAttr>(attribute);
    if (!concrete)
      return {};
    using Enum = decltype(std::declval<HLOAttr>().getValue());
    return HLOAttr::get(attribute.getContext(),
                        static_cast<Enum>(concrete.getValue()));
  }

  static Attribute toVHLO(Attribute attribute) {
    auto concrete = dyn_cast<HLOAttr>(attribute);
    if (!concrete)
      return {};
    using Enum = decltype(std::declval<VHLOAttr>().getValue());
    return VHLOAttr::get(attribute.getContext(),
                         static_cast<Enum>(concrete.getValue()));
  }
};

struct EnumTwin {
  Attribute (*fromVHLO)(Attribute);
  Attribute (*toVHLO)(Attribute);
};
} // namespace

template <typename VHLOAttr, typename HLOAttr>
static constexpr EnumTwin enumTwin = {EnumTwins<VHLOAttr, HLOAttr>::fromVHLO,
                                      EnumTwins<VHLOAttr, HLOAttr>::toVHLO};

static constexpr EnumTwin enumTwins[] = {
    enumTwin<ComparisonDirectionV1Attr, hlo::ComparisonDirectionAttr>,
    enumTwin<ComparisonTypeV1Attr, hlo::ComparisonTypeAttr>,
    enumTwin<FftTypeV1Attr, hlo::FftTypeAttr>,
    enumTwin<PrecisionV1Attr, hlo::PrecisionAttr>,
    enumTwin<RngAlgorithmV1Attr, hlo::RngAlgorithmAttr>,
    enumTwin<RngDistributionV1Attr, hlo::RngDistributionAttr>,
    enumTwin<TransposeV1Attr, hlo::TransposeAttr>,
    enumTwin<ResultAccuracyModeV1Attr, hlo::ResultAccuracyModeAttr>,
};

//===----------------------------------------------------------------------===//
// From vhlo
//===----------------------------------------------------------------------===//

namespace {
/// The twins of attributes of vhlo, null for what stands for nothing.
class FromVHLO {
public:
  explicit FromVHLO(unsigned depth) : depth(depth) {}

  Attribute convert(Attribute attribute) const {
    if (depth == kMaxTwinDepth)
      return {};
    if (!isa<VHLODialect>(attribute.getDialect()))
      return attribute;
    for (const EnumTwin &twin : enumTwins)
      if (Attribute converted = twin.fromVHLO(attribute))
        return converted;
    return TypeSwitch<Attribute, Attribute>(attribute)
        .Case<ArrayV1Attr, AxisRefV1Attr, BooleanV1Attr,
              CustomCallApiVersionV1Attr, DictionaryV1Attr, FloatV1Attr,
              IntegerV1Attr, MeshAxisV1Attr, MeshV1Attr,
              OutputOperandAliasV1Attr, ReplicaGroupMeshAxesV1Attr,
              ResultAccuracyV1Attr, StringV1Attr, SubAxisInfoV1Attr,
              TensorV1Attr, TypeExtensionsV1Attr, TypeV1Attr>(
            [&](auto concrete) { return convertParts(concrete); })
        .Default(Attribute());
  }

private:
  Attribute convertPart(Attribute attribute) const {
    return attribute ? FromVHLO(depth + 1).convert(attribute) : Attribute();
  }

  /// The twin if it is of the kind that is expected.
  template <typename AttrT> AttrT convertAs(Attribute attribute) const {
    return dyn_cast_or_null<AttrT>(convertPart(attribute));
  }

  /// An array whose elements are all of one kind.
  template <typename AttrT>
  std::optional<SmallVector<AttrT>> convertArrayOf(Attribute attribute) const {
    auto array = dyn_cast_or_null<ArrayV1Attr>(attribute);
    if (!array)
      return std::nullopt;
    SmallVector<AttrT> elements;
    for (Attribute element : array.getValue())
      elements.push_back(convertAs<AttrT>(element));
    if (llvm::is_contained(elements, AttrT()))
      return std::nullopt;
    return elements;
  }

  Attribute convertParts(ArrayV1Attr attribute) const {
    auto elements = convertArrayOf<Attribute>(attribute);
    return elements ? ArrayAttr::get(attribute.getContext(), *elements)
                    : nullptr;
  }

  Attribute convertParts(BooleanV1Attr attribute) const {
    return BoolAttr::get(attribute.getContext(), attribute.getValue());
  }

  Attribute convertParts(CustomCallApiVersionV1Attr attribute) const {
    return Builder(attribute.getContext())
        .getI32IntegerAttr(static_cast<int32_t>(attribute.getValue()));
  }

  Attribute convertParts(DictionaryV1Attr attribute) const {
    NamedAttrList entries;
    for (auto [key, value] : attribute.getValue()) {
      auto name = convertAs<StringAttr>(key);
      Attribute twin = convertPart(value);
      if (!name || name.empty() || !twin || entries.get(name))
        return {};
      entries.append(name, twin);
    }
    return entries.getDictionary(attribute.getContext());
  }

  Attribute convertParts(FloatV1Attr attribute) const {
    auto type =
        dyn_cast_or_null<FloatType>(getTwinAtDepth(attribute.getType(), depth));
    if (!type ||
        &type.getFloatSemantics() != &attribute.getValue().getSemantics())
      return {};
    return FloatAttr::get(type, attribute.getValue());
  }

  Attribute convertParts(IntegerV1Attr attribute) const {
    Type type = getTwinAtDepth(attribute.getType(), depth);
    if (!type || !type.isIntOrIndex())
      return {};
    unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                    : type.getIntOrFloatBitWidth();
    return attribute.getValue().getBitWidth() == width
               ? IntegerAttr::get(type, attribute.getValue())
               : nullptr;
  }

  Attribute convertParts(StringV1Attr attribute) const {
    return StringAttr::get(attribute.getContext(), attribute.getValue());
  }

  Attribute convertParts(TypeV1Attr attribute) const {
    Type type = getTwinAtDepth(attribute.getValue(), depth);
    return type ? TypeAttr::get(type) : nullptr;
  }

  Attribute convertParts(TensorV1Attr attribute) const {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTwinAtDepth(attribute.getType(), depth));
    if (!type || !type.hasStaticShape())
      return {};
    Type element = type.getElementType();
    if (auto complex = dyn_cast<ComplexType>(element))
      element = complex.getElementType();
    bool isSplat;
    if (!element.isIntOrIndexOrFloat() ||
        !DenseElementsAttr::isValidRawBuffer(type, attribute.getData(),
                                             isSplat))
      return {};
    return DenseElementsAttr::getFromRawBuffer(type, attribute.getData());
  }

  Attribute convertParts(TypeExtensionsV1Attr attribute) const {
    return hlo::TypeExtensionsAttr::get(attribute.getContext(),
                                        attribute.getBounds());
  }

  Attribute convertParts(OutputOperandAliasV1Attr attribute) const {
    return hlo::OutputOperandAliasAttr::get(
        attribute.getContext(), attribute.getOutputTupleIndices(),
        attribute.getOperandIndex(), attribute.getOperandTupleIndices());
  }

  Attribute convertParts(ResultAccuracyV1Attr attribute) const {
    auto mode = convertAs<hlo::ResultAccuracyModeAttr>(attribute.getMode());
    return mode ? hlo::ResultAccuracyAttr::getChecked(
                      EmitError(dropError), attribute.getContext(),
                      attribute.getAtol(), attribute.getRtol(),
                      attribute.getUlps(), mode)
                : nullptr;
  }

  Attribute convertParts(SubAxisInfoV1Attr attribute) const {
    return hlo::SubAxisInfoAttr::get(
        attribute.getContext(), attribute.getPreSize(), attribute.getSize());
  }

  Attribute convertParts(AxisRefV1Attr attribute) const {
    auto name = convertAs<StringAttr>(attribute.getName());
    auto part = convertAs<hlo::SubAxisInfoAttr>(attribute.getSubAxisInfo());
    if (!name || (attribute.getSubAxisInfo() && !part))
      return {};
    return hlo::AxisRefAttr::get(attribute.getContext(), name.getValue(), part);
  }

  Attribute convertParts(MeshAxisV1Attr attribute) const {
    auto name = convertAs<StringAttr>(attribute.getName());
    return name ? hlo::MeshAxisAttr::get(attribute.getContext(),
                                         name.getValue(), attribute.getSize())
                : nullptr;
  }

  Attribute convertParts(MeshV1Attr attribute) const {
    auto axes = convertArrayOf<hlo::MeshAxisAttr>(attribute.getAxes());
    auto ids = convertAs<DenseIntElementsAttr>(attribute.getDeviceIds());
    if (!axes || (attribute.getDeviceIds() && !ids))
      return {};
    return hlo::MeshAttr::get(attribute.getContext(), *axes, ids);
  }

  Attribute convertParts(ReplicaGroupMeshAxesV1Attr attribute) const {
    auto axes = convertArrayOf<hlo::AxisRefAttr>(attribute.getAxes());
    Attribute mesh = convertPart(attribute.getMesh());
    // A string names a mesh of the module.
    if (auto name = dyn_cast_or_null<StringAttr>(mesh))
      mesh = FlatSymbolRefAttr::get(name);
    if (!axes || !mesh)
      return {};
    return hlo::ReplicaGroupMeshAxesAttr::getChecked(
        EmitError(dropError), attribute.getContext(), mesh,
        ArrayRef<hlo::AxisRefAttr>(*axes));
  }

  unsigned depth;
};
} // namespace

Attribute vhlo::getTwinAtDepth(Attribute attribute, unsigned depth) {
  return FromVHLO(depth).convert(attribute);
}

Attribute vhlo::getTwinOf(Attribute attribute) {
  return getTwinAtDepth(attribute, 0);
}

//===----------------------------------------------------------------------===//
// To vhlo
//===----------------------------------------------------------------------===//

static Attribute convert(Attribute attribute) {
  return getVHLOTwinOf(attribute);
}

/// The twin, or what has none itself.
static Attribute convertOrKeep(Attribute attribute) {
  Attribute twin = getVHLOTwinOf(attribute);
  return twin ? twin : attribute;
}

static ArrayV1Attr convertArray(MLIRContext *context,
                                ArrayRef<Attribute> elements) {
  return ArrayV1Attr::get(context,
                          llvm::map_to_vector(elements, convertOrKeep));
}

static Attribute makeString(MLIRContext *context, StringRef value) {
  return StringV1Attr::get(context, value);
}

static Attribute toVHLO(IntegerAttr attribute) {
  if (attribute.getType().isSignlessInteger(1))
    return BooleanV1Attr::get(attribute.getContext(),
                              attribute.getValue().getBoolValue());
  Type type = getVHLOTwinOf(attribute.getType());
  return type ? IntegerV1Attr::get(attribute.getContext(), type,
                                   attribute.getValue())
              : nullptr;
}

static Attribute toVHLO(FloatAttr attribute) {
  Type type = getVHLOTwinOf(attribute.getType());
  return type ? FloatV1Attr::get(attribute.getContext(), type,
                                 attribute.getValue())
              : nullptr;
}

static Attribute toVHLO(DictionaryAttr attribute) {
  MLIRContext *context = attribute.getContext();
  SmallVector<std::pair<Attribute, Attribute>> entries;
  for (NamedAttribute entry : attribute)
    entries.emplace_back(makeString(context, entry.getName()),
                         convertOrKeep(entry.getValue()));
  return DictionaryV1Attr::get(context, entries);
}

static Attribute toVHLO(DenseIntOrFPElementsAttr attribute) {
  Type type = getVHLOTwinOf(attribute.getType());
  return type ? TensorV1Attr::get(attribute.getContext(), type,
                                  attribute.getRawData())
              : nullptr;
}

static Attribute toVHLO(DenseArrayAttr attribute) {
  auto type =
      RankedTensorType::get(attribute.getSize(), attribute.getElementType());
  // A byte each here, a bit each in dense elements.
  if (auto bools = dyn_cast<DenseBoolArrayAttr>(attribute))
    return convert(DenseElementsAttr::get(type, bools.asArrayRef()));
  return convert(
      DenseElementsAttr::getFromRawBuffer(type, attribute.getRawData()));
}

static Attribute toVHLO(hlo::ResultAccuracyAttr attribute) {
  return ResultAccuracyV1Attr::get(attribute.getContext(), attribute.getAtol(),
                                   attribute.getRtol(), attribute.getUlps(),
                                   convert(attribute.getMode()));
}

static Attribute toVHLO(hlo::OutputOperandAliasAttr attribute) {
  return OutputOperandAliasV1Attr::get(
      attribute.getContext(), attribute.getOutputTupleIndices(),
      attribute.getOperandIndex(), attribute.getOperandTupleIndices());
}

static Attribute toVHLO(hlo::AxisRefAttr attribute) {
  MLIRContext *context = attribute.getContext();
  Attribute part;
  if (hlo::SubAxisInfoAttr info = attribute.getSubAxisInfo())
    part = SubAxisInfoV1Attr::get(context, info.getPreSize(), info.getSize());
  return AxisRefV1Attr::get(context, makeString(context, attribute.getName()),
                            part);
}

static Attribute toVHLO(hlo::MeshAttr attribute) {
  MLIRContext *context = attribute.getContext();
  SmallVector<Attribute> axes(attribute.getAxes());
  Attribute ids;
  if (attribute.getDeviceIds())
    ids = convert(attribute.getDeviceIds());
  return MeshV1Attr::get(context, convertArray(context, axes), ids);
}

static Attribute toVHLO(hlo::MeshAxisAttr attribute) {
  MLIRContext *context = attribute.getContext();
  return MeshAxisV1Attr::get(context, makeString(context, attribute.getName()),
                             attribute.getSize());
}

static Attribute toVHLO(hlo::ReplicaGroupMeshAxesAttr attribute) {
  MLIRContext *context = attribute.getContext();
  SmallVector<Attribute> axes(attribute.getAxes());
  Attribute mesh = convert(attribute.getMesh());
  return mesh ? ReplicaGroupMeshAxesV1Attr::get(context, mesh,
                                                convertArray(context, axes))
              : nullptr;
}

Attribute vhlo::getVHLOTwinOf(Attribute attribute) {
  MLIRContext *context = attribute.getContext();
  for (const EnumTwin &twin : enumTwins)
    if (Attribute converted = twin.toVHLO(attribute))
      return converted;
  return TypeSwitch<Attribute, Attribute>(attribute)
      .Case([&](ArrayAttr array) {
        return convertArray(context, array.getValue());
      })
      .Case([&](StringAttr string) { return makeString(context, string); })
      .Case([&](FlatSymbolRefAttr symbol) {
        return makeString(context, symbol.getValue());
      })
      .Case([&](UnitAttr) { return BooleanV1Attr::get(context, true); })
      .Case([&](TypeAttr attr) -> Attribute {
        Type type = getVHLOTwinOf(attr.getValue());
        return type ? TypeV1Attr::get(context, type) : nullptr;
      })
      .Case([&](hlo::TypeExtensionsAttr bounds) {
        return TypeExtensionsV1Attr::get(context, bounds.getBounds());
      })
      .Case<IntegerAttr, FloatAttr, DictionaryAttr, DenseIntOrFPElementsAttr,
            DenseArrayAttr, hlo::ResultAccuracyAttr,
            hlo::OutputOperandAliasAttr, hlo::AxisRefAttr, hlo::MeshAttr,
            hlo::MeshAxisAttr, hlo::ReplicaGroupMeshAxesAttr>(
          [](auto concrete) { return toVHLO(concrete); })
      .Default(Attribute());
}
