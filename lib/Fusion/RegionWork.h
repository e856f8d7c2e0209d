//===- RegionWork.h - What a region may hold, and its size ------*- C++ -*-===//
//
// A region kernel runs on one thread and keeps small tensors in registers. It
// takes
//  - ops whose operands and results fit in registers (RegisterTensors.h), and
//    slices and gathers that read such of larger tensors;
//  - loops of these, and branches whose results fit too. In both also updates
//    of a part of a large tensor, which is then changed in place, and
//    elementwise ops and reductions of up to maxMediumElements elements, which
//    take less time than starting threads.
// Work is counted in vector operations of code: it bounds how long LLVM takes,
// not how long the kernel runs.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_FUSION_REGIONWORK_H
#define XLA_LIB_FUSION_REGIONWORK_H

#include "xla/Dialect/HLO/IR/HLOOps.h"

#include <optional>

namespace xla {
/// The kind of fusions that are regions.
inline constexpr llvm::StringLiteral kRegionKind = "region";

/// Most work in one region.
inline constexpr int64_t maxRegionWork = 2048;

/// The work of `op` in a region; none where a region cannot take it.
std::optional<int64_t> getRegionWork(mlir::Operation *op, bool inLoop = false);
} // namespace xla

#endif // XLA_LIB_FUSION_REGIONWORK_H
