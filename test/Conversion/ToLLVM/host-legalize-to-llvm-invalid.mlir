// RUN: xla-opt %s --host-legalize-to-llvm --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op expects buffers for 1 arguments, 0 results and an arena, but has 1 arguments}}
func.func @main(%arena: memref<128xi8>) attributes {
    xla.entry = #xla.entry<"main", arguments = [<name = "x", type = tensor<2xf32>>], results = []>} {
  return
}

// -----

func.func @main(%arena: memref<128xi8>) attributes {
    xla.entry = #xla.entry<"main", arguments = [], results = []>} {
  // expected-error@+1 {{'memref.alloc' op expects a kernel call, a copy, a view or structured control flow at the host level}}
  %0 = memref.alloc() : memref<4xf32>
  return
}

// -----

// expected-error@+1 {{expects arguments and results of types that the C interface has a code for, but got 'tensor<2xi7>'}}
func.func @main(%x: memref<2xi7>, %arena: memref<128xi8>) attributes {
    xla.entry = #xla.entry<"main", arguments = [<name = "x", type = tensor<2xi7>>], results = []>} {
  return
}

// -----

// expected-error@+1 {{expects arguments and results that fit into memory, but got 'tensor<4611686018427387904xf32>'}}
func.func @main(%x: memref<4611686018427387904xf32>, %arena: memref<128xi8>) attributes {
    xla.entry = #xla.entry<"main", arguments = [<name = "x", type = tensor<4611686018427387904xf32>>], results = []>} {
  return
}
