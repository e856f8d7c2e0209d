// RUN: xla-opt %s --kernel-legalize-to-llvm --canonicalize | FileCheck %s

memref.global "private" constant @used : memref<2xf32> = dense<[1.0, 2.0]>

// CHECK:       llvm.mlir.global private constant @used
// CHECK-LABEL: llvm.func hidden @add(
// CHECK-SAME:    %{{[^:]*}}: !llvm.ptr,
// CHECK-SAME:    %[[X:[^:]*]]: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nonnull},
// CHECK-SAME:    %[[OUT:[^:]*]]: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nonnull})
// CHECK:         llvm.load
// CHECK:         llvm.store
// CHECK:         llvm.return
func.func private @add(%x: memref<2xf32>, %out: memref<2xf32>) attributes {xla.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = memref.get_global @used : memref<2xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %a = memref.load %x[%i] : memref<2xf32>
    %b = memref.load %k[%i] : memref<2xf32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %out[%i] : memref<2xf32>
  }
  return
}

// No promise about addresses of an empty buffer, nor of one that is a result.
// CHECK-LABEL: llvm.func hidden @attributes(
// CHECK-SAME:    !llvm.ptr {llvm.align = 8 : i64, llvm.noalias},
// CHECK-SAME:    !llvm.ptr {llvm.align = 2 : i64, llvm.nonnull})
func.func private @attributes(%x: memref<0xf64>, %y: memref<bf16>) attributes {xla.kernel, xla.in_place = array<i64: 1, 0>} {
  return
}

// A helper sees neither the call nor memory, and stays a function.
// CHECK-LABEL: llvm.func hidden @calls(
// CHECK:         llvm.call @helper(%{{[^,]*}}) : (f32) -> f32
func.func private @calls(%x: memref<f32>) attributes {xla.kernel} {
  %a = memref.load %x[] : memref<f32>
  %b = call @helper(%a) : (f32) -> f32
  memref.store %b, %x[] : memref<f32>
  return
}

// CHECK:      llvm.func internal @helper(%{{[^,]*}}: f32) -> f32 attributes {
// CHECK-SAME:   dso_local
// CHECK-SAME:   memory_effects = #llvm.memory_effects<other = none, argMem = none
// CHECK-SAME:   no_inline
func.func private @helper(%x: f32) -> f32 attributes {xla.helper} {
  %r = math.sqrt %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func @host(
// CHECK-SAME:    memref<2xf32>
func.func @host(%x: memref<2xf32>) {
  return
}
