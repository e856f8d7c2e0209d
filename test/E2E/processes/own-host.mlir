// A host with collectives of its own, in C: docs/collectives.md.
// RUN: xla-compile %s --emit=so -o %t.so
// RUN: %cc -I%S/../../../include %S/../Inputs/own-collectives.c -o %t.exe -L%xla_build/lib -lxla_runtime -ldl -Wl,-rpath,%xla_build/lib
// RUN: %t.exe %t.so | FileCheck %s

// CHECK:      replica 0: ok [11 22]
// CHECK-NEXT: replica 1: ok [11 22]
// CHECK-NEXT: own host: ok [101 102]
// CHECK-NEXT: 1 calls
// CHECK-NEXT: no host: unimplemented {{.*}}own-host.mlir:{{.*}}the host has no service for 'all_reduce'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = hlo.add %a, %b : tensor<f32>
    hlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
