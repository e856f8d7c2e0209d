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

void xla::refuseTemporaries(func::FuncOp function, const BufferReport &report,
                            int64_t most) {
  constexpr size_t mostNotes = 8;
  InFlightDiagnostic error = function.emitOpError()
                             << "expects at most " << most
                             << " bytes of temporaries (max-temp-bytes), but "
                                "needs "
                             << report.arenaBytes;
  if (report.liveCall < 0)
    return;
  error << ", " << report.liveBytes << " of them at once, while "
        << report.calls[report.liveCall] << " runs";
  auto live = report.getLive(report.liveCall);
  for (const BufferReport::Buffer *buffer :
       ArrayRef(live).take_front(mostNotes)) {
    Diagnostic &note = error.attachNote(buffer->loc);
    note << buffer->bytes << " bytes are needed then: ";
    if (buffer->type)
      note << Type(buffer->type) << " of this op";
    else
      note << (buffer->kind == BufferReport::Kind::Scratch
                   ? "scratch memory of this kernel"
                   : "to swap two values that a loop carries");
  }
  if (live.size() > mostNotes)
    error.attachNote(function.getLoc())
        << "and " << live.size() - mostNotes << " smaller ones";
}
