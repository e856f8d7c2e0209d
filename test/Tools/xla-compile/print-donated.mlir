// Buffers that results may have of arguments, and what stands in where they do.
// RUN: xla-compile %s --print-buffers -o %t.o 2>&1 | FileCheck %s
// CHECK: result 0, may be parameter 0, shape |f32[1024]|
// CHECK: result 1, may be parameter 1, shape |f32[1024]|
// CHECK: value 0: (size=4096,offset=0): f32[1024], live in calls {{.*}}, not used where result 1 has a buffer of its own
func.func @main(%x: tensor<1024xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<1024xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<1024xf32>, tensor<1024xf32>) {
  %0 = stablehlo.negate %x : tensor<1024xf32>
  %1 = stablehlo.reverse %y, dims = [0] : tensor<1024xf32>
  return %0, %1 : tensor<1024xf32>, tensor<1024xf32>
}
