// What the command line gets wrong ends with 3, what the program does with 2.
// RUN: bash -c 'xla-run %s --format=xml; test $? = 3' 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: bash -c 'xla-run %s --backend=gpu; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BACKEND
// RUN: bash -c 'xla-run %s --arg=4xf99=1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: bash -c 'xla-run %s --backend=interpreter --arg=4xf32=1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: bash -c 'xla-run %s --backend=interpreter --arg=2xf32=1 --arg=f32=1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: bash -c 'xla-run %s --arg=2xf32=1 --case=x.json; test $? = 3' 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: bash -c 'xla-run %s --entry=f; test $? = 2' 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: bash -c 'xla-run %s.not; test $? = 3' 2>&1 | FileCheck %s --check-prefix=FILE

// FORMAT: expected one of text, json, but got 'xml'
// BACKEND: expected one of native, gpu-emulator, interpreter, but got 'gpu'
// TYPE: error: '4xf99=1': expected a type such as 4x8xf32 before '='
// SHAPE: error: expected argument 0 of type 2xf32, but got 4xf32
// COUNT: error: expected at most 1 argument, but got 2
// BOTH: error: expected --case or --arg, but got both
// ENTRY: usage.mlir:{{.*}}: error: expected a function named @f
// FILE: error: cannot open input file
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
