// RUN: xla-run --check-numerics %s | FileCheck %s
// RUN: xla-run %s --entry=corners --print | FileCheck %s --check-prefix=CORNERS
// RUN: xla-run %s --entry=small --print | FileCheck %s --check-prefix=SMALL

// Vectors in floats, and among them some that are too large or no number.
// CHECK: numerics: machine code agrees
func.func @main(%x: tensor<37x1003xf32>, %y: tensor<1031xf16>) -> (tensor<37x1003xf32>, tensor<37x1003xf32>, tensor<1031xf16>) {
  %scale = stablehlo.constant dense<4.0e6> : tensor<37x1003xf32>
  %scaled = stablehlo.multiply %x, %scale : tensor<37x1003xf32>
  %0 = stablehlo.sine %scaled : tensor<37x1003xf32>
  %sqrt = stablehlo.sqrt %x : tensor<37x1003xf32>
  %1 = stablehlo.cosine %sqrt : tensor<37x1003xf32>
  %2 = stablehlo.sine %y : tensor<1031xf16>
  return %0, %1, %2 : tensor<37x1003xf32>, tensor<37x1003xf32>, tensor<1031xf16>
}

// Zero keeps its sign; 6 * 10^5 pi is near zero. One large number changes the
// others by an ulp at most.
// CORNERS: -0.0, 0.84147{{.*}}, 1.0, -8.74{{.*}}e-08, 0.0328402
func.func public @corners() -> tensor<16xf32> {
  %x = stablehlo.constant dense<[-0.0, 1.0, -1.0, 1.57079637, 3.14159274, 1884955.63, 0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]> : tensor<16xf32>
  %opaque = stablehlo.optimization_barrier %x : tensor<16xf32>
  %0 = stablehlo.sine %opaque : tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Without the large number all are computed in f32.
// SMALL: -0.0, 0.84147{{.*}}, 1.0, -8.74{{.*}}e-08, 0.0164223{{.*}}, 0.4794
func.func public @small() -> tensor<16xf32> {
  %x = stablehlo.constant dense<[-0.0, 1.0, -1.0, 1.57079637, 3.14159274, 942477.813, 0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]> : tensor<16xf32>
  %opaque = stablehlo.optimization_barrier %x : tensor<16xf32>
  %0 = stablehlo.sine %opaque : tensor<16xf32>
  return %0 : tensor<16xf32>
}
