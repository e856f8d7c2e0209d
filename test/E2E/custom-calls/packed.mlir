// A function sees elements of 2 and 4 bits packed, low end first, as at an
// entry; in the order of the layout, and of what an alias shares with it.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: xla-run %s --print --load-library=%t.so --arg=2x3xi4=1,2,3,-4,-5,-6 --arg=5xui2=3,2,1,0,1 | FileCheck %s
// RUN: xla-run %s --print --load-library=%t.so --arg=2x3xi4=1,2,3,-4,-5,-6 --arg=5xui2=3,2,1,0,1 --backend=interpreter | FileCheck %s
// RUN: xla-run %s --check-numerics --load-library=%t.so --arg=2x3xi4=1,2,3,-4,-5,-6 --arg=5xui2=3,2,1,0,1 | FileCheck %s --check-prefix=STEPS

// STEPS: agree
// The stray bits of the last byte are zero; those of the result mean nothing.
// CHECK-DAG: type [[#]] to [[#]], 6 of rank 2, order row-major: 21 c3 ab
// CHECK-DAG: type [[#]] to [[#]], 6 of rank 2, order other: c1 b2 a3
// CHECK-DAG: type [[#]] to [[#]], 5 of rank 1, order row-major: 1b 01
// CHECK:      result 0: 2x3xi4
// CHECK-NEXT: {{\[\[}}-2, -3, -4], [3, 4, 5]]
// CHECK-NEXT: result 1: 2x3xi4
// CHECK-NEXT: {{\[\[}}-2, -3, -4], [3, 4, 5]]
// CHECK-NEXT: result 2: 5xui2
// CHECK-NEXT: [0, 1, 2, 3, 2]
// CHECK-NEXT: result 3: 5xui2
// CHECK-NEXT: [3, 2, 1, 0, 1]
func.func @main(%x: tensor<2x3xi4>, %y: tensor<5xui2>) -> (tensor<2x3xi4>, tensor<2x3xi4>, tensor<5xui2>, tensor<5xui2>) {
  %0 = stablehlo.custom_call @complement4(%x) : (tensor<2x3xi4>) -> tensor<2x3xi4>
  %1 = stablehlo.custom_call @complement4(%x) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xi4>) -> tensor<2x3xi4>
  %2 = stablehlo.custom_call @complement2(%y) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<5xui2>) -> tensor<5xui2>
  return %0, %1, %2, %y : tensor<2x3xi4>, tensor<2x3xi4>, tensor<5xui2>, tensor<5xui2>
}
