// Code that was compiled for a value of an argument refuses any other. The
// caller passes zero.
// RUN: xla-compile %s --refine=i32=0 --refine=2xf32 --emit=so -o %t.right.so
// RUN: xla-compile %s --refine=i32=3 --refine=2xf32 --emit=so -o %t.wrong.so
// RUN: %cc -I%S/../../include %S/Inputs/load-and-run.c -o %t.exe -L%xla_build/lib -lxla_runtime -ldl -Wl,-rpath,%xla_build/lib
// RUN: %t.exe %t.right.so | FileCheck %s --check-prefix=RIGHT
// RUN: not %t.exe %t.wrong.so | FileCheck %s --check-prefix=WRONG

// RIGHT: ok
// RIGHT-NEXT: 0 2
// WRONG: failed {{.*}}refined-library.mlir:[[# @LINE + 1]]:17: expected argument 0 to be 3, as the program was compiled for, but got 0
func.func @main(%size: tensor<i32>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %shape = hlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %y = hlo.add %x, %x : tensor<?xf32>
  %r = hlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %y, %r : tensor<?xf32>, tensor<?xi32>
}
