// Every function of each float type, on processors without extensions.
// RUN: sed 's/f32/f16/g' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: sed 's/f32/f16/g; s/x86_64-unknown-linux-gnu", cpu = "x86-64"/aarch64-unknown-linux-gnu", cpu = "generic"/' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=aarch64-unknown-linux-gnu -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: sed 's/f32/bf16/g' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: sed 's/f32/bf16/g; s/x86_64-unknown-linux-gnu", cpu = "x86-64"/aarch64-unknown-linux-gnu", cpu = "generic"/' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=aarch64-unknown-linux-gnu -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: cat %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: sed 's/x86_64-unknown-linux-gnu", cpu = "x86-64"/aarch64-unknown-linux-gnu", cpu = "generic"/' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=aarch64-unknown-linux-gnu -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: sed 's/f32/f64/g' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "
// RUN: sed 's/f32/f64/g; s/x86_64-unknown-linux-gnu", cpu = "x86-64"/aarch64-unknown-linux-gnu", cpu = "generic"/' %s | xla-opt --xla-kernel-lower-pipeline | mlir-translate --mlir-to-llvmir | llc -mtriple=aarch64-unknown-linux-gnu -filetype=obj | llvm-nm --undefined-only - | FileCheck %s --allow-empty --implicit-check-not="U "

// CHECK-NOT: U {{.*}}

module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64"}} {
func.func private @functions(%x: memref<2xf32>, %out: memref<64xf32>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %x[%c0] : memref<2xf32>
  %b = memref.load %x[%c1] : memref<2xf32>
  %r0 = math.exp %a : f32
  %i0 = arith.constant 0 : index
  memref.store %r0, %out[%i0] : memref<64xf32>
  %r1 = math.exp2 %a : f32
  %i1 = arith.constant 1 : index
  memref.store %r1, %out[%i1] : memref<64xf32>
  %r2 = math.expm1 %a : f32
  %i2 = arith.constant 2 : index
  memref.store %r2, %out[%i2] : memref<64xf32>
  %r3 = math.log %a : f32
  %i3 = arith.constant 3 : index
  memref.store %r3, %out[%i3] : memref<64xf32>
  %r4 = math.log1p %a : f32
  %i4 = arith.constant 4 : index
  memref.store %r4, %out[%i4] : memref<64xf32>
  %r5 = math.log2 %a : f32
  %i5 = arith.constant 5 : index
  memref.store %r5, %out[%i5] : memref<64xf32>
  %r6 = math.log10 %a : f32
  %i6 = arith.constant 6 : index
  memref.store %r6, %out[%i6] : memref<64xf32>
  %r7 = math.sinh %a : f32
  %i7 = arith.constant 7 : index
  memref.store %r7, %out[%i7] : memref<64xf32>
  %r8 = math.cosh %a : f32
  %i8 = arith.constant 8 : index
  memref.store %r8, %out[%i8] : memref<64xf32>
  %r9 = math.tanh %a : f32
  %i9 = arith.constant 9 : index
  memref.store %r9, %out[%i9] : memref<64xf32>
  %r10 = math.asinh %a : f32
  %i10 = arith.constant 10 : index
  memref.store %r10, %out[%i10] : memref<64xf32>
  %r11 = math.acosh %a : f32
  %i11 = arith.constant 11 : index
  memref.store %r11, %out[%i11] : memref<64xf32>
  %r12 = math.atanh %a : f32
  %i12 = arith.constant 12 : index
  memref.store %r12, %out[%i12] : memref<64xf32>
  %r13 = math.sin %a : f32
  %i13 = arith.constant 13 : index
  memref.store %r13, %out[%i13] : memref<64xf32>
  %r14 = math.cos %a : f32
  %i14 = arith.constant 14 : index
  memref.store %r14, %out[%i14] : memref<64xf32>
  %r15 = math.tan %a : f32
  %i15 = arith.constant 15 : index
  memref.store %r15, %out[%i15] : memref<64xf32>
  %r16 = math.asin %a : f32
  %i16 = arith.constant 16 : index
  memref.store %r16, %out[%i16] : memref<64xf32>
  %r17 = math.acos %a : f32
  %i17 = arith.constant 17 : index
  memref.store %r17, %out[%i17] : memref<64xf32>
  %r18 = math.atan %a : f32
  %i18 = arith.constant 18 : index
  memref.store %r18, %out[%i18] : memref<64xf32>
  %r19 = math.erf %a : f32
  %i19 = arith.constant 19 : index
  memref.store %r19, %out[%i19] : memref<64xf32>
  %r20 = math.erfc %a : f32
  %i20 = arith.constant 20 : index
  memref.store %r20, %out[%i20] : memref<64xf32>
  %r21 = math.cbrt %a : f32
  %i21 = arith.constant 21 : index
  memref.store %r21, %out[%i21] : memref<64xf32>
  %r22 = math.rsqrt %a : f32
  %i22 = arith.constant 22 : index
  memref.store %r22, %out[%i22] : memref<64xf32>
  %r23 = math.sqrt %a : f32
  %i23 = arith.constant 23 : index
  memref.store %r23, %out[%i23] : memref<64xf32>
  %r24 = math.floor %a : f32
  %i24 = arith.constant 24 : index
  memref.store %r24, %out[%i24] : memref<64xf32>
  %r25 = math.ceil %a : f32
  %i25 = arith.constant 25 : index
  memref.store %r25, %out[%i25] : memref<64xf32>
  %r26 = math.trunc %a : f32
  %i26 = arith.constant 26 : index
  memref.store %r26, %out[%i26] : memref<64xf32>
  %r27 = math.round %a : f32
  %i27 = arith.constant 27 : index
  memref.store %r27, %out[%i27] : memref<64xf32>
  %r28 = math.roundeven %a : f32
  %i28 = arith.constant 28 : index
  memref.store %r28, %out[%i28] : memref<64xf32>
  %r29 = math.absf %a : f32
  %i29 = arith.constant 29 : index
  memref.store %r29, %out[%i29] : memref<64xf32>
  %r30 = math.atan2 %a, %b : f32
  %i30 = arith.constant 30 : index
  memref.store %r30, %out[%i30] : memref<64xf32>
  %r31 = math.powf %a, %b : f32
  %i31 = arith.constant 31 : index
  memref.store %r31, %out[%i31] : memref<64xf32>
  %r32 = math.copysign %a, %b : f32
  %i32 = arith.constant 32 : index
  memref.store %r32, %out[%i32] : memref<64xf32>
  %r33 = arith.remf %a, %b : f32
  %i33 = arith.constant 33 : index
  memref.store %r33, %out[%i33] : memref<64xf32>
  %r34 = arith.addf %a, %b : f32
  %i34 = arith.constant 34 : index
  memref.store %r34, %out[%i34] : memref<64xf32>
  %r35 = arith.divf %a, %b : f32
  %i35 = arith.constant 35 : index
  memref.store %r35, %out[%i35] : memref<64xf32>
  %r36 = arith.maximumf %a, %b : f32
  %i36 = arith.constant 36 : index
  memref.store %r36, %out[%i36] : memref<64xf32>
  %r37 = arith.minimumf %a, %b : f32
  %i37 = arith.constant 37 : index
  memref.store %r37, %out[%i37] : memref<64xf32>
  %r38 = arith.maxnumf %a, %b : f32
  %i38 = arith.constant 38 : index
  memref.store %r38, %out[%i38] : memref<64xf32>
  return
}
}
