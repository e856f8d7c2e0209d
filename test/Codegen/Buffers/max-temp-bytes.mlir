// What needs more temporaries than allowed is refused, with what is needed at
// once where it is made.
// RUN: xla-opt %s --xla-bufferize-host --split-input-file --verify-diagnostics

module attributes {xla.options = {"max-temp-bytes" = 4096 : i64}} {
  func.func private @grow(memref<4xf32>, memref<1024xf32>) attributes {xla.kernel}
  func.func private @both(memref<1024xf32>, memref<1024xf32>, memref<4xf32>, memref<64xi8>) attributes {xla.kernel, xla.scratch_bytes = 64 : i64}
  // expected-error @+1 {{'func.func' op expects at most 4096 bytes of temporaries (max-temp-bytes), but needs 8256, 8256 of them at once, while @both runs}}
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note @+1 {{4096 bytes are needed then: 'tensor<1024xf32>' of this op}}
    %0 = xla.call_kernel @grow(%x) : (tensor<4xf32>) -> tensor<1024xf32>
    // expected-note @+1 {{4096 bytes are needed then: 'tensor<1024xf32>' of this op}}
    %1 = xla.call_kernel @grow(%y) : (tensor<4xf32>) -> tensor<1024xf32>
    // expected-note @+1 {{64 bytes are needed then: scratch memory of this kernel}}
    %2 = xla.call_kernel @both(%0, %1) : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
