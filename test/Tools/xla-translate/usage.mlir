// The names of formats are listed where there is none of the name.
// RUN: bash -c 'xla-translate %s --to=text; test $? = 3' 2>&1 | FileCheck %s --check-prefix=TO
// RUN: bash -c 'xla-translate %s --from=text; test $? = 3' 2>&1 | FileCheck %s --check-prefix=FROM
// RUN: bash -c 'xla-compile %s --emit=text; test $? = 3' 2>&1 | FileCheck %s --check-prefix=EMIT

// TO: expected one of mlir, stablehlo, {{.*}}, html, but got 'text'
// FROM: expected one of auto, mlir, {{.*}}, hlo-proto, but got 'text'
// EMIT: expected one of mlir, llvm-ir, asm, obj, so, xla, ptx, cubin, but got 'text'
