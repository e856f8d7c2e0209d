// Kernels that no GPU code is made from are listed, all of them.
// RUN: not xla-run %s --list-unsupported --backend=gpu-emulator | FileCheck %s
// RUN: xla-run %s --list-unsupported | FileCheck %s --check-prefix=NATIVE
// RUN: xla-run %s --list-unsupported --backend=gpu-emulator --entry=fine | FileCheck %s --check-prefix=NATIVE

// NATIVE: {{^}}0 unsupported
// CHECK-DAG: list-unsupported-gpu.mlir:[[#@LINE+4]]:{{.*}} has no GPU mapping
// CHECK-DAG: list-unsupported-gpu.mlir:[[#@LINE+4]]:{{.*}} has no GPU mapping
// CHECK: {{^[1-9][0-9]*}} unsupported
func.func @main(%x: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  %1 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

func.func @fine(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
