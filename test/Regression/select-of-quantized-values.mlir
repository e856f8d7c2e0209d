// Elements of one quantized type are chosen as they are stored.
// RUN: xla-run %s --arg=4xi1=1,0,1,0 --arg=4xi8=1,2,3,4 --arg=4xi8=-1,-2,-3,-4 --backend=interpreter | FileCheck %s
// RUN: xla-run %s --arg=4xi1=1,0,1,0 --arg=4xi8=1,2,3,4 --arg=4xi8=-1,-2,-3,-4 | FileCheck %s

// CHECK: [1, -2, 3, -4]
// CHECK: [-4, -2, -2, -4]
!q = !quant.uniform<i8:f32, 0.5:3>
func.func @main(%p: tensor<4xi1>, %x: tensor<4x!q>, %y: tensor<4x!q>) -> (tensor<4x!q>, tensor<4x!q>) {
  %0 = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4x!q>
  %1 = stablehlo.reverse %y, dims = [0] : tensor<4x!q>
  %2 = stablehlo.select %p, %1, %y : tensor<4xi1>, tensor<4x!q>
  return %0, %2 : tensor<4x!q>, tensor<4x!q>
}
