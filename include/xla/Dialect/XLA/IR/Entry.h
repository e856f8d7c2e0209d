//===- Entry.h - The entry as its callers see it ----------------*- C++ -*-===//

#ifndef XLA_DIALECT_XLA_IR_ENTRY_H
#define XLA_DIALECT_XLA_IR_ENTRY_H

#include "xla/Dialect/XLA/IR/XLAOps.h"

namespace xla {

/// Records the names, types and aliases of `function`'s tensors as its
/// `xla.entry` unless it has one: whoever is about to change the signature
/// calls this first. Values that are no tensors are left out.
void recordEntry(mlir::FunctionOpInterface function);

} // namespace xla

#endif // XLA_DIALECT_XLA_IR_ENTRY_H
