// RUN: xla-opt %s --hlo-refine-shapes="arguments=3xf32;" --split-input-file --verify-diagnostics

// expected-error @below {{expected a static shape, but argument 1 of @main has type 'tensor<?xf32>'; compile for the shapes of a call}}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// expected-error @below {{expected argument 0 of type 'tensor<?xf32, #hlo.bounds<2>>', but got 'tensor<3xf32>'}}
func.func @main(%x: tensor<?xf32, #hlo.bounds<2>>, %n: tensor<i32>) -> tensor<?xf32, #hlo.bounds<2>> {
  return %x : tensor<?xf32, #hlo.bounds<2>>
}

// -----

// expected-note @below {{operand 0 decides the shape, and depends on argument 1 of @main, whose value is not given}}
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xi32> {
  %s = hlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  // expected-error @+2 {{has a result whose shape does not follow from the arguments of the call: 'tensor<?xi32>'}}
  // expected-note @+1 {{--backend=interpreter}}
  %0 = hlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %1 = hlo.add %0, %0 : tensor<?xi32>
  return %1 : tensor<?xi32>
}

// -----

func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  // expected-error @+2 {{carries a value whose shape changes from round to round: 'tensor<?xf32>'}}
  // expected-note @+1 {{--backend=interpreter}}
  %r:2 = hlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %c = hlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %one = hlo.constant dense<1> : tensor<i32>
    %next = hlo.add %i, %one : tensor<i32>
    %z = hlo.concatenate %y, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    hlo.return %next, %z : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %two = hlo.constant dense<2> : tensor<i32>
  %zero = hlo.constant dense<0> : tensor<i32>
  %size = hlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %rest = hlo.remainder %size, %two : tensor<i32>
  %even = hlo.compare EQ, %rest, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-error @+1 {{the size must be even, but 3 {} leaves 1}}
  hlo.custom_call @shape_assertion(%even, %size, %rest) {api_version = 2 : i32, error_message = "the size must be even, but {0} {} leaves {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
}

// -----

func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  // expected-error @+1 {{limit}}
  %0 = hlo.slice %x [0:4] : (tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?x4xf32> {
  %s = hlo.constant dense<[2, 4]> : tensor<2xi32>
  // expected-error @+1 {{expects the operand's 3 elements in the result, but got 8}}
  %0 = hlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = call @again(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @again(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{expects no recursion in a program with dynamic shapes, but @again calls itself}}
  %0 = call @again(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// With another value each time, through another function.
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %one = hlo.constant dense<1> : tensor<i32>
  %0 = call @count(%one) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<?xf32>
}
func.func private @count(%n: tensor<i32>) -> tensor<i32> {
  %0 = call @next(%n) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @next(%n: tensor<i32>) -> tensor<i32> {
  %m = hlo.add %n, %n : tensor<i32>
  // expected-error @+1 {{expects no recursion in a program with dynamic shapes, but @count calls itself}}
  %0 = call @count(%m) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
