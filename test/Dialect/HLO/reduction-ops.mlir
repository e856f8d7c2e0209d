// RUN: xla-opt %s --verify-roundtrip | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @reduce_short(
// CHECK-NEXT:    hlo.reduce(%{{.*}} init: %{{.*}}) applies hlo.maximum across dimensions = [0, 1] {note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
func.func @reduce_short(%x: tensor<2x3xf32>, %i: tensor<f32>) -> tensor<f32> {
  %r = hlo.reduce(%x init: %i) applies hlo.maximum across dimensions = [0, 1] {note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// Two results: the arguments of each input stand in one pair.

// CHECK-LABEL: func.func @reduce_long(
// CHECK:         hlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
// CHECK-NEXT:      reducer(%[[A:.*]]: tensor<f32>, %[[X:.*]]: tensor<f32>) (%[[B:.*]]: tensor<i32>, %[[Y:.*]]: tensor<i32>) {
// CHECK-NEXT:      hlo.add %[[A]], %[[X]]
// CHECK-NEXT:      hlo.add %[[B]], %[[Y]]
func.func @reduce_long(%x: tensor<2x3xf32>, %y: tensor<2x3xi32>, %i: tensor<f32>, %j: tensor<i32>) -> tensor<2xi32> {
  %r:2 = hlo.reduce(%x init: %i), (%y init: %j) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %0 = hlo.add %a, %b : tensor<f32>
    %1 = hlo.add %c, %d : tensor<i32>
    hlo.return %0, %1 : tensor<f32>, tensor<i32>
  }
  return %r#1 : tensor<2xi32>
}

// An accumulator may be wider; then the short form could not tell.

// CHECK-LABEL: func.func @reduce_promoted(
// CHECK-NOT:     applies
func.func @reduce_promoted(%x: tensor<2xbf16>, %i: tensor<bf16>) -> tensor<f32> {
  %r = hlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xbf16>, tensor<bf16>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %0 = hlo.add %a, %b : tensor<f32>
    hlo.return %0 : tensor<f32>
  }
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @windows(
// CHECK:         "hlo.reduce_window"(%{{.*}}, %{{.*}}) <{padding = dense<[{{\[}}1, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
// CHECK:         "hlo.select_and_scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
func.func @windows(%x: tensor<4xf32>, %i: tensor<f32>, %s: tensor<2xf32>) {
  %r = "hlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = hlo.add %a, %b : tensor<f32>
    hlo.return %0 : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  %t = "hlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = hlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %0 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = hlo.add %a, %b : tensor<f32>
    hlo.return %0 : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @batch_norm(
// CHECK:         "hlo.batch_norm_inference"
// CHECK:         %output, %batch_mean, %batch_var = "hlo.batch_norm_training"
// CHECK:         %grad_operand, %grad_scale, %grad_offset = "hlo.batch_norm_grad"
func.func @batch_norm(%x: tensor<2x3xf32>, %v: tensor<3xf32>) {
  %0 = "hlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1:3 = "hlo.batch_norm_training"(%x, %v, %v) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %2:3 = "hlo.batch_norm_grad"(%x, %v, %v, %v, %x) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
