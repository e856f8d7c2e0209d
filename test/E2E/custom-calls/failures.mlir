// A target that nobody registered is refused before anything runs; a function's
// failure ends the program with what it said.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: not xla-run %s --entry=unknown --load-library=%t.so 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not xla-run %s --entry=said --load-library=%t.so 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: not xla-run %s --entry=silent --load-library=%t.so 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: not xla-run %s --entry=wrong 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not xla-run %s --entry=said --load-library=%t.none 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: %cc -shared -fPIC -x c /dev/null -o %t.empty.so
// RUN: not xla-run %s --entry=said --load-library=%t.empty.so 2>&1 | FileCheck %s --check-prefix=NOSYMBOL

// NOFILE: error: {{.*}}.none: cannot open shared object file
// NOSYMBOL: error: {{.*}}.empty.so: expected a function xla_register_library

// UNKNOWN-NOT: describe
// UNKNOWN: error: unimplemented: {{.*}}failures.mlir:[[@LINE+6]]:3: expected a function for custom call 'nobody', but none is registered
// UNKNOWN-NOT: describe
func.func @unknown(%p: tensor<i1>) {
  stablehlo.custom_call @describe() {has_side_effect = true} : () -> ()
  // Whether it would be called makes no difference.
  "stablehlo.if"(%p) ({
  stablehlo.custom_call @nobody() {has_side_effect = true} : () -> ()
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}

// SAID: error: failed with a code of its own: {{.*}}failures.mlir:[[@LINE+2]]:3: no such luck
func.func @said() {
  stablehlo.custom_call @refuse() {has_side_effect = true} : () -> ()
  return
}

// SILENT: error: failed with a code of its own: {{.*}}failures.mlir:[[@LINE+2]]:3: custom call 'refuse_silently' failed
func.func @silent() {
  stablehlo.custom_call @refuse_silently() {has_side_effect = true} : () -> ()
  return
}

// WRONG: error: invalid argument: {{.*}}failures.mlir:[[@LINE+2]]:10: lapack_spotrf_ffi: expected a matrix of 2 x 2, but got 2 x 3
func.func @wrong(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<i32>
}
