// Calls of another form than their targets have are refused.
// RUN: not xla-run %s --backend=interpreter --entry=one_result 2>&1 | FileCheck %s --check-prefix=ONE-RESULT
// RUN: not xla-run %s --backend=interpreter --entry=no_k 2>&1 | FileCheck %s --check-prefix=NO-K
// RUN: not xla-run %s --backend=interpreter --entry=float_k 2>&1 | FileCheck %s --check-prefix=FLOAT-K
// RUN: not xla-run %s --backend=interpreter --entry=other_k 2>&1 | FileCheck %s --check-prefix=OTHER-K
// RUN: not xla-run %s --backend=interpreter --entry=no_shape 2>&1 | FileCheck %s --check-prefix=NO-SHAPE
// RUN: not xla-run %s --backend=interpreter --entry=negative_shape 2>&1 | FileCheck %s --check-prefix=NEGATIVE-SHAPE
// RUN: not xla-run %s --backend=interpreter --entry=no_function 2>&1 | FileCheck %s --check-prefix=NO-FUNCTION
// RUN: not xla-run %s --backend=interpreter --entry=no_value 2>&1 | FileCheck %s --check-prefix=NO-VALUE
// RUN: not xla-run %s --backend=interpreter --entry=integers 2>&1 | FileCheck %s --check-prefix=INTEGERS
// RUN: not xla-run %s --backend=interpreter --entry=foreign 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not xla-run %s --backend=interpreter --entry=padding 2>&1 | FileCheck %s --check-prefix=PADDING
// RUN: not xla-run %s --backend=interpreter --entry=window 2>&1 | FileCheck %s --check-prefix=WINDOW
// RUN: not xla-run %s --backend=interpreter --entry=approximate 2>&1 | FileCheck %s --check-prefix=APPROXIMATE
// RUN: not xla-run %s --backend=interpreter --entry=check 2>&1 | FileCheck %s --check-prefix=CHECK

// ONE-RESULT: error: 'stablehlo.custom_call' op expects 1 operands and 2 results, but got 1 and 1
func.func @one_result() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %r = hlo.custom_call @TopK(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// NO-K: error: {{.*}}expects 2 operands and 2 results, but got 1 and 2
func.func @no_k() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %r:2 = hlo.custom_call @stablehlo.dynamic_top_k(%x) : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// FLOAT-K: error: {{.*}}expects integers as operand 1, but got 'tensor<4xf32>'
func.func @float_k() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %r:2 = hlo.custom_call @stablehlo.dynamic_top_k(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// OTHER-K: error: {{.*}}expects a result 0 of type 'tensor<2xf32>', but was evaluated to f32[1]
func.func @other_k() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %k = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<4xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// NO-SHAPE: error: {{.*}}expects 2 operands and 2 results, but got 1 and 2
func.func @no_shape() {
  %s = hlo.constant dense<[1, 2]> : tensor<2xui64>
  %r:2 = hlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s) {rng_algorithm = #hlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui32>)
  return
}

// NEGATIVE-SHAPE: error: {{.*}}expects sizes that are not negative
func.func @negative_shape() {
  %s = hlo.constant dense<[1, 2]> : tensor<2xui64>
  %n = hlo.constant dense<-1> : tensor<1xi32>
  %r:2 = hlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {rng_algorithm = #hlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  return
}

// NO-FUNCTION: error: {{.*}}calls 'mhlo.top_k', which the interpreter does not have
func.func @no_function() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %r = hlo.custom_call @mhlo.top_k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// NO-VALUE: error: {{.*}}calls 'mhlo.constant_like', which the interpreter does not have
func.func @no_value() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %r = hlo.custom_call @mhlo.constant_like(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// INTEGERS: error: 'chlo.erf' op operand #0 must be
func.func @integers() {
  %x = hlo.constant dense<1> : tensor<4xi32>
  %r = hlo.custom_call @mhlo.erf(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// FOREIGN: error: 'mhlo.erf' op expects 1 operands and 1 results, but got 0 and 1
func.func @foreign() {
  %r = "mhlo.erf"() : () -> tensor<4xf32>
  return
}

// PADDING: error: {{.*}}expects a padding of 2 numbers, but got 3
func.func @padding() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %z = hlo.constant dense<0.0> : tensor<f32>
  %o = hlo.constant dense<1> : tensor<1xi32>
  %p = hlo.constant dense<1> : tensor<3xi32>
  %r = hlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %o, %o, %o, %o, %p) {called_computations = [@sum]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<3xi32>) -> tensor<4xf32>
  return
}

// WINDOW: error: {{.*}}expects a result of type 'tensor<6xf32>', but got 'tensor<4xf32>'
func.func @window() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %z = hlo.constant dense<0.0> : tensor<f32>
  %o = hlo.constant dense<1> : tensor<1xi32>
  %p = hlo.constant dense<1> : tensor<1x2xi32>
  %r = hlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %o, %o, %o, %o, %p) {called_computations = [@sum]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<4xf32>
  return
}

// APPROXIMATE: error: {{.*}}expects 2 operands and 1 results, but got 1 and 1
func.func @approximate() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %r = hlo.custom_call @ApproxTopK(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// CHECK: error: {{.*}}expects a result 0 of type 'tensor<f32>', but was evaluated to
func.func @check() {
  %x = hlo.constant dense<[1.0, 7.0, 5.0, 9.0]> : tensor<4xf32>
  %r = hlo.custom_call @check.eq(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = hlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
