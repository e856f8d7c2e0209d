// RUN: xla-opt %s --xla-verify-bufferize --split-input-file --verify-diagnostics

func.func private @k(%x: memref<4xf32>, %s: memref<64xi8>) attributes {xla.kernel, xla.scratch_bytes = 64 : i64} {
  %0 = memref.alloca() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  return
}
func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  xla.call_kernel @k(%x, %arena) : (memref<4xf32>, memref<64xi8>) -> ()
  return
}

// -----

func.func private @k(%x: memref<4xf32>) attributes {xla.kernel} {
  // expected-error@+1 {{'memref.alloc' op expects a kernel to allocate nothing}}
  %0 = memref.alloc() : memref<4xf32>
  return
}
func.func @main() attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

// expected-error@+1 {{'func.func' op expects at most 16384 bytes of stack, but uses 20000}}
func.func private @k(%x: memref<4xf32>) attributes {xla.kernel} {
  %0 = memref.alloca() : memref<5000xf32>
  return
}
func.func @main() attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

// expected-error@+1 {{'func.func' op expects a last argument of type 'memref<64xi8>' as 'xla.scratch_bytes' says}}
func.func private @k(%x: memref<4xf32>) attributes {xla.kernel, xla.scratch_bytes = 64 : i64} {
  return
}
func.func @main() attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

// expected-error@+1 {{'func.func' op expects dense buffers of static shape, but takes 'memref<4xf32, strided<[2]>>'}}
func.func @main(%x: memref<4xf32, strided<[2]>>) attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

func.func @main(%x: memref<4xf32>) attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  // expected-error@+2 {{'bufferization.to_tensor' op expects not to be there after phase bufferize}}
  // expected-error@+1 {{'bufferization.to_tensor' op expects no type 'tensor<4xf32>' after phase bufferize}}
  %0 = bufferization.to_tensor %x : memref<4xf32> to tensor<4xf32>
  return
}
