// RUN: xla-opt %s --xla-verify-codegen --split-input-file --verify-diagnostics

func.func private @k(%x: vector<4xf32>) -> vector<4xf32> attributes {xla.kernel} {
  %0 = vector.fma %x, %x, %x : vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @main() attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

func.func private @k() attributes {xla.kernel} {
  // expected-error@+2 {{'memref.alloc' op expects not to be there after phase codegen}}
  // expected-error@+1 {{'memref.alloc' op expects no type 'memref<4xf32>' after phase codegen}}
  %0 = memref.alloc() : memref<4xf32>
  return
}
func.func @main() attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}

// -----

func.func @main(%x: tensor<4xf32>, %f: f32) attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  // expected-error@+1 {{'vector.broadcast' op expects not to be there after phase codegen}}
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  return
}

// -----

func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel} {
  // expected-error@+1 {{'hlo.negate' op expects not to be there after phase codegen}}
  %0 = hlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main() attributes {xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  return
}
