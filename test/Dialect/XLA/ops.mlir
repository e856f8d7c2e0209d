// RUN: xla-opt %s --verify-roundtrip | FileCheck %s

// CHECK: xla.options = {numerics = "strict"}, xla.phase = "fusion"
module attributes {xla.phase = "fusion", xla.options = {numerics = "strict"}} {
  // CHECK: func.func private @add(
  // CHECK-SAME: xla.in_place = array<i64: 1, 0>
  // CHECK-SAME: xla.schedule = #xla.schedule<contraction, tile_sizes = [8, 256], vector_width = 8, unroll = 4, parallel_grain = 65536, extra = {depth = 2 : i64}>
  func.func private @add(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> attributes {
    xla.kernel, xla.in_place = array<i64: 1, 0>,
    xla.schedule = #xla.schedule<contraction, tile_sizes = [8, 256], vector_width = 8,
        unroll = 4, parallel_grain = 65536, extra = {depth = 2}>}

  // CHECK: xla.schedule = #xla.schedule<transpose>, xla.scratch_bytes = 128 : i64
  func.func private @buffers(memref<4xf32>, memref<4xf32>, memref<128xi8>) attributes {
    xla.kernel, xla.scratch_bytes = 128 : i64, xla.schedule = #xla.schedule<transpose>}

  // CHECK: func.func @main
  // CHECK-SAME: xla.entry = #xla.entry<"main", arguments = [<name = "a", type = tensor<4xui32>, alias = 0, donated = true>, <name = "b", type = tensor<4xf32>>], results = []>
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {
    xla.entry = #xla.entry<"main", arguments = [
      <name = "a", type = tensor<4xui32>, alias = 0, donated = true>,
      <name = "b", type = tensor<4xf32>>], results = []>} {
    // CHECK: xla.call_kernel @add(%{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %0 = xla.call_kernel @add(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }

  func.func @on_buffers(%a: memref<4xf32>, %b: memref<4xf32>, %s: memref<128xi8>) {
    // CHECK: xla.call_kernel @buffers(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<4xf32>, memref<4xf32>, memref<128xi8>) -> ()
    xla.call_kernel @buffers(%a, %b, %s) : (memref<4xf32>, memref<4xf32>, memref<128xi8>) -> ()
    return
  }

  // CHECK: #xla.target<triple = "x86_64-linux-gnu", cpu = "skylake", features = "+avx2", vectorBits = 256>
  func.func private @target() attributes {
    test.target = #xla.target<triple = "x86_64-linux-gnu", cpu = "skylake", features = "+avx2", vectorBits = 256>}
}
