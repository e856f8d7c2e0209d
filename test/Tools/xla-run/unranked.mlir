// The interpreter refuses it too, and says where; nobody is sent from one to the other.
// RUN: not xla-run %s 2>&1 | FileCheck %s --implicit-check-not=backend
// RUN: not xla-run %s --backend=interpreter 2>&1 | FileCheck %s --check-prefix=INTERPRETER
// RUN: not xla-run %s --backend=interpreter --replicas=2 2>&1 | FileCheck %s --check-prefix=INTERPRETER
// CHECK: unranked.mlir:[[#@LINE+2]]:17: error: expects arguments of the entry to be tensors
// INTERPRETER: unranked.mlir:[[#@LINE+1]]:17: error: expected a tensor of a known number of dimensions as argument, but got tensor<*xf32>
func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}
