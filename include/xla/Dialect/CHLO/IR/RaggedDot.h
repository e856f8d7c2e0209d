//===- RaggedDot.h - Dimensions of chlo.ragged_dot --------------*- C++ -*-===//

#ifndef XLA_DIALECT_CHLO_IR_RAGGEDDOT_H
#define XLA_DIALECT_CHLO_IR_RAGGEDDOT_H

#include "xla/Dialect/CHLO/IR/CHLOOps.h"

namespace xla::chlo {

/// Dimensions of the left side that choose a list of group sizes, where there
/// are several: the batching dimensions (only those before the ragged one, if
/// it is one of them), and for a free or a contracting ragged dimension those
/// of the same kind before it.
llvm::SmallVector<int64_t>
getGroupPrefix(RaggedDotDimensionNumbersAttr numbers);

} // namespace xla::chlo

#endif // XLA_DIALECT_CHLO_IR_RAGGEDDOT_H
