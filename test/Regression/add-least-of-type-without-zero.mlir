// The least number of this type is no zero, so that adding it is no identity,
// although zero converts to it.
// RUN: xla-run %s --print --arg=3xf8E8M0FNU=1e-38,2,1e-39 | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=3xf8E8M0FNU=1e-38,2,1e-39 | FileCheck %s

// CHECK: [2.3509887e-38, 2.0, 1.1754944e-38]
func.func @main(%x: tensor<3xf8E8M0FNU>) -> tensor<3xf8E8M0FNU> {
  %least = stablehlo.constant dense<5.87747175e-39> : tensor<3xf8E8M0FNU>
  %0 = stablehlo.add %x, %least : tensor<3xf8E8M0FNU>
  return %0 : tensor<3xf8E8M0FNU>
}
