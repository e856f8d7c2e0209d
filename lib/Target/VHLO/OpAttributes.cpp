//===- OpAttributes.cpp - Attributes of ops here and there ----------------===//
//
// Names decide: an attribute of one name has one form in all ops that have it.
// Structures are taken apart, and put together for the ops that have them.
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/VHLO/IR/Twins.h"
#include "xla/Dialect/VHLO/IR/VHLOOps.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static StringAttr renamePrefix(StringAttr name, StringRef from, StringRef to) {
  StringRef rest = name;
  if (!rest.consume_front(from))
    return name;
  return StringAttr::get(name.getContext(), to + rest);
}

StringAttr vhlo::getHLOName(StringAttr portableName) {
  return renamePrefix(portableName, "stablehlo.", "hlo.");
}

StringAttr vhlo::getPortableName(StringAttr hloName) {
  return renamePrefix(hloName, "hlo.", "stablehlo.");
}

/// The attributes of a function's arguments or results with names renamed; null
/// if they are no array of dictionaries.
static ArrayAttr renameValueAttributes(Attribute attributes,
                                       StringAttr (*rename)(StringAttr)) {
  auto array = dyn_cast_or_null<ArrayAttr>(attributes);
  if (!array)
    return {};
  SmallVector<Attribute> renamed;
  for (Attribute element : array) {
    auto dictionary = dyn_cast<DictionaryAttr>(element);
    if (!dictionary)
      return {};
    NamedAttrList entries;
    for (NamedAttribute entry : dictionary)
      entries.set(rename(entry.getName()), entry.getValue());
    renamed.push_back(entries.getDictionary(array.getContext()));
  }
  return ArrayAttr::get(array.getContext(), renamed);
}

//===----------------------------------------------------------------------===//
// To vhlo
//===----------------------------------------------------------------------===//

namespace {
/// Takes structures apart into the attributes that vhlo has for them.
class Flattener {
public:
  Flattener(MLIRContext *context, NamedAttrList &out) : b(context), out(out) {}

  /// False if the attribute is no structure.
  bool flatten(Attribute attribute, bool isTransfer) {
    return TypeSwitch<Attribute, bool>(attribute)
        .Case([&](hlo::ChannelHandleAttr channel) {
          number("channel_id", channel.getHandle());
          if (isTransfer)
            number("channel_type", channel.getType());
          return true;
        })
        .Case<hlo::DotDimensionNumbersAttr, hlo::GatherDimensionNumbersAttr,
              hlo::ScatterDimensionNumbersAttr, hlo::ConvDimensionNumbersAttr,
              hlo::DotAlgorithmAttr>([&](auto structure) {
          takeApart(structure);
          return true;
        })
        .Default(false);
  }

private:
  void takeApart(hlo::DotDimensionNumbersAttr dims) {
    list("lhs_batching_dimensions", dims.getLhsBatchingDimensions());
    list("rhs_batching_dimensions", dims.getRhsBatchingDimensions());
    list("lhs_contracting_dimensions", dims.getLhsContractingDimensions());
    list("rhs_contracting_dimensions", dims.getRhsContractingDimensions());
  }

  void takeApart(hlo::GatherDimensionNumbersAttr dims) {
    list("offset_dims", dims.getOffsetDims());
    list("collapsed_slice_dims", dims.getCollapsedSliceDims());
    list("operand_batching_dims", dims.getOperandBatchingDims());
    list("start_indices_batching_dims", dims.getStartIndicesBatchingDims());
    list("start_index_map", dims.getStartIndexMap());
    number("index_vector_dim", dims.getIndexVectorDim());
  }

  void takeApart(hlo::ScatterDimensionNumbersAttr dims) {
    list("update_window_dims", dims.getUpdateWindowDims());
    list("inserted_window_dims", dims.getInsertedWindowDims());
    list("input_batching_dims", dims.getInputBatchingDims());
    list("scatter_indices_batching_dims", dims.getScatterIndicesBatchingDims());
    list("scatter_dims_to_operand_dims", dims.getScatterDimsToOperandDims());
    number("index_vector_dim", dims.getIndexVectorDim());
  }

  void takeApart(hlo::ConvDimensionNumbersAttr dims) {
    number("input_batch_dimension", dims.getInputBatchDimension());
    number("input_feature_dimension", dims.getInputFeatureDimension());
    list("input_spatial_dimensions", dims.getInputSpatialDimensions());
    number("kernel_input_feature_dimension",
           dims.getKernelInputFeatureDimension());
    number("kernel_output_feature_dimension",
           dims.getKernelOutputFeatureDimension());
    list("kernel_spatial_dimensions", dims.getKernelSpatialDimensions());
    number("output_batch_dimension", dims.getOutputBatchDimension());
    number("output_feature_dimension", dims.getOutputFeatureDimension());
    list("output_spatial_dimensions", dims.getOutputSpatialDimensions());
  }

  void takeApart(hlo::DotAlgorithmAttr algorithm) {
    add("lhs_precision_type", TypeAttr::get(algorithm.getLhsPrecisionType()));
    add("rhs_precision_type", TypeAttr::get(algorithm.getRhsPrecisionType()));
    add("accumulation_type", TypeAttr::get(algorithm.getAccumulationType()));
    number("lhs_component_count", algorithm.getLhsComponentCount());
    number("rhs_component_count", algorithm.getRhsComponentCount());
    number("num_primitive_operations", algorithm.getNumPrimitiveOperations());
    add("allow_imprecise_accumulation",
        b.getBoolAttr(algorithm.getAllowImpreciseAccumulation()));
  }

  void list(StringRef name, ArrayRef<int64_t> values) {
    add(name, b.getDenseI64ArrayAttr(values));
  }
  void number(StringRef name, int64_t value) {
    add(name, b.getI64IntegerAttr(value));
  }
  void add(StringRef name, Attribute attribute) {
    out.set(name, vhlo::getVHLOTwinOf(attribute));
  }

  Builder b;
  NamedAttrList &out;
};
} // namespace

NamedAttrList vhlo::flattenAttributes(Operation *op) {
  NamedAttrList flat;
  Flattener flattener(op->getContext(), flat);
  for (StringAttr name : op->getName().getAttributeNames()) {
    std::optional<Attribute> value = op->getInherentAttr(name);
    if (!value || !*value ||
        flattener.flatten(*value, isa<hlo::SendOp, hlo::RecvOp>(op)))
      continue;
    if (name == "arg_attrs" || name == "res_attrs")
      value = renameValueAttributes(*value, getPortableName);
    Attribute twin = getVHLOTwinOf(*value);
    if (name == "api_version")
      twin = CustomCallApiVersionV1Attr::get(
          op->getContext(), static_cast<CustomCallApiVersionV1>(
                                cast<IntegerAttr>(*value).getInt()));
    flat.set(name, twin ? twin : *value);
  }
  return flat;
}

//===----------------------------------------------------------------------===//
// From vhlo
//===----------------------------------------------------------------------===//

namespace {
/// What an attribute of an op of hlo or func is, by its name.
enum class Form { AsIs, Dims, Bools, Unit, Symbol, Symbols, ValueAttributes };
} // namespace

static Form getForm(StringRef name) {
  return llvm::StringSwitch<Form>(name)
      .Cases({"base_dilations", "broadcast_dimensions", "broadcast_sizes",
              "dimensions", "edge_padding_high", "edge_padding_low",
              "fft_length", "interior_padding", "known_expanding_dimensions",
              "known_nonexpanding_dimensions", "lhs_dilation"},
             Form::Dims)
      .Cases({"limit_indices", "permutation", "rhs_dilation", "slice_sizes",
              "start_indices", "strides", "window_dilations",
              "window_dimensions", "window_strides"},
             Form::Dims)
      .Case("window_reversal", Form::Bools)
      .Cases({"has_dynamic_root", "no_inline", "use_global_device_ids"},
             Form::Unit)
      .Cases({"callee", "decomposition"}, Form::Symbol)
      .Case("called_computations", Form::Symbols)
      .Cases({"arg_attrs", "res_attrs"}, Form::ValueAttributes)
      .Default(Form::AsIs);
}

namespace {
/// Puts together what ops of hlo have from the attributes of vhlo's, which it
/// uses up.
class Unflattener {
public:
  Unflattener(Location loc, OperationName name, NamedAttrList attributes)
      : loc(loc), name(name), in(std::move(attributes)), b(loc.getContext()) {}

  FailureOr<NamedAttrList> run() {
    putTogetherStructures();
    NamedAttrList rest = in;
    for (NamedAttribute attribute : rest)
      convert(attribute.getName(), attribute.getValue());
    if (!isRight)
      return failure();
    return out;
  }

private:
  //===--- Structures ---===//

  void putTogetherStructures() {
    StringRef op = name.getStringRef();
    if (op == "hlo.dot_general")
      putTogetherDot();
    else if (op == "hlo.gather" || op == "hlo.dynamic_gather")
      putTogetherGather();
    else if (op == "hlo.scatter")
      putTogetherScatter();
    else if (op == "hlo.convolution" || op == "hlo.dynamic_conv")
      putTogetherConvolution();
    putTogetherChannel(op == "hlo.send" || op == "hlo.recv");
    // Padding was an attribute before it became an operand beside it.
    if (op == "hlo.dynamic_conv")
      in.erase("padding");
  }

  void putTogetherDot() {
    set("dot_dimension_numbers",
        hlo::DotDimensionNumbersAttr::get(
            b.getContext(), takeDims("lhs_batching_dimensions"),
            takeDims("rhs_batching_dimensions"),
            takeDims("lhs_contracting_dimensions"),
            takeDims("rhs_contracting_dimensions")));
    if (!in.get("accumulation_type"))
      return; // before there were algorithms
    // Without an algorithm, all parts are the type of nothing.
    static constexpr llvm::StringLiteral parts[] = {
        "lhs_precision_type",          "rhs_precision_type",
        "accumulation_type",           "lhs_component_count",
        "rhs_component_count",         "num_primitive_operations",
        "allow_imprecise_accumulation"};
    if (llvm::all_of(parts, [&](StringRef part) {
          return in.get(part) == TypeAttr::get(b.getNoneType());
        })) {
      for (StringRef part : parts)
        in.erase(part);
      return;
    }
    Type lhs = takeType("lhs_precision_type");
    Type rhs = takeType("rhs_precision_type");
    Type accumulation = takeType("accumulation_type");
    int64_t lhsCount = takeNumber("lhs_component_count");
    int64_t rhsCount = takeNumber("rhs_component_count");
    int64_t operations = takeNumber("num_primitive_operations");
    auto imprecise = take<BoolAttr>("allow_imprecise_accumulation");
    if (isRight)
      set("algorithm", hlo::DotAlgorithmAttr::getChecked(
                           [&] { return emitError(loc); }, b.getContext(), lhs,
                           rhs, accumulation, lhsCount, rhsCount, operations,
                           imprecise.getValue()));
  }

  void putTogetherGather() {
    SmallVector<int64_t> offset = takeDims("offset_dims");
    SmallVector<int64_t> collapsed = takeDims("collapsed_slice_dims");
    SmallVector<int64_t> operand = takeDims("operand_batching_dims", true);
    SmallVector<int64_t> indices =
        takeDims("start_indices_batching_dims", true);
    SmallVector<int64_t> map = takeDims("start_index_map");
    set("dimension_numbers", hlo::GatherDimensionNumbersAttr::get(
                                 b.getContext(), offset, collapsed, operand,
                                 indices, map, takeNumber("index_vector_dim")));
  }

  void putTogetherScatter() {
    SmallVector<int64_t> window = takeDims("update_window_dims");
    SmallVector<int64_t> inserted = takeDims("inserted_window_dims");
    SmallVector<int64_t> inputs = takeDims("input_batching_dims", true);
    SmallVector<int64_t> indices =
        takeDims("scatter_indices_batching_dims", true);
    SmallVector<int64_t> operand = takeDims("scatter_dims_to_operand_dims");
    set("scatter_dimension_numbers",
        hlo::ScatterDimensionNumbersAttr::get(b.getContext(), window, inserted,
                                              inputs, indices, operand,
                                              takeNumber("index_vector_dim")));
  }

  void putTogetherConvolution() {
    SmallVector<int64_t> input = takeDims("input_spatial_dimensions");
    SmallVector<int64_t> kernel = takeDims("kernel_spatial_dimensions");
    SmallVector<int64_t> output = takeDims("output_spatial_dimensions");
    set("dimension_numbers",
        hlo::ConvDimensionNumbersAttr::get(
            b.getContext(), takeNumber("input_batch_dimension"),
            takeNumber("input_feature_dimension"), input,
            takeNumber("kernel_input_feature_dimension"),
            takeNumber("kernel_output_feature_dimension"), kernel,
            takeNumber("output_batch_dimension"),
            takeNumber("output_feature_dimension"), output));
  }

  void putTogetherChannel(bool isTransfer) {
    if (!in.get("channel_id"))
      return;
    int64_t handle = takeNumber("channel_id");
    int64_t type = isTransfer ? takeNumber("channel_type") : 0;
    if (isTransfer || handle != 0)
      set("channel_handle",
          hlo::ChannelHandleAttr::get(b.getContext(), handle, type));
  }

  //===--- Pieces ---===//

  template <typename AttrT> AttrT take(StringRef key) {
    Attribute value = in.erase(key);
    auto typed = dyn_cast_or_null<AttrT>(value);
    if (!typed)
      fail(key, value);
    return typed;
  }

  Type takeType(StringRef key) {
    auto type = take<TypeAttr>(key);
    return type ? type.getValue() : Type();
  }

  int64_t takeNumber(StringRef key) {
    auto number = take<IntegerAttr>(key);
    if (!number)
      return 0;
    if (number.getType().isSignlessInteger(64))
      return number.getInt();
    fail(key, number);
    return 0;
  }

  SmallVector<int64_t> takeDims(StringRef key, bool mayBeMissing = false) {
    if (mayBeMissing && !in.get(key))
      return {};
    Attribute value = in.erase(key);
    DenseI64ArrayAttr dims = getDims(value);
    if (!dims)
      fail(key, value);
    return dims ? llvm::to_vector(dims.asArrayRef()) : SmallVector<int64_t>();
  }

  DenseI64ArrayAttr getDims(Attribute value) {
    auto tensor = dyn_cast_or_null<DenseIntElementsAttr>(value);
    if (!tensor || tensor.getType().getRank() != 1 ||
        !tensor.getElementType().isSignlessInteger(64) ||
        tensor.getNumElements() > maxDims)
      return {};
    return b.getDenseI64ArrayAttr(llvm::to_vector(tensor.getValues<int64_t>()));
  }

  DenseBoolArrayAttr getBools(Attribute value) {
    auto tensor = dyn_cast_or_null<DenseIntElementsAttr>(value);
    if (!tensor || tensor.getType().getRank() != 1 ||
        !tensor.getElementType().isSignlessInteger(1) ||
        tensor.getNumElements() > maxDims)
      return {};
    return b.getDenseBoolArrayAttr(llvm::to_vector(tensor.getValues<bool>()));
  }

  static Attribute getSymbol(Attribute value) {
    auto string = dyn_cast_or_null<StringAttr>(value);
    return string ? FlatSymbolRefAttr::get(string) : nullptr;
  }

  Attribute getSymbols(Attribute value) {
    auto array = dyn_cast_or_null<ArrayAttr>(value);
    if (!array)
      return {};
    SmallVector<Attribute> symbols = llvm::map_to_vector(array, getSymbol);
    return llvm::is_contained(symbols, Attribute()) ? Attribute()
                                                    : b.getArrayAttr(symbols);
  }

  /// Converts an attribute that is no part of a structure.
  void convert(StringAttr key, Attribute value) {
    Attribute converted = value;
    switch (getForm(key)) {
    case Form::AsIs:
      break;
    case Form::Dims:
      converted = getDims(value);
      break;
    case Form::Bools:
      converted = getBools(value);
      break;
    case Form::Unit: {
      auto flag = dyn_cast<BoolAttr>(value);
      if (flag && !flag.getValue())
        return;
      converted = flag ? b.getUnitAttr() : nullptr;
      break;
    }
    case Form::Symbol:
      converted = getSymbol(value);
      break;
    case Form::Symbols:
      converted = getSymbols(value);
      break;
    case Form::ValueAttributes:
      converted = renameValueAttributes(value, vhlo::getHLOName);
      break;
    }
    if (converted)
      set(key, converted);
    else
      fail(key, value);
  }

  void set(StringRef key, Attribute value) {
    if (value)
      out.set(key, value);
    else
      isRight = false;
  }

  void fail(StringRef key, Attribute value) {
    if (isRight) {
      InFlightDiagnostic error = emitError(loc)
                                 << "expected another value of '" << key
                                 << "' of '" << name << "', but got ";
      if (value)
        error << value;
      else
        error << "none";
    }
    isRight = false;
  }

  /// A splat of any size takes a few bytes; no op has as many dimensions.
  static constexpr int64_t maxDims = 1 << 16;

  Location loc;
  OperationName name;
  NamedAttrList in, out;
  Builder b;
  bool isRight = true;
};
} // namespace

FailureOr<NamedAttrList> vhlo::unflattenAttributes(Location loc,
                                                   OperationName name,
                                                   NamedAttrList attributes) {
  return Unflattener(loc, name, std::move(attributes)).run();
}
