// RUN: xla-opt %s --chlo-legalize-to-hlo --split-input-file --verify-diagnostics | FileCheck %s

// A constraint is its operand; a computation over one device its body.

// CHECK-NOT: sdy.mesh
sdy.mesh @one = <["x"=1]>
// CHECK-LABEL: func.func @one_device
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = hlo.negate %[[A]]
// CHECK-NEXT:    return %[[B]], %[[A]]
func.func @one_device(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = sdy.sharding_constraint %a <@one, [{"x"}]> : tensor<4xf32>
  %1:2 = sdy.manual_computation(%0) in_shardings=[<@one, [{"x"}]>] out_shardings=[<@one, [{"x"}]>, <@one, [{}]>] manual_axes={"x"} (%x: tensor<4xf32>) {
    %2 = stablehlo.negate %x : tensor<4xf32>
    sdy.return %2, %x : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %1#0, %1#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The mesh that a collective names stays until its groups are spelled out.

// CHECK: sdy.mesh @named
sdy.mesh @named = <["x"=1]>
func.func @collective(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64,
      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @named, axes = [#stablehlo.axis_ref<name = "x">]>}
      : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @two = <["x"=2]>
func.func @two_devices(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{computes on 2 devices, but programs run on one; export the program for a mesh of one device}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@two, [{"x"}]>] out_shardings=[<@two, [{"x"}]>] manual_axes={"x"} (%x: tensor<2xf32>) {
    sdy.return %x : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unknown_mesh(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects the mesh of its shardings to be known}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@none, [{}]>] out_shardings=[<@none, [{}]>] manual_axes={} (%x: tensor<4xf32>) {
    sdy.return %x : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
