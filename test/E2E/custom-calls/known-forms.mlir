// A call that stands for an op, in a form that the op has not, says which one.
// RUN: not xla-run %s 2>&1 | FileCheck %s --check-prefix=CALL
// RUN: not xla-run %s --list-unsupported | FileCheck %s --check-prefix=LIST

// CALL: known-forms.mlir:[[#@LINE+4]]:8: expected custom call 'TopK' with one tensor of rank 1 or more and two results, the first k elements of each line and their places, of static shapes, or a function registered for another form of it
// LIST: known-forms.mlir:[[#@LINE+3]]:8: 'stablehlo.custom_call' op for 'TopK' expects one tensor of rank 1 or more
// LIST: {{^}}1 unsupported
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @TopK(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
