// A header says what the entry takes and how to call it; the name of the file
// is that of the function, because @main could be none.
// RUN: rm -rf %t && mkdir %t
// RUN: xla-compile %s --cpu=x86-64 --target=x86_64 -o %t/blend.o --header=%t/blend.h
// RUN: FileCheck %s < %t/blend.h
// RUN: llvm-nm-22 --extern-only --defined-only %t/blend.o | FileCheck %s --check-prefix=SYMBOLS

// Those of a library, a package, and code for another machine are the same.
// RUN: xla-compile %s --cpu=x86-64 --target=x86_64 -o %t/blend.so --header=%t/so.h --symbol=blend
// RUN: cmp %t/blend.h %t/so.h
// RUN: xla-compile %s --cpu=x86-64 --target=x86_64 -o %t/blend.xla --header=%t/xla.h --symbol=blend
// RUN: cmp %t/blend.h %t/xla.h
// RUN: xla-compile %s --target=aarch64 -o %t/arm.o --header=%t/arm.h --symbol=blend
// RUN: sed -e 's/generic (aarch64/x86-64 (x86_64/' %t/arm.h | cmp - %t/blend.h

// RUN: not xla-compile %s --header=%t/x.h --emit=asm -o %t/x.s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not xla-compile %s --header=%t/x.h --symbol=a.b -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NAME
// OUTPUT: expected an object, a shared library or a package with --header
// NAME: expected an entry with a name of C and C++ for a header, but got 'a.b'; a symbol gives it another

// SYMBOLS: D blend_info
// SYMBOLS-NOT: {{.}} main

// CHECK: blend - how to call a compiled program
// CHECK: Arguments
// CHECK-NEXT: default_: f32[2,3], 24 bytes
// CHECK-NEXT: params_w_0: i1[5], 5 bytes (0 or 1)
// CHECK-NEXT: params_w_0_2: i4[3], 2 bytes (two in a byte, low end first)
// CHECK-NEXT: argument3: c64[2], 16 bytes (real part, imaginary part)
// CHECK-NEXT: Results
// CHECK-NEXT: result0: f32[2,3], 24 bytes
// CHECK-NEXT: result1: i1[5]
// CHECK: The code is for x86-64
// CHECK: int32_t blend(const xla_call *call);
// CHECK: #define blend_default__size INT64_C(6)
// CHECK: #define blend_params_w_0_2_size INT64_C(2)
// CHECK: #define blend_argument3_size INT64_C(4)
// CHECK: blend_run(const xla_call *call, const float *default_, const uint8_t *params_w_0, const uint8_t *params_w_0_2, const float *argument3, float *result0,
// CHECK: blend_run_alone(void *arena, const float *default_,
// CHECK: class blend : public Model
func.func @main(%a: tensor<2x3xf32> loc("default"), %b: tensor<5xi1> loc("params['w'][0]"), %c: tensor<3xi4> loc("params.w.0"), %d: tensor<2xcomplex<f32>>) -> (tensor<2x3xf32>, tensor<5xi1>, tensor<3xi4>, tensor<2xcomplex<f32>>) {
  return %a, %b, %c, %d : tensor<2x3xf32>, tensor<5xi1>, tensor<3xi4>, tensor<2xcomplex<f32>>
}
