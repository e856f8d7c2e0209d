// RUN: xla-opt %s --chlo-legalize-to-hlo | FileCheck %s

func.func private @decomposition(tensor<4xf32>) -> tensor<4xf32>
func.func private @top_k_decomposition(tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)

// A composite that names a chlo op does not run its decomposition.
// CHECK-LABEL: func.func @named(
func.func @named(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: call
  // CHECK:     hlo.tan
  %0 = hlo.composite "chlo.tan" %x {decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @top_k(
func.func @top_k(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // CHECK: "hlo.sort"
  %0:2 = hlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64, largest = true}, decomposition = @top_k_decomposition} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// Other names are not chlo's.
// CHECK-LABEL: func.func @other(
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: hlo.composite "my.op"
  %0 = hlo.composite "my.op" %x {decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @mhlo_calls(
func.func @mhlo_calls(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xi32>) {
  // CHECK-NOT: custom_call
  %0 = hlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = hlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0, %1#0, %1#1 : tensor<4xf32>, tensor<2xf32>, tensor<2xi32>
}

// Other targets stay.
// CHECK-LABEL: func.func @custom_call(
func.func @custom_call(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: hlo.custom_call @f
  %0 = hlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @first(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: func.func @top_k_calls(
func.func @top_k_calls(%x: tensor<3x4xf32>, %k: tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>, tensor<3x2xi32>) {
  // CHECK-COUNT-2: hlo.compare GT, {{.*}} TOTALORDER
  // CHECK-NOT: custom_call
  %0:2 = hlo.custom_call @TopK(%x) : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %1:2 = hlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<3x4xf32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>, tensor<3x2xi32>
}

// The comparator is the program's.
// CHECK-LABEL: func.func @approximate(
func.func @approximate(%x: tensor<4x3xf32>, %i: tensor<4x3xi32>, %v: tensor<f32>, %j: tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  // CHECK-NEXT: %[[S:.*]]:2 = "hlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 0 : i64, is_stable = true}>
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
  // CHECK-NEXT:   %[[P:.*]] = hlo.compare LT, %[[A]], %[[B]]
  // CHECK-NEXT:   hlo.return %[[P]]
  // CHECK:      hlo.slice %[[S]]#0 [0:2, 0:3]
  // CHECK-NEXT: hlo.slice %[[S]]#1 [0:2, 0:3]
  %0:2 = hlo.custom_call @ApproxTopK(%x, %i, %v, %j) {called_computations = [@first],
    mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 0 : i64, top_k = 2 : i64}}
    : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// What converters leave of XLA's own dialects.
// CHECK-NOT: sdy.mesh
sdy.mesh @empty_mesh = <[]>
// CHECK-LABEL: func.func @foreign(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
func.func @foreign(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT: mhlo
  // CHECK-NOT: sdy
  // CHECK: return %[[X]], %{{.*}} : tensor<4xf32>, tensor<4xf32>
  %0 = mhlo.copy %x : tensor<4xf32>
  %1 = sdy.sharding_constraint %0 <@empty_mesh, [{}]> : tensor<4xf32>
  %2 = mhlo.erf %1 : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
