// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK: hlo.add
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.add %x, %x : tensor<4xf32>
  return %a : tensor<4xf32>
}
