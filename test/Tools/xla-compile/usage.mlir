// RUN: bash -c 'xla-compile %s --stop-after=tile; test $? = 3' 2>&1 | FileCheck %s --check-prefix=PHASE
// RUN: bash -c 'xla-compile %s --emit=ptx; test $? = 3' 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: bash -c 'xla-compile %s --target=vax --stop-after=hlo-optimize; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: bash -c 'xla-compile %s --compile-options=speed=9; test $? = 3' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: cp %s %t.mlir
// RUN: bash -c 'xla-compile %t.mlir -o %t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=SELF
// RUN: bash -c 'xla-compile %t.mlir --stop-after=lower | xla-translate --to=stablehlo; test $? = 2' 2>&1 | FileCheck %s --check-prefix=LATE

// Files that would be written over one another.
// RUN: bash -c 'xla-compile %t.mlir -o %t.o --header=%t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: bash -c 'xla-compile %t.mlir -o %t.o --decisions=%t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=DECISIONS
// RUN: bash -c 'xla-compile %t.mlir -o %t.o --weights=file:%t.mlir; test $? = 3' 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: bash -c 'xla-compile %t.mlir -o %t.none.o --weights=file:%t.none.o; test $? = 3' 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: cmp %s %t.mlir
// HEADER: error: expected the header not to be the program itself, but got '{{.*}}.mlir'
// DECISIONS: error: expected the decisions not to be the program itself, but got '{{.*}}.mlir'
// WEIGHTS: error: expected the weights not to be the program itself, but got '{{.*}}.mlir'
// OUTPUT: error: expected the weights not to be the output (-o), but got '{{.*}}.none.o'

// Options that are said twice, or that the output has no place for.
// RUN: xla-compile %s --compile-options=entry=other --emit=asm -o - | FileCheck %s --check-prefix=ENTRY
// RUN: xla-compile %s --compile-options=triple=aarch64-unknown-linux-gnu --entry=main,other -o %t.arm.o && llvm-readelf-22 -h %t.arm.o | FileCheck %s --check-prefix=ARM
// RUN: bash -c 'xla-compile %s --compile-options=entry=nope -o %t.o; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NOPE
// RUN: bash -c 'xla-compile %s --compile-options=entry=main --entry=other -o %t.o; test $? = 3' 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: bash -c 'xla-compile %s --compile-options=weights=embed --weights=package -o %t.xla; test $? = 3' 2>&1 | FileCheck %s --check-prefix=TWO-PLACES
// RUN: bash -c 'xla-compile %s --metadata=name=x -o %t.xla; test $? = 3' 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: bash -c 'xla-compile %s --metadata=a=1 --metadata=a=2 -o %t.xla; test $? = 3' 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: bash -c 'xla-compile %s --metadata=a=1 -o %t.o; test $? = 3' 2>&1 | FileCheck %s --check-prefix=METADATA
// RUN: bash -c 'xla-compile %s --stop-after=fusion -o %t.o; test $? = 3' 2>&1 | FileCheck %s --check-prefix=STOP
// RUN: bash -c 'xla-compile %s --weights=file -o /dev/null; test $? = 3' 2>&1 | FileCheck %s --check-prefix=DEVICE
// ENTRY: other:
// ARM: Machine: {{.*}}AArch64
// NOPE: error: {{.*}} expects a function @nope, but has @main, @other
// TWICE: error: expected --entry or that option in --compile-options, but got both with different values
// TWO-PLACES: error: expected --weights or that option in --compile-options, but got both with different values
// KEY: error: expected a key in --metadata that the package does not have yet, but got '{{name|a}}'
// METADATA: error: expected a package (.xla) with --metadata
// STOP: error: expected an output in MLIR (.mlir, or --emit=mlir) with --stop-after
// DEVICE: error: expected an object, a library or a package with a file name (-o) with --weights=file

// SELF: error: expected the output (-o) not to be the program itself, but got '{{.*}}.mlir'
// LATE: error: expected a program before phase fusion to write as StableHLO, but it has completed phase lower
// PHASE: error: expected a phase in --stop-after: hlo-optimize, fusion, linalg, codegen, bufferize or lower, but got 'tile'
// PTX: error: expected --target=nvptx64 for this output
// TARGET: error: expected a target of x86-64, AArch64 or NVPTX, but got 'vax'
// OPTION: error: expected the name of a compile option (entry, {{.*}}), but got 'speed'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
