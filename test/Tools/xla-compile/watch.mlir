// What a compilation takes how long for, as a table, as a trace, and while it lasts.

// RUN: xla-compile %s -o %t.o --time-passes 2>&1 | FileCheck %s --check-prefix=TIMES
// RUN: xla-compile %s -o %t.o --trace-file=%t.json
// RUN: %python -c "import json, sys; names = [e['name'] for e in json.load(open(sys.argv[1]))['traceEvents']]; print(names.count('xla-verify-lower'), names.count('generate code'))" %t.json | FileCheck %s --check-prefix=TRACE
// RUN: xla-compile %s -o %t.o --compile-progress 2>&1 | FileCheck %s --check-prefix=PROGRESS
// RUN: not xla-compile %s -o %t.o --compile-options=time-limit-milliseconds=1 --compile-progress 2>&1 | FileCheck %s --check-prefix=LATE

// TIMES: seconds share times MiB more what
// TIMES-DAG: pass xla-verify-lower
// TIMES-DAG: llvm generate code
// TIMES-DAG: llvm instcombine
// TIMES: 100.0%{{ +}}all
// TRACE: 1 1
// PROGRESS: compiling: pass xla-record-options, {{[0-9.]+}} s
// PROGRESS: compiling: pass xla-verify-lower, {{[0-9.]+}} s
// LATE: error: compilation took longer than it may; it stopped
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
