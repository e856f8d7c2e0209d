// Two objects that have a kernel in common, compiled for other processors, are
// linked into one program: kernels are local to their object.
// RUN: xla-compile %s --entry=first --symbol=one --target=x86_64 --cpu=x86-64-v3 -o %t.one.o
// RUN: xla-compile %s --entry=second --target=x86_64 --cpu=x86-64 -o %t.two.o
// RUN: ld.lld -shared %t.one.o %t.two.o -o %t.so
// RUN: llvm-nm-22 -D --defined-only %t.so | FileCheck %s --implicit-check-not=negate
// RUN: llvm-nm-22 %t.one.o | FileCheck %s --check-prefix=LOCAL

// CHECK: T one
// CHECK: D one_info
// CHECK: T second
// CHECK: D second_info
// LOCAL: t negate_{{.*}}
func.func @first(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.negate %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @second(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.negate %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
