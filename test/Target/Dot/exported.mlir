// A program of another door is drawn as the HLO that it becomes.
// RUN: xla-translate --to=dot %s | FileCheck %s
// RUN: xla-translate --to=html %s | FileCheck %s --check-prefix=HTML
// RUN: echo "module {}" | not xla-translate --to=html - 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: ENTRY computation
// CHECK: Parameter 0
// CHECK: <b>tanh
// CHECK: ROOT

// HTML: "opcode":"tanh"

// NONE: error: expected

func.func @main(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.tanh %x : tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
