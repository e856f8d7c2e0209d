// RUN: xla-opt %s --xla-verify-native-support --split-input-file --verify-diagnostics

// Every refusal is reported, not only the first.
func.func @fft(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<i32>) {
  // expected-error@+2 {{'hlo.fft' op has no native lowering}}
  // expected-note@+1 {{--backend=interpreter runs the program as it is}}
  %0 = hlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  // expected-error@+2 {{'hlo.get_dimension_size' op has no native lowering}}
  // expected-note@+1 {{--backend=interpreter runs the program as it is}}
  %1 = hlo.get_dimension_size %x, dim = 0 : (tensor<4xcomplex<f32>>) -> tensor<i32>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<i32>
}

// -----

// expected-error@+2 {{an argument of 'func.func' has no native lowering for type 'tensor<?xf32>'}}
// expected-note@+1 {{--backend=interpreter runs the program as it is}}
func.func @dynamic(%x: tensor<?xf32>) {
  return
}

// -----

func.func private @computation(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @computations(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'hlo.custom_call' op for 'foo' has no native form with called_computations}}
  %0 = hlo.custom_call @foo(%x) {called_computations = [@computation]} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @in_a_kernel(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = "hlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-error@+1 {{'hlo.custom_call' op for 'foo' has no native form in a region that a kernel runs}}
    %1 = hlo.custom_call @foo(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    hlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @attributes(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'hlo.custom_call' op expects attributes that are text, numbers or lists of numbers of one type, but 'a.b' is [1, "x"]}}
  %0 = hlo.custom_call @foo(%x) {backend_config = {a = {b = [1, "x"]}}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

#alias = #hlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>
#other = #hlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>
func.func @aliases(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+1 {{'hlo.custom_call' op for 'foo' has no native form with aliases inside tuples or two of one value}}
  %0:2 = hlo.custom_call @foo(%x) {output_operand_aliases = [#alias, #other]} : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

// expected-error@+2 {{an argument of 'func.func' has no native lowering for tensors of more than 64 dimensions, but got 65}}
// expected-note@+1 {{--backend=interpreter runs the program as it is}}
func.func @many_dimensions(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  return
}
