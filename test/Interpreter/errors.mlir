// RUN: not xla-run %s --backend=interpreter --entry=failed_check 2>&1 | FileCheck %s --check-prefix=CHECK-FAILED
// RUN: not xla-run %s --backend=interpreter --entry=recursion 2>&1 | FileCheck %s --check-prefix=RECURSION
// RUN: not xla-run %s --backend=interpreter --entry=custom 2>&1 | FileCheck %s --check-prefix=CUSTOM
// RUN: not xla-run %s --backend=interpreter --entry=huge 2>&1 | FileCheck %s --check-prefix=HUGE

// CHECK-FAILED: errors.mlir:[[#@LINE+3]]:{{.*}}error: 'check.expect_eq_const' op failed at index [1]: got 2, expected 3
func.func @failed_check() {
  %x = hlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %x, dense<[1, 3]> : tensor<2xi32>
  return
}

// RECURSION: error: 'func.func' op exceeds the limit of {{[0-9]+}} nested calls and regions
func.func @recursion() {
  call @recursion() : () -> ()
  return
}

// CUSTOM: error: 'hlo.custom_call' op calls 'nobody', which the interpreter does not have
func.func @custom() {
  hlo.custom_call @nobody() {has_side_effect = true} : () -> ()
  return
}

// HUGE: error: 'hlo.iota' op needs a tensor of f32[1000000, 1000000], which exceeds the memory limit
func.func @huge() -> tensor<1000000x1000000xf32> {
  %x = hlo.iota dim = 0 : tensor<1000000x1000000xf32>
  return %x : tensor<1000000x1000000xf32>
}
