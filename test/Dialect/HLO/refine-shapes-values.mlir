// Values of arguments that are given: asserted element by element.

// RUN: xla-opt %s --hlo-refine-shapes="arguments=2xui8=2,200;i1=1;" | FileCheck %s
// RUN: not xla-opt %s --hlo-refine-shapes="arguments=;;3xf32=1,2,3" 2>&1 | FileCheck %s --check-prefix=FLOATS
// RUN: not xla-opt %s --hlo-refine-shapes="arguments=65xi64=0;;" 2>&1 | FileCheck %s --check-prefix=MANY

// FLOATS: error: in the option arguments: expected a value of at most 64 integers, which may decide shapes, but got '3xf32=1,2,3'; give the shape alone
// MANY:   error: in the option arguments: expected a value of at most 64 integers, which may decide shapes, but got '65xi64=0'; give the shape alone

// CHECK-LABEL: func.func @main(%arg0: tensor<2xui8>, %arg1: tensor<i1>, %arg2: tensor<3xf32>) -> tensor<2x200xf32>
// CHECK-NEXT:    %[[ALL:.*]] = hlo.convert %arg0 : (tensor<2xui8>) -> tensor<2xui64>
// CHECK:         %[[FIRST:.*]] = hlo.reshape %{{.*}} : (tensor<1xui64>) -> tensor<ui64>
// CHECK:         %[[SECOND:.*]] = hlo.reshape %{{.*}} : (tensor<1xui64>) -> tensor<ui64>
// CHECK:         hlo.constant dense<2> : tensor<ui64>
// CHECK:         %[[RIGHT0:.*]] = hlo.compare EQ, %[[FIRST]],
// CHECK:         hlo.constant dense<200> : tensor<ui64>
// CHECK:         %[[RIGHT1:.*]] = hlo.compare EQ, %[[SECOND]],
// CHECK:         %[[RIGHT:.*]] = hlo.and %[[RIGHT0]], %[[RIGHT1]] : tensor<i1>
// CHECK:         hlo.custom_call @shape_assertion(%[[RIGHT]], %[[FIRST]], %[[SECOND]]) {error_message = "expected argument 0 to be [2, 200], as the program was compiled for, but got [{0}, {1}]",
// CHECK:         hlo.convert %arg1 : (tensor<i1>) -> tensor<ui64>
// CHECK:         error_message = "expected argument 1 to be 1, as
func.func @main(%sizes: tensor<2xui8>, %p: tensor<i1>, %x: tensor<3xf32>) -> tensor<?x?xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %shape = hlo.convert %sizes : (tensor<2xui8>) -> tensor<2xi64>
  %r = hlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
