// Everything goes that the script does not ask for: functions, results, ops,
// arguments, what lies in regions.
// RUN: xla-reduce %s --test=%S/has-seven.sh | FileCheck %s --match-full-lines
// RUN: bash -c 'xla-reduce %s --test=%S/none.sh; test $? = 3' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: bash -c 'xla-reduce %s --test=/bin/true; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FINE

// CHECK:      module {
// CHECK-NEXT:   func.func @f() {
// CHECK-NEXT:     %{{.*}} = hlo.constant dense<7> : tensor<4xi32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
// NONE: error: expected a script that can be executed in --test, but got '{{.*}}none.sh'
// FINE: error: expected the script to exit with 1 on the whole program, which shows the fault then
func.func private @half(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.5> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%x: tensor<4xi32>, %y: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xi32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<7> : tensor<4xi32>
  %r = stablehlo.add %x, %c : tensor<4xi32>
  %s = "stablehlo.if"(%p) ({
    %0 = stablehlo.add %c, %r : tensor<4xi32>
    stablehlo.return %0 : tensor<4xi32>
  }, {
    stablehlo.return %c : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  %t = stablehlo.tanh %y : tensor<4xf32>
  %u = call @half(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %s, %u : tensor<4xi32>, tensor<4xf32>
}
