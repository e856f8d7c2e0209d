// RUN: not xla-run %s --backend=interpreter --entry=scales 2>&1 | FileCheck %s --check-prefix=SCALES
// RUN: not xla-run %s --backend=interpreter --entry=branch 2>&1 | FileCheck %s --check-prefix=BRANCH

// SCALES: error: 'hlo.uniform_quantize' op expects dimension 0 of size 2 for values with that many scales
func.func @scales() -> tensor<3xf32> {
  %x = hlo.constant dense<1.0> : tensor<3xf32>
  %q = hlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  %d = hlo.uniform_dequantize %q : (tensor<3x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// BRANCH: error: 'hlo.if' op expects a value of type {{.*}}; uniform_quantize converts it
func.func @branch() -> tensor<!quant.uniform<i8:f32, 0.5>> {
  %p = hlo.constant dense<true> : tensor<i1>
  %x = hlo.constant() {value = dense<1> : tensor<i8>} : () -> tensor<!quant.uniform<i8:f32, 0.25>>
  %0 = "hlo.if"(%p) ({
    hlo.return %x : tensor<!quant.uniform<i8:f32, 0.25>>
  }, {
    hlo.return %x : tensor<!quant.uniform<i8:f32, 0.25>>
  }) : (tensor<i1>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<!quant.uniform<i8:f32, 0.5>>
}
