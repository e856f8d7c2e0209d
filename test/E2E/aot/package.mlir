// One package has code for several processors, and runs where one of them is
// this one; its bytes are the same each time.
// RUN: xla-compile %s --cpu=x86-64-v2,x86-64,x86-64-v4 --target=x86_64,aarch64 --metadata=author=nobody -o %t.xla
// RUN: xla-run %t.xla --arg=4xf32=1,2,3,4 --arg=4xf32=1 | FileCheck %s
// RUN: xla-compile %s --cpu=x86-64-v2,x86-64,x86-64-v4 --target=x86_64,aarch64 --metadata=author=nobody -o %t.again.xla
// RUN: cmp %t.xla %t.again.xla
// RUN: cat %t.xla | xla-run - --arg=4xf32=1,2,3,4 --arg=4xf32=1 | FileCheck %s
// RUN: grep -a author=nobody %t.xla

// CHECK: result 0: 4xf32
// CHECK-NEXT: [2.0, 3.0, 4.0, 5.0]

// Code for another machine alone is refused, and so is a damaged file.
// RUN: xla-compile %s --target=aarch64 -o %t.arm.xla
// RUN: not xla-run %t.arm.xla 2>&1 | FileCheck %s --check-prefix=ARM
// ARM: expected code for this processor, but the package has code for 1 others, 0 of them of this architecture
// RUN: head -c 5000 %t.xla > %t.cut.xla
// RUN: not xla-run %t.cut.xla 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: expected a package of {{[0-9]+}} bytes, but got 5000

// Instructions that this processor lacks are seen before they are run (APX here); those
// that no processor could be asked for are refused.
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64 --features=+egpr,+ndd -o %t.apx.xla
// RUN: grep -q apxf /proc/cpuinfo || not xla-run %t.apx.xla 2>&1 | FileCheck %s --check-prefix=APX
// APX: expected code for this processor, but the package has code for 1 others, 1 of them of this architecture
// RUN: not xla-compile %s --target=x86_64 --cpu=x86-64 --features=+avx10.2 -o %t.x.xla 2>&1 | FileCheck %s --check-prefix=UNCHECKED
// UNCHECKED: expected instructions that are looked for when code is loaded, but 'x86-64' has avx10.2;
// RUN: xla-compile %s --target=x86_64 --cpu=x86-64 --features=+avx10.2 -o %t.o
// RUN: xla-compile %s --target=aarch64 --features=+sve2p1 -o %t.sve.xla
// RUN: not xla-compile %s --target=aarch64 --features=+sve2p2 -o %t.x.xla 2>&1 | FileCheck %s --check-prefix=SVE
// SVE: sve2p2

// What a compiled program has no answer to.
// RUN: not xla-run %t.xla --backend=interpreter 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: not xla-run %t.xla --donate 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: expected a program with these flags, but got a package
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}
