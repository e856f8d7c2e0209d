//===- KernelProfile.h - Where the time of runs goes ------------*- C++ -*-===//
//
// Adds up what code compiled with the option `profile` tells of its kernels:
// how often they are called, and how long the calling thread is in them.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_JIT_KERNELPROFILE_H
#define XLA_JIT_KERNELPROFILE_H

#include "xla/JIT/Executable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace xla {

/// The profile of runs of one program, one run at a time.
class KernelProfile {
public:
  /// Calls of the last run that are kept one by one; later ones only count.
  static constexpr size_t kMaxEvents = 4096;

  struct Kernel {
    std::string name, lines;
    /// Of one call: see xla_kernel_info.
    double bytes = 0, flops = 0, transcendentals = 0;
    int64_t calls = 0;
    double seconds = 0;
  };
  /// One call: the place of its kernel, and seconds since its run began.
  struct Event {
    unsigned kernel;
    double begin, end;
  };

  /// Of code with this `info`, compiled with the option `profile`: without, no
  /// kernel is known, and none is told of. `clock` gives seconds.
  explicit KernelProfile(const xla_info &info,
                         double (*clock)() = getSteadySeconds);
  KernelProfile(const KernelProfile &) = delete;
  KernelProfile &operator=(const KernelProfile &) = delete;

  /// Lets calls with `options` tell this profile, which must outlive them.
  void attach(RunOptions &options);

  /// Counts one run, which is what `run` does, if it does not fail.
  llvm::Error addRun(llvm::function_ref<llvm::Error()> run);

  /// In the order of the code.
  const std::vector<Kernel> &getKernels() const { return kernels; }
  /// Of the last run, in order of time.
  const std::vector<Event> &getEvents() const { return events; }
  int64_t getNumRuns() const { return numRuns; }
  /// Of all runs, kernels and the rest.
  double getSeconds() const { return seconds; }

private:
  static double getSteadySeconds();
  static void tell(void *context, const xla_call *call, const char *kernel,
                   int32_t isEnd);
  unsigned getKernel(const char *name);

  double (*clock)();
  std::vector<Kernel> kernels;
  /// By the addresses of the names that calls use, for speed.
  llvm::DenseMap<const char *, unsigned> places;
  std::vector<Event> events;
  int64_t numRuns = 0;
  double seconds = 0, runBegin = 0, kernelBegin = 0;
};

} // namespace xla

#endif // XLA_JIT_KERNELPROFILE_H
