//===- ISA.h - What this processor has --------------------------*- C++ -*-===//
//
// The words of PackageFormat.h, filled in by the processor this runs on.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_RUNTIME_ISA_H
#define XLA_LIB_RUNTIME_ISA_H

#include "xla/Runtime/PackageFormat.h"

namespace xla_runtime {

/// What there is to run code with.
struct Processor {
  uint32_t machine;
  uint32_t isa[xla_format::kNumISAWords];
};

/// Asked once, then remembered: CPUID is slow on virtual machines.
const Processor &getProcessor();

/// Whether code that needs `isa` runs here.
bool canRun(uint32_t machine, const uint32_t *isa);

} // namespace xla_runtime

#endif // XLA_LIB_RUNTIME_ISA_H
