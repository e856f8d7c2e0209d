// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-translate %s --to=portable-artifact | xla-translate --to=mlir | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]> {a = 1 : i64}
sdy.mesh @mesh = <["x"=2, "y"=4]> {a = 1 : i64}
// CHECK: sdy.mesh @devices = <["x"=2], device_ids=[1, 0]>
sdy.mesh @devices = <["x"=2], device_ids=[1, 0]>
// CHECK: sdy.mesh @empty = <[]>
sdy.mesh @empty = <[]>
// CHECK: func.func @f(%[[A:.*]]: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32>
func.func @f(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK: %[[B:.*]] = sdy.sharding_constraint %[[A]] <@mesh, [{"x":(1)2, ?}p1, {?}], replicated={"y"}, unreduced={"z"}> : tensor<8x4xf32>
  %b = sdy.sharding_constraint %a <@mesh, [{"x":(1)2, ?}p1, {?}], replicated={"y"}, unreduced={"z"}> : tensor<8x4xf32>
  // CHECK: %[[C:.*]] = sdy.sharding_constraint %[[B]] <mesh<["x"=2], device_ids=[1, 0]>, [{}, {}]> : tensor<8x4xf32>
  %c = sdy.sharding_constraint %b <mesh<["x"=2], device_ids=[1, 0]>, [{}, {}]> : tensor<8x4xf32>
  // CHECK: sdy.manual_computation(%[[C]]) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%[[X:.*]]: tensor<4x4xf32>) {
  %d = sdy.manual_computation(%c) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%x: tensor<4x4xf32>) {
    // CHECK-NEXT: %[[Y:.*]] = hlo.negate %[[X]] : tensor<4x4xf32>
    %y = stablehlo.negate %x : tensor<4x4xf32>
    // CHECK-NEXT: sdy.return %[[Y]] : tensor<4x4xf32>
    sdy.return %y : tensor<4x4xf32>
  // CHECK-NEXT: } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %d : tensor<8x4xf32>
}
