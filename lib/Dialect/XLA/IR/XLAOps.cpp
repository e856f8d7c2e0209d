//===- XLAOps.cpp - Operations of the xla dialect -------------------------===//
//
// Checks of xla.call_kernel, alone and against the kernel it names.
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
