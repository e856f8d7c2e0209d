// RUN: xla-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected each field once, but got offset_dims again}}
func.func private @twice() attributes {a = #hlo.gather<offset_dims = [0], offset_dims = [1]>}

// -----

// expected-error @+1 {{expected one of: lhs_batching_dimensions, rhs_batching_dimensions, lhs_contracting_dimensions, rhs_contracting_dimensions, but got dims}}
func.func private @unknown_field() attributes {a = #hlo.dot<dims = [0]>}

// -----

// expected-error @+1 {{unknown attribute `nothing` in dialect `hlo`}}
func.func private @unknown_attribute() attributes {a = #hlo.nothing<1>}

// -----

// expected-error @+1 {{expected b, f or a spatial dimension, but got i}}
func.func private @conv_letter() attributes {a = #hlo.conv<[b, 0, i]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error @+1 {{expected b, f and every spatial dimension in the list}}
func.func private @conv_gap() attributes {a = #hlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error @+1 {{expected no tolerances with mode HIGHEST}}
func.func private @accuracy() attributes {a = #hlo.result_accuracy<atol = 1.0, mode = #hlo.result_accuracy_mode<HIGHEST>>}

// -----

// expected-error @+1 {{expected one bound per dimension of rank 1, but got 2}}
func.func private @bounds_rank(tensor<?xf32, #hlo.bounds<4, 5>>)

// -----

// expected-error @+1 {{expected no bound for static dimension 0, but got 4}}
func.func private @bounds_static(tensor<3xf32, #hlo.bounds<4>>)

// -----

// expected-error @+1 {{future element type must be a ranked tensor, but got 'f32'}}
func.func private @future(!hlo.future<f32>)
