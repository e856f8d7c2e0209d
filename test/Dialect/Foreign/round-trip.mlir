// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// Attributes, types and ops of dialects that are not ours keep their text.

// CHECK: module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.x = #mhlo.foo<{a, b}>} {
module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.x = #mhlo.foo<{a, b}>} {
  // CHECK-NEXT: sdy.mesh @mesh = <["x"=2, "y"=4]>
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  // CHECK-NEXT: sdy.mesh @devices = <["x"=2], device_ids=[1, 0]>
  sdy.mesh @devices = <["x"=2], device_ids=[1, 0]>
  // CHECK-NEXT: sdy.mesh @generic = <["z"=1]>
  "sdy.mesh"() <{sym_name = "generic", mesh = #sdy.mesh<["z"=1]>}> : () -> ()
  // CHECK-NEXT: func.func @f(%{{.*}}: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %{{.*}}: !mhlo.token)
  func.func @f(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %t : !mhlo.token) {
    // CHECK-NEXT: "mhlo.unknown"(%{{.*}}) : (tensor<8x4xf32>) -> ()
    "mhlo.unknown"(%a) : (tensor<8x4xf32>) -> ()
    // CHECK-NEXT: mhlo.copy %{{.*}} {a = 1 : i32} : tensor<8x4xf32>
    mhlo.copy %a {a = 1 : i32} : tensor<8x4xf32>
    // CHECK-NEXT: mhlo.erf %{{.*}} : (tensor<8x4xf32>) -> tensor<?x4xf32>
    "mhlo.erf"(%a) : (tensor<8x4xf32>) -> tensor<?x4xf32>
    // CHECK-NEXT: sdy.sharding_constraint %{{.*}} <@mesh, [{"x":(1)2, ?}p1, {}], replicated={"y"}> {b} : tensor<8x4xf32>
    sdy.sharding_constraint %a <@mesh, [{"x":(1)2, ?}p1, {}], replicated={"y"}> {b} : tensor<8x4xf32>
    return
  }
}
