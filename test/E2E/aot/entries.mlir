// Several functions of one program go into one object or package: each is found by its
// name, and each gets its own weights.
// RUN: rm -rf %t && mkdir %t
// RUN: xla-compile %s --entry=first,second --target=x86_64 --cpu=x86-64 -o %t/both.o --header=%t/both.h
// RUN: llvm-nm-22 --extern-only --defined-only --just-symbol-name %t/both.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: llvm-nm-22 --undefined-only --just-symbol-name %t/both.o | not grep -vxE 'memcpy|memmove|memset'
// RUN: %cc -I%t -I%S/../../../include %S/Inputs/entries.c %t/both.o -o %t/both
// RUN: %t/both | FileCheck %s
// SYMBOLS-DAG: {{^}}first{{$}}
// SYMBOLS-DAG: first_info
// SYMBOLS-DAG: {{^}}second{{$}}
// SYMBOLS-DAG: second_info
// SYMBOLS-NOT: {{.}}
// CHECK: 2 4 6 8
// CHECK-NEXT: 3 5 7 9

// For several processors, and all that is public; a package.
// RUN: xla-compile %s "--entry=*" --target=x86_64 --cpu=x86-64,x86-64-v3 -o %t/both.o
// RUN: %cc -I%t -I%S/../../../include %S/Inputs/entries.c %t/both.o -o %t/both
// RUN: %t/both | FileCheck %s
// RUN: xla-compile %s --entry=second,first --cpu=x86-64,x86-64-v3 -o %t/both.xla
// RUN: grep -a entries=second,first %t/both.xla
// RUN: xla-run %t/both.xla --arg=4xf32=1,2,3,4 | FileCheck %s --check-prefix=FIRST
// RUN: xla-run %t/both.xla --entry=first --arg=4xf32=1,2,3,4 | FileCheck %s --check-prefix=APART
// RUN: not xla-run %t/both.xla --entry=third 2>&1 | FileCheck %s --check-prefix=THIRD
// FIRST: [3.0, 5.0, 7.0, 9.0]
// THIRD: both.xla: expected an entry @third, but the package has @second, @first

// Names that differ by case only have declarations of their own.
// RUN: sed -e 's/@second/@First/' %s > %t/case.mlir
// RUN: xla-compile %t/case.mlir --entry=first,First --target=x86_64 --cpu=x86-64 -o %t/case.o --header=%t/case.h
// RUN: printf '#include "case.h"\nvoid *entries[] = {(void *)first, (void *)First};\n' > %t/case.c
// RUN: %cc -fsyntax-only -Werror -I%t -I%S/../../../include %t/case.c

// Weights of each have a file.
// RUN: xla-compile %s --entry=first,second "--compile-options=weight-bytes=16;small-constant-bytes=0" --weights=file -o %t/apart.xla
// RUN: xla-run %t/apart.xla --arg=4xf32=1,2,3,4 | FileCheck %s --check-prefix=APART
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// APART: [2.0, 4.0, 6.0, 8.0]
// FILES-NOT: apart.first.weights
// FILES: apart.second.weights

// RUN: not xla-compile %s --entry=first,third -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not xla-compile %s --entry=first,second --symbol=x -o %t/x.o 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not xla-compile %s --entry=first,second --emit=asm -o %t/x.s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// NONE: expects a function @third, but has
// SYMBOL: expected no --symbol with several entries, which keep their names
// OUTPUT: expected one entry for this output
func.func @first(%x: tensor<4xf32> loc("x")) -> (tensor<4xf32> {jax.result_info = "y"}) {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @second(%x: tensor<4xf32> loc("x")) -> (tensor<4xf32> {jax.result_info = "y"}) {
  %w = stablehlo.constant dense<[1.0, 1.0, 1.0, 1.5]> : tensor<4xf32>
  %0 = func.call @add(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @add(%0, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.floor %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
