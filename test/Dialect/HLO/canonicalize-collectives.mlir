// RUN: xla-opt %s --hlo-canonicalize-collectives --split-input-file --verify-diagnostics | FileCheck %s

// The computation accumulates in f32.
// CHECK-LABEL: func.func @promote(
// CHECK-SAME:    %[[X:.*]]: tensor<4xbf16>)
// CHECK:         %[[WIDE:.*]] = hlo.convert %[[X]] : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK:         "hlo.all_reduce"(%[[WIDE]])
// CHECK:         (tensor<4xf32>) -> tensor<4xf32>
func.func @promote(%x: tensor<4xbf16>) -> tensor<4xf32> {
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.add %a, %b : tensor<f32>
    hlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xbf16>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Axes of different meshes, in an order of their own, and a part of an axis.
sdy.mesh @mesh = <["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>

// CHECK-LABEL: func.func @axes(
// CHECK:         replica_groups = dense<{{\[}}[0, 2, 1, 3]]> : tensor<1x4xi64>
// CHECK:         replica_groups = dense<{{\[}}[7, 3, 5, 1], [6, 2, 4, 0]]> : tensor<2x4xi64>
func.func @axes(%x: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = "hlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #hlo.replica_group_mesh_axes<mesh = #hlo.mesh<axes = [#hlo.mesh_axis<name = "x", size = 2>, #hlo.mesh_axis<name = "y", size = 2>]>,
                                                    axes = [#hlo.axis_ref<name = "y">, #hlo.axis_ref<name = "x">]>}
      : (tensor<1xf32>) -> tensor<4xf32>
  %z = "hlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #hlo.replica_group_mesh_axes<mesh = @mesh,
                                                    axes = [#hlo.axis_ref<name = "y", sub_axis_info = (1)2>, #hlo.axis_ref<name = "x">]>}
      : (tensor<1xf32>) -> tensor<4xf32>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @root(
// CHECK:         %[[ROOT:.*]] = hlo.convert %{{.*}} : (tensor<1xi64>) -> tensor<1xi32>
// CHECK:         "hlo.collective_broadcast"(%{{.*}}, %[[ROOT]])
func.func @root(%x: tensor<2xf32>, %r: tensor<1xi64>) -> tensor<2xf32> {
  %y = "hlo.collective_broadcast"(%x, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}
      : (tensor<2xf32>, tensor<1xi64>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

func.func @unknown_mesh(%x: tensor<1xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects the name of an sdy.mesh, but got @nowhere}}
  %y = "hlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #hlo.replica_group_mesh_axes<mesh = @nowhere, axes = [#hlo.axis_ref<name = "y">]>}
      : (tensor<1xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @overlap(%x: tensor<1xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects parts of axis "x" of size 8 that do not overlap}}
  %y = "hlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #hlo.replica_group_mesh_axes<mesh = #hlo.mesh<axes = [#hlo.mesh_axis<name = "x", size = 8>]>,
                                                    axes = [#hlo.axis_ref<name = "x", sub_axis_info = (1)4>, #hlo.axis_ref<name = "x", sub_axis_info = (2)2>]>}
      : (tensor<1xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
