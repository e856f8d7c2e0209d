// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s

func.func @id(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32>
func.func @main(%a: tensor<2xf32>) {
  // CHECK-NEXT: interpreter.print %[[A]] : tensor<2xf32>
  interpreter.print %a : tensor<2xf32>
  // CHECK-NEXT: interpreter.probe %[[A]], probe_id = "x" : tensor<2xf32>
  %p = interpreter.probe %a, probe_id = "x" : tensor<2xf32>
  // CHECK-NEXT: "interpreter.run_parallel"(%[[A]], %[[A]]) <{programs = {{\[\[}}@id, @id]]}>
  %r:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@id, @id]]}
      : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
