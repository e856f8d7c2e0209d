// RUN: xla-opt %s --xla-bufferize-kernels | FileCheck %s
// RUN: xla-opt %s --xla-bufferize-kernels --xla-counters -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNTERS

// A carried tensor that is read behind its update: what reads it reads a copy
// of the iteration's. The other tensor is not read.

// COUNTERS: num-copied-carries 2
// CHECK-LABEL: func.func private @late_read(
// CHECK: scf.for
// CHECK: linalg.copy ins(%[[A:.*]] : memref<4xf32>) outs(%[[COPY:.*]] : memref<4xf32>)
// CHECK: memref.store %{{.*}}, %[[A]][%{{.*}}]
// CHECK: linalg.generic {{.*}} ins(%[[COPY]] : memref<4xf32>) outs(%[[B:.*]] : memref<4xf32>)
// CHECK: linalg.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
#id = affine_map<(d0) -> (d0)>
func.func private @late_read(%a0: tensor<4xf32>, %b0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {xla.kernel, xla.region} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  %0:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %a0, %b = %b0) -> (tensor<4xf32>, tensor<4xf32>) {
    %u = tensor.insert %f into %a[%i] : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %s = arith.addf %p, %f : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    scf.yield %u, %r : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// The same for what it is between two updates.
// CHECK-LABEL: func.func private @read_between(
// CHECK: scf.for
// CHECK: linalg.copy ins(%{{.*}} : memref<1xf32>) outs(%[[PART:.*]] : memref<1xf32
// CHECK: linalg.copy ins(%[[A:.*]] : memref<4xf32>) outs(%[[COPY:.*]] : memref<4xf32>)
// CHECK: memref.store %{{.*}}, %[[A]][%{{.*}}] : memref<4xf32>
// CHECK: memref.load %[[COPY]]
func.func private @read_between(%a0: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel, xla.region} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  %ones = arith.constant dense<1.0> : tensor<1xf32>
  %0:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %a0, %s = %f) -> (tensor<4xf32>, f32) {
    %u = tensor.insert_slice %ones into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    %v = tensor.insert %s into %u[%c0] : tensor<4xf32>
    %r = tensor.extract %u[%c0] : tensor<4xf32>
    scf.yield %v, %r : tensor<4xf32>, f32
  }
  %1 = tensor.insert %0#1 into %0#0[%c1] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
