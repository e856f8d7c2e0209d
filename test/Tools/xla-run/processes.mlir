// What holds with one process holds with several: exit codes, how quantized
// values are passed, and limits.
// RUN: bash -c 'xla-run %s --entry=checked --backend=interpreter --replicas=2 --arg=2xf32=1,3; test $? = 1' 2>&1 | FileCheck %s --check-prefix=CHECKED
// CHECKED: error: 'check.expect_eq_const' op failed at index [1]: got 3, expected 2
// CHECKED: error: a check of the program failed
func.func @checked(%x: tensor<2xf32>) -> tensor<2xf32> {
  check.expect_eq_const %x, dense<[1.0, 2.0]> : tensor<2xf32>
  return %x : tensor<2xf32>
}

// RUN: xla-run %s --entry=quantized --replicas=2 --arg=2xi8=1,2 | FileCheck %s --check-prefix=QUANTIZED
// RUN: xla-run %s --entry=quantized --replicas=2 --arg=2xi8=1,2 --backend=interpreter | FileCheck %s --check-prefix=QUANTIZED
// QUANTIZED: process 1 result 0: 2xi8
// QUANTIZED-NEXT: [2, 4]
func.func @quantized(%x: tensor<2x!quant.uniform<i8:f32, 0.5:0>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:0>> {
  %y = stablehlo.add %x, %x : tensor<2x!quant.uniform<i8:f32, 0.5:0>>
  return %y : tensor<2x!quant.uniform<i8:f32, 0.5:0>>
}

// Each process needs as much as one alone.
// RUN: xla-run %s --entry=doubled --memory-limit=30000
// RUN: bash -c 'xla-run %s --entry=doubled --memory-limit=30000 --replicas=4; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: bash -c 'xla-run %s --entry=doubled --memory-limit=30000 --replicas=4 --backend=interpreter; test $? = 2' 2>&1 | FileCheck %s --check-prefix=INTERPRETER
// NATIVE: error: expected arguments, results and temporaries of at most 30000 bytes together (--memory-limit), but they take {{[0-9]+}}, {{[0-9]+}} of them for temporaries
// INTERPRETER: exceeds the memory limit of {{[0-9]+}} bytes
func.func @doubled(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %y = stablehlo.add %x, %x : tensor<1000xf32>
  return %y : tensor<1000xf32>
}

// RUN: bash -c 'xla-run %s --entry=id --replicas=3 --check-numerics; test $? = 3' 2>&1 | FileCheck %s --check-prefix=NUMERICS
// NUMERICS: error: expected one process with --check-numerics

// No address space holds so many stacks of a tebibyte.
// RUN: bash -c 'ulimit -s 1000000000 && xla-run %s --entry=id --replicas=200; test $? = 2' 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: bash -c 'ulimit -s 1000000000 && xla-run %s --entry=id --replicas=200 --backend=interpreter; test $? = 2' 2>&1 | FileCheck %s --check-prefix=STARTED
// THREADS: error: process {{[0-9]+}}: out of memory: no thread for process
// STARTED: error: 'func.func' op needs a thread for each of 200 processes, but there is none for process
func.func @id() -> tensor<ui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  return %id : tensor<ui32>
}
