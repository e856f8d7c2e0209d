//===- HostDonation.h - Arguments whose buffers results take ----*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_BUFFERS_HOSTDONATION_H
#define XLA_LIB_CODEGEN_BUFFERS_HOSTDONATION_H

#include "HostLiveness.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace xla {
/// What the caller of a function gives away (`xla.entry`). Whether the buffers
/// of an argument and its result are one is only known at run time, and the
/// code is right in both cases: the result is written when the argument has
/// been read for the last time.
class HostDonation {
public:
  explicit HostDonation(mlir::func::FuncOp function);

  /// The argument whose buffer `result` may take, or -1.
  int64_t getDonor(unsigned result) const { return donors[result]; }
  /// Arguments that are given away, but not yet to a result, for `result`, of
  /// whose type they are.
  llvm::SmallVector<int64_t> getFreeDonors(unsigned result);
  void setDonor(unsigned result, int64_t argument) {
    donors[result] = argument;
  }

  /// Writes who gives to whom into `xla.entry`.
  void record();

  /// The time from which on the buffer of `argument` may be overwritten by a
  /// value, of which `isInto` tells for results of kernel calls whether they
  /// are or become it. What an op only copies from the argument is read before
  /// that op writes anything.
  int64_t getEnd(int64_t argument, const HostLiveness &liveness,
                 const mlir::SymbolTable &symbols,
                 llvm::function_ref<bool(mlir::Value)> isInto);

private:
  mlir::func::FuncOp function;
  llvm::SmallVector<int64_t> donors;
};

/// What `value` is under another shape.
mlir::Value skipReshapes(mlir::Value value);

/// The number of the argument of a kernel on buffers that result `result` of a
/// call goes to.
int64_t getOutArgument(mlir::Operation *kernel, mlir::Operation *call,
                       int64_t result);
} // namespace xla

#endif // XLA_LIB_CODEGEN_BUFFERS_HOSTDONATION_H
