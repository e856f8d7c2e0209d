// RUN: xla-opt %s --hlo-simplify-algebra --xla-counters 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.err

// COUNT: hlo-simplify-algebra num-elementwise-rules

// NaN stays NaN, and -0 is more than -inf: nothing changes. In a type without
// infinities the text of one is NaN.

// CHECK-LABEL: func.func @maximum_lowest(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi8>, %[[U:.*]]: tensor<4xui8>
// CHECK:         return %[[X]], %[[I]], %[[U]]
func.func @maximum_lowest(%x: tensor<4xf32>, %i: tensor<4xi8>, %u: tensor<4xui8>) -> (tensor<4xf32>, tensor<4xi8>, tensor<4xui8>) {
  %f = hlo.constant dense<0xFF800000> : tensor<4xf32>
  %s = hlo.constant dense<-128> : tensor<4xi8>
  %n = hlo.constant dense<0> : tensor<4xui8>
  %0 = hlo.maximum %f, %x : tensor<4xf32>
  %1 = hlo.maximum %i, %s : tensor<4xi8>
  %2 = hlo.maximum %u, %n : tensor<4xui8>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xi8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @minimum_highest(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf16>, %[[I:.*]]: tensor<4xi8>
// CHECK-DAG:     %[[B:.*]] = hlo.constant dense<127> : tensor<4xi8>
// CHECK-DAG:     %[[M:.*]] = hlo.maximum %[[X]]
// CHECK:         return %[[X]], %[[I]], %[[B]], %[[M]]
func.func @minimum_highest(%x: tensor<4xf16>, %i: tensor<4xi8>) -> (tensor<4xf16>, tensor<4xi8>, tensor<4xi8>, tensor<4xf16>) {
  %f = hlo.constant dense<0x7C00> : tensor<4xf16>
  %s = hlo.constant dense<127> : tensor<4xi8>
  %0 = hlo.minimum %x, %f : tensor<4xf16>
  %1 = hlo.minimum %i, %s : tensor<4xi8>
  %2 = hlo.maximum %i, %s : tensor<4xi8>
  // Of NaN this is NaN.
  %3 = hlo.maximum %x, %f : tensor<4xf16>
  return %0, %1, %2, %3 : tensor<4xf16>, tensor<4xi8>, tensor<4xi8>, tensor<4xf16>
}

// CHECK-LABEL: func.func @same_twice(
// CHECK:         %[[A:.*]] = hlo.abs
// CHECK-NEXT:    %[[F:.*]] = hlo.floor
// CHECK-NEXT:    %[[C:.*]] = hlo.ceil %[[F]]
// CHECK-NEXT:    return %[[A]], %[[F]], %[[C]]
func.func @same_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = hlo.abs %x : tensor<4xf32>
  %1 = hlo.abs %0 : tensor<4xf32>
  %2 = hlo.floor %x : tensor<4xf32>
  %3 = hlo.floor %2 : tensor<4xf32>
  %4 = hlo.ceil %3 : tensor<4xf32>
  return %1, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @compare_pred(
// CHECK-SAME:    %[[P:.*]]: tensor<4xi1>
// CHECK:         %[[N:.*]] = hlo.not %[[P]]
// CHECK:         return %[[P]], %[[N]], %[[P]]
func.func @compare_pred(%p: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %false = hlo.constant dense<false> : tensor<4xi1>
  %zero = hlo.constant dense<0> : tensor<4xi32>
  %0 = hlo.compare NE, %p, %false : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %1 = hlo.compare EQ, %p, %false : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %2 = hlo.convert %p : (tensor<4xi1>) -> tensor<4xi32>
  %3 = hlo.compare NE, %2, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0, %1, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_converted_pred_with_other(
// CHECK:         hlo.compare
func.func @compare_converted_pred_with_other(%p: tensor<4xi1>) -> tensor<4xi1> {
  %two = hlo.constant dense<2> : tensor<4xi32>
  %0 = hlo.convert %p : (tensor<4xi1>) -> tensor<4xi32>
  %1 = hlo.compare NE, %0, %two : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_decided(
// CHECK-DAG:     %[[T:.*]] = hlo.constant dense<true> : tensor<4xi1>
// CHECK-DAG:     %[[F:.*]] = hlo.constant dense<false> : tensor<4xi1>
// CHECK-DAG:     %[[N:.*]] = hlo.compare EQ
// CHECK:         return %[[T]], %[[F]], %[[F]], %[[N]]
func.func @compare_decided(%i: tensor<4xi32>, %u: tensor<4xui32>, %x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %zero = hlo.constant dense<0> : tensor<4xui32>
  %0 = hlo.compare LE, %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = hlo.compare NE, %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %2 = hlo.compare LT, %u, %zero : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  // NaN is not equal to itself.
  %3 = hlo.compare EQ, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @not_compare(
// CHECK-DAG:     %[[I:.*]] = hlo.compare GE, {{.*}} : (tensor<4xi32>
// CHECK-DAG:     %[[E:.*]] = hlo.compare NE, {{.*}} : (tensor<4xf32>
// CHECK-DAG:     %[[L:.*]] = hlo.compare LT, {{.*}} : (tensor<4xf32>
// CHECK-DAG:     %[[N:.*]] = hlo.not %[[L]]
// CHECK:         return %[[I]], %[[E]], %[[N]]
func.func @not_compare(%i: tensor<4xi32>, %x: tensor<4xf32>, %y: tensor<4xf32>, %j: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = hlo.compare LT, %i, %j : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = hlo.not %0 : tensor<4xi1>
  %2 = hlo.compare EQ, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = hlo.not %2 : tensor<4xi1>
  // With NaN both this and GE are false.
  %4 = hlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = hlo.not %4 : tensor<4xi1>
  return %1, %3, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @select_preds(
// CHECK-SAME:    %[[P:.*]]: tensor<4xi1>
// CHECK:         %[[N:.*]] = hlo.not %[[P]]
// CHECK:         return %[[P]], %[[N]]
func.func @select_preds(%p: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
  %true = hlo.constant dense<true> : tensor<4xi1>
  %false = hlo.constant dense<false> : tensor<4xi1>
  %0 = hlo.select %p, %true, %false : tensor<4xi1>, tensor<4xi1>
  %1 = hlo.select %p, %false, %true : tensor<4xi1>, tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @select_twice(
// CHECK-SAME:    %[[P:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[Z:.*]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = hlo.select %[[P]], %[[X]], %[[Z]]
// CHECK:         return %[[R]]
func.func @select_twice(%p: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
  %1 = hlo.select %p, %y, %z : tensor<4xi1>, tensor<4xf32>
  %2 = hlo.select %p, %0, %1 : tensor<4xi1>, tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @complex_parts(
// CHECK-SAME:    %[[X:.*]]: tensor<complex<f32>>
// CHECK:         return %[[X]]
func.func @complex_parts(%x: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %0 = hlo.real %x : (tensor<complex<f32>>) -> tensor<f32>
  %1 = hlo.imag %x : (tensor<complex<f32>>) -> tensor<f32>
  %2 = hlo.complex %0, %1 : tensor<complex<f32>>
  return %2 : tensor<complex<f32>>
}

// CHECK-LABEL: func.func @bitcast_back(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>
// CHECK:         return %[[X]]
func.func @bitcast_back(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x4xi8>
  %1 = hlo.bitcast_convert %0 : (tensor<4x4xi8>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
