//===- Optimize.cpp - LLVM's passes over compiled kernels -----------------===//
//
// MLIR has done the loops: here scalars leave memory, invariants leave loops,
// and loops that are still scalar become vectors. The pipeline is written out
// so that it can be read; it is some three times shorter than O2.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Object/Object.h"

#include "ExpandCopySign.h"
#include "KeepOuterLoops.h"
#include "xla/Pipelines/CompileTrace.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// Level 1: no loop is vectorised or unrolled.
static constexpr StringLiteral cleanUp =
    // Bare-pointer memrefs and scalar temporaries become registers.
    "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,"
    "instcombine<no-verify-fixpoint>,"
    // Address computations of outer loops leave inner ones.
    "loop-mssa(loop-rotate,licm<allowspeculation>),"
    "simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop(loop-idiom,indvars,loop-deletion),"
    "gvn,dse,adce,simplifycfg,instcombine<no-verify-fixpoint>)";

/// Level 2: on top of that.
static constexpr StringLiteral vectorize =
    // Short inner loops (windows, small contractions) disappear first, so that
    // what they held in memory can live in registers.
    "function(loop(keep-outer-loops,loop-unroll-full),sroa<modify-cfg>,"
    "early-cse<memssa>,instcombine<no-verify-fixpoint>,"
    "loop-mssa(licm<allowspeculation>),"
    "loop-simplify,lcssa,loop-vectorize<no-interleave-forced-only;"
    "no-vectorize-forced-only>,"
    // No loop-load-elim: what an iteration hands to the next is in registers.
    "instcombine<no-verify-fixpoint>,simplifycfg,"
    "slp-vectorizer,vector-combine,instcombine<no-verify-fixpoint>,"
    "loop-unroll<O2>,sroa<preserve-cfg>,instcombine<no-verify-fixpoint>,"
    "loop-mssa(licm<allowspeculation>),"
    "div-rem-pairs,simplifycfg)";

/// At a level above 0.
static void runPasses(Module &module, TargetMachine &machine, int64_t optLevel,
                      const xla::CompileControl *control) {
  LoopAnalysisManager lam;
  FunctionAnalysisManager fam;
  CGSCCAnalysisManager cgam;
  ModuleAnalysisManager mam;
  PassInstrumentationCallbacks callbacks;
  PassBuilder builder(&machine, PipelineTuningOptions(), std::nullopt,
                      &callbacks);
  if (control && (control->deadline || control->isCancelled))
    callbacks.registerShouldRunOptionalPassCallback(
        [&](StringRef, Any) { return !control->isOver(); });
  if (control && control->trace)
    control->trace->watch(callbacks);
  // Known library functions are what passes may make calls to.
  TargetLibraryInfoImpl library(machine.getTargetTriple());
  library.disableAllFunctions();
  for (LibFunc function : {LibFunc_memcpy, LibFunc_memmove, LibFunc_memset})
    library.setAvailable(function);
  fam.registerPass([&] { return TargetLibraryAnalysis(library); });
  xla::registerKeepOuterLoops(builder);
  builder.registerModuleAnalyses(mam);
  builder.registerCGSCCAnalyses(cgam);
  builder.registerFunctionAnalyses(fam);
  builder.registerLoopAnalyses(lam);
  builder.crossRegisterProxies(lam, fam, cgam, mam);
  ModulePassManager passes;
  if (optLevel >= 3) {
    passes = builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3);
  } else {
    cantFail(builder.parsePassPipeline(passes, cleanUp));
    if (optLevel == 2)
      cantFail(builder.parsePassPipeline(passes, vectorize));
  }
  passes.run(module, mam);
}

void xla::optimizeLLVM(Module &module, TargetMachine &machine, int64_t optLevel,
                       const CompileControl *control) {
  if (optLevel > 0)
    runPasses(module, machine, optLevel, control);
  expandCopySign(module);
}
