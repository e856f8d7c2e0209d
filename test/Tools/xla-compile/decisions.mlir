// The decisions file: what was fused, vectorised, packed, split into tasks,
// copied and updated in place, each with its place in the user's text.
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64-v3 --decisions=%t.yaml -o %t.o
// RUN: FileCheck %s < %t.yaml

// CHECK-DAG: Name:            form-fusions
// CHECK-DAG: Name:            choose-schedule
// CHECK-DAG: Name:            run-in-parallel
// CHECK-DAG: Name:            update-in-place
// CHECK-DAG: Name:            keep-copy
// Frameworks nest places in names and calls.
// CHECK-DAG: File: model.py, Line: 7, Column: 3
// CHECK-DAG: Line: [[# @LINE + 3]],
// CHECK-DAG: EstimatedGain:
func.func @main(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %n: tensor<i32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = stablehlo.slice %0 [0:1, 0:512] : (tensor<512x512xf32>) -> tensor<1x512xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.dynamic_update_slice %0, %1, %n, %zero : (tensor<512x512xf32>, tensor<1x512xf32>, tensor<i32>, tensor<i32>) -> tensor<512x512xf32>
  %negated = stablehlo.negate %2 : tensor<512x512xf32> loc("jit(f)/neg"(callsite("f"("model.py":7:3) at "main"("run.py":1:1))))
  %3 = stablehlo.exponential %negated : tensor<512x512xf32>
  return %3, %x : tensor<512x512xf32>, tensor<512x512xf32>
}
