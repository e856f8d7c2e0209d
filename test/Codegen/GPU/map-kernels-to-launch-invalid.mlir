// RUN: xla-opt %s --xla-gpu-map-kernels-to-launch --split-input-file --verify-diagnostics

func.func private @scalar_store(%r: memref<f32>) attributes {xla.kernel} {
  %c = arith.constant 1.0 : f32
  // expected-error @+1 {{has no GPU mapping: expected structured ops on device buffers}}
  memref.store %c, %r[] : memref<f32>
  return
}

// -----

func.func private @dynamic(%x: memref<?xf32>, %r: memref<?xf32>) attributes {xla.kernel} {
  // expected-error @+1 {{expected static shapes in a GPU kernel}}
  memref.copy %x, %r : memref<?xf32> to memref<?xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>

func.func private @reduction_output(%x: memref<8xf32>, %r: memref<8xf32>) attributes {xla.kernel} {
  // expected-error @+1 {{expected outputs that reduction loops do not index, but loop 0 indexes output 1}}
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["reduction"]}
      ins(%x : memref<8xf32>) outs(%r : memref<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    linalg.yield %a : f32
  }
  return
}

// -----

module attributes {xla.options = {"gpu-block-size" = 100}} {
  // expected-error @+1 {{expected a block size that is a multiple of the warp size 32, but got 100}}
  func.func private @odd_blocks(%x: memref<8xf32>, %r: memref<8xf32>) attributes {xla.kernel} {
    memref.copy %x, %r : memref<8xf32> to memref<8xf32>
    return
  }
}

// -----

module attributes {xla.options = {"gpu-block-size" = 0}} {
  // expected-error @+1 {{expected a block size that is a multiple of the warp size 32, but got 0}}
  func.func private @no_blocks(%x: memref<8xf32>, %r: memref<8xf32>) attributes {xla.kernel} {
    memref.copy %x, %r : memref<8xf32> to memref<8xf32>
    return
  }
}
