//===- TemporaryLimit.cpp - Programs with a limit of memory ---------------===//

#include "TemporaryLimit.h"

#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Pipelines/Options.h"

using namespace mlir;

LogicalResult xla::keepTemporaryLimit(
    ModuleOp module,
    function_ref<LogicalResult(func::FuncOp, SymbolTable &, int64_t)> keep) {
  FailureOr<CompileOptions> options = CompileOptions::of(module);
  if (failed(options))
    return failure();
  if (options->maxTempBytes == 0)
    return success();
  SymbolTable symbols(module);
  for (auto function : module.getOps<func::FuncOp>())
    if (!isKernel(function) && !function.isExternal() &&
        failed(keep(function, symbols, options->maxTempBytes)))
      return failure();
  return success();
}
