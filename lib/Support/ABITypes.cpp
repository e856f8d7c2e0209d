//===- ABITypes.cpp - Element types of the C ABI and of MLIR --------------===//
//
// One table, both ways.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/ABITypes.h"
#include "xla/Support/ByteSize.h"

using namespace mlir;

/// Calls `visit(name, type)` for each element type of the ABI.
template <typename Visit>
static void forEachElementType(MLIRContext *context, Visit visit) {
  auto integer = [&](unsigned width) {
    return IntegerType::get(context, width);
  };
  auto natural = [&](unsigned width) {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  visit(XLA_I1, integer(1));
  visit(XLA_I2, integer(2));
  visit(XLA_I4, integer(4));
  visit(XLA_I8, integer(8));
  visit(XLA_I16, integer(16));
  visit(XLA_I32, integer(32));
  visit(XLA_I64, integer(64));
  visit(XLA_UI2, natural(2));
  visit(XLA_UI4, natural(4));
  visit(XLA_UI8, natural(8));
  visit(XLA_UI16, natural(16));
  visit(XLA_UI32, natural(32));
  visit(XLA_UI64, natural(64));
  visit(XLA_F16, Float16Type::get(context));
  visit(XLA_BF16, BFloat16Type::get(context));
  visit(XLA_F32, Float32Type::get(context));
  visit(XLA_F64, Float64Type::get(context));
  visit(XLA_C64, ComplexType::get(Float32Type::get(context)));
  visit(XLA_C128, ComplexType::get(Float64Type::get(context)));
  visit(XLA_F4E2M1FN, Float4E2M1FNType::get(context));
  visit(XLA_F6E2M3FN, Float6E2M3FNType::get(context));
  visit(XLA_F6E3M2FN, Float6E3M2FNType::get(context));
  visit(XLA_F8E3M4, Float8E3M4Type::get(context));
  visit(XLA_F8E4M3, Float8E4M3Type::get(context));
  visit(XLA_F8E4M3FN, Float8E4M3FNType::get(context));
  visit(XLA_F8E4M3FNUZ, Float8E4M3FNUZType::get(context));
  visit(XLA_F8E4M3B11FNUZ, Float8E4M3B11FNUZType::get(context));
  visit(XLA_F8E5M2, Float8E5M2Type::get(context));
  visit(XLA_F8E5M2FNUZ, Float8E5M2FNUZType::get(context));
  visit(XLA_F8E8M0FNU, Float8E8M0FNUType::get(context));
}

xla_element_type xla::getABIElementType(Type type) {
  xla_element_type found = XLA_INVALID_TYPE;
  forEachElementType(type.getContext(), [&](xla_element_type name, Type known) {
    if (known == type)
      found = name;
  });
  return found;
}

RankedTensorType xla::getTensorType(const xla_tensor_info &info,
                                    MLIRContext *context) {
  Type element;
  forEachElementType(context, [&](xla_element_type name, Type known) {
    if (name == info.element_type)
      element = known;
  });
  if (!element)
    return {};
  SmallVector<int64_t> shape(info.dims, info.dims + info.rank);
  for (int64_t &extent : shape)
    if (extent < 0)
      extent = ShapedType::kDynamic;
  return RankedTensorType::get(shape, element);
}

xla_tensor_info xla::describeTensor(RankedTensorType type,
                                    ArrayRef<int64_t> dims) {
  xla_tensor_info info = {};
  info.element_type = getABIElementType(type.getElementType());
  info.rank = static_cast<int32_t>(dims.size());
  info.dims = dims.empty() ? nullptr : dims.data();
  info.byte_size = getTensorByteSize(type).value_or(-1);
  info.alias = -1;
  return info;
}

xla_info xla::describeEntry(ArrayRef<xla_tensor_info> arguments,
                            ArrayRef<xla_tensor_info> results) {
  xla_info info = {};
  info.abi_version = XLA_ABI_VERSION;
  info.struct_size = sizeof(info);
  info.arguments = arguments.data();
  info.results = results.data();
  info.num_arguments = static_cast<int32_t>(arguments.size());
  info.num_results = static_cast<int32_t>(results.size());
  info.tensor_size = sizeof(xla_tensor_info);
  info.arena_alignment = XLA_BUFFER_ALIGNMENT;
  for (const char **text : {&info.name, &info.triple, &info.cpu, &info.features,
                            &info.options, &info.version})
    *text = "";
  return info;
}
