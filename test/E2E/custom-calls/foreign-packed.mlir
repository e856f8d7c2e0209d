// Elements of 4 bits as XLA's own forms of calls see them: packed in all of them.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/foreign-calls.c -o %t.so
// RUN: xla-run %s --print --arg=5xi4=1,2,3,-4,-5 --custom-call=flip=%t.so:flip --custom-call=text=%t.so:flip_with_text --custom-call=typed=%t.so:flip_typed | FileCheck %s
// RUN: xla-run %s --print --arg=5xi4=1,2,3,-4,-5 --custom-call=flip=%t.so:flip --custom-call=text=%t.so:flip_with_text --custom-call=typed=%t.so:flip_typed --backend=interpreter | FileCheck %s

// CHECK-COUNT-4: [0, 3, 2, -3, -6]
func.func @main(%x: tensor<5xi4>) -> (tensor<5xi4>, tensor<5xi4>, tensor<5xi4>, tensor<5xi4>) {
  %0 = stablehlo.custom_call @flip(%x) {api_version = 1 : i32} : (tensor<5xi4>) -> tensor<5xi4>
  %1 = stablehlo.custom_call @text(%x) {api_version = 2 : i32} : (tensor<5xi4>) -> tensor<5xi4>
  %2 = stablehlo.custom_call @text(%x) {api_version = 3 : i32} : (tensor<5xi4>) -> tensor<5xi4>
  %3 = stablehlo.custom_call @typed(%x) {api_version = 4 : i32} : (tensor<5xi4>) -> tensor<5xi4>
  return %0, %1, %2, %3 : tensor<5xi4>, tensor<5xi4>, tensor<5xi4>, tensor<5xi4>
}
