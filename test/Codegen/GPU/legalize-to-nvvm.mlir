// RUN: xla-opt %s --xla-gpu-legalize-to-nvvm --split-input-file | FileCheck %s

// CHECK-LABEL: llvm.func @sqrt(
// CHECK-SAME:    %{{.*}}: !llvm.ptr) attributes {{.*}}nvvm.kernel
// CHECK:         nvvm.read.ptx.sreg.tid.x
// CHECK:         llvm.intr.sqrt
// CHECK-NOT:     llvm.call
gpu.module @m {
  gpu.func @sqrt(%x: memref<32xf32>) kernel {
    %i = gpu.thread_id x
    %a = memref.load %x[%i] : memref<32xf32>
    %b = math.sqrt %a : f32
    memref.store %b, %x[%i] : memref<32xf32>
    gpu.return
  }
}

// -----

// CHECK-LABEL: llvm.func @complex(
// CHECK-DAG:     llvm.intr.fabs
// CHECK-DAG:     llvm.intr.fma
gpu.module @m {
  gpu.func @complex(%x: memref<32xcomplex<f32>>) kernel {
    %i = gpu.thread_id x
    %a = memref.load %x[%i] : memref<32xcomplex<f32>>
    %re = complex.re %a : complex<f32>
    %im = complex.im %a : complex<f32>
    %b = math.absf %re : f32
    %c = math.fma %b, %im, %im : f32
    %d = complex.create %b, %c : complex<f32>
    memref.store %d, %x[%i] : memref<32xcomplex<f32>>
    gpu.return
  }
}
