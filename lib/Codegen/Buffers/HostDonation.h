//===- HostDonation.h - Arguments whose buffers results take ----*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_BUFFERS_HOSTDONATION_H
#define XLA_LIB_CODEGEN_BUFFERS_HOSTDONATION_H

#include "HostLiveness.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"

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
  llvm::ArrayRef<int64_t> getFreeDonors(unsigned result);
  /// Whether `argument` is one of them.
  bool isFreeDonor(unsigned result, int64_t argument);
  void setDonor(unsigned result, int64_t argument);

  /// Writes who gives to whom into `xla.entry`.
  void record();

  /// Whether a value that is written from `start` on may take the buffer of
  /// `argument`, which has been read then. `isInto` tells for results of kernel
  /// calls whether they are or become that value. What an op only copies from
  /// the argument is read before that op writes anything.
  bool isAfterEnd(int64_t start, int64_t argument, const HostLiveness &liveness,
                  const mlir::SymbolTable &symbols,
                  llvm::function_ref<bool(mlir::Value)> isInto);

private:
  /// The types of an argument or a result: of the entry, and of the function.
  using Types = std::pair<mlir::Type, mlir::Type>;
  Types getArgumentTypes(int64_t argument);
  Types getResultTypes(unsigned result);

  using IsFree = llvm::function_ref<bool(mlir::OpOperand &)>;
  /// The time after the last use of `argument`, where uses of which `isFree`
  /// tells end before their op writes.
  int64_t getEnd(int64_t argument, const HostLiveness &liveness, IsFree isFree);

  mlir::func::FuncOp function;
  EntryAttr entry;
  llvm::SmallVector<int64_t> donors;
  /// In their order.
  llvm::DenseMap<Types, llvm::SmallVector<int64_t>> freeDonors;
  llvm::BitVector isFree;
  /// Bounds of the ends of arguments that were asked for: whichever kernels may
  /// write over what they read, and if none may.
  struct Ends {
    int64_t earliest, latest;
  };
  llvm::DenseMap<int64_t, Ends> ends;
};

/// What `value` is under another shape.
mlir::Value skipReshapes(mlir::Value value);

/// The number of the argument of a kernel on buffers that result `result` of a
/// call goes to.
int64_t getOutArgument(mlir::Operation *kernel, mlir::Operation *call,
                       int64_t result);
} // namespace xla

#endif // XLA_LIB_CODEGEN_BUFFERS_HOSTDONATION_H
