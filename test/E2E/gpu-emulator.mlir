// A whole program by way of the GPU: fused elementwise code, a row maximum and
// a row sum by blocks, a dot; run on the CPU as the device would run it.
// RUN: xla-run %s --backend=gpu-emulator --arg=4x64xf32=uniform\(-1,1,7\) --arg=64x3xf32=uniform\(-1,1,8\) > %t.gpu
// RUN: xla-run %s --backend=interpreter --arg=4x64xf32=uniform\(-1,1,7\) --arg=64x3xf32=uniform\(-1,1,8\) > %t.interpreter
// RUN: env XLA_GPU_EMULATOR_REVERSE=1 xla-run %s --backend=gpu-emulator --arg=4x64xf32=uniform\(-1,1,7\) --arg=64x3xf32=uniform\(-1,1,8\) > %t.reverse
// RUN: diff %t.gpu %t.reverse
// RUN: FileCheck %s < %t.gpu
// RUN: FileCheck %s < %t.interpreter

// The row sums are rounded to integers; both backends print the same ones, and
// the same digits of the dot but for the last.
// CHECK: 4xi32
// CHECK-NEXT: [29, 27, 30, 28]
// CHECK: 4x3xf32
// CHECK-NEXT: {{\[\[}}3.16421{{.*}}-1.05078{{.*}}-0.70615{{.*}}-5.4364{{.*}}-2.6277

func.func @main(%x: tensor<4x64xf32>, %w: tensor<64x3xf32>) -> (tensor<4xi32>, tensor<4x3xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
  %b = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<4xf32>) -> tensor<4x64xf32>
  %d = stablehlo.subtract %x, %b : tensor<4x64xf32>
  %e = stablehlo.exponential %d : tensor<4x64xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x64xf32>, tensor<f32>) -> tensor<4xf32>
  %k = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xi32>
  %p = stablehlo.dot_general %e, %w, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x3xf32>) -> tensor<4x3xf32>
  return %k, %p : tensor<4xi32>, tensor<4x3xf32>
}
