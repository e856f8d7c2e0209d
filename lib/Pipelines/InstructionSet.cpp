//===- InstructionSet.cpp - What code for a target may use ----------------===//
//
// LLVM's tables of processors tell the two kinds of features apart: each
// processor has a list of what it implements and one of how to tune for it.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/InstructionSet.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/LLVMTargets.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

std::string xla::getInstructionSet(const CompileOptions &options) {
  Triple triple(options.triple);
  std::unique_ptr<MCSubtargetInfo> subtarget =
      createSubtarget(triple, options.cpu, options.features);
  // GPUs have no such lists; nor do targets that are not resolved.
  if (!subtarget || triple.isNVPTX())
    return options.cpu + "," + options.features;
  FeatureBitset implemented, tuning;
  for (const SubtargetSubTypeKV &processor :
       subtarget->getAllProcessorDescriptions()) {
    implemented |= processor.Implies.getAsBitset();
    tuning |= processor.TuneImplies.getAsBitset();
  }
  // Sorted by name, as LLVM's tables are.
  SmallVector<StringRef> names;
  for (const SubtargetFeatureKV &feature :
       subtarget->getAllProcessorFeatures()) {
    StringRef name = feature.Key;
    // Some ways to tune are no processor's, only people's.
    bool onlyTunes =
        !implemented.test(feature.Value) &&
        (tuning.test(feature.Value) || name.starts_with("prefer-") ||
         name.starts_with("fast-") || name.starts_with("slow-"));
    if (subtarget->getFeatureBits().test(feature.Value) && !onlyTunes)
      names.push_back(name);
  }
  return join(names, ",");
}
