// Calls multiply: 21 functions of a few lines each would become two million ops.
// RUN: not xla-compile %s -o %t 2>&1 | FileCheck %s
// RUN: xla-run %s --entry=few --arg=f32=1 | FileCheck %s --check-prefix=FEW

// CHECK: error: 'func.func' op expects at most 1048576 ops once all calls are inlined, but got {{[0-9]+}}; what is called many times may be a loop (while)
// FEW: 256.0
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f20(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @few(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f3(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f0(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f1(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f0(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f0(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f2(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f1(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f1(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f3(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f2(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f2(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f4(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f3(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f3(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f5(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f4(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f4(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f6(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f5(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f5(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f7(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f6(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f6(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f8(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f7(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f7(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f9(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f8(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f8(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f10(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f9(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f9(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f11(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f10(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f10(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f12(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f11(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f11(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f13(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f12(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f12(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f14(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f13(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f13(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f15(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f14(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f14(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f16(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f15(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f15(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f17(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f16(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f16(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f18(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f17(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f17(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f19(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f18(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f18(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @f20(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f19(%x) : (tensor<f32>) -> tensor<f32>
  %1 = func.call @f19(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
