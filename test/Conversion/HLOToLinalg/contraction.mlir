// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s

// CHECK-DAG: #[[$LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[$RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// CHECK-LABEL: func.func @batched_dot(
func.func @batched_dot(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$LHS]], #[[$RHS]], #[[$OUT]]]
  // CHECK: %[[P:.*]] = arith.mulf {{.*}} fastmath<contract>
  // CHECK: arith.addf %{{.*}}, %[[P]] fastmath<reassoc,contract>
  %r = hlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %r : tensor<5x2x4xf32>
}

// CHECK-LABEL: func.func @dot_i8(
func.func @dot_i8(%a: tensor<3xi8>, %b: tensor<3xui8>) -> tensor<i32> {
  // CHECK: arith.extsi {{.*}} : i8 to i32
  // CHECK: arith.extui {{.*}} : i8 to i32
  %r = hlo.dot_general %a, %b, contracting_dims = [0] x [0]
      : (tensor<3xi8>, tensor<3xui8>) -> tensor<i32>
  return %r : tensor<i32>
}

// Accumulates in f32, rounds once.
// CHECK-LABEL: func.func @dot_bf16(
func.func @dot_bf16(%a: tensor<3xbf16>, %b: tensor<3xbf16>) -> tensor<bf16> {
  // CHECK: linalg.generic {{.*}}outs(%{{.*}} : tensor<f32>)
  // CHECK: arith.truncf {{.*}} : f32 to bf16
  %r = hlo.dot_general %a, %b, contracting_dims = [0] x [0]
      : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<bf16>
  return %r : tensor<bf16>
}

// Products of complex numbers cancel: no fused multiply-add.
// CHECK-LABEL: func.func @dot_complex(
func.func @dot_complex(%a: tensor<3xcomplex<f32>>, %b: tensor<3xf32>) -> tensor<complex<f32>> {
  // CHECK: complex.create
  // CHECK-NOT: fastmath
  // CHECK: linalg.yield
  %r = hlo.dot_general %a, %b, contracting_dims = [0] x [0]
      : (tensor<3xcomplex<f32>>, tensor<3xf32>) -> tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
