// What functions in XLA's forms report ends the program with their text.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/foreign-calls.c -o %t.so
// RUN: not xla-run %s --entry=status --arg=3xf32=1 --custom-call=shift=%t.so:shift 2>&1 | FileCheck %s --check-prefix=STATUS
// RUN: not xla-run %s --entry=status --arg=3xf32=1 --backend=interpreter --custom-call=shift=%t.so:shift 2>&1 | FileCheck %s --check-prefix=STATUS
// RUN: not xla-run %s --entry=matrix --arg=3x1xf32=1 --custom-call=typed=%t.so:typed 2>&1 | FileCheck %s --check-prefix=TYPED
// RUN: not xla-run %s --entry=matrix --arg=3x1xf32=1 --backend=interpreter --custom-call=typed=%t.so:typed 2>&1 | FileCheck %s --check-prefix=TYPED
// RUN: not xla-run %s --entry=future --arg=3xf32=1 --custom-call=later=%t.so:later 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not xla-run %s --entry=unstated --arg=3xf32=1 --custom-call=shift=%t.so:shift 2>&1 | FileCheck %s --check-prefix=UNSTATED
// RUN: not xla-run %s --entry=future --arg=3xf32=1 --custom-call=later=%t.so:never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not xla-run %s --entry=future --arg=3xf32=1 --custom-call=later 2>&1 | FileCheck %s --check-prefix=USAGE

// STATUS: foreign-failures.mlir:[[#@LINE+3]]:{{.*}}no text
// STATUS-NOT: cut
func.func @status(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @shift(%x) {api_version = 2 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// TYPED: foreign-failures.mlir:[[#@LINE+2]]:{{.*}}a vector is wanted
func.func @matrix(%x: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = stablehlo.custom_call @typed(%x) {api_version = 4 : i32} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// LATER: failed later
// NEVER: never
// USAGE: expected --custom-call=target=library:symbol, but got 'later'
func.func @future(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @later(%x) {api_version = 4 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// UNSTATED: expected api_version to be 1 to 4, which says how to call the function, but got 0
func.func @unstated(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @shift(%x) {api_version = 0 : i32} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
