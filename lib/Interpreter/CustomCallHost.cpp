//===- CustomCallHost.cpp - Custom calls of registered functions ----------===//
//
// Hands tensors to what the run time's default host has for a target, as
// compiled code does: an independent reading of what the op says, but the same
// functions.
//
//===----------------------------------------------------------------------===//

#include "CustomCall.h"
#include "xla/Dialect/HLO/IR/CustomCalls.h"
#include "xla/Runtime/xla_runtime.h"
#include "xla/Support/ABITypes.h"
#include "xla/Support/CallAttributes.h"

using namespace mlir;
using namespace xla;
using namespace xla::interpreter;

namespace {
/// Buffers of one side of a call.
struct Side {
  /// The data, in the order in memory that the layouts ask for.
  SmallVector<Tensor> tensors;
  SmallVector<SmallVector<int64_t>> dims, orders;
  SmallVector<xla_buffer> buffers;

  void add(Tensor tensor, ArrayRef<int64_t> shape, Type elementType,
           ArrayRef<int64_t> minorToMajor);
  ArrayRef<xla_buffer> finish();
};
} // namespace

void Side::add(Tensor tensor, ArrayRef<int64_t> shape, Type elementType,
               ArrayRef<int64_t> minorToMajor) {
  xla_buffer buffer = {};
  buffer.data = tensor.getMutableData();
  buffer.rank = shape.size();
  buffer.element_type = getABIElementType(elementType);
  buffers.push_back(buffer);
  tensors.push_back(std::move(tensor));
  dims.emplace_back(shape);
  orders.emplace_back(minorToMajor);
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

/// The layout of value number `index`, empty for row-major.
static SmallVector<int64_t> getOrder(std::optional<ArrayAttr> layouts,
                                     unsigned index) {
  return layouts ? hlo::getMinorToMajor((*layouts)[index])
                 : SmallVector<int64_t>();
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
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() ||
        !getElementKind(tensor.getElementType()) ||
        isPacked(*getElementKind(tensor.getElementType())))
      return context.error() << "expects results of static shape and of whole "
                                "bytes for a function to fill, but got "
                             << type;
    types.push_back(tensor);
  }
  return success();
}

/// The dimensions that the function is told.
static Shape getDims(RankedTensorType type, ArrayRef<int64_t> minorToMajor,
                     bool isPhysical) {
  return isPhysical ? Shape(hlo::getLogicalType(type, minorToMajor).getShape())
                    : Shape(type.getShape());
}

static LogicalResult addArguments(hlo::CustomCallOp op, OpContext &context,
                                  bool isPhysical, Side &arguments) {
  for (auto [index, operand] : llvm::enumerate(op.getInputs())) {
    if (isa<hlo::TokenType>(operand.getType()))
      continue;
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || isPacked(context.getTensor(index).getKind()))
      return context.error() << "expects tensors of whole bytes for a function "
                                "to read, but got "
                             << operand.getType();
    const Tensor &tensor = context.getTensor(index);
    SmallVector<int64_t> order = getOrder(op.getOperandLayouts(), index);
    Shape shape = getDims(type.clone(tensor.getShape()), order, isPhysical);
    FailureOr<Tensor> ordered =
        isPhysical ? tensor
                   : reorder(context, tensor, shape, order, /*back=*/false);
    if (failed(ordered))
      return failure();
    arguments.add(std::move(*ordered), shape, type.getElementType(), order);
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
  // Then types are as values lie in memory, major dimension first.
  bool isPhysical = op->hasAttr(hlo::kPhysicalOrderAttr);
  Side arguments, results;
  if (failed(addArguments(op, context, isPhysical, arguments)))
    return failure();
  for (auto [index, type] : llvm::enumerate(types)) {
    if (!type)
      continue;
    FailureOr<Tensor> tensor =
        context.create(*getElementKind(type.getElementType()), type.getShape());
    if (failed(tensor))
      return failure();
    SmallVector<int64_t> order = getOrder(op.getResultLayouts(), index);
    results.add(std::move(*tensor), getDims(type, order, isPhysical),
                type.getElementType(), order);
  }
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
    FailureOr<Tensor> tensor =
        isPhysical ? results.tensors[next]
                   : reorder(context, results.tensors[next], type.getShape(),
                             results.orders[next], /*back=*/true);
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
