// RUN: xla-opt %s --xla-record-options="compile-options=triple=x86_64-linux-gnu;cpu=skylake;numerics=fast" --split-input-file | FileCheck %s
// RUN: not xla-opt %s --xla-record-options="compile-options=speed=9" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not xla-opt %s --xla-record-options="compile-options=parallel=9" 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not xla-opt %s --xla-record-options="compile-options=triple=z80-none" 2>&1 | FileCheck %s --check-prefix=TRIPLE

// NAME: error: expected the name of a compile option (entry, {{.*}}), but got 'speed'
// VALUE: error: expected true or false for compile option 'parallel', but got '9'
// TRIPLE: error: expected a target of x86-64, AArch64 or NVPTX, but got 'z80-none'

// CHECK: xla.options = {
// CHECK-SAME: cpu = "skylake"
// CHECK-SAME: numerics = "fast"
// CHECK-SAME: triple = "x86_64-unknown-linux-gnu", "vector-bits" = 256 : i64
module {
  func.func @main() { return }
}

// -----

// What stands on the module stays.
// CHECK: cpu = "cortex-a72"
// CHECK-SAME: numerics = "strict"
// CHECK-SAME: "vector-bits" = 128 : i64
module attributes {xla.options = {triple = "aarch64-linux-gnu", cpu = "cortex-a72"}} {
}
