// Runs kernels, lowered to NVVM, on the CPU, threads in both orders.
// RUN: xla-opt %s --xla-gpu-lower-pipeline --xla-gpu-emulate-on-host --convert-scf-to-cf --finalize-memref-to-llvm --convert-func-to-llvm --convert-to-llvm --reconcile-unrealized-casts -o %t.mlir
// RUN: mlir-runner %t.mlir -e main -entry-point-result=void --shared-libs=%mlir_runner_utils --shared-libs=%mlir_c_runner_utils --shared-libs=%xla_gpu_emulator | FileCheck %s
// RUN: env XLA_GPU_EMULATOR_REVERSE=1 mlir-runner %t.mlir -e main -entry-point-result=void --shared-libs=%mlir_runner_utils --shared-libs=%mlir_c_runner_utils --shared-libs=%xla_gpu_emulator | FileCheck %s

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

// 3 rows of 0, 1, ..., 299 plus 1000 times the row's number.
func.func private @fill(%r: memref<3x300xf32>) attributes {xla.kernel} {
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]}
      outs(%r : memref<3x300xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.constant 1000 : index
    %t = arith.muli %i, %c : index
    %s = arith.addi %t, %j : index
    %w = arith.index_cast %s : index to i32
    %f = arith.sitofp %w : i32 to f32
    linalg.yield %f : f32
  }
  return
}

func.func private @row_sum(%x: memref<3x300xf32>, %r: memref<3xf32>) attributes {xla.kernel} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%r : memref<3xf32>)
  linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<3x300xf32>) outs(%r : memref<3xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  }
  return
}

// Each value is x + 0.5 as f64: both halves of a shuffle count.
func.func private @row_max_f64(%x: memref<3x300xf32>, %r: memref<3xf64>) attributes {xla.kernel} {
  %low = arith.constant -1.0e300 : f64
  linalg.fill ins(%low : f64) outs(%r : memref<3xf64>)
  linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<3x300xf32>) outs(%r : memref<3xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %half = arith.constant 0.5 : f64
    %wide = arith.extf %a : f32 to f64
    %v = arith.addf %wide, %half : f64
    %m = arith.maximumf %acc, %v : f64
    linalg.yield %m : f64
  }
  return
}

func.func private @dot(%x: memref<3x300xf32>, %y: memref<300x2xf32>, %r: memref<3x2xf32>) attributes {xla.kernel} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%r : memref<3x2xf32>)
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<3x300xf32>, memref<300x2xf32>) outs(%r : memref<3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}

func.func private @ones(%r: memref<300x2xf32>) attributes {xla.kernel} {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%r : memref<300x2xf32>)
  return
}

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = memref.alloc() : memref<3x300xf32>
  call @fill(%x) : (memref<3x300xf32>) -> ()

  // 0 + ... + 299 = 44850, then 300000 more a row.
  // CHECK: data =
  // CHECK-NEXT: [44850, 344850, 644850]
  %sum = memref.alloc() : memref<3xf32>
  call @row_sum(%x, %sum) : (memref<3x300xf32>, memref<3xf32>) -> ()
  %s = memref.cast %sum : memref<3xf32> to memref<*xf32>
  call @printMemrefF32(%s) : (memref<*xf32>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [299.5, 1299.5, 2299.5]
  %max = memref.alloc() : memref<3xf64>
  call @row_max_f64(%x, %max) : (memref<3x300xf32>, memref<3xf64>) -> ()
  %m = memref.cast %max : memref<3xf64> to memref<*xf64>
  call @printMemrefF64(%m) : (memref<*xf64>) -> ()

  // CHECK: data =
  // CHECK-NEXT: [44850, 44850],
  // CHECK-NEXT: [344850, 344850],
  // CHECK-NEXT: [644850, 644850]
  %y = memref.alloc() : memref<300x2xf32>
  call @ones(%y) : (memref<300x2xf32>) -> ()
  %p = memref.alloc() : memref<3x2xf32>
  call @dot(%x, %y, %p) : (memref<3x300xf32>, memref<300x2xf32>, memref<3x2xf32>) -> ()
  %d = memref.cast %p : memref<3x2xf32> to memref<*xf32>
  call @printMemrefF32(%d) : (memref<*xf32>) -> ()
  return
}
