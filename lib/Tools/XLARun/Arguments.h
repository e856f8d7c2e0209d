//===- Arguments.h - Arguments of the program that runs ---------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_ARGUMENTS_H
#define XLA_LIB_TOOLS_XLARUN_ARGUMENTS_H

#include "xla/Support/Case.h"

#include "mlir/IR/BuiltinOps.h"

namespace xla::run {

/// What is passed for `types`, in order: tensors, tuples flattened, tokens left
/// out; of quantized values the integers they store. Error: another type.
llvm::Expected<llvm::SmallVector<mlir::RankedTensorType>>
flattenTypes(mlir::TypeRange types);

/// Reports an entry of `module` with an argument that nothing can be passed
/// for.
mlir::LogicalResult checkArguments(mlir::ModuleOp module,
                                   llvm::StringRef entry);

/// Values for parameters of `types`: those of `specs`, in order, the rest
/// generated, with one line for each on `os`. Errors: too many, of another type
/// than the parameter (a dynamic dimension takes any size), or more than
/// `memoryLimit` bytes together.
llvm::Expected<llvm::SmallVector<Literal>>
createArguments(llvm::ArrayRef<mlir::RankedTensorType> types,
                llvm::ArrayRef<ArgumentSpec> specs, int64_t memoryLimit,
                mlir::MLIRContext *context, llvm::raw_ostream &os);

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_ARGUMENTS_H
