//===- Passes.h - Code generation passes, Buffers ---*- C++ -*-===//

#ifndef XLA_CODEGEN_BUFFERS_PASSES_H
#define XLA_CODEGEN_BUFFERS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace xla {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "xla/Codegen/Buffers/Passes.h.inc"
} // namespace xla

#endif // XLA_CODEGEN_BUFFERS_PASSES_H
