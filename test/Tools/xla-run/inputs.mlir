// What is no file of numbers, and what JSON's parser would not survive.
// RUN: not xla-run %s --arg=@/dev/zero 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not xla-run %s --case=/dev/zero 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: {{.*}}/dev/zero: expected a regular file
// RUN: /usr/bin/env python3 -c "print('[' * 100000 + ']' * 100000)" > %t.json
// RUN: not xla-run %s --case=%t.json 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: error: {{.*}}: expected at most 64 levels of nested brackets

// A pipe is read whole.
// RUN: cat %s | xla-run - --arg=4xi1=true | FileCheck %s --check-prefix=PIPE
// RUN: bash -c 'xla-run <(cat %s) --arg=4xi1=true' | FileCheck %s --check-prefix=PIPE
// PIPE: [1, 1, 1, 1]

// NumPy's booleans may hold any byte after a view.
// RUN: bash -c "{ printf '\x93NUMPY\x01\x00\x38\x00{\x27descr\x27: \x27|b1\x27, \x27fortran_order\x27: False, \x27shape\x27: (4,)}'; printf '\n\x02\x00\xff\x01'; } > %t.npy"
// RUN: xla-run %s --arg=@%t.npy | FileCheck %s --check-prefix=BOOL
// BOOL: [1, 0, 1, 1]

func.func public @main(%x: tensor<4xi1>) -> tensor<4xi32> {
  %0 = stablehlo.convert %x : (tensor<4xi1>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
