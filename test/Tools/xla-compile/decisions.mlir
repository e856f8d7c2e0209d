// The decisions file: what was fused, vectorised, packed, split into tasks,
// copied and updated in place, what kernels are and where buffers lie, each with
// its place in the user's text.
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64-v3 --decisions=%t.json -o %t.o
// RUN: FileCheck %s < %t.json
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64-v3 "--compile-options=decisions=%t.2.json" -o %t.2.o
// RUN: diff %t.json %t.2.json && cmp %t.o %t.2.o
// RUN: xla-run %s --decisions=- --arg=512x512xf32=1 --arg=512x512xf32=1 --arg=i32=0 | FileCheck %s --check-prefix=RAN
// RUN: bash -c 'xla-run %s --decisions=%t.3.json --backend=interpreter; test $? = 3' 2>&1 | FileCheck %s --check-prefix=INTERPRETER

// CHECK-DAG: {"decision":"fusion","outcome":"not done","what":"do not fuse hlo.dot_general","why":"it is a kernel of its own{{.*}}","buffer_bytes":1048576,"file":"{{.*}}decisions.mlir","line":[[# @LINE + 14]],"column":8,{{.*}}"pass":"form-fusions"}
// CHECK-DAG: {"decision":"schedule","outcome":"done","what":"tiles of [{{.*}}","class":"contraction","width":8,"unroll":{{[0-9]+}},"estimated_gain":8,"kernel":"dot_general_{{.*}}"pass":"choose-schedule"}
// CHECK-DAG: {"decision":"parallel","outcome":"done","what":"in parallel","why":"{{.*}}","tasks":{{[0-9]+}},"microseconds":{{[0-9]+}},
// CHECK-DAG: {"decision":"buffers","outcome":"done",{{.*}}"saved_bytes":1048576,{{.*}}"pass":"update-in-place"}
// CHECK-DAG: {"decision":"buffers","outcome":"not done","what":"copy of 1048576 bytes kept","why":"arguments belong to the caller",{{.*}}"pass":"keep-copy"}
// CHECK-DAG: {"decision":"kernel","outcome":"fact","what":"kernel of {{[0-9]+}} ops","why":"hlo.{{.*}}","class":"dot_general","bytes":3145728,"flops":268435456,"transcendentals":0,"kernel":"dot_general_
// CHECK-DAG: {"decision":"memory","outcome":"fact","what":"argument f32[512,512]","why":"{{.*}}","buffer":"argument","bytes":1048576,
// CHECK-DAG: "what":"arena of {{[0-9]+}} bytes","why":"{{.*}}","buffer":"arena","bytes":{{[0-9]+}},"live_bytes":{{[0-9]+}},"live_call":{{[0-9]+}},"total_bytes":{{[0-9]+}},
// Frameworks nest places in names and calls.
// CHECK-DAG: "file":"model.py","line":7,"column":3,{{.*}}"name":"jit(f)/neg"

// RAN: {"decision":"fusion",
// INTERPRETER: error: expected --backend=native with --decisions, --print-buffers
func.func @main(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %n: tensor<i32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = stablehlo.slice %0 [0:1, 0:512] : (tensor<512x512xf32>) -> tensor<1x512xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.dynamic_update_slice %0, %1, %n, %zero : (tensor<512x512xf32>, tensor<1x512xf32>, tensor<i32>, tensor<i32>) -> tensor<512x512xf32>
  %negated = stablehlo.negate %2 : tensor<512x512xf32> loc("jit(f)/neg"(callsite("f"("model.py":7:3) at "main"("run.py":1:1))))
  %3 = stablehlo.exponential %negated : tensor<512x512xf32>
  return %3, %x : tensor<512x512xf32>, tensor<512x512xf32>
}
