//===- EntryInfo.h - The constant that describes an entry -------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_TOLLVM_ENTRYINFO_H
#define XLA_LIB_CONVERSION_TOLLVM_ENTRYINFO_H

#include "xla/Dialect/XLA/IR/KernelFacts.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla {
struct CompileOptions;

/// What an `xla_info` says besides what `xla.entry` holds.
struct EntryFacts {
  int64_t arenaBytes = 0;
  int32_t numKernels = 0;
  int32_t numCopies = 0;
  /// All kernels with what is known of them; empty unless there is to be a
  /// profile.
  llvm::SmallVector<std::pair<std::string, KernelFacts>, 0> kernels;
  /// `xla.weights`; null where there are none.
  mlir::DictionaryAttr weights;
};

/// All kernels of `module` with what `xla.kernel_facts` says of them, which may
/// be nothing.
llvm::SmallVector<std::pair<std::string, KernelFacts>, 0>
getKernelFacts(mlir::ModuleOp module);

/// The name of the pointer to an entry's weights: `<name>_weights`.
std::string getWeightsName(EntryAttr entry);

/// Adds the global `<name>_info`, an `xla_info` (xla/Runtime/xla_runtime.h),
/// to the end of `module`, and where there are weights the pointer to them.
/// Fails with an error at `loc` where a type has no element code.
mlir::LogicalResult addEntryInfo(mlir::ModuleOp module, mlir::Location loc,
                                 EntryAttr entry, const EntryFacts &facts,
                                 const CompileOptions &options);
} // namespace xla

#endif // XLA_LIB_CONVERSION_TOLLVM_ENTRYINFO_H
