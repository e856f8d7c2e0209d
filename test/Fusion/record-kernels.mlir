// RUN: xla-opt %s --xla-outline-kernels --xla-record-kernels | FileCheck %s

// A kernel has the lines of all that calls it, and the work of one call: an add
// reads 16 and 16 bytes and writes 16.
// CHECK:      module attributes {xla.kernel_facts = {
// CHECK-SAME:   add_{{[0-9a-f]+}} = {bytes = 4.800000e+01 : f64, flops = 4.000000e+00 : f64, lines = "a.py:3-4,9", transcendentals = 0.000000e+00 : f64}
// What is cut out of an argument is read, and of the result what is put in.
// CHECK-SAME:   dynamic_slice_{{[0-9a-f]+}} = {bytes = 2.000000e+01 : f64, flops = 0
// CHECK-SAME:   dynamic_update_slice_{{[0-9a-f]+}} = {bytes = 2.000000e+01 : f64, flops = 0
// CHECK-SAME:   exponential_{{[0-9a-f]+}} = {bytes = 3.200000e+01 : f64, flops = 0.000000e+00 : f64, lines = "a.py:1; b.py:2", transcendentals = 4.000000e+00 : f64}
module attributes {xla.options = {profile = true}} {
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %large: tensor<1000xf32>, %i: tensor<i32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<1000xf32>) {
    %0 = hlo.add %x, %y : tensor<4xf32> loc("a.py":3:1)
    %1 = hlo.add %0, %x : tensor<4xf32> loc(fused["a.py":9:1, "a.py":4:2])
    %2 = hlo.exponential %1 : tensor<4xf32> loc(fused["b.py":2:1, callsite("a.py":1:1 at "c.py":7:1)])
    %3 = hlo.dynamic_slice %large, %i, sizes = [2] : (tensor<1000xf32>, tensor<i32>) -> tensor<2xf32>
    %4 = hlo.dynamic_update_slice %large, %3, %i : (tensor<1000xf32>, tensor<2xf32>, tensor<i32>) -> tensor<1000xf32>
    return %2, %3, %4 : tensor<4xf32>, tensor<2xf32>, tensor<1000xf32>
  }
}
