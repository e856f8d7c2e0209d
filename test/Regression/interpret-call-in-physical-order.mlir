// Once the compiler has put the operands of a custom call into the order in
// memory that its layouts ask for, the interpreter does not do so again.
// RUN: xla-run %s --backend=interpreter | FileCheck %s
// RUN: xla-run %s | FileCheck %s
// RUN: xla-opt %s --hlo-expand-custom-calls | xla-run - --backend=interpreter | FileCheck %s

// CHECK:      result 0: 2x3xf32
// CHECK-NEXT: [4.0, 8.0, 12.0], [0.5, 1.0, 2.0]
// CHECK-NEXT: result 1: 2xi32
// CHECK-NEXT: [2, 2]
func.func @main() -> (tensor<2x3xf32>, tensor<2xi32>) {
  %a = stablehlo.constant dense<[[2.0, 5.0, 8.0], [4.0, 8.0, 12.0]]> : tensor<2x3xf32>
  %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]}
    : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2xi32>, tensor<i32>)
  return %lu#0, %lu#1 : tensor<2x3xf32>, tensor<2xi32>
}
