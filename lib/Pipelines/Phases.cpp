//===- Phases.cpp - The phases of a compilation ---------------------------===//
//
// Names come from the dialect's enumeration; this is the prose and the mark.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/Phases.h"

using namespace mlir;
using namespace xla;

StringRef xla::getPhaseSummary(Phase phase) {
  switch (phase) {
  case Phase::Input:
    return "the program as it came in";
  case Phase::HLOOptimize:
    return "simplify, fold, decompose; one entry function of hlo ops";
  case Phase::Fusion:
    return "group hlo ops into kernels, functions named by their content";
  case Phase::Linalg:
    return "kernels on linalg, tensor, arith; host on scf and kernel calls";
  case Phase::Codegen:
    return "ops of kernels fused; schedules chosen, not applied yet";
  case Phase::Bufferize:
    return "tensors become buffers; kernels tiled, vectorised and distributed";
  case Phase::Lower:
    return "loops, math and narrow floats expanded; all in the LLVM dialect";
  }
  llvm_unreachable("covered switch");
}

Phase xla::getPhase(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(kPhaseAttr);
  if (!name)
    return Phase::Input;
  return symbolizePhase(name.getValue()).value_or(Phase::Input);
}

void xla::setPhase(ModuleOp module, Phase phase) {
  module->setAttr(kPhaseAttr,
                  StringAttr::get(module.getContext(), stringifyPhase(phase)));
}
