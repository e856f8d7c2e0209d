// What a function is told: versions, texts, attributes, layouts; calls with side
// effects run in the program's order, though nobody uses their results.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: xla-run %s --load-library=%t.so --arg=2x3xf32=1,2,3,4,5,6 | FileCheck %s
// RUN: xla-run %s --backend=interpreter --load-library=%t.so --arg=2x3xf32=1,2,3,4,5,6 | FileCheck %s

// CHECK:      describe version=1 effect=1 text='plain text'
// CHECK-NEXT:   argument 0: type 16 2x3 1 2 3 4 5 6
// CHECK-NEXT:   argument 1: type 12
// CHECK-NEXT: describe version=4 effect=1 text=''
// CHECK-NEXT:   bools: true
// CHECK-NEXT:   inner.list: 1 2 3
// CHECK-NEXT:   inner.number: -7
// CHECK-NEXT:   name: 'a "name"'
// CHECK-NEXT:   ratio: 0.5
// CHECK-NEXT:   small: 76
// CHECK-NEXT:   table: 4 5
// In column-major order: the function sees the program's dimensions.
// CHECK-NEXT: describe version=2 effect=0 text=''
// CHECK-NEXT:   argument 0: type 16 2x3 order 0,1 1 4 2 5 3 6
// What it returned lay in memory in that order too.
// CHECK-NEXT: result 0: 2x3xf32
// CHECK-NEXT: {{\[}}[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %n = stablehlo.constant dense<7> : tensor<ui32>
  stablehlo.custom_call @describe(%x, %n) {has_side_effect = true, backend_config = "plain text"} : (tensor<2x3xf32>, tensor<ui32>) -> ()
  stablehlo.custom_call @describe() {has_side_effect = true, api_version = 4 : i32, backend_config = {
    name = "a \22name\22", bools = true, ratio = 0.5 : f32, small = 76 : ui8, table = array<i64: 4, 5>,
    inner = {list = [1, 2, 3], number = dense<-7> : tensor<i64>}}} : () -> ()
  %0 = stablehlo.custom_call @describe(%x) {api_version = 2 : i32,
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}
    : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
