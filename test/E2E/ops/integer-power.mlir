// A negative exponent leaves only powers of 1 and -1.
// DEFINE: %{args} = --arg=7xi32=2,-3,2,1,-1,-1,0 \
// DEFINE:   --arg=7xi32=10,3,-1,-5,-2,-3,0
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s

// CHECK: result 0: 7xi32
// CHECK-NEXT: [1024, -27, 0, 1, 1, -1, 1]
func.func @main(%x: tensor<7xi32>, %n: tensor<7xi32>) -> tensor<7xi32> {
  %r = stablehlo.power %x, %n : tensor<7xi32>
  return %r : tensor<7xi32>
}
