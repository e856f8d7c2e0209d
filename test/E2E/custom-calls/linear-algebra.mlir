// LAPACK's routines without LAPACK, as JAX calls them: in memory by columns.
// RUN: xla-run %s | FileCheck %s
// RUN: xla-run %s --backend=interpreter | FileCheck %s
// RUN: xla-compile %s --emit=so -o %t.so
// RUN: %cc -I%S/../../../include %S/../Inputs/load-and-run.c -o %t.exe -L%xla_build/lib -lxla_runtime -ldl -Wl,-rpath,%xla_build/lib
// RUN: %t.exe %t.so | FileCheck %s --check-prefix=SHARED

// A x = b by the factors of A: LU gives the determinant, QR the solution.
// CHECK:      result 0: f32
// CHECK-NEXT: -16.0
// CHECK:      result 1: 3xi32
// CHECK-NEXT: [2, 2, 3]
// CHECK:      result 2: i1
// CHECK-NEXT: true
// SHARED:     ok
// SHARED-NEXT: -16
func.func @main() -> (tensor<f32>, tensor<3xi32>, tensor<i1>) {
  %a = stablehlo.constant dense<[[2.0, 1.0, 1.0], [4.0, -6.0, 0.0], [-2.0, 7.0, 2.0]]> : tensor<3x3xf32>
  %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {api_version = 4 : i32, backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]}
    : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xi32>, tensor<i32>)
  %rows = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %columns = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %diagonal = stablehlo.compare EQ, %rows, %columns : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %ones = stablehlo.constant dense<1.0> : tensor<3x3xf32>
  %kept = stablehlo.select %diagonal, %lu#0, %ones : tensor<3x3xi1>, tensor<3x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // One exchange of rows changes the sign: two of the pivots are their own row.
  %product = stablehlo.reduce(%kept init: %one) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  %determinant = stablehlo.negate %product : tensor<f32>

  %qr:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]}
    : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>)
  %q = stablehlo.custom_call @lapack_sorgqr_ffi(%qr#0, %qr#1) {mhlo.backend_config = {},
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>],
    result_layouts = [dense<[0, 1]> : tensor<2xindex>]}
    : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  %upper = stablehlo.compare LE, %rows, %columns : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x3xf32>
  %r = stablehlo.select %upper, %qr#0, %zeros : tensor<3x3xi1>, tensor<3x3xf32>
  %back = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %difference = stablehlo.subtract %back, %a : tensor<3x3xf32>
  %error = stablehlo.abs %difference : tensor<3x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %largest = stablehlo.reduce(%error init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
  %limit = stablehlo.constant dense<1.0e-5> : tensor<f32>
  %close = stablehlo.compare LT, %largest, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %determinant, %lu#1, %close : tensor<f32>, tensor<3xi32>, tensor<i1>
}
