// Large constants lie in the package once for all processors, or in a file beside package,
// object and library; whoever calls sees the program's own arguments only.
// RUN: rm -rf %t && mkdir -p %t/moved
// DEFINE: %{large} = "--compile-options=small-constant-bytes=0;weight-bytes=64"

// In the package: 64 bytes, not twice.
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64,x86-64-v3 %{large} --weights=package -o %t/in.xla
// RUN: grep -ao 'XLW' %t/in.xla | wc -l | FileCheck %s --check-prefix=ONCE
// RUN: xla-run %t/in.xla --arg=16xf32=1 | FileCheck %s
// RUN: cat %t/in.xla | xla-run - --arg=16xf32=1 | FileCheck %s
// ONCE: 1
// CHECK: [2.0, 3.0, 5.0, 8.0,
// CHECK: ]

// In a file that goes where the package goes.
// RUN: xla-compile %s %{large} --weights=file -o %t/beside.xla
// RUN: xla-run %t/beside.xla --arg=16xf32=1 | FileCheck %s
// RUN: mv %t/beside.xla %t/beside.weights %t/moved
// RUN: xla-run %t/moved/beside.xla --arg=16xf32=1 | FileCheck %s
// RUN: xla-compile %s %{large} --weights=file:moved/numbers.bin -o %t/named.xla
// RUN: xla-run %t/named.xla --arg=16xf32=1 | FileCheck %s
// So they do from a program that is resumed.
// RUN: xla-compile %s %{large} --weights=file --stop-after=linalg -o %t/stopped.mlir
// RUN: xla-compile %t/stopped.mlir --weights=file:resumed.bin -o %t/resumed.xla
// RUN: cmp %t/moved/numbers.bin %t/resumed.bin
// RUN: xla-run %t/resumed.xla --arg=16xf32=1 | FileCheck %s
// RUN: not sh -c 'xla-run - --arg=16xf32=1 < %t/named.xla' 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: expected the path of the weights (xla_load_options), because the package is in memory and has them in the file moved/numbers.bin

// No file, one of another program, one that is cut, one that was changed, none of a size.
// RUN: xla-compile %s --entry=other %{large} --weights=file -o %t/other.xla
// RUN: rm %t/moved/numbers.bin
// RUN: not xla-run %t/named.xla 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: cp %t/other.weights %t/moved/numbers.bin
// RUN: not xla-run %t/named.xla 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: head -c 100 %t/moved/beside.weights > %t/moved/numbers.bin
// RUN: not xla-run %t/named.xla 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: head -c 127 %t/moved/beside.weights > %t/moved/numbers.bin; printf x >> %t/moved/numbers.bin
// RUN: not xla-run %t/named.xla 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: echo text > %t/moved/numbers.bin
// RUN: not xla-run %t/named.xla 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: rm %t/moved/numbers.bin; mkfifo %t/moved/numbers.bin
// RUN: not timeout 60 xla-run %t/named.xla 2>&1 | FileCheck %s --check-prefix=PIPE
// MISSING: named.xla: cannot open {{.*}}moved/numbers.bin: No such file
// OTHER: numbers.bin: expected the weights that were written with the code, by the name of
// CUT: numbers.bin: expected weights of 64 bytes, but got 36
// CHANGED: numbers.bin: the weights are damaged: the checksum of their content differs
// TEXT: numbers.bin: expected weights that xla-compile wrote
// PIPE: error: {{.*}}expected a regular file, but got {{.*}}numbers.bin

// Objects say by their header how to give them; all processors share them.
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64,x86-64-v3 %{large} --weights=file -o %t/sums.o --header=%t/sums.h
// RUN: llvm-nm-22 --undefined-only --just-symbol-name %t/sums.o | not grep -vxE 'memcpy|memmove|memset'
// RUN: llvm-nm-22 --extern-only --just-symbol-name --defined-only %t/sums.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: %cc -I%t -I%S/../../../include %S/Inputs/weights.c %t/sums.o -o %t/weights -L%xla_build/lib -lxla_runtime -Wl,-rpath,%xla_build/lib
// RUN: %t/weights %t/sums.weights %t/other.weights | FileCheck %s --check-prefix=CALLED
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64 %{large} --weights=file -o %t/sums.so --symbol=sums
// RUN: %cxx -std=c++17 -I%t -I%S/../../../include %S/Inputs/weights.cpp %t/sums.so -o %t/wrapper -L%xla_build/lib -lxla_runtime -Wl,-rpath,%xla_build/lib -Wl,-rpath,%t
// RUN: %t/wrapper %t/sums.weights %t/other.weights | FileCheck %s --check-prefix=WRAPPED
// SYMBOLS-DAG: sums_weights
// SYMBOLS-DAG: sums_info
// CALLED: none: invalid argument: expected weights to be there, of 64 bytes by the name of
// CALLED-NEXT: alone: 1
// CALLED-NEXT: other: weights {{.*}}other.weights: expected the weights that were written with the code
// CALLED-NEXT: loaded: 0 2 3 5 8
// CALLED-NEXT: alone: 0 2 3 5 8
// WRAPPED: expected the weights that were written with the code
// WRAPPED-NEXT: 2 3 5 8

// What fits nowhere.
// RUN: not xla-compile %s --weights=package -o %t/x.o 2>&1 | FileCheck %s --check-prefix=OBJECT
// RUN: not xla-compile %s --weights=file > %t/x.o 2> %t/err; FileCheck %s --check-prefix=STDOUT < %t/err
// RUN: not xla-compile %s --weights=cloud -o %t/x.o 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: bash -c 'xla-run %s --compile-options=weights=file; test $? = 3' 2>&1 | FileCheck %s --check-prefix=HERE
// OBJECT: expected a package with --weights=package
// STDOUT: expected an object, a library or a package with a file name (-o) with --weights=file
// PLACE: expected embed, package or file for compile option 'weights', but got 'cloud'
// RUN: not xla-run %t/stopped.mlir 2>&1 | FileCheck %s --check-prefix=HERE --implicit-check-not=report
// HERE: expected the option weights=embed for a program that runs where it is compiled
func.func @main(%x: tensor<16xf32> loc("x")) -> (tensor<16xf32> {jax.result_info = "y"}) {
  %w = stablehlo.constant dense<[1.0, 2.0, 4.0, 7.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]> : tensor<16xf32>
  %0 = stablehlo.add %x, %w : tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func @other(%x: tensor<16xf32>) -> tensor<16xf32> {
  %w = stablehlo.constant dense<[1.0, 2.0, 4.0, 8.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]> : tensor<16xf32>
  %0 = stablehlo.add %x, %w : tensor<16xf32>
  return %0 : tensor<16xf32>
}
