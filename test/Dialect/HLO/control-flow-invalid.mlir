// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @if_c1(%p: tensor<i1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects branch 1 to take no arguments, but got 1}}
  "hlo.if"(%p) ({
    hlo.return
  }, {
  ^bb0(%x: tensor<i1>):
    hlo.return
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @if_c2(%p: tensor<i1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects branch 1 to return the types of branch 0, ('tensor<i1>'), but got ()}}
  %0 = "hlo.if"(%p) ({
    hlo.return %p : tensor<i1>
  }, {
    hlo.return
  }) : (tensor<i1>) -> tensor<i1>
  return
}

// -----

func.func @if_c3(%p: tensor<i1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<i1>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  %0 = "hlo.if"(%p) ({
    hlo.return %p : tensor<i1>
  }, {
    hlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<i32>
  return
}

// -----

func.func @case_c1(%i: tensor<i32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects 1 or more branches, but got 0}}
  "hlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @while_c1(%i: tensor<i32>) {
  // expected-error @+1 {{expects returned value 0 of the condition to have type 'tensor<i1>', but got 'tensor<i32>'}}
  %0 = hlo.while(%x = %i) : tensor<i32> cond {
    // expected-note @+1 {{returned here}}
    hlo.return %x : tensor<i32>
  } do {
    hlo.return %x : tensor<i32>
  }
  return
}

// -----

func.func @while_c2(%i: tensor<i32>, %p: tensor<i1>) {
  // expected-error @+1 {{expects the body to return 1 values, but got 0}}
  %0 = hlo.while(%x = %i) : tensor<i32> cond {
    hlo.return %p : tensor<i1>
  } do {
    // expected-note @+1 {{returned here}}
    hlo.return
  }
  return
}

// -----

func.func @while_c3(%i: tensor<i32>, %p: tensor<i1>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %0 = "hlo.while"(%i) ({
  ^bb0(%x: tensor<i32>):
    hlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>):
    hlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @while_arguments(%p: tensor<i1>, %a: tensor<4xf32>) {
  // expected-error @+1 {{expects condition and body to take the same types, but got ('tensor<?xf32>') and ('tensor<4xf32>')}}
  %0 = "hlo.while"(%a) ({
  ^bb0(%x: tensor<?xf32>):
    hlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<4xf32>):
    hlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @get_tuple_element_c1(%t: tuple<tensor<i32>>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects an index below 1, but got 1}}
  %0 = hlo.get_tuple_element %t[1] : (tuple<tensor<i32>>) -> tensor<i32>
  return
}

// -----

func.func @layouts(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{expects entry 0 of operand_layouts to be a permutation of the 2 dimensions of 'tensor<2x3xf32>', but got dense<0> : tensor<2xindex>}}
  hlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<2xindex>], result_layouts = []} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @aliases(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects an aliased operand and result of one type, but got 'tensor<2xf32>' and 'tensor<3xf32>'}}
  %0 = hlo.custom_call @f(%a) {output_operand_aliases = [#hlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// expected-note @+1 {{decomposition defined here}}
func.func private @callee(tensor<f32>) -> tensor<i32>

func.func @composite_c3(%i: tensor<i32>) {
  // expected-error @+1 {{expects operand types ('tensor<f32>') of the decomposition, but got ('tensor<i32>')}}
  %0 = hlo.composite "x.y" %i {decomposition = @callee} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @composite_c2(%i: tensor<i32>) {
  // expected-error @+1 {{expects decomposition @nowhere to be a function}}
  %0 = hlo.composite "x.y" %i {decomposition = @nowhere} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @async_done(%f: !hlo.future<tensor<f32>>) {
  // expected-error @+1 {{expects results of types ('tensor<f32>'), but got ('tensor<i32>')}}
  %0 = "hlo.async_done"(%f) : (!hlo.future<tensor<f32>>) -> tensor<i32>
  return
}

// -----

func.func @assertion_without_condition() {
  // expected-error @+1 {{for 'shape_assertion' expects a condition and no results, but got 0 operands and 0 results}}
  hlo.custom_call @shape_assertion() : () -> ()
  return
}

// -----

func.func @assertion_condition(%p: tensor<1xi1>) {
  // expected-error @+1 {{for 'shape_assertion' expects a condition of type tensor<i1>, but operand 0 has type 'tensor<1xi1>'}}
  hlo.custom_call @shape_assertion(%p) : (tensor<1xi1>) -> ()
  return
}

// -----

func.func @assertion_value(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error @+1 {{for 'shape_assertion' expects values that are integers of rank 0, but operand 1 has type 'tensor<f32>'}}
  hlo.custom_call @shape_assertion(%p, %x) : (tensor<i1>, tensor<f32>) -> ()
  return
}

// -----

func.func @call_values_kind(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects 'hlo.call_values' to be a dictionary, but got unit}}
  hlo.custom_call @f(%a) {hlo.call_values} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @call_values_empty(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects 'hlo.call_values' to have 1 types as 'operands' and as many orders as 'operand_layouts', but got {}}}
  hlo.custom_call @f(%a) {hlo.call_values = {}} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @call_values_results(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects 'hlo.call_values' to have 1 types as 'results' and as many orders as 'result_layouts', but got {operand_layouts}}
  %0 = hlo.custom_call @f(%a) {hlo.call_values = {operands = [tensor<2xf32>], operand_layouts = [array<i64>], results = [tensor<2xf32>], result_layouts = []}} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @call_values_bytes(%a: tensor<2xui8>) {
  // expected-error @+1 {{expects 'hlo.call_values' to describe the operand of 'tensor<2xui8>' by a tensor of as many bytes and an order of its dimensions, but got tensor<5xi4> and array<i64>}}
  hlo.custom_call @f(%a) {hlo.call_values = {operands = [tensor<5xi4>], operand_layouts = [array<i64>], results = [], result_layouts = []}} : (tensor<2xui8>) -> ()
  return
}

// -----

func.func @call_values_order(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{but got tensor<3x2xf32> and array<i64: 1, 1>}}
  hlo.custom_call @f(%a) {hlo.call_values = {operands = [tensor<3x2xf32>], operand_layouts = [array<i64: 1, 1>], results = [], result_layouts = []}} : (tensor<2x3xf32>) -> ()
  return
}

// -----

func.func @physical_tuple(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects tensors and tokens beside 'hlo.physical_order', but got 'tuple<tensor<2xf32>>'}}
  %0 = hlo.custom_call @f(%a) {hlo.physical_order, api_version = 1 : i32} : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  return
}
