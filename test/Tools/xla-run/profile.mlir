// Kernels in a loop of the host level count as often as they run: the values are
// too large for a kernel of the whole loop, and trips that reverse them do not
// become one.
// RUN: rm -rf %t && mkdir %t
// RUN: env XLA_CACHE_DIR=%t/cache xla-run %s --profile=%t/page.html --format=json > %t/first.json
// RUN: /usr/bin/env python3 %S/Inputs/show-profile.py < %t/first.json | FileCheck %s
// Code from the cache knows the same.
// RUN: env XLA_CACHE_DIR=%t/cache xla-run %s --profile --cache-stats --format=json > %t/again.json
// RUN: FileCheck %s --check-prefix=CACHE --input-file=%t/again.json
// RUN: /usr/bin/env python3 %S/Inputs/show-profile.py < %t/again.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t/page.html --implicit-check-not=http: --implicit-check-not=https:
// RUN: xla-run %s --profile | FileCheck %s --check-prefix=TEXT
// RUN: xla-run %s --profile --peak-bytes=2e9 --peak-flops=3e12 | FileCheck %s --check-prefix=GIVEN
// RUN: bash -c 'xla-run %s --profile --backend=interpreter; test $? = 3' 2>&1 | FileCheck %s --check-prefix=INTERPRETER
// RUN: bash -c 'xla-run %s --profile --benchmark; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BENCHMARK
// RUN: bash -c 'xla-run %s --profile=%t/no/page.html; test $? = 2' 2>&1 | FileCheck %s --check-prefix=FILE

// CHECK-DAG: 5 calls of {{.*}}sine{{.*}}: 524288 bytes, 0 flops, 65536 functions, {{.*}}profile.mlir:[[# @LINE + 31]]
// CHECK-DAG: 1 calls of {{.*}}dot{{.*}}: 2048 bytes, 8192 flops
// CHECK: parts of the run add up

// CACHE: "programs_loaded": 1

// PAGE: <title>Profile of profile.mlir</title>
// PAGE: sine
// PAGE: outside kernels
// PAGE: <svg

// TEXT: profile: {{[0-9]+}} runs of {{.*}}; memory copies at {{.*}}B/s, the processor multiplies and adds at {{.*}}F/s
// TEXT-NEXT: kernel calls {{.*}} of memory flops of peak lines
// TEXT: sine{{.*}} 5 {{.*}}profile.mlir:
// TEXT: outside kernels

// GIVEN: memory copies at 2 GB/s, the processor multiplies and adds at 3 TF/s

// INTERPRETER: error: expected one process and --backend=native with --profile: the interpreter
// BENCHMARK: error: expected --benchmark or --profile
// FILE: error: cannot write '{{.*}}page.html'
func.func @main(%x: tensor<65536xf32>, %m: tensor<16x16xf32>) -> (tensor<65536xf32>, tensor<16x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<65536xf32>
    cond {
      %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %r = stablehlo.reverse %v, dims = [0] : tensor<65536xf32>
      %s = stablehlo.sine %r : tensor<65536xf32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %s : tensor<i32>, tensor<65536xf32>
    }
  %d = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0#1, %d : tensor<65536xf32>, tensor<16x16xf32>
}
