// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// Attributes, types and ops of dialects that are not ours keep their text.

// CHECK: module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.x = #mhlo.foo<{a, b}>} {
module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.x = #mhlo.foo<{a, b}>} {
  // CHECK-NEXT: func.func @f(%{{.*}}: tensor<8x4xf32>, %{{.*}}: !mhlo.token)
  func.func @f(%a: tensor<8x4xf32>, %t : !mhlo.token) {
    // CHECK-NEXT: "mhlo.unknown"(%{{.*}}) : (tensor<8x4xf32>) -> ()
    "mhlo.unknown"(%a) : (tensor<8x4xf32>) -> ()
    // CHECK-NEXT: mhlo.copy %{{.*}} {a = 1 : i32} : tensor<8x4xf32>
    mhlo.copy %a {a = 1 : i32} : tensor<8x4xf32>
    // CHECK-NEXT: mhlo.erf %{{.*}} : (tensor<8x4xf32>) -> tensor<?x4xf32>
    "mhlo.erf"(%a) : (tensor<8x4xf32>) -> tensor<?x4xf32>
    return
  }
}
