// RUN: xla-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @int_arithmetic(
// CHECK-DAG:     %[[ADD:.*]] = hlo.constant dense<[-128, 0]> : tensor<2xi8>
// CHECK-DAG:     %[[DIV:.*]] = hlo.constant dense<[-1, -128]> : tensor<2xi8>
// CHECK-DAG:     %[[REM:.*]] = hlo.constant dense<[127, 0]> : tensor<2xi8>
// CHECK:         return %[[ADD]], %[[DIV]], %[[REM]]
func.func @int_arithmetic() -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  %a = hlo.constant dense<[127, -1]> : tensor<2xi8>
  %b = hlo.constant dense<[127, -128]> : tensor<2xi8>
  %c = hlo.constant dense<[0, -1]> : tensor<2xi8>
  %one = hlo.constant dense<1> : tensor<2xi8>
  %0 = hlo.add %a, %one : tensor<2xi8>
  // Division by zero and overflow are defined.
  %1 = hlo.divide %b, %c : tensor<2xi8>
  %2 = hlo.remainder %b, %c : tensor<2xi8>
  return %0, %1, %2 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func.func @unsigned(
// CHECK-DAG:     %[[DIV:.*]] = hlo.constant dense<127> : tensor<ui8>
// CHECK-DAG:     %[[LT:.*]] = hlo.constant dense<false> : tensor<i1>
// CHECK:         return %[[DIV]], %[[LT]]
func.func @unsigned() -> (tensor<ui8>, tensor<i1>) {
  %a = hlo.constant dense<254> : tensor<ui8>
  %b = hlo.constant dense<2> : tensor<ui8>
  %0 = hlo.divide %a, %b : tensor<ui8>
  %1 = hlo.compare LT, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  return %0, %1 : tensor<ui8>, tensor<i1>
}

// Amounts not below the width shift everything out.

// CHECK-LABEL: func.func @shifts(
// CHECK-DAG:     %[[L:.*]] = hlo.constant dense<0> : tensor<i32>
// CHECK-DAG:     %[[A:.*]] = hlo.constant dense<-1> : tensor<i32>
// CHECK:         return %[[L]], %[[A]]
func.func @shifts() -> (tensor<i32>, tensor<i32>) {
  %a = hlo.constant dense<-5> : tensor<i32>
  %n = hlo.constant dense<32> : tensor<i32>
  %0 = hlo.shift_right_logical %a, %n : tensor<i32>
  %1 = hlo.shift_right_arithmetic %a, %n : tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}

// bf16 rounds after each op: 256 + 1 is 256.

// CHECK-LABEL: func.func @rounding(
// CHECK:         %[[C:.*]] = hlo.constant dense<2.560000e+02> : tensor<bf16>
// CHECK:         return %[[C]]
func.func @rounding() -> tensor<bf16> {
  %a = hlo.constant dense<256.0> : tensor<bf16>
  %b = hlo.constant dense<1.0> : tensor<bf16>
  %0 = hlo.add %a, %b : tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK-LABEL: func.func @nan_and_zero(
// CHECK-DAG:     %[[NAN:.*]] = hlo.constant dense<0x7FC00000> : tensor<f32>
// CHECK-DAG:     %[[NE:.*]] = hlo.constant dense<true> : tensor<i1>
// CHECK-DAG:     %[[MIN:.*]] = hlo.constant dense<-0.000000e+00> : tensor<f32>
// CHECK:         return %[[NAN]], %[[NE]], %[[MIN]]
func.func @nan_and_zero() -> (tensor<f32>, tensor<i1>, tensor<f32>) {
  %nan = hlo.constant dense<0x7FC00000> : tensor<f32>
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %minus_zero = hlo.constant dense<-0.0> : tensor<f32>
  %0 = hlo.maximum %nan, %zero : tensor<f32>
  %1 = hlo.compare NE, %nan, %nan : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = hlo.minimum %zero, %minus_zero : tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<i1>, tensor<f32>
}

// CHECK-LABEL: func.func @conversions(
// CHECK-DAG:     %[[I:.*]] = hlo.constant dense<-2> : tensor<i32>
// CHECK-DAG:     %[[F:.*]] = hlo.constant dense<0x4B800000> : tensor<f32>
// CHECK-DAG:     %[[T:.*]] = hlo.constant dense<-1> : tensor<i8>
// CHECK-DAG:     %[[BIG:.*]] = hlo.constant dense<1.000000e+10> : tensor<f32>
// CHECK:         %[[KEPT:.*]] = hlo.convert %[[BIG]] : (tensor<f32>) -> tensor<i32>
// CHECK:         return %[[I]], %[[F]], %[[T]], %[[KEPT]]
func.func @conversions() -> (tensor<i32>, tensor<f32>, tensor<i8>, tensor<i32>) {
  %a = hlo.constant dense<-2.75> : tensor<f32>
  %b = hlo.constant dense<16777217> : tensor<i32>
  %c = hlo.constant dense<255> : tensor<i32>
  %big = hlo.constant dense<1.0e10> : tensor<f32>
  %0 = hlo.convert %a : (tensor<f32>) -> tensor<i32>
  %1 = hlo.convert %b : (tensor<i32>) -> tensor<f32>
  %2 = hlo.convert %c : (tensor<i32>) -> tensor<i8>
  // What does not fit is left to the target.
  %3 = hlo.convert %big : (tensor<f32>) -> tensor<i32>
  return %0, %1, %2, %3 : tensor<i32>, tensor<f32>, tensor<i8>, tensor<i32>
}

// A conversion there and back rounds, so that it stays.

// CHECK-LABEL: func.func @narrowing_stays(
// CHECK:         hlo.convert
// CHECK:         hlo.convert
func.func @narrowing_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = hlo.convert %0 : (tensor<4xbf16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @identities(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[P:.*]]: tensor<4xi1>
// CHECK-NEXT:    return %[[X]], %[[X]], %[[Y]], %[[X]], %[[P]]
func.func @identities(%x: tensor<4xf32>, %y: tensor<4xf32>, %p: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
  %n = hlo.negate %x : tensor<4xf32>
  %0 = hlo.negate %n : tensor<4xf32>
  %1 = hlo.maximum %x, %x : tensor<4xf32>
  %c = hlo.complex %x, %y : tensor<4xcomplex<f32>>
  %2 = hlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %3 = hlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  %q = hlo.not %p : tensor<4xi1>
  %4 = hlo.not %q : tensor<4xi1>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
}

// Powers of two have no sign: what is negated is NaN.
// CHECK-LABEL: func.func @no_sign(
// CHECK-COUNT-2: hlo.negate
func.func @no_sign(%x: tensor<f8E8M0FNU>) -> tensor<f8E8M0FNU> {
  %n = hlo.negate %x : tensor<f8E8M0FNU>
  %0 = hlo.negate %n : tensor<f8E8M0FNU>
  return %0 : tensor<f8E8M0FNU>
}

// Math functions have no one right result to fold to.

// CHECK-LABEL: func.func @math_stays(
// CHECK:         hlo.exponential
func.func @math_stays() -> tensor<f32> {
  %a = hlo.constant dense<1.0> : tensor<f32>
  %0 = hlo.exponential %a : tensor<f32>
  return %0 : tensor<f32>
}

// A scalar bound or predicate counts for every element.

// CHECK-LABEL: func.func @choose(
// CHECK-DAG:     %[[CLAMP:.*]] = hlo.constant dense<[-1, 0, 3]> : tensor<3xi32>
// CHECK-DAG:     %[[UNSIGNED:.*]] = hlo.constant dense<[200, 100]> : tensor<2xui8>
// CHECK-DAG:     %[[SELECT:.*]] = hlo.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         return %[[CLAMP]], %[[UNSIGNED]], %[[SELECT]]
func.func @choose() -> (tensor<3xi32>, tensor<2xui8>, tensor<2xf32>) {
  %x = hlo.constant dense<[-7, 0, 7]> : tensor<3xi32>
  %low = hlo.constant dense<-1> : tensor<i32>
  %high = hlo.constant dense<[3, 3, 3]> : tensor<3xi32>
  %0 = hlo.clamp %low, %x, %high : (tensor<i32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %u = hlo.constant dense<[250, 90]> : tensor<2xui8>
  %ulow = hlo.constant dense<100> : tensor<ui8>
  %uhigh = hlo.constant dense<200> : tensor<ui8>
  %1 = hlo.clamp %ulow, %u, %uhigh : (tensor<ui8>, tensor<2xui8>, tensor<ui8>) -> tensor<2xui8>
  %p = hlo.constant dense<[true, false]> : tensor<2xi1>
  %a = hlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = hlo.constant dense<-1.0> : tensor<2xf32>
  %2 = hlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
  return %0, %1, %2 : tensor<3xi32>, tensor<2xui8>, tensor<2xf32>
}
