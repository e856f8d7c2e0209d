//===- XLAOps.cpp - Operations of the xla dialect -------------------------===//
//
// Checks of xla.call_kernel, alone and against the kernel it names, and of
// xla.call_host.
//
//===----------------------------------------------------------------------===//

#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace xla;

#define GET_OP_CLASSES
#include "xla/Dialect/XLA/IR/XLAOps.cpp.inc"

LogicalResult CallKernelOp::verify() {
  bool hasBuffer = llvm::any_of(
      getInputs().getTypes(), [](Type type) { return isa<MemRefType>(type); });
  if (hasBuffer && getNumResults() != 0)
    return emitOpError() << "expects no results on buffers, but got "
                         << getNumResults();
  return success();
}

void CallKernelOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!isOnBuffers())
    return;
  // The op does not say where inputs end and outputs begin; the kernel does.
  for (OpOperand &operand : getInputsMutable())
    if (isa<MemRefType>(operand.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    }
  // A kernel that is already on pointers, or has neither inputs nor outputs.
  if (effects.empty())
    effects.emplace_back(MemoryEffects::Write::get());
}

/// Whether two types are equal once integers have lost their sign.
static bool agreeUpToSignedness(Type lhs, Type rhs) {
  if (lhs == rhs)
    return true;
  auto left = dyn_cast<ShapedType>(lhs), right = dyn_cast<ShapedType>(rhs);
  if (!left || !right || left.getTypeID() != right.getTypeID() ||
      left.getShape() != right.getShape())
    return false;
  auto leftElement = dyn_cast<IntegerType>(left.getElementType());
  auto rightElement = dyn_cast<IntegerType>(right.getElementType());
  return leftElement && rightElement &&
         leftElement.getWidth() == rightElement.getWidth();
}

/// Compares the values of a call with those of its kernel, both in one form.
static LogicalResult verifyTypes(CallKernelOp call, Operation *kernel,
                                 StringRef what, TypeRange actual,
                                 ArrayRef<Type> expected) {
  auto explain = [&](InFlightDiagnostic diagnostic) {
    diagnostic.attachNote(kernel->getLoc()) << "kernel defined here";
    return failure();
  };
  if (actual.size() != expected.size())
    return explain(call.emitOpError()
                   << "expects " << expected.size() << " " << what
                   << " as kernel " << call.getCalleeAttr() << " has, but got "
                   << actual.size());
  for (auto [index, types] : llvm::enumerate(llvm::zip(actual, expected)))
    if (!agreeUpToSignedness(std::get<0>(types), std::get<1>(types)))
      return explain(call.emitOpError()
                     << "expects type " << std::get<1>(types) << " of " << what
                     << " #" << index << " as kernel " << call.getCalleeAttr()
                     << " has, but got " << std::get<0>(types));
  return success();
}

LogicalResult
CallKernelOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol =
      symbolTable.lookupNearestSymbolFrom(*this, getCalleeAttr());
  auto kernel = dyn_cast_or_null<FunctionOpInterface>(symbol);
  if (!kernel)
    return emitOpError() << "expects the name of a function, but there is no "
                         << getCalleeAttr();
  if (!isKernel(symbol)) {
    InFlightDiagnostic diagnostic =
        emitOpError() << "expects a function with '" << kKernelAttr << "', but "
                      << getCalleeAttr() << " has none";
    diagnostic.attachNote(symbol->getLoc()) << "function defined here";
    return diagnostic;
  }
  // A kernel on bare pointers says no more than their number, and may have the
  // pointer to the call in front: its own phase checks that.
  auto isBuffer = [](Type type) { return isa<MemRefType>(type); };
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  bool kernelOnTensors = llvm::any_of(kernel.getResultTypes(), isTensor) ||
                         llvm::any_of(kernel.getArgumentTypes(), isTensor);
  bool kernelOnBuffers = llvm::any_of(kernel.getArgumentTypes(), isBuffer);
  bool callOnBuffers = llvm::any_of(getInputs().getTypes(), isBuffer);
  bool callOnPointers = isOnBuffers() && !callOnBuffers &&
                        !llvm::any_of(getInputs().getTypes(), isTensor);
  if (callOnPointers ||
      (isOnBuffers() && callOnBuffers ? !kernelOnBuffers : !kernelOnTensors))
    return success();
  if (failed(verifyTypes(*this, symbol, "operands", getInputs().getTypes(),
                         kernel.getArgumentTypes())))
    return failure();
  return verifyTypes(*this, symbol, "results", getOutputs().getTypes(),
                     kernel.getResultTypes());
}

//===----------------------------------------------------------------------===//
// CallHostOp
//===----------------------------------------------------------------------===//

int64_t CallHostOp::getInPlaceInput(int64_t result) {
  ArrayRef<int64_t> pairs = getInPlace();
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (pairs[i + 1] == result)
      return pairs[i];
  return -1;
}

LogicalResult CallHostOp::verify() {
  bool onBuffers =
      !getDestinations().empty() ||
      llvm::any_of(getInputs().getTypes(), llvm::IsaPred<MemRefType>);
  if (onBuffers && getNumResults() != 0)
    return emitOpError() << "expects no results on buffers, but got "
                         << getNumResults();
  ArrayRef<int64_t> pairs = getInPlace();
  if (pairs.size() % 2 != 0)
    return emitOpError() << "expects pairs in in_place, but got "
                         << pairs.size() << " numbers";
  ValueRange outputs = onBuffers ? ValueRange(getDestinations()) : getOutputs();
  SmallVector<bool> inputUsed(getInputs().size()), outputUsed(outputs.size());
  for (size_t i = 0; i < pairs.size(); i += 2) {
    int64_t input = pairs[i], output = pairs[i + 1];
    if (input < 0 || input >= static_cast<int64_t>(inputUsed.size()) ||
        output < 0 || output >= static_cast<int64_t>(outputUsed.size()))
      return emitOpError() << "expects in_place to name inputs and results, "
                              "but got "
                           << input << ", " << output;
    if (inputUsed[input] || outputUsed[output])
      return emitOpError() << "expects each input and result in one pair of "
                              "in_place, but got "
                           << input << ", " << output << " besides another";
    inputUsed[input] = outputUsed[output] = true;
    if (getInputs()[input].getType() != outputs[output].getType())
      return emitOpError() << "expects one type in a pair of in_place, but got "
                           << getInputs()[input].getType() << " and "
                           << outputs[output].getType();
  }
  return success();
}

void CallHostOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  // What a host does is its own affair: the order of calls is the program's.
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
