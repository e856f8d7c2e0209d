// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @no_kernel(%a: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call_kernel' op expects the name of a function, but there is no @gone}}
  xla.call_kernel @gone(%a) : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-note@+1 {{function defined here}}
func.func private @plain(tensor<4xf32>) -> tensor<4xf32>
func.func @not_a_kernel(%a: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call_kernel' op expects a function with 'xla.kernel', but @plain has none}}
  %0 = xla.call_kernel @plain(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{kernel defined here}}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel}
func.func @operand_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call_kernel' op expects 1 operands as kernel @k has, but got 2}}
  %0 = xla.call_kernel @k(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{kernel defined here}}
func.func private @k(tensor<4xi32>) -> tensor<4xf32> attributes {xla.kernel}
func.func @result_type(%a: tensor<4xui32>) {
  // expected-error@+1 {{'xla.call_kernel' op expects type 'tensor<4xf32>' of results #0 as kernel @k has, but got 'tensor<4xf64>'}}
  %0 = xla.call_kernel @k(%a) : (tensor<4xui32>) -> tensor<4xf64>
  return
}

// -----

func.func private @k(memref<4xf32>) -> tensor<4xf32> attributes {xla.kernel}
func.func @results_on_buffers(%a: memref<4xf32>) {
  // expected-error@+1 {{'xla.call_kernel' op expects no results on buffers, but got 1}}
  %0 = xla.call_kernel @k(%a) : (memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{expects 'xla.phase' to be the name of a phase on a module, but got "later"}}
module attributes {xla.phase = "later"} {}

// -----

// expected-error@+1 {{expects argument 0 and result 0 that share a buffer to have one type, but got 'tensor<4xf32>' and 'tensor<5xf32>'}}
func.func private @k(tensor<4xf32>) -> tensor<5xf32> attributes {xla.kernel, xla.in_place = array<i64: 0, 0>}

// -----

// expected-error@+1 {{expects 'xla.in_place' within 1 arguments, but got pair (1, 0)}}
func.func private @k(tensor<4xf32>) -> tensor<4xf32> attributes {xla.kernel, xla.in_place = array<i64: 1, 0>}

// -----

// expected-error@+1 {{expects each value once in 'xla.in_place', but got array<i64: 0, 0, 0, 1>}}
func.func private @k(tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {xla.kernel, xla.in_place = array<i64: 0, 0, 0, 1>}

// -----

// expected-error@+1 {{expects 'xla.scratch_bytes' to be an i64 that is not negative, but got -8 : i64}}
func.func private @k(tensor<4xf32>) attributes {xla.kernel, xla.scratch_bytes = -8 : i64}

// -----

// expected-error@+1 {{expects 'xla.helper' to be a unit attribute, but got 1 : i64}}
func.func private @k(f32) -> f32 attributes {xla.helper = 1}

// -----

// expected-error@+1 {{has an unknown attribute 'xla.kernels' of the xla dialect}}
func.func private @k(tensor<4xf32>) attributes {xla.kernels}

// -----

// expected-error@+1 {{expected the name of a kernel class, but got 'fast'}}
func.func private @k(tensor<4xf32>) attributes {xla.schedule = #xla.schedule<fast>}

// -----

// expected-error@+1 {{expects tile sizes that are not negative, but got -1}}
func.func private @k(tensor<4xf32>) attributes {xla.schedule = #xla.schedule<contraction, tile_sizes = [-1]>}

// -----

// expected-error@+1 {{expects vectorBits to be a power of two of at least 64, but got 96}}
func.func private @k(tensor<4xf32>) attributes {test.t = #xla.target<triple = "x86_64", cpu = "", features = "", vectorBits = 96>}

// -----

func.func @host_in_place(%a: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call_host' op expects in_place to name inputs and results, but got 0, 1}}
  %0 = xla.call_host "s"(%a) in_place [0, 1] {} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @host_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{'xla.call_host' op expects one type in a pair of in_place, but got 'tensor<4xf32>' and 'tensor<4xi32>'}}
  %0 = xla.call_host "s"(%a) in_place [0, 0] {} : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @host_results(%a: memref<4xf32>) {
  // expected-error@+1 {{'xla.call_host' op expects no results on buffers, but got 1}}
  %0 = xla.call_host "s"(%a) {} : (memref<4xf32>) -> memref<4xf32>
  return
}

// -----

// expected-error@+1 {{expects 'xla.weights' to have a string 'id' and an i64 'bytes' that is not negative, but got {bytes = 64 : i64, values = []}}}
module attributes {xla.weights = {bytes = 64 : i64, values = []}} {}

// -----

// expected-error@+1 {{expects 'xla.weights' to have a string 'id' and an i64 'bytes' that is not negative}}
module attributes {xla.weights = {id = "a", bytes = 64 : i32, values = []}} {}

// -----

// expected-error@+1 {{expects 'xla.weights' to have arrays of i8 as 'values', but got [dense<1> : tensor<4xi32>]}}
module attributes {xla.weights = {id = "a", bytes = 64 : i64, values = [dense<1> : tensor<4xi32>]}} {}

// -----

// expected-error@+1 {{expects 'xla.weights' to be a dictionary on a module}}
func.func private @k() attributes {xla.weights = {id = "a", bytes = 64 : i64, values = []}}

// -----

// expected-error@+1 {{expects 'xla.weight_offset' on a memref.global only}}
func.func private @k() attributes {xla.weight_offset = 0 : i64}

// -----

// expected-error@+1 {{expects 'xla.weight_offset' to be an i64 that is not negative, but got -64 : i64}}
memref.global "private" constant @weight : memref<4xf32> {xla.weight_offset = -64 : i64}

// -----

// expected-error@+1 {{expects 'xla.parts' to be a positive number, but got 0 : i64}}
func.func private @k() attributes {xla.parts = 0 : i64}

// -----

// expected-error@+1 {{expects 'xla.kernel_facts' to be a dictionary on a module that has for each kernel a string 'lines' and f64 'bytes', 'flops' and 'transcendentals', but got {k = {lines = ""}}}}
module attributes {xla.kernel_facts = {k = {lines = ""}}} {}

// -----

// expected-error@+1 {{expects 'xla.may_alias' to be an array<i64> of pairs of arguments of a function, but got array<i64: 0, 2>}}
func.func private @two(memref<4xf32>, memref<4xf32>) attributes {xla.kernel, xla.may_alias = array<i64: 0, 2>}
