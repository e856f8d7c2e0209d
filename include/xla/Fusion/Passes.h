//===- Passes.h - Group hlo ops into kernels --------------------*- C++ -*-===//

#ifndef XLA_FUSION_PASSES_H
#define XLA_FUSION_PASSES_H

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace xla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "xla/Fusion/Passes.h.inc"
} // namespace xla

#endif // XLA_FUSION_PASSES_H
