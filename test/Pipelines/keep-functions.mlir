// RUN: xla-compile %s --stop-after=hlo-optimize | FileCheck %s --check-prefix=HLO
// RUN: xla-compile %s --stop-after=codegen | FileCheck %s
// RUN: xla-opt %s --chlo-legalize-to-hlo="keep-functions" | FileCheck %s --check-prefix=KEPT

// Functions that code generation knows stay one op on the way there; on complex
// elements they become formulas.

// HLO: chlo.erf
// KEPT-LABEL: func.func @main
// KEPT-NOT: chlo.asin
// KEPT: chlo.erf %{{.*}} : tensor<8xf32> -> tensor<8xf32>
// CHECK: math.erf
func.func @main(%x: tensor<8xf32>, %z: tensor<8xcomplex<f32>>) -> (tensor<8xf32>, tensor<8xcomplex<f32>>) {
  %0 = chlo.asin %z : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %1 = chlo.erf %x : tensor<8xf32> -> tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<8xcomplex<f32>>
}
