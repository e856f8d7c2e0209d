// RUN: xla-opt %s --hlo-form-fusions --split-input-file | FileCheck %s
// RUN: xla-opt %s --hlo-form-fusions --xla-outline-kernels --split-input-file | FileCheck %s --check-prefix=KERNEL

// What puts its operands into one tensor is a kernel with what makes them.
// CHECK-LABEL: func.func @roll(
// CHECK-SAME:      %[[X:.*]]: tensor<8x8xi8>)
// CHECK-NEXT:    %[[R:.*]] = hlo.fusion(%[[X]]) kind "loop"
// CHECK:           hlo.slice
// CHECK-NEXT:      hlo.slice
// CHECK-NEXT:      hlo.negate
// CHECK-NEXT:      hlo.concatenate
// CHECK:         return %[[R]]
func.func @roll(%x: tensor<8x8xi8>) -> tensor<8x8xi8> {
  %a = hlo.slice %x [1:8, 0:8] : (tensor<8x8xi8>) -> tensor<7x8xi8>
  %b = hlo.slice %x [0:1, 0:8] : (tensor<8x8xi8>) -> tensor<1x8xi8>
  %n = hlo.negate %b : tensor<1x8xi8>
  %r = hlo.concatenate %a, %n, dim = 0 : (tensor<7x8xi8>, tensor<1x8xi8>) -> tensor<8x8xi8>
  return %r : tensor<8x8xi8>
}

// -----

// CHECK-LABEL: func.func @pad(
// CHECK:         hlo.fusion
// CHECK:           hlo.add
// CHECK-NEXT:      hlo.pad
func.func @pad(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<11xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %a = hlo.add %x, %y : tensor<8xf32>
  %r = hlo.pad %a, %zero, low = [1], high = [2], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<11xf32>
  return %r : tensor<11xf32>
}

// -----

// A row of a scan's results is computed where it stays; the buffer is the
// argument's.
// CHECK-LABEL: func.func @stack(
// CHECK:         hlo.fusion
// CHECK:           hlo.exponential
// CHECK-NEXT:      hlo.dynamic_update_slice
// KERNEL:      func.func private @loop_dynamic_update_slice_{{.*}}(%{{.*}}: tensor<1x64xf32>, %{{.*}}: tensor<100x64xf32>, %{{.*}}: tensor<i32>) -> tensor<100x64xf32> attributes {xla.in_place = array<i64: 1, 0>
func.func @stack(%all: tensor<100x64xf32>, %x: tensor<1x64xf32>, %i: tensor<i32>) -> tensor<100x64xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %e = hlo.exponential %x : tensor<1x64xf32>
  %r = hlo.dynamic_update_slice %all, %e, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
  return %r : tensor<100x64xf32>
}

// -----

// What reads the tensor that is updated stays apart: a copy would be needed.
// Nor is what is updated made in the kernel.
// CHECK-LABEL: func.func @stencil(
// CHECK:         %[[NEW:.*]] = hlo.fusion
// CHECK:           hlo.slice
// CHECK:           hlo.add
// CHECK-NEXT:      hlo.return
// CHECK:         hlo.dynamic_update_slice %{{.*}}, %[[NEW]]
func.func @stencil(%y: tensor<10xf32>, %one: tensor<i32>) -> tensor<10xf32> {
  %x = hlo.negate %y : tensor<10xf32>
  %a = hlo.slice %x [0:8] : (tensor<10xf32>) -> tensor<8xf32>
  %b = hlo.slice %x [2:10] : (tensor<10xf32>) -> tensor<8xf32>
  %s = hlo.add %a, %b : tensor<8xf32>
  %r = hlo.dynamic_update_slice %x, %s, %one : (tensor<10xf32>, tensor<8xf32>, tensor<i32>) -> tensor<10xf32>
  return %r : tensor<10xf32>
}

// -----

// Two kernels read it: the other one of its shape makes it, for both.
// CHECK-LABEL: func.func @further(
// CHECK:         %[[BOTH:.*]]:2 = hlo.fusion
// CHECK:           hlo.exponential
// CHECK-NEXT:      hlo.multiply
// CHECK:         hlo.concatenate %[[BOTH]]#0
func.func @further(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<128xf32>) {
  %e = hlo.exponential %x : tensor<64xf32>
  %m = hlo.multiply %e, %y : tensor<64xf32>
  %r = hlo.concatenate %e, %y, dim = 0 : (tensor<64xf32>, tensor<64xf32>) -> tensor<128xf32>
  return %m, %r : tensor<64xf32>, tensor<128xf32>
}

// -----

// A slice from a computed place is read where it is used; what it is cut from
// is in memory.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:      %[[X:.*]]: tensor<9x64xf32>, %[[I:.*]]: tensor<i32>)
// CHECK:         %[[Y:.*]] = hlo.exponential %[[X]]
// CHECK:         hlo.fusion(%[[Y]], %[[I]])
// CHECK:           hlo.dynamic_slice
// CHECK-NEXT:      hlo.negate
func.func @slice(%x: tensor<9x64xf32>, %i: tensor<i32>) -> tensor<1x64xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %y = hlo.exponential %x : tensor<9x64xf32>
  %s = hlo.dynamic_slice %y, %i, %zero, sizes = [1, 64] : (tensor<9x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
  %r = hlo.negate %s : tensor<1x64xf32>
  return %r : tensor<1x64xf32>
}
