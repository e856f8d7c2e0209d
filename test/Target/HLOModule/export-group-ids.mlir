// A table has an entry for each id up to the greatest of a group: ids are limited.
// RUN: not xla-translate --to=hlo-text %s 2>&1 | FileCheck %s
// RUN: sed s/1099511627776/9223372036854775807/ %s | not xla-translate --to=hlo-text - 2>&1 | FileCheck %s
// RUN: sed s/1099511627776/1048575/ %s | xla-translate --to=hlo-text - -o /dev/null
// CHECK: error: 'stablehlo.collective_reduce' op expects ids of 0 to 1048575 in replica groups of a program for HLO, but got {{1099511627776|9223372036854775807}}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1099511627776]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
