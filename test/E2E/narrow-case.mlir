// Cases of types that NumPy lacks: files hold their values or their codes.
// RUN: xla-run %s --case=%S/Inputs/narrow.json | FileCheck %s
// RUN: xla-run %s --case=%S/Inputs/narrow.json --backend=interpreter | FileCheck %s
// RUN: bash -c 'xla-run %s --case=%S/Inputs/narrow-wrong.json; test $? = 1' | FileCheck %s --check-prefix=WRONG

// CHECK: result 0: 5xi4 right
// CHECK: result 1: 3xf6E2M3FN right
// CHECK: result 2: 3xf8E4M3FN right
// WRONG: result 0: 5xi4 wrong: 3 of 5 elements differ
func.func @main(%x: tensor<5xi4>, %y: tensor<3xf6E2M3FN>, %z: tensor<3xf8E4M3FN>) -> (tensor<5xi4>, tensor<3xf6E2M3FN>, tensor<3xf8E4M3FN>) {
  %c = stablehlo.constant dense<3> : tensor<5xi4>
  %0 = stablehlo.add %x, %c : tensor<5xi4>
  %1 = stablehlo.add %y, %y : tensor<3xf6E2M3FN>
  %2 = stablehlo.add %z, %z : tensor<3xf8E4M3FN>
  return %0, %1, %2 : tensor<5xi4>, tensor<3xf6E2M3FN>, tensor<3xf8E4M3FN>
}
