// C code passes one pointer for what it donates; the header says which may be.
// RUN: rm -rf %t && mkdir %t
// RUN: xla-compile %s --symbol=step -o %t/step.o --header=%t/step.h
// RUN: FileCheck %s --input-file=%t/step.h
// CHECK: Results, row-major
// CHECK: result: f32[4], 16 bytes; the pointer may be that of x,
// CHECK-NEXT: which is overwritten
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("x"), %y: tensor<4xf32> loc("y")) -> tensor<4xf32> {
  %0 = stablehlo.subtract %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
