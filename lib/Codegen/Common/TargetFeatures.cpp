//===- TargetFeatures.cpp - What kernels ask of the target ----------------===//

#include "xla/Codegen/Common/TargetFeatures.h"
#include "xla/Pipelines/Options.h"
#include "xla/Support/LLVMTargets.h"

using namespace mlir;
using namespace xla;

static TargetFeatures findFeatures(const CompileOptions &options) {
  TargetFeatures features;
  if (options.vectorBits)
    features.vectorBytes = options.vectorBits / 8;
  if (options.triple.empty())
    return features;
  llvm::Triple triple(options.triple);
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget =
      createSubtarget(triple, options.cpu, options.features);
  if (!subtarget)
    return features;
  if (triple.isAArch64()) {
    features.fma = features.rounding = features.halfConversion = true;
    features.vectorRegisters = 32;
  } else if (triple.isNVPTX()) {
    features.fma = features.rounding = features.halfConversion = true;
  } else if (triple.isX86()) {
    features.fma = subtarget->checkFeatures("+fma");
    features.rounding = subtarget->checkFeatures("+sse4.1");
    features.halfConversion = subtarget->checkFeatures("+f16c");
    features.masks = subtarget->checkFeatures("+avx512bw,+avx512vl");
    if (subtarget->checkFeatures("+avx512f")) {
      features.vectorRegisters = 32;
      features.tables = features.vectorBytes == 64;
    }
  }
  return features;
}

FailureOr<TargetFeatures> TargetFeatures::of(Operation *op) {
  FailureOr<CompileOptions> options = CompileOptions::of(op);
  if (failed(options))
    return failure();
  // Passes ask once for each kernel, and LLVM reads its tables every time.
  struct Known {
    std::string triple, cpu, features;
    std::optional<int64_t> vectorBits;
    TargetFeatures result;
  };
  thread_local Known known;
  if (known.vectorBits != options->vectorBits ||
      known.triple != options->triple || known.cpu != options->cpu ||
      known.features != options->features)
    known = {options->triple, options->cpu, options->features,
             options->vectorBits, findFeatures(*options)};
  return known.result;
}
