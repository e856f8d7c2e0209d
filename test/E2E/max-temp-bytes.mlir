// A limit of temporaries is kept by another order, with the same results; what
// cannot be kept is refused at the user's ops.
// RUN: xla-compile %s --symbol=f -o %t.0.o --print-buffers 2>&1 | FileCheck %s --check-prefix=FREE
// RUN: xla-compile %s --symbol=f -o %t.1.o --print-buffers --decisions=%t.json --compile-options=max-temp-bytes=8000000 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: FileCheck %s --check-prefix=WHY < %t.json
// RUN: xla-run %s --print "--arg=1024x4xf32=uniform(0,1,1)" "--arg=1024x4xf32=uniform(0,1,2)" "--arg=1024x4xf32=uniform(0,1,3)" > %t.0
// RUN: xla-run %s --print "--arg=1024x4xf32=uniform(0,1,1)" "--arg=1024x4xf32=uniform(0,1,2)" "--arg=1024x4xf32=uniform(0,1,3)" --compile-options=max-temp-bytes=8000000 > %t.1
// RUN: diff %t.0 %t.1
// RUN: not xla-compile %s --symbol=f -o %t.2.o --compile-options=max-temp-bytes=4000000 2>&1 | FileCheck %s --check-prefix=REFUSED

// FREE: size 12{{[0-9][0-9][0-9][0-9][0-9][0-9]}}, preallocated-temp
// KEPT: size {{[4-7][0-9][0-9][0-9][0-9][0-9][0-9]}}, preallocated-temp
// WHY: "what":"calls in another order","why":"the arena takes {{[0-9]+}} bytes instead of 12{{[0-9]+}}"
// REFUSED: error: {{.*}} expects at most 4000000 bytes of temporaries (max-temp-bytes), but needs {{[0-9]+}}
// REFUSED: max-temp-bytes.mlir:{{18|19|20}}:8: note: 4194304 bytes are needed then: 'tensor<1024x1024xf32>' of this op
// REFUSED-NOT: fault
func.func @main(%x: tensor<1024x4xf32>, %y: tensor<1024x4xf32>, %z: tensor<1024x4xf32>) -> tensor<1024x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<1024x4xf32>, tensor<1024x4xf32>) -> tensor<1024x1024xf32>
  %1 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [1] : (tensor<1024x4xf32>, tensor<1024x4xf32>) -> tensor<1024x1024xf32>
  %2 = stablehlo.dot_general %z, %z, contracting_dims = [1] x [1] : (tensor<1024x4xf32>, tensor<1024x4xf32>) -> tensor<1024x1024xf32>
  %3 = stablehlo.dot_general %0, %y, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x4xf32>) -> tensor<1024x4xf32>
  %4 = stablehlo.dot_general %1, %z, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x4xf32>) -> tensor<1024x4xf32>
  %5 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x4xf32>) -> tensor<1024x4xf32>
  %6 = stablehlo.add %3, %4 : tensor<1024x4xf32>
  %7 = stablehlo.add %6, %5 : tensor<1024x4xf32>
  return %7 : tensor<1024x4xf32>
}
