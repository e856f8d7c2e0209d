// RUN: xla-opt %s --xla-detach-weights --verify-diagnostics

module attributes {xla.options = {triple = "x86_64-linux-gnu", cpu = "skylake", weights = "package", "weight-bytes" = 16 : i64}} {
  // expected-error@+1 {{expects a constant with 16 bytes of data}}
  memref.global "private" constant @weight : memref<4xf32> = dense_resource<half>
  func.func @main(%out: memref<4xf32>, %arena: memref<128xi8>) attributes {
      xla.entry = #xla.entry<"main", arguments = [], results = [<name = "", type = tensor<4xf32>>]>} {
    %0 = memref.get_global @weight : memref<4xf32>
    memref.copy %0, %out : memref<4xf32> to memref<4xf32>
    return
  }
}
{-#
  dialect_resources: {
    builtin: {
      half: "0x040000000000803F00000040"
    }
  }
#-}
