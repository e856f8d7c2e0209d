// A program in a shared library runs without anything of the compiler.
// RUN: xla-compile %s --emit=so -o %t.so
// RUN: %cc -I%S/../../include %S/Inputs/load-and-run.c -o %t.exe -L%xla_build/lib -lxla_runtime -ldl -Wl,-rpath,%xla_build/lib
// RUN: %t.exe %t.so | FileCheck %s

// CHECK: ok
// CHECK-NEXT: 0 2 4 6
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %sum = stablehlo.add %x, %y : tensor<4xf32>
  return %sum : tensor<4xf32>
}
