// Programs and arguments that no memory holds are refused, on both backends,
// before memory is taken; the process does not end by itself.
// RUN: bash -c 'xla-run %s --entry=splat; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: bash -c 'xla-run %s --entry=splat --backend=interpreter; test $? = 2' 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: bash -c 'xla-compile %s --entry=splat -o %t.o; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: bash -c 'xla-run %s --entry=iota; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: bash -c 'xla-run %s --entry=iota --backend=interpreter; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: bash -c 'xla-run %s --entry=broadcast; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: bash -c 'xla-run %s --entry=broadcast --backend=interpreter; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: bash -c 'xla-compile %s --entry=broadcast -o %t.o; test $? = 2' 2>&1 | FileCheck %s --check-prefix=NATIVE

// NATIVE: memory.mlir:{{.*}} error: 'func.func' op expects arguments and results of at most {{[0-9]+}} bytes together (memory-limit-bytes), but they take {{[0-9]+}}
// CONSTANT: error: 'stablehlo.constant' op needs a constant of type 'tensor<1099511627776xf32>', which exceeds the memory limit of {{[0-9]+}} bytes
// TENSOR: error: 'stablehlo.{{.*}}' op needs a tensor of {{f32|i64}}[{{.*}}], which exceeds the memory limit of {{[0-9]+}} bytes

// Constants that would be written out, temporaries, and limits as they are set.
// RUN: bash -c 'xla-compile %s --entry=written --compile-options="small-constant-bytes=8;constant-limit-bytes=20" -o %t.o; test $? = 2' 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: xla-compile %s --entry=written --compile-options="small-constant-bytes=8;constant-limit-bytes=24" -o %t.o
// RUN: bash -c 'xla-run %s --entry=temporary --memory-limit=400000; test $? = 2' 2>&1 | FileCheck %s --check-prefix=TEMPORARY
// RUN: bash -c 'xla-run %s --entry=temporary --memory-limit=400000 --backend=interpreter; test $? = 2' 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: xla-run %s --entry=temporary --memory-limit=4000000 | FileCheck %s --check-prefix=RUNS

// WRITTEN: error: 'stablehlo.constant' op expects constants of at most 20 bytes together (constant-limit-bytes), but with this one of type 'tensor<6xf32>' they take 24; pass it as an argument instead
// TEMPORARY: error: expected arguments, results and temporaries of at most 400000 bytes together (--memory-limit), but they take {{[0-9]+}}, {{[0-9]+}} of them for temporaries
// SMALL: exceeds the memory limit of {{[0-9]+}} bytes
// RUNS: result 0: 4xf32

// Arguments.
// RUN: bash -c 'xla-run %s --entry=argument --arg=9999999999999xf32=1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=FITS
// RUN: bash -c 'xla-run %s --entry=dynamic --backend=interpreter --arg=9999999999999xf32=1; test $? = 3' 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: bash -c 'xla-run %s --entry=dynamic --backend=interpreter --case=%S/Inputs/huge.json; test $? = 3' 2>&1 | FileCheck %s --check-prefix=ARGUMENT

// FITS: error: expected argument 0 of type 4xf32, but got 9999999999999xf32
// ARGUMENT: error: expected arguments of at most {{[0-9]+}} bytes together (--memory-limit), but argument 0 of type 9999999999999xf32 exceeds that

func.func @splat() -> tensor<1099511627776xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<1099511627776xf32>
  return %0 : tensor<1099511627776xf32>
}
func.func @iota() -> tensor<35184372088832xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<35184372088832xf32>
  return %0 : tensor<35184372088832xf32>
}
func.func @broadcast(%x: tensor<f32>) -> tensor<1099511627776xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1099511627776xf32>
  return %0 : tensor<1099511627776xf32>
}
// Larger than a kernel takes in, and no splat: data of the object.
func.func @written(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %1 = stablehlo.add %x, %0 : tensor<6xf32>
  return %1 : tensor<6xf32>
}
func.func @temporary(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<4x4xf32>) -> tensor<4x10000x4xf32>
  %1 = "stablehlo.sort"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<4x10000x4xf32>) -> tensor<4x10000x4xf32>
  %2 = stablehlo.slice %1 [0:4, 7:8, 0:1] : (tensor<4x10000x4xf32>) -> tensor<4x1x1xf32>
  %3 = stablehlo.reshape %2 : (tensor<4x1x1xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func @argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
