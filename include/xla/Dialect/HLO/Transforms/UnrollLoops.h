//===- UnrollLoops.h - Several trips as one ---------------------*- C++ -*-===//

#ifndef XLA_DIALECT_HLO_TRANSFORMS_UNROLLLOOPS_H
#define XLA_DIALECT_HLO_TRANSFORMS_UNROLLLOOPS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

namespace xla::hlo {

/// Makes `factor` of the `trips` trips of `loop`, whose condition has no effect
/// and which carries each value in one type, one. Trips that would be left over
/// run before, as do all where they become one; then the loop is gone.
void unrollLoop(WhileOp loop, int64_t trips, int64_t factor);

} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_TRANSFORMS_UNROLLLOOPS_H
