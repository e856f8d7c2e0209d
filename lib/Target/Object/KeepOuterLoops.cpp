//===- KeepOuterLoops.cpp - Loops around loops stay loops -----------------===//
//
// LLVM unrolls any loop of a few trips and instructions, also one around loops
// that stay: those are then vectorised and unrolled once for each trip, which
// multiplies the code and what all later passes take, and gains nothing where
// the time goes. Beside the pass that unrolls, in one pipeline over loops from
// the inside out, this only keeps what is still around a loop by then.
//
//===----------------------------------------------------------------------===//

#include "KeepOuterLoops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {
struct KeepOuterLoops : PassInfoMixin<KeepOuterLoops> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &,
                        LoopStandardAnalysisResults &, LPMUpdater &) {
    if (!loop.isInnermost() &&
        !findOptionMDForLoop(&loop, "llvm.loop.unroll.disable"))
      loop.setLoopAlreadyUnrolled();
    return PreservedAnalyses::all();
  }
};
} // namespace

void xla::registerKeepOuterLoops(PassBuilder &builder) {
  builder.registerPipelineParsingCallback(
      [](StringRef name, LoopPassManager &passes,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "keep-outer-loops")
          return false;
        passes.addPass(KeepOuterLoops());
        return true;
      });
}
