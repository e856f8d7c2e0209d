// Any name works that a symbol of an object can have.
// RUN: xla-run %s --entry="a;b" | FileCheck %s
// RUN: xla-run %s --entry="a;b" --backend=interpreter | FileCheck %s
// RUN: xla-run %s --entry='c d"e\f=g' | FileCheck %s
// RUN: xla-compile %s --entry="a;b" -o %t.o
// RUN: llvm-nm-22 %t.o | FileCheck %s --check-prefix=SYMBOL
// RUN: xla-compile %s --entry='c d"e\f=g' --emit=asm -o %t.s
// RUN: xla-compile %s --entry="a;b" --stop-after=fusion | xla-compile - --entry="a;b" -o %t.o
// RUN: bash -c 'xla-run %s --entry=memset; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TAKEN

// CHECK: result 0: 2xf32
// SYMBOL: T a;b
// TAKEN: error: 'func.func' op expects another name
func.func @"a;b"(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @"c d\22e\\f=g"(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @memset(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
