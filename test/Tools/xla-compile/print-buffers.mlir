// The buffers of a program, before it runs: what it says is what the code asks
// for, in the last argument of the entry.
// RUN: xla-compile %s --print-buffers -o %t.o 2>&1 | FileCheck %s
// RUN: xla-run %s --print-buffers --arg=1024xf32=1 --arg=1024xf32=1 2>&1 | FileCheck %s
// RUN: xla-compile %s --print-buffers --stop-after=bufferize -o - 2>&1 | FileCheck %s --check-prefixes=CHECK,IR
// RUN: xla-compile %s --stop-after=bufferize -o %t.mlir
// RUN: bash -c 'xla-compile %t.mlir --print-buffers -o %t.o; test $? = 3' 2>&1 | FileCheck %s --check-prefix=LATE

// CHECK: BufferAssignment:
// CHECK-NEXT: allocation 0: size 4096, parameter 0, shape |f32[1024]|:
// CHECK-NEXT: value: used by @sort_{{[0-9a-f]+}}, from {{.*}}print-buffers.mlir:[[# @LINE + 10]]
// CHECK-NEXT: allocation 1: size 4096, parameter 1,
// CHECK: allocation 2: size 4096, result 0,
// CHECK: allocation 3: size [[#BYTES:]], preallocated-temp:
// CHECK: (size=4096,offset=0): f32[1024], live in calls 0 to {{[0-9]+}}, used by @sort_{{.*}}, from {{.*}}print-buffers.mlir:[[# @LINE + 7]]
// CHECK: Most temporary bytes at once: {{[0-9]+}}, in call {{[0-9]+}} (@{{.*}})
// CHECK-NEXT: Total bytes used: [[#BYTES + 12288]]
// IR: func.func @main({{.*}}memref<[[#BYTES]]xi8>

// LATE: error: expected --print-buffers where phase 'bufferize' runs
func.func @main(%x: tensor<1024xf32>, %y: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = "hlo.sort"(%x) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = hlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  }) : (tensor<1024xf32>) -> tensor<1024xf32>
  %1 = "hlo.sort"(%y) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = hlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    hlo.return %p : tensor<i1>
  }) : (tensor<1024xf32>) -> tensor<1024xf32>
  %2 = hlo.add %0, %1 : tensor<1024xf32>
  return %2 : tensor<1024xf32>
}
