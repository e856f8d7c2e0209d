// What front ends leave of shardings, and of XLA's former dialect, is no obstacle.
// RUN: xla-run %s --print | FileCheck %s
// RUN: xla-translate %s --to=portable-artifact -o %t.bc
// RUN: xla-run %t.bc --print | FileCheck %s

// CHECK:      result 0: 2xf32
// CHECK-NEXT: [-1.0, -2.0]
sdy.mesh @empty_mesh = <[]>
func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = sdy.sharding_constraint %0 <@empty_mesh, [{}]> : tensor<2xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@empty_mesh, [{}]>] out_shardings=[<@empty_mesh, [{}]>] manual_axes={} (%x: tensor<2xf32>) {
    %3 = stablehlo.negate %x : tensor<2xf32>
    sdy.return %3 : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  %4 = mhlo.copy %2 : tensor<2xf32>
  return %4 : tensor<2xf32>
}
