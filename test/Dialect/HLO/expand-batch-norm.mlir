// RUN: xla-opt %s --hlo-expand-batch-norm | FileCheck %s

// CHECK-LABEL: func.func @inference(
// CHECK-NOT:     batch_norm
// CHECK:         hlo.subtract {{.*}} : tensor<2x3xf32>
// CHECK:         hlo.sqrt {{.*}} : tensor<3xf32>
// CHECK:         hlo.divide {{.*}} : tensor<2x3xf32>
// CHECK:         hlo.multiply {{.*}} : tensor<2x3xf32>
// CHECK:         hlo.add {{.*}} : tensor<2x3xf32>
func.func @inference(%x: tensor<2x3xf32>, %v: tensor<3xf32>) -> tensor<2x3xf32> {
  %r = "hlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @training(
// CHECK-NOT:     batch_norm
// CHECK:         hlo.reduce({{.*}}) applies hlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
// CHECK:         dense<2.000000e+00> : tensor<3xf32>
// CHECK:         hlo.divide {{.*}} : tensor<3xf32>
func.func @training(%x: tensor<2x3xf32>, %v: tensor<3xf32>) -> tensor<3xf32> {
  %r:3 = "hlo.batch_norm_training"(%x, %v, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r#2 : tensor<3xf32>
}

// CHECK-LABEL: func.func @grad(
// CHECK-NOT:     batch_norm
// CHECK-COUNT-3: hlo.reduce
func.func @grad(%x: tensor<2x3xf32>, %v: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %r:3 = "hlo.batch_norm_grad"(%x, %v, %v, %v, %x) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r#0, %r#1, %r#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>
}
