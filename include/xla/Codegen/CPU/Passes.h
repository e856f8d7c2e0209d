//===- Passes.h - Code generation passes, CPU ---*- C++ -*-===//

#ifndef XLA_CODEGEN_CPU_PASSES_H
#define XLA_CODEGEN_CPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace xla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "xla/Codegen/CPU/Passes.h.inc"
} // namespace xla

#endif // XLA_CODEGEN_CPU_PASSES_H
