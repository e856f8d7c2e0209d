// RUN: xla-opt %s --hlo-legalize-to-linalg | FileCheck %s
// RUN: xla-opt %s --chlo-legalize-to-hlo=keep-functions=true | FileCheck %s --check-prefix=KEPT
// RUN: xla-opt %s --chlo-legalize-to-hlo | FileCheck %s --check-prefix=SORT

// The first two fill the list; then blocks of 64 are compared at once, and what
// is left one by one.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[ROWS:.*]] step
// CHECK:           scf.for
// CHECK:           scf.for
// CHECK:             linalg.generic {{.*}}iterator_types = ["reduction"]{{.*}} ins(%{{.*}} : tensor<64xf32>)
// CHECK:               arith.maxsi
// CHECK:             scf.if
// CHECK:           scf.for
// CHECK:             scf.if
// CHECK:         } {xla.independent = {{[0-9]+}} : i64}
// KEPT-LABEL: func.func @rows(
// KEPT:         chlo.top_k
// SORT-LABEL: func.func @rows(
// SORT:         hlo.sort
func.func @rows(%x: tensor<5x200xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>) {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<5x200xf32> -> (tensor<5x2xf32>, tensor<5x2xi32>)
  return %0#0, %0#1 : tensor<5x2xf32>, tensor<5x2xi32>
}
