// Bounds that only the run knows are checked there, natively too: nothing is
// clamped, and the result has the size that its type says.

// DEFINE: %{rest} = --arg=1xi64=2 --print
// RUN: xla-run %s --arg=5xf32=1,2,3,4,5 --arg=1xi64=2 --arg=1xi64=5 %{rest} | FileCheck %s --check-prefix=RIGHT
// RUN: xla-run %s --arg=5xf32=1,2,3,4,5 --arg=1xi64=2 --arg=1xi64=5 %{rest} --backend=interpreter | FileCheck %s --check-prefix=RIGHT
// RIGHT: result 0: 2xf32
// RIGHT-NEXT: [3.0, 5.0]

// Beyond the end, before the start, with too few and too many elements.
// RUN: not xla-run %s --arg=5xf32=1 --arg=1xi64=3 --arg=1xi64=6 %{rest} 2>&1 | FileCheck %s --check-prefix=WRONG -DBOUNDS="3 to 6"
// RUN: not xla-run %s --arg=5xf32=1 --arg=1xi64=3 --arg=1xi64=6 %{rest} --backend=interpreter 2>&1 | FileCheck %s --check-prefix=WRONG -DBOUNDS="3 to 6"
// RUN: not xla-run %s --arg=5xf32=1 --arg=1xi64=-1 --arg=1xi64=2 %{rest} 2>&1 | FileCheck %s --check-prefix=WRONG -DBOUNDS="-1 to 2"
// RUN: not xla-run %s --arg=5xf32=1 --arg=1xi64=0 --arg=1xi64=2 %{rest} 2>&1 | FileCheck %s --check-prefix=WRONG -DBOUNDS="0 to 2"
// RUN: not xla-run %s --arg=5xf32=1 --arg=1xi64=0 --arg=1xi64=5 %{rest} 2>&1 | FileCheck %s --check-prefix=WRONG -DBOUNDS="0 to 5"
// RUN: not xla-run %s --arg=5xf32=1 --arg=1xi64=0 --arg=1xi64=5 %{rest} --backend=interpreter 2>&1 | FileCheck %s --check-prefix=WRONG -DBOUNDS="0 to 5"
// WRONG-NOT: result
// WRONG: real-dynamic-slice.mlir:[[# @LINE + 4]]:{{.*}}within dimension 0 of size 5, but got [[BOUNDS]] by 2
// WRONG-NOT: result

func.func @main(%x: tensor<?xf32>, %l: tensor<1xi64>, %h: tensor<1xi64>, %d: tensor<1xi64>) -> tensor<2xf32> {
  %r = stablehlo.real_dynamic_slice %x, %l, %h, %d : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// Constant bounds that contradict the type are refused before.
// RUN: not xla-run %s --entry=constant --arg=3xf32=1,2,3 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not xla-run %s --entry=constant --arg=3xf32=1,2,3 --backend=interpreter 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: 'stablehlo.real_dynamic_slice' op {{has a result of type 'tensor<3xf32>' at these shapes, but the program says 'tensor<2xf32>'|expects 2 elements within dimension 0 of size 3, but got 0 to 3 by 1}}
func.func @constant(%x: tensor<3xf32>) -> tensor<2xf32> {
  %l = stablehlo.constant dense<0> : tensor<1xi64>
  %h = stablehlo.constant dense<3> : tensor<1xi64>
  %d = stablehlo.constant dense<1> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %x, %l, %h, %d : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
