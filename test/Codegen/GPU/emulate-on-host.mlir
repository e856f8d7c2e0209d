// RUN: xla-opt %s --xla-gpu-lower-pipeline --xla-gpu-emulate-on-host --symbol-dce | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @launch(
// CHECK:         llvm.mlir.addressof @device_kernels_launch_packed
// CHECK:         llvm.call @xla_gpu_emulator_launch_independent
// CHECK-NOT:   gpu.
// CHECK:       llvm.func internal @device_kernels_launch(%[[THREAD:[^:]*]]: !llvm.ptr
// The block's number stands fourth in what a thread knows.
// CHECK:         llvm.getelementptr %[[THREAD]][3]
// CHECK-NOT:   nvvm.
// CHECK:       llvm.func @device_kernels_launch_packed(
func.func @launch(%x: memref<1000xf32>, %r: memref<1000xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<1000xf32>) outs(%r : memref<1000xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.negf %a : f32
    linalg.yield %s : f32
  }
  return
}
