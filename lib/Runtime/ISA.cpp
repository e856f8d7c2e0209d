//===- ISA.cpp - What this processor has ----------------------------------===//

#include "ISA.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

using namespace xla_format;
using namespace xla_runtime;

#if defined(__x86_64__)
static Processor askProcessor() {
  Processor processor = {kMachineX86_64, {}};
  uint32_t *isa = processor.isa;
  unsigned eax, ebx, ecx, edx;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
    isa[kLeaf1Ecx] = ecx;
    constexpr unsigned osxsave = 1u << 27;
    if (ecx & osxsave) {
      unsigned low, high;
      __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
      isa[kXCR0] = low;
    }
  }
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
    isa[kLeaf7Ebx] = ebx;
    isa[kLeaf7Ecx] = ecx;
    isa[kLeaf7Edx] = edx;
    if (eax >= 1 && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx)) {
      isa[kLeaf7Sub1Eax] = eax;
      isa[kLeaf7Sub1Edx] = edx;
    }
  }
  if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx))
    isa[kExtendedEcx] = ecx;
  return processor;
}
#elif defined(__aarch64__)
static Processor askProcessor() {
  Processor processor = {kMachineAArch64, {}};
  processor.isa[kHWCap] = static_cast<uint32_t>(getauxval(AT_HWCAP));
  const uint64_t second = getauxval(AT_HWCAP2);
  processor.isa[kHWCap2] = static_cast<uint32_t>(second);
  processor.isa[kHWCap2High] = static_cast<uint32_t>(second >> 32);
  return processor;
}
#else
static Processor askProcessor() { return {0, {}}; }
#endif

const Processor &xla_runtime::getProcessor() {
  static const Processor processor = askProcessor();
  return processor;
}

bool xla_runtime::canRun(uint32_t machine, const uint32_t *isa) {
  const Processor &processor = getProcessor();
  if (machine != processor.machine)
    return false;
  for (int word = 0; word < kNumISAWords; ++word)
    if ((processor.isa[word] & isa[word]) != isa[word])
      return false;
  return true;
}
