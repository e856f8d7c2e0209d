//===- KernelProfile.cpp - Where the time of runs goes --------------------===//
//
// The clock is read last before a kernel and first after it, so that this code
// counts as what is outside kernels.
//
//===----------------------------------------------------------------------===//

#include "xla/JIT/KernelProfile.h"
#include "xla/Runtime/xla_profile.h"

#include "llvm/ADT/STLExtras.h"
#include <chrono>

using namespace llvm;
using xla::KernelProfile;

double KernelProfile::getSteadySeconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

KernelProfile::KernelProfile(const xla_info &info, double (*clock)())
    : clock(clock) {
  if (info.struct_size < XLA_INFO_SIZE_3 || !info.kernels)
    return;
  auto *place = reinterpret_cast<const char *>(info.kernels);
  for (int32_t i = 0; i < info.num_kernels; ++i, place += info.kernel_size) {
    const auto &kernel = *reinterpret_cast<const xla_kernel_info *>(place);
    kernels.push_back({kernel.name, kernel.lines, kernel.bytes, kernel.flops,
                       kernel.transcendentals});
  }
}

void KernelProfile::attach(RunOptions &options) {
  options.profile = tell;
  options.profileContext = this;
}

/// The place of a kernel; of one that the description does not have, a new one.
unsigned KernelProfile::getKernel(const char *name) {
  auto [known, isNew] = places.try_emplace(name, 0);
  if (isNew) {
    auto found = find_if(
        kernels, [&](const Kernel &kernel) { return kernel.name == name; });
    known->second = std::distance(kernels.begin(), found);
    if (found == kernels.end())
      kernels.push_back({name, ""});
  }
  return known->second;
}

void KernelProfile::tell(void *context, const xla_call *, const char *name,
                         int32_t isEnd) {
  auto &self = *static_cast<KernelProfile *>(context);
  if (!isEnd) {
    // Found now, while nothing is timed.
    self.getKernel(name);
    self.kernelBegin = self.clock();
    return;
  }
  double end = self.clock();
  unsigned place = self.getKernel(name);
  Kernel &kernel = self.kernels[place];
  ++kernel.calls;
  kernel.seconds += end - self.kernelBegin;
  if (self.events.size() < kMaxEvents)
    self.events.push_back(
        {place, self.kernelBegin - self.runBegin, end - self.runBegin});
}

Error KernelProfile::addRun(function_ref<Error()> run) {
  events.clear();
  runBegin = clock();
  Error error = run();
  if (error)
    return error;
  seconds += clock() - runBegin;
  ++numRuns;
  return error;
}
