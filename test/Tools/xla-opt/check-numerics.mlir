// Any pass or pipeline, on made-up arguments.
// RUN: xla-opt %s --check-numerics --xla-hlo-optimize-pipeline --xla-fusion-pipeline --xla-linalg-pipeline -o /dev/null 2>&1 | FileCheck %s
// RUN: xla-opt %s --xla-hlo-optimize-pipeline --xla-fusion-pipeline --xla-linalg-pipeline -o %t.linalg
// RUN: xla-opt %t.linalg --check-numerics --xla-codegen-pipeline --xla-bufferize-pipeline --xla-lower-pipeline -o /dev/null 2>&1 | FileCheck %s
// RUN: bash -c 'xla-opt %S/../xla-run/memory.mlir --check-numerics --canonicalize -o /dev/null; test $? = 2' 2>&1 | FileCheck %s --check-prefix=ENTRY

// CHECK: numerics: {{[1-9][0-9]*}} runs between passes, all agree
// CHECK-NOT: not run
// ENTRY: error: expected a function @main to check the numbers of
func.func @main(%x: tensor<8x6xf32>, %n: tensor<4xui8>) -> (tensor<8xf32>, tensor<4xui8>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<8x6xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.add %n, %n : tensor<4xui8>
  return %1, %2 : tensor<8xf32>, tensor<4xui8>
}
