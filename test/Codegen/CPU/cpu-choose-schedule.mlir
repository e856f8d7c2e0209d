// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-cpu-choose-schedule))' | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#x = affine_map<(n, k) -> (k, n)>
#row = affine_map<(n, k) -> (n, k)>
#n = affine_map<(n, k) -> (n)>

module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", "vector-bits" = 256}} {
// A large product: six rows of two vectors of eight, and blocks of the depth.
// CHECK-LABEL: func.func private @matmul(
// CHECK:         xla.schedule = #xla.schedule<contraction, tile_sizes = [0, 0, 0], vector_width = 8, unroll = 2, extra = {product = array<i64: 6, 16, 256>}>
func.func private @matmul(%a: tensor<512x768xf32>, %b: tensor<768x768xf32>, %c: tensor<512x768xf32>) -> tensor<512x768xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<512x768xf32>, tensor<768x768xf32>) outs(%c : tensor<512x768xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  } -> tensor<512x768xf32>
  return %r : tensor<512x768xf32>
}

// A smaller one: a panel that is used for many rows, and sums of 64 terms, which
// are added up for their accuracy.
// CHECK-LABEL: func.func private @small_matmul(
// CHECK:         xla.schedule = #xla.schedule<contraction, tile_sizes = [6, 16, 64], vector_width = 8, unroll = 2, extra = {pack = array<i64: 1>, vector_loops = array<i64: 1>}>
func.func private @small_matmul(%a: tensor<24x768xf32>, %b: tensor<768x48xf32>, %c: tensor<24x48xf32>) -> tensor<24x48xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<24x768xf32>, tensor<768x48xf32>) outs(%c : tensor<24x48xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  } -> tensor<24x48xf32>
  return %r : tensor<24x48xf32>
}

// Few rows do not pay for packing columns that lie side by side.
// CHECK-LABEL: func.func private @few_rows(
// CHECK:         xla.schedule = #xla.schedule<contraction, tile_sizes = [6, 16, 64]
func.func private @few_rows(%a: tensor<48x768xf32>, %b: tensor<768x768xf32>, %c: tensor<48x768xf32>) -> tensor<48x768xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<48x768xf32>, tensor<768x768xf32>) outs(%c : tensor<48x768xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  } -> tensor<48x768xf32>
  return %r : tensor<48x768xf32>
}

// Two rows do not pay for packing what lies across: a dot per element.
// CHECK-LABEL: func.func private @few_rows_transposed(
// CHECK-NOT:     xla.schedule
func.func private @few_rows_transposed(%a: tensor<2x768xf32>, %b: tensor<768x768xf32>, %c: tensor<2x768xf32>) -> tensor<2x768xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<2x768xf32>, tensor<768x768xf32>) outs(%c : tensor<2x768xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  } -> tensor<2x768xf32>
  return %r : tensor<2x768xf32>
}

// CHECK-LABEL: func.func private @column_sums(
// CHECK:         #xla.schedule<contraction, tile_sizes = [32, 64], vector_width = 8, unroll = 4, extra = {vector_loops = array<i64: 0>}>
func.func private @column_sums(%a: tensor<100x768xf32>, %c: tensor<768xf32>) -> tensor<768xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#x, #n], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<100x768xf32>) outs(%c : tensor<768xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x fastmath<reassoc> : f32
    linalg.yield %s : f32
  } -> tensor<768xf32>
  return %r : tensor<768xf32>
}

// CHECK-LABEL: func.func private @row_sums(
// CHECK-NOT:     xla.schedule
func.func private @row_sums(%a: tensor<768x100xf32>, %c: tensor<768xf32>) -> tensor<768xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#row, #n], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<768x100xf32>) outs(%c : tensor<768xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %acc, %x fastmath<reassoc> : f32
    linalg.yield %s : f32
  } -> tensor<768xf32>
  return %r : tensor<768xf32>
}

// CHECK-LABEL: func.func private @transpose(
// CHECK:         #xla.schedule<transpose, tile_sizes = [8, 8], vector_width = 8, unroll = 8>
func.func private @transpose(%a: tensor<100x64xf32>, %c: tensor<64x100xf32>) -> tensor<64x100xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#x, #row], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<100x64xf32>) outs(%c : tensor<64x100xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<64x100xf32>
  return %r : tensor<64x100xf32>
}

// A factor that is squared forty times is looked through once.
// CHECK-LABEL: func.func private @squares(
// CHECK:         extra = {product = array<i64: 6, 16, 256>}>
func.func private @squares(%a: tensor<512x768xf32>, %b: tensor<768x768xf32>, %c: tensor<512x768xf32>) -> tensor<512x768xf32> attributes {xla.kernel} {
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<512x768xf32>, tensor<768x768xf32>) outs(%c : tensor<512x768xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s1 = arith.mulf %x, %x : f32 %s2 = arith.mulf %s1, %s1 : f32 %s3 = arith.mulf %s2, %s2 : f32 %s4 = arith.mulf %s3, %s3 : f32
    %s5 = arith.mulf %s4, %s4 : f32 %s6 = arith.mulf %s5, %s5 : f32 %s7 = arith.mulf %s6, %s6 : f32 %s8 = arith.mulf %s7, %s7 : f32
    %s9 = arith.mulf %s8, %s8 : f32 %s10 = arith.mulf %s9, %s9 : f32 %s11 = arith.mulf %s10, %s10 : f32 %s12 = arith.mulf %s11, %s11 : f32
    %s13 = arith.mulf %s12, %s12 : f32 %s14 = arith.mulf %s13, %s13 : f32 %s15 = arith.mulf %s14, %s14 : f32 %s16 = arith.mulf %s15, %s15 : f32
    %s17 = arith.mulf %s16, %s16 : f32 %s18 = arith.mulf %s17, %s17 : f32 %s19 = arith.mulf %s18, %s18 : f32 %s20 = arith.mulf %s19, %s19 : f32
    %s21 = arith.mulf %s20, %s20 : f32 %s22 = arith.mulf %s21, %s21 : f32 %s23 = arith.mulf %s22, %s22 : f32 %s24 = arith.mulf %s23, %s23 : f32
    %s25 = arith.mulf %s24, %s24 : f32 %s26 = arith.mulf %s25, %s25 : f32 %s27 = arith.mulf %s26, %s26 : f32 %s28 = arith.mulf %s27, %s27 : f32
    %s29 = arith.mulf %s28, %s28 : f32 %s30 = arith.mulf %s29, %s29 : f32 %s31 = arith.mulf %s30, %s30 : f32 %s32 = arith.mulf %s31, %s31 : f32
    %s33 = arith.mulf %s32, %s32 : f32 %s34 = arith.mulf %s33, %s33 : f32 %s35 = arith.mulf %s34, %s34 : f32 %s36 = arith.mulf %s35, %s35 : f32
    %s37 = arith.mulf %s36, %s36 : f32 %s38 = arith.mulf %s37, %s37 : f32 %s39 = arith.mulf %s38, %s38 : f32 %s40 = arith.mulf %s39, %s39 : f32
    %p = arith.mulf %s40, %y fastmath<contract> : f32
    %s = arith.addf %acc, %p fastmath<reassoc,contract> : f32
    linalg.yield %s : f32
  } -> tensor<512x768xf32>
  return %r : tensor<512x768xf32>
}
}
