//===- ChooseAccumulation.h - Register tiles of accumulations ---*- C++ -*-===//
//
// The heuristics for accumulations, on tensors and, where a product turns out
// not to be one there, on buffers.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_CODEGEN_CPU_CHOOSEACCUMULATION_H
#define XLA_LIB_CODEGEN_CPU_CHOOSEACCUMULATION_H

#include "Accumulation.h"
#include "xla/Codegen/Common/TargetFeatures.h"

namespace xla {
/// A schedule, or why there is none.
struct ScheduleChoice {
  ScheduleChoice(ScheduleAttr schedule) : schedule(schedule) {}
  ScheduleChoice(const char *reason) : reason(reason) {}

  ScheduleAttr schedule;
  const char *reason = nullptr;
};

/// The schedule of an accumulation whose result is contiguous along parallel
/// loops.
ScheduleChoice chooseAccumulation(const Accumulation &sum,
                                  const TargetFeatures &target);
} // namespace xla

#endif // XLA_LIB_CODEGEN_CPU_CHOOSEACCUMULATION_H
