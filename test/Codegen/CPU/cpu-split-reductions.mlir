// RUN: xla-opt %s --xla-cpu-split-reductions | FileCheck %s

#row = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#column = affine_map<(i, j) -> (j)>
#d = affine_map<(i) -> (i)>
#n = affine_map<(i) -> ()>

module attributes {xla.options = {"task-nanoseconds" = 20000}} {
// CHECK-LABEL: func.func private @sum(
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<32xf32>
// CHECK:         %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK:         linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]]
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [32, 32, 4096]
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction", "reduction"]
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction"]{{.*}} ins(%{{.*}} : tensor<32xf32>)
// CHECK:           arith.addf %{{.*}}, %{{.*}} fastmath<reassoc>
func.func private @sum(%x: tensor<1024x4096xf32>, %init: tensor<f32>) -> tensor<f32> attributes {xla.kernel} {
  %0 = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<1024x4096xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a fastmath<reassoc> : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// A rest, which is not a multiple of lines of memory, comes first.
// CHECK-LABEL: func.func private @rest(
// CHECK-SAME:      %[[X:.*]]: tensor<1000003xf32>, %[[INIT:.*]]: tensor<f32>)
// CHECK:         tensor.extract_slice %[[X]][999680] [323] [1]
// CHECK:         %[[REST:.*]] = linalg.generic {{.*}} outs(%[[INIT]]
// CHECK:         tensor.extract_slice %[[X]][0] [999680] [1]
// CHECK:         tensor.expand_shape {{.*}} output_shape [11, 90880]
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK:         linalg.generic {{.*}} outs(%[[REST]]
func.func private @rest(%x: tensor<1000003xf32>, %init: tensor<f32>) -> tensor<f32> attributes {xla.kernel} {
  %0 = linalg.generic {indexing_maps = [#d, #n], iterator_types = ["reduction"]} ins(%x : tensor<1000003xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.maximumf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// Few columns: a row of results for each part.
// CHECK-LABEL: func.func private @columns(
// CHECK:         tensor.empty() : tensor<32x4xi32>
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction", "parallel"]
func.func private @columns(%x: tensor<1048576x4xi32>, %init: tensor<4xi32>) -> tensor<4xi32> attributes {xla.kernel} {
  %0 = linalg.generic {indexing_maps = [#row, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<1048576x4xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %s = arith.addi %acc, %a : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Columns that make tasks.
// CHECK-LABEL: func.func private @wide(
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func private @wide(%x: tensor<4096x1024xi32>, %init: tensor<1024xi32>) -> tensor<1024xi32> attributes {xla.kernel} {
  %0 = linalg.generic {indexing_maps = [#row, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<4096x1024xi32>) outs(%init : tensor<1024xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %s = arith.addi %acc, %a : i32
    linalg.yield %s : i32
  } -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

// The order of these terms matters.
// CHECK-LABEL: func.func private @strict(
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func private @strict(%x: tensor<1024x4096xf32>, %init: tensor<f32>) -> tensor<f32> attributes {xla.kernel} {
  %0 = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<1024x4096xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// An index of the loop would keep it from being a vector loop.
// CHECK-LABEL: func.func private @index(
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func private @index(%x: tensor<1000000xi64>, %init: tensor<i64>) -> tensor<i64> attributes {xla.kernel} {
  %0 = linalg.generic {indexing_maps = [#d, #n], iterator_types = ["reduction"]} ins(%x : tensor<1000000xi64>) outs(%init : tensor<i64>) {
  ^bb0(%a: i64, %acc: i64):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i64
    %m = arith.muli %a, %c : i64
    %s = arith.addi %acc, %m : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %0 : tensor<i64>
}
}
