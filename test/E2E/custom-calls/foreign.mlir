// Functions in the forms that XLA itself calls, by their api_version.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/foreign-calls.c -o %t.so
// RUN: xla-run %s --print --arg=3xf32=5,6,7 --arg=3xf32=1,2,4 --custom-call=subtract=%t.so:subtract --custom-call=both=%t.so:both --custom-call=shift=%t.so:shift --custom-call=typed=%t.so:typed | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter --arg=3xf32=5,6,7 --arg=3xf32=1,2,4 --custom-call=subtract=%t.so:subtract --custom-call=both=%t.so:both --custom-call=shift=%t.so:shift --custom-call=typed=%t.so:typed | FileCheck %s

// CHECK:      stage 3, 1 to 1, type 11, 3 elements
// CHECK-NEXT:   axis: scalar of type 5
// CHECK-NEXT:   flags: 1 of type 4
// CHECK-NEXT:   inner:
// CHECK-NEXT:     name: 'x'
// CHECK-NEXT:     on: scalar of type 1
// CHECK-NEXT:   sizes: 2 of type 5
// CHECK:      [4.0, 4.0, 3.0]
// CHECK:      [6.0, 8.0, 11.0]
// CHECK:      [4.0, 4.0, 3.0]
// CHECK:      [8.0, 9.0, 10.0]
// CHECK:      [7.0, 8.0, 9.0]
// CHECK:      [5.0, 6.0, 7.0]
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.custom_call @subtract(%x, %y) {api_version = 1 : i32} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1:2 = stablehlo.custom_call @both(%x, %y) {api_version = 1 : i32} : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %2 = stablehlo.custom_call @shift(%x) {api_version = 2 : i32, backend_config = "abc"} : (tensor<3xf32>) -> tensor<3xf32>
  %3 = stablehlo.custom_call @shift(%x) {api_version = 3 : i32, backend_config = "ab"} : (tensor<3xf32>) -> tensor<3xf32>
  %4 = stablehlo.custom_call @typed(%x) {api_version = 4 : i32, backend_config = {sizes = array<i64: 1, 2>, axis = 3 : i64, flags = [7 : i32], inner = {name = "x", on = true}}} : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1#0, %1#1, %2, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
