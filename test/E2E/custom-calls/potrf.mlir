// LAPACK's Cholesky factorisation is the same in both backends, to the bit: the
// triangle that is not computed stays, and of a matrix that is not positive
// definite the first minor that is not is counted from 1.
// RUN: xla-run %s --arg=3x2x2xf64=4,9,2,5,1,7,2,3,-1,5,6,7 | FileCheck %s
// RUN: xla-run %s --arg=3x2x2xf64=4,9,2,5,1,7,2,3,-1,5,6,7 --backend=interpreter | FileCheck %s

// CHECK: result 0: 3x2x2xf64
// CHECK-NEXT: {{\[\[}}[2.0, 9.0], [1.0, 2.0]], {{\[}}[1.0, 7.0], [2.0, -1.0]], {{\[}}[-1.0, 5.0], [6.0, 7.0]]]
// CHECK: [0, 2, 1]
func.func @main(%a: tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<3xi32>) {
  %0:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x2x2xf64>) -> (tensor<3x2x2xf64>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3x2x2xf64>, tensor<3xi32>
}
