// What has no sign has no negative, constant or not.
// RUN: xla-run %s --print --arg=2xf8E8M0FNU=5.877470e-39,2 | FileCheck %s
// RUN: xla-run %s --print --arg=2xf8E8M0FNU=5.877470e-39,2 --backend=interpreter | FileCheck %s

// CHECK-COUNT-2: [nan, nan]
func.func @main(%x: tensor<2xf8E8M0FNU>) -> (tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>) {
  %c = stablehlo.constant dense<5.877470e-39> : tensor<2xf8E8M0FNU>
  %0 = stablehlo.negate %c : tensor<2xf8E8M0FNU>
  %1 = stablehlo.negate %x : tensor<2xf8E8M0FNU>
  return %0, %1 : tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>
}
