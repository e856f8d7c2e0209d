// A result that is aliased with an operand takes its buffer over; what else
// reads the operand keeps its value, and so do arguments and constants.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: xla-run %s --load-library=%t.so --arg=3xf32=1,2,3 | FileCheck %s
// RUN: xla-run %s --backend=interpreter --load-library=%t.so --arg=3xf32=1,2,3 | FileCheck %s

#alias = #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>

// CHECK:      result 0: 3xf32
// CHECK-NEXT: [3.0, 5.0, 7.0]
// CHECK-NEXT: result 1: 3xf32
// CHECK-NEXT: [2.0, 3.0, 4.0]
// CHECK-NEXT: result 2: 3xf32
// CHECK-NEXT: [6.0, 10.0, 14.0]
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  %1 = stablehlo.custom_call @increment(%0) {output_operand_aliases = [#alias]} : (tensor<3xf32>) -> tensor<3xf32>
  %2 = stablehlo.custom_call @increment(%x) {output_operand_aliases = [#alias]} : (tensor<3xf32>) -> tensor<3xf32>
  %c = stablehlo.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %3 = stablehlo.custom_call @increment(%c) {output_operand_aliases = [#alias]} : (tensor<3xf32>) -> tensor<3xf32>
  %4 = stablehlo.add %0, %1 : tensor<3xf32>
  %5 = stablehlo.add %3, %c : tensor<3xf32>
  %6 = stablehlo.subtract %4, %x : tensor<3xf32>
  %7 = stablehlo.add %6, %5 : tensor<3xf32>
  %8 = stablehlo.subtract %7, %c : tensor<3xf32>
  %9 = stablehlo.add %8, %2 : tensor<3xf32>
  %10 = stablehlo.subtract %9, %3 : tensor<3xf32>
  return %1, %2, %10 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
