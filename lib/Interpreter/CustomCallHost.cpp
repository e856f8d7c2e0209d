//===- CustomCallHost.cpp - Custom calls of registered functions ----------===//
//
// Hands tensors to what the run time's default host has for a target, as
// compiled code does: an independent reading of what the op says, but the same
// functions.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "xla/Dialect/HLO/IR/CallValues.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ABITypes.h"
#include "xla/Support/CallAttributes.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// What the function is told of a value.
struct Described {
  RankedTensorType type;
  SmallVector<int64_t> minorToMajor; ///< Empty for row-major.
};

/// Buffers of one side of a call.
struct Side {
  /// The data, in the order in memory that the layouts ask for.
  SmallVector<Tensor> tensors;
  SmallVector<SmallVector<int64_t>> dims, orders;
  SmallVector<xla_buffer> buffers;

  void add(Tensor tensor, const Described &seen);
  ArrayRef<xla_buffer> finish();
};
} // namespace

void Side::add(Tensor tensor, const Described &seen) {
  xla_buffer buffer = {};
  buffer.data = tensor.getMutableData();
  buffer.rank = seen.type.getRank();
  buffer.element_type = getABIElementType(seen.type.getElementType());
  buffers.push_back(buffer);
  tensors.push_back(std::move(tensor));
  dims.emplace_back(seen.type.getShape());
  orders.push_back(seen.minorToMajor);
}

/// Pointers to dims, now that nothing moves any more.
ArrayRef<xla_buffer> Side::finish() {
  for (auto [buffer, dim, order] : llvm::zip(buffers, dims, orders)) {
    buffer.dims = dim.data();
    buffer.minor_to_major = hlo::isRowMajor(order) ? nullptr : order.data();
  }
  return buffers;
}

/// `tensor` of logical `shape` from row-major order into another, or back.
static FailureOr<Tensor> reorder(OpContext &context, const Tensor &tensor,
                                 ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> minorToMajor, bool back) {
  if (hlo::isRowMajor(minorToMajor))
    return tensor;
  FailureOr<Tensor> result = context.create(tensor.getKind(), shape);
  if (failed(result))
    return failure();
  Shape rowMajor = getStrides(shape), other(shape.size());
  int64_t distance = 1;
  for (int64_t dim : minorToMajor) {
    other[dim] = distance;
    distance *= shape[dim];
  }
  copyStrided(shape, tensor.getElementBytes(), tensor.getData(),
              back ? other : rowMajor, result->getMutableData(),
              back ? rowMajor : other);
  return result;
}

/// The elements of a packed kind as the bytes of the interface.
static FailureOr<Tensor> pack(OpContext &context, const Tensor &tensor) {
  ElementKind kind = tensor.getKind();
  int64_t n = tensor.getNumElements();
  FailureOr<Tensor> bytes =
      context.create(ElementKind::U8, {getPackedSize(kind, n)});
  if (succeeded(bytes))
    packElements(kind, tensor.getData(), n, bytes->getMutableData());
  return bytes;
}

static FailureOr<Tensor> unpack(OpContext &context, const Tensor &bytes,
                                ElementKind kind, ArrayRef<int64_t> shape) {
  FailureOr<Tensor> tensor = context.create(kind, shape);
  if (succeeded(tensor))
    unpackElements(kind, bytes.getData(), tensor->getNumElements(),
                   tensor->getMutableData());
  return tensor;
}

/// Number `index` of a call's operands or results, which has `type`; `place` is
/// its number without tokens. Quantized values are the integers they store.
static Described describe(hlo::CustomCallOp op, StringRef what, unsigned index,
                          unsigned place, RankedTensorType type) {
  auto getStored = [](Type type) {
    return cast<RankedTensorType>(hlo::getStorageType(type));
  };
  if (!op->hasAttr(hlo::kPhysicalOrderAttr) && !hlo::isCallOnBytes(op)) {
    std::optional<ArrayAttr> layouts =
        what == "operand" ? op.getOperandLayouts() : op.getResultLayouts();
    return {getStored(type), layouts ? hlo::getMinorToMajor((*layouts)[index])
                                     : SmallVector<int64_t>()};
  }
  DictionaryAttr values = hlo::describeCallValues(op);
  auto types = values.getAs<ArrayAttr>((what + "s").str());
  auto orders = values.getAs<ArrayAttr>((what + "_layouts").str());
  return {getStored(cast<TypeAttr>(types[place]).getValue()),
          SmallVector<int64_t>(
              cast<DenseI64ArrayAttr>(orders[place]).asArrayRef())};
}

/// Types of results, those of a tuple one by one; tokens give none.
static LogicalResult getResultTypes(hlo::CustomCallOp op, OpContext &context,
                                    SmallVectorImpl<RankedTensorType> &types) {
  SmallVector<Type> all(op.getResultTypes());
  if (all.size() == 1)
    if (auto tuple = dyn_cast<TupleType>(all.front()))
      all.assign(tuple.begin(), tuple.end());
  for (Type type : all) {
    if (isa<hlo::TokenType>(type)) {
      types.push_back({});
      continue;
    }
    // Quantized values are the integers they store.
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor)
      tensor = cast<RankedTensorType>(hlo::getStorageType(tensor));
    if (!tensor || !tensor.hasStaticShape() ||
        !getElementKind(tensor.getElementType()))
      return context.error() << "expects results of static shape and of plain "
                                "elements for a function to fill, but got "
                             << type;
    types.push_back(tensor);
  }
  return success();
}

/// `isInOrder`: values lie in memory as the function is to see them.
static LogicalResult addArguments(hlo::CustomCallOp op, OpContext &context,
                                  bool isInOrder, Side &arguments) {
  for (auto [index, operand] : llvm::enumerate(op.getInputs())) {
    if (isa<hlo::TokenType>(operand.getType()))
      continue;
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      return context.error()
             << "expects tensors for a function to read, but got "
             << operand.getType();
    const Tensor &tensor = context.getTensor(index);
    Described seen = describe(op, "operand", index, arguments.tensors.size(),
                              type.clone(tensor.getShape()));
    FailureOr<Tensor> ordered =
        isInOrder ? tensor
                  : reorder(context, tensor, tensor.getShape(),
                            seen.minorToMajor, /*back=*/false);
    if (succeeded(ordered) && isPacked(ordered->getKind()))
      ordered = pack(context, *ordered);
    if (failed(ordered))
      return failure();
    arguments.add(std::move(*ordered), seen);
  }
  return success();
}

/// Buffers for results of `types`, where a token has none.
static LogicalResult addResults(hlo::CustomCallOp op, OpContext &context,
                                ArrayRef<RankedTensorType> types,
                                Side &results) {
  for (auto [index, type] : llvm::enumerate(types)) {
    if (!type)
      continue;
    ElementKind kind = *getElementKind(type.getElementType());
    FailureOr<Tensor> tensor =
        isPacked(kind)
            ? context.create(ElementKind::U8,
                             {getPackedSize(kind, type.getNumElements())})
            : context.create(kind, type.getShape());
    if (failed(tensor))
      return failure();
    results.add(std::move(*tensor),
                describe(op, "result", index, results.tensors.size(), type));
  }
  return success();
}

/// Calls `function` with a frame for `op`.
static LogicalResult invoke(hlo::CustomCallOp op, OpContext &context,
                            xla_custom_call_fn function, void *functionContext,
                            ArrayRef<xla_buffer> arguments,
                            ArrayRef<xla_buffer> results) {
  auto encoded = encodeCallAttributes(hlo::getCallAttributes(op),
                                      [&] { return context.error(); });
  if (failed(encoded))
    return failure();
  SmallVector<xla_attribute> attributes;
  for (const CallAttribute &one : *encoded)
    attributes.push_back({one.name.c_str(), one.data.data(), one.count,
                          one.elementType, one.isList});
  char message[512] = "";
  xla_call call = {};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.host = xla_default_host();
  int64_t numPartitions = context.evaluator.getGrid().getNumPartitions();
  call.replica_id = context.evaluator.getProcess() / numPartitions;
  call.partition_id = context.evaluator.getProcess() % numPartitions;
  call.error = message;
  call.error_capacity = sizeof(message);
  std::string target = op.getCallTargetName().str();
  std::string text = hlo::getCallText(op).str();
  xla_custom_call frame = {};
  frame.abi_version = XLA_ABI_VERSION;
  frame.struct_size = sizeof(frame);
  frame.call = &call;
  frame.target = target.c_str();
  frame.backend_config = text.c_str();
  frame.arguments = arguments.data();
  frame.results = results.data();
  frame.num_arguments = arguments.size();
  frame.num_results = results.size();
  frame.api_version = static_cast<int32_t>(op.getApiVersion());
  frame.has_side_effect = op.getHasSideEffect();
  frame.attributes = attributes.data();
  frame.num_attributes = attributes.size();
  int32_t code = function(functionContext, &frame);
  if (code == XLA_OK)
    return success();
  return context.error() << "calls '" << target << "', which failed: "
                         << (message[0] ? message : xla_status_name(code));
}

LogicalResult xla::interpreter::evaluateHostCall(hlo::CustomCallOp op,
                                                 OpContext &context,
                                                 xla_custom_call_fn function,
                                                 void *functionContext) {
  SmallVector<RankedTensorType> types;
  auto aliases = hlo::getCallAliases(op);
  if (failed(aliases))
    return context.error() << "expects each operand and result in at most one "
                              "alias, and no tuples";
  if (failed(getResultTypes(op, context, types)))
    return failure();
  bool isInOrder =
      op->hasAttr(hlo::kPhysicalOrderAttr) || hlo::isCallOnBytes(op);
  Side arguments, results;
  if (failed(addArguments(op, context, isInOrder, arguments)) ||
      failed(addResults(op, context, types, results)))
    return failure();
  for (auto [operand, result] : *aliases) {
    Tensor &from = arguments.tensors[operand], &to = results.tensors[result];
    std::memcpy(to.getMutableData(), from.getData(), to.getBytes());
    arguments.buffers[operand].data = to.getMutableData();
  }
  if (failed(invoke(op, context, function, functionContext, arguments.finish(),
                    results.finish())))
    return failure();
  std::vector<RuntimeValue> values;
  size_t next = 0;
  for (RankedTensorType type : types) {
    if (!type) {
      values.push_back(RuntimeValue::token());
      continue;
    }
    FailureOr<Tensor> tensor = results.tensors[next];
    ElementKind kind = *getElementKind(type.getElementType());
    if (isPacked(kind))
      tensor = unpack(context, *tensor, kind, type.getShape());
    if (succeeded(tensor) && !isInOrder)
      tensor = reorder(context, *tensor, type.getShape(), results.orders[next],
                       /*back=*/true);
    if (failed(tensor))
      return failure();
    values.push_back(std::move(*tensor));
    ++next;
  }
  if (op.getNumResults() == 1 && isa<TupleType>(op.getResult(0).getType()))
    context.results.push_back(RuntimeValue::tuple(std::move(values)));
  else
    llvm::append_range(context.results, std::move(values));
  return success();
}
