//===- Variants.cpp - One program for several processors ------------------===//

#include "Variants.h"

#include "xla/Support/LLVMTargets.h"
#include "xla/Target/Object/ISA.h"
#include "xla/Tools/ToolSupport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace xla;

std::string compile::getTriple(StringRef target) {
  if (target == "x86_64" || target == "aarch64")
    return (target + "-unknown-linux-gnu").str();
  return target == "nvptx64" ? "nvptx64-nvidia-cuda" : target.str();
}

static SmallVector<StringRef> splitList(StringRef list) {
  SmallVector<StringRef> parts;
  list.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return parts;
}

/// Whether `triple` ("": this machine's) has a processor of that name.
static bool knowsCPU(StringRef triple, StringRef cpu) {
  llvm::Triple host(llvm::sys::getDefaultTargetTriple());
  llvm::Triple wanted = triple.empty() ? host : llvm::Triple(triple);
  if (cpu == "native")
    return wanted.getArch() == host.getArch();
  if (llvm::is_contained({"v2", "v3", "v4"}, cpu)) // Levels of x86-64.
    return wanted.isX86();
  std::unique_ptr<llvm::MCSubtargetInfo> known =
      createSubtarget(wanted, "", "");
  return known && known->isCPUStringValid(cpu);
}

FailureOr<std::vector<CompileOptions>>
compile::getVariants(const CompileOptions &base, StringRef targets,
                     StringRef cpus, StringRef gpu,
                     function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<StringRef> targetList = splitList(targets);
  if (targetList.empty())
    targetList.push_back("");
  SmallVector<StringRef> cpuList = splitList(cpus);
  std::vector<CompileOptions> variants;
  llvm::StringSet<> used;
  for (StringRef target : targetList) {
    CompileOptions options = base;
    options.triple = getTriple(target);
    size_t before = variants.size();
    for (StringRef cpu : cpuList) {
      // One target alone: resolving it says what is wrong with the name.
      if (targetList.size() > 1 && !knowsCPU(options.triple, cpu))
        continue;
      options.cpu = cpu.str();
      used.insert(cpu);
      variants.push_back(options);
    }
    if (variants.size() != before)
      continue;
    options.cpu = StringRef(options.triple).starts_with("nvptx") ? gpu : "";
    variants.push_back(options);
  }
  for (StringRef cpu : cpuList)
    if (!used.contains(cpu)) {
      printError("expected processors of the targets in --cpu, but got '" +
                 cpu + "'");
      return failure();
    }
  for (CompileOptions &options : variants)
    if (failed(options.resolveTarget(emitError)))
      return failure();
  // The first one that a machine can run is taken.
  llvm::stable_sort(
      variants, [](const CompileOptions &a, const CompileOptions &b) {
        return getRequiredISA(a).count() > getRequiredISA(b).count();
      });
  return variants;
}
