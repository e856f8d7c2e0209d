//===- Passes.h - Code generation passes, Common ---*- C++ -*-===//

#ifndef XLA_CODEGEN_COMMON_PASSES_H
#define XLA_CODEGEN_COMMON_PASSES_H

#include "xla/Codegen/Common/FormulaLength.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace xla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "xla/Codegen/Common/Passes.h.inc"
} // namespace xla

#endif // XLA_CODEGEN_COMMON_PASSES_H
