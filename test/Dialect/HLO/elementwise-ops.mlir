// RUN: xla-opt %s --verify-roundtrip | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// Every elementwise op in its pretty form, also read from its generic form.

// CHECK-LABEL: func.func @unary(
func.func @unary(%i: tensor<4xi32>, %f: tensor<4xf32>, %c: tensor<4xcomplex<f32>>) {
  // CHECK: hlo.abs %{{.*}} : tensor<4xi32>
  %0 = hlo.abs %i : tensor<4xi32>
  // CHECK: hlo.abs %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = hlo.abs %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: hlo.ceil %{{.*}} : tensor<4xf32>
  %2 = hlo.ceil %f : tensor<4xf32>
  // CHECK: hlo.convert %{{.*}} : (tensor<4xi32>) -> tensor<4xf32>
  %3 = hlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: hlo.count_leading_zeros %{{.*}} : tensor<4xi32>
  %4 = hlo.count_leading_zeros %i : tensor<4xi32>
  // CHECK: hlo.floor %{{.*}} : tensor<4xf32>
  %5 = hlo.floor %f : tensor<4xf32>
  // CHECK: hlo.imag %{{.*}} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %6 = hlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: hlo.is_finite %{{.*}} : (tensor<4xf32>) -> tensor<4xi1>
  %7 = hlo.is_finite %f : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: hlo.negate %{{.*}} : tensor<4xcomplex<f32>>
  %8 = hlo.negate %c : tensor<4xcomplex<f32>>
  // CHECK: hlo.not %{{.*}} : tensor<4xi32>
  %9 = hlo.not %i : tensor<4xi32>
  // CHECK: hlo.popcnt %{{.*}} : tensor<4xi32>
  %10 = hlo.popcnt %i : tensor<4xi32>
  // CHECK: hlo.real %{{.*}} : tensor<4xf32>
  %11 = hlo.real %f : tensor<4xf32>
  // CHECK: hlo.round_nearest_afz %{{.*}} : tensor<4xf32>
  %12 = hlo.round_nearest_afz %f : tensor<4xf32>
  // CHECK: hlo.round_nearest_even %{{.*}} : tensor<4xf32>
  %13 = hlo.round_nearest_even %f : tensor<4xf32>
  // CHECK: hlo.sign %{{.*}} : tensor<4xi32>
  %14 = hlo.sign %i : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func @math(
func.func @math(%f: tensor<?xf64>) {
  // CHECK: hlo.cbrt %{{.*}} : tensor<?xf64>
  %0 = hlo.cbrt %f : tensor<?xf64>
  // CHECK: hlo.cosine %{{.*}} : tensor<?xf64>
  %1 = hlo.cosine %f : tensor<?xf64>
  // CHECK: hlo.exponential %{{.*}} {result_accuracy = #hlo.result_accuracy<ulps = 3, mode = #hlo.result_accuracy_mode<TOLERANCE>>} : tensor<?xf64>
  %2 = hlo.exponential %f {result_accuracy = #hlo.result_accuracy<ulps = 3, mode = #hlo.result_accuracy_mode<TOLERANCE>>} : tensor<?xf64>
  // CHECK: hlo.exponential_minus_one %{{.*}} : tensor<?xf64>
  %3 = hlo.exponential_minus_one %f {result_accuracy = #hlo.result_accuracy<mode = #hlo.result_accuracy_mode<DEFAULT>>} : tensor<?xf64>
  // CHECK: hlo.log %{{.*}} : tensor<?xf64>
  %4 = hlo.log %f : tensor<?xf64>
  // CHECK: hlo.log_plus_one %{{.*}} : tensor<?xf64>
  %5 = hlo.log_plus_one %f : tensor<?xf64>
  // CHECK: hlo.logistic %{{.*}} : tensor<?xf64>
  %6 = hlo.logistic %f : tensor<?xf64>
  // CHECK: hlo.rsqrt %{{.*}} : tensor<?xf64>
  %7 = hlo.rsqrt %f : tensor<?xf64>
  // CHECK: hlo.sine %{{.*}} : tensor<?xf64>
  %8 = hlo.sine %f : tensor<?xf64>
  // CHECK: hlo.sqrt %{{.*}} : tensor<?xf64>
  %9 = hlo.sqrt %f : tensor<?xf64>
  // CHECK: hlo.tan %{{.*}} : tensor<?xf64>
  %10 = hlo.tan %f : tensor<?xf64>
  // CHECK: hlo.tanh %{{.*}} : tensor<?xf64>
  %11 = hlo.tanh %f : tensor<?xf64>
  return
}

// CHECK-LABEL: func.func @binary(
func.func @binary(%i: tensor<4xui8>, %f: tensor<4xbf16>, %d: tensor<?xbf16>, %p: tensor<4xi1>) {
  // CHECK: hlo.add %{{.*}}, %{{.*}} : (tensor<4xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  %0 = hlo.add %f, %d : (tensor<4xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  // CHECK: hlo.and %{{.*}}, %{{.*}} : tensor<4xi1>
  %1 = hlo.and %p, %p : tensor<4xi1>
  // CHECK: hlo.atan2 %{{.*}}, %{{.*}} : tensor<4xbf16>
  %2 = hlo.atan2 %f, %f : tensor<4xbf16>
  // CHECK: hlo.divide %{{.*}}, %{{.*}} : tensor<4xui8>
  %3 = hlo.divide %i, %i : tensor<4xui8>
  // CHECK: hlo.maximum %{{.*}}, %{{.*}} : tensor<4xi1>
  %4 = hlo.maximum %p, %p : tensor<4xi1>
  // CHECK: hlo.minimum %{{.*}}, %{{.*}} : tensor<4xui8>
  %5 = hlo.minimum %i, %i : tensor<4xui8>
  // CHECK: hlo.multiply %{{.*}}, %{{.*}} : tensor<4xbf16>
  %6 = hlo.multiply %f, %f : tensor<4xbf16>
  // CHECK: hlo.or %{{.*}}, %{{.*}} : tensor<4xui8>
  %7 = hlo.or %i, %i : tensor<4xui8>
  // CHECK: hlo.power %{{.*}}, %{{.*}} : tensor<4xbf16>
  %8 = hlo.power %f, %f : tensor<4xbf16>
  // CHECK: hlo.remainder %{{.*}}, %{{.*}} : tensor<4xui8>
  %9 = hlo.remainder %i, %i : tensor<4xui8>
  // CHECK: hlo.shift_left %{{.*}}, %{{.*}} : tensor<4xui8>
  %10 = hlo.shift_left %i, %i : tensor<4xui8>
  // CHECK: hlo.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<4xui8>
  %11 = hlo.shift_right_arithmetic %i, %i : tensor<4xui8>
  // CHECK: hlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xui8>
  %12 = hlo.shift_right_logical %i, %i : tensor<4xui8>
  // CHECK: hlo.subtract %{{.*}}, %{{.*}} : tensor<4xbf16>
  %13 = hlo.subtract %f, %f : tensor<4xbf16>
  // CHECK: hlo.xor %{{.*}}, %{{.*}} : tensor<4xi1>
  %14 = hlo.xor %p, %p : tensor<4xi1>
  return
}

// CHECK-LABEL: func.func @others(
func.func @others(%s: tensor<f32>, %f: tensor<4xf32>, %p: tensor<4xi1>) {
  // CHECK: hlo.complex %{{.*}}, %{{.*}} : tensor<4xcomplex<f32>>
  %0 = hlo.complex %f, %f : tensor<4xcomplex<f32>>
  // CHECK: hlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = hlo.clamp %s, %f, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: hlo.compare GE, %{{.*}}, %{{.*}}, TOTALORDER {note} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = hlo.compare GE, %f, %f, TOTALORDER {note} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: hlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
  %3 = hlo.select %p, %f, %f : tensor<4xi1>, tensor<4xf32>
  // CHECK: hlo.reduce_precision %{{.*}}, format = e5m10 : tensor<4xf32>
  %4 = hlo.reduce_precision %f, format = e5m10 : tensor<4xf32>
  // CHECK: hlo.bitcast_convert %{{.*}} : (tensor<4xf32>) -> tensor<4x2xi16>
  %5 = hlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<4x2xi16>
  // CHECK: hlo.uniform_quantize %{{.*}} : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
  %6 = hlo.uniform_quantize %f : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  // CHECK: hlo.uniform_dequantize %{{.*}} : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4xf32>
  %7 = hlo.uniform_dequantize %6 : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  // CHECK:      "hlo.map"(%{{.*}}, %{{.*}}) <{dimensions = array<i64: 0>}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
  // CHECK-NEXT:   hlo.add
  // CHECK-NEXT:   hlo.return
  // CHECK-NEXT: }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = "hlo.map"(%f, %f) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = hlo.add %a, %b : tensor<f32>
    hlo.return %sum : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK-LABEL: func.func @constants(
func.func @constants() {
  // CHECK: %cst = hlo.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = hlo.constant dense<1.0> : tensor<2xf32>
  // CHECK: %c = hlo.constant {note} dense<[true, false]> : tensor<2xi1>
  %1 = hlo.constant {note} dense<[true, false]> : tensor<2xi1>
  // CHECK: hlo.constant() <{value = dense<3> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %2 = hlo.constant() {value = dense<3> : tensor<2xi8>} : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}
