//===- InPlaceCalls.h - Calls that write over an operand --------*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_BUFFERS_INPLACECALLS_H
#define XLA_LIB_CODEGEN_BUFFERS_INPLACECALLS_H

#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/IR/SymbolTable.h"

namespace xla {
/// The operand whose buffer result `result` of a kernel or host call takes
/// over, or -1.
inline int64_t getInPlaceOperand(mlir::Operation *call, int64_t result,
                                 const mlir::SymbolTable &symbols) {
  if (auto host = mlir::dyn_cast<CallHostOp>(call))
    return host.getInPlaceInput(result);
  mlir::Operation *kernel =
      symbols.lookup(mlir::cast<CallKernelOp>(call).getCallee());
  return kernel ? getInPlaceArgument(kernel, result) : -1;
}
} // namespace xla

#endif // XLA_LIB_CODEGEN_BUFFERS_INPLACECALLS_H
