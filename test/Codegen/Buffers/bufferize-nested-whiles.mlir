// RUN: xla-opt %s --xla-bufferize-kernels | FileCheck %s

// What an inner while hands back lies where it began: the outer one carries it
// without a copy (random program 1028).

// CHECK-LABEL: func.func private @nested(
// CHECK-SAME: %{{.*}}: memref<17xi8>, %[[OUT:.*]]: memref<17xi8>)
// CHECK: scf.while
// CHECK: scf.while
// CHECK: linalg.copy ins(%{{.*}} : memref<17xi8>) outs(%[[OUT]] : memref<17xi8>)
// CHECK-NOT: linalg.copy
func.func private @nested(%from: tensor<17xi8>) -> tensor<17xi8> attributes {xla.kernel, xla.region} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zeros = arith.constant dense<0> : tensor<17xi8>
  %0:2 = scf.while (%i = %zero, %x = %from) : (i32, tensor<17xi8>) -> (i32, tensor<17xi8>) {
    %c = arith.cmpi slt, %i, %one : i32
    scf.condition(%c) %i, %x : i32, tensor<17xi8>
  } do {
  ^bb0(%i: i32, %x: tensor<17xi8>):
    %1:2 = scf.while (%j = %zero, %y = %x) : (i32, tensor<17xi8>) -> (i32, tensor<17xi8>) {
      %c = arith.cmpi slt, %j, %one : i32
      scf.condition(%c) %j, %y : i32, tensor<17xi8>
    } do {
    ^bb0(%j: i32, %y: tensor<17xi8>):
      scf.yield %one, %zeros : i32, tensor<17xi8>
    }
    scf.yield %1#0, %1#1 : i32, tensor<17xi8>
  }
  return %0#1 : tensor<17xi8>
}
