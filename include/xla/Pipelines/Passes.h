//===- Passes.h - Passes that hold a pipeline together ----------*- C++ -*-===//

#ifndef XLA_PIPELINES_PASSES_H
#define XLA_PIPELINES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace xla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "xla/Pipelines/Passes.h.inc"
} // namespace xla

#endif // XLA_PIPELINES_PASSES_H
