// What a version does not have is refused with the first version that has it.
// RUN: split-file %s %t
// RUN: not xla-translate %t/op.mlir --to=vhlo --target-version=1.3.0 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not xla-translate %t/attribute.mlir --to=vhlo --target-version=1.9.0 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: not xla-translate %t/operands.mlir --to=vhlo --target-version=1.4.0 2>&1 | FileCheck %s --check-prefix=OPERANDS
// RUN: not xla-translate %t/type.mlir --to=vhlo --target-version=1.6.0 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not xla-translate %t/mixed.mlir --to=vhlo --target-version=1.10.0 2>&1 | FileCheck %s --check-prefix=MIXED
// RUN: not xla-translate %t/chlo.mlir --to=vhlo 2>&1 | FileCheck %s --check-prefix=CHLO
// RUN: not xla-translate %t/fusion.mlir --to=vhlo 2>&1 | FileCheck %s --check-prefix=FUSION

//--- op.mlir
// OP: op.mlir:3:8: error: 'stablehlo.tan' op exists in portable artifacts since version 1.4.0 only, but the target version is 1.3.0; choose a newer target version
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tan %a : tensor<f32>
  return %0 : tensor<f32>
}

//--- attribute.mlir
// ATTRIBUTE: error: 'stablehlo.cosine' op has 'result_accuracy' in portable artifacts since version 1.10.0 only
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.cosine"(%a) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

//--- operands.mlir
// OPERANDS: error: 'stablehlo.all_to_all' op has several operands in portable artifacts since version 1.5.0 only
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = "stablehlo.all_to_all"(%a, %a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<4xf32>
}

//--- type.mlir
// TYPE: error: 'func.func' op has !vhlo.f8E4M3_v1 in portable artifacts since version 1.7.0 only
func.func @main(%a: tensor<f8E4M3>) -> tensor<f8E4M3> {
  return %a : tensor<f8E4M3>
}

//--- mixed.mlir
// MIXED: error: 'arith.addf' op stands among portable ops in portable artifacts since version 1.11.0 only
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = arith.addf %a, %a : tensor<f32>
  return %0 : tensor<f32>
}

//--- chlo.mlir
// CHLO: error: 'chlo.sinh' op has no portable form; legalize it to hlo first
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = chlo.sinh %a : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

//--- fusion.mlir
// FUSION: error: 'hlo.fusion' op has no portable form
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.fusion(%a) kind "loop" : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%x: tensor<4xf32>):
    hlo.return %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
