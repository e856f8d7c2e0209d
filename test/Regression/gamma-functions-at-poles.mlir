// Close to zero the reflection has no bits; at poles odd powers have no sign; at
// infinite order the first term decides.
// RUN: xla-run %s --print --arg=1xf64=5e-324 --arg=4xf32=3,4,inf,inf --arg=4xf32=-2,-2,1,0.5 | FileCheck %s
// RUN: xla-run %s --print --arg=1xf64=5e-324 --arg=4xf32=3,4,inf,inf --arg=4xf32=-2,-2,1,0.5 --backend=interpreter | FileCheck %s

// CHECK: [744.4400719213{{[0-9]*}}]
// CHECK: [{{-?}}nan, inf, 1.0, inf]
// CHECK: [{{.*}}, {{.*}}, {{-?}}nan, {{-?}}nan]
func.func @main(%a: tensor<1xf64>, %s: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<1xf64>, tensor<4xf32>, tensor<4xf32>) {
  %0 = chlo.lgamma %a : tensor<1xf64> -> tensor<1xf64>
  %1 = chlo.zeta %s, %q : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.polygamma %s, %q : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0, %1, %2 : tensor<1xf64>, tensor<4xf32>, tensor<4xf32>
}
