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
