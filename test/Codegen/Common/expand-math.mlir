// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-expand-math))' | FileCheck %s
// RUN: sed 's/x86-64"/x86-64-v3"/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-expand-math))' | FileCheck %s --check-prefix=V3
// RUN: sed 's/"x86-64"/"x86-64-v4", "vector-bits" = 512 : i64/' %s | xla-opt --pass-pipeline='builtin.module(func.func(xla-expand-math))' | FileCheck %s --check-prefix=V4

module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64"}} {
// CHECK-LABEL: func.func private @exp(
// CHECK-SAME:    %[[X:.*]]: f64)
// CHECK-NOT:     math.
// CHECK:         return
// V3-LABEL:    func.func private @exp(
// V3:            math.fma
// V3-NOT:        math.exp
// V3:            return
func.func private @exp(%x: f64) -> f64 attributes {xla.kernel} {
  %r = math.exp %x : f64
  return %r : f64
}

// CHECK-LABEL: func.func private @exp_f32(
// CHECK:         arith.extf %{{.*}} : vector<4xf32> to vector<4xf64>
// CHECK-NOT:     math.exp
// CHECK:         arith.truncf %{{.*}} : vector<4xf64> to vector<4xf32>
// With multiply-add in f32, twice as many elements to a register.
// V3-LABEL:    func.func private @exp_f32(
// V3:            %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// V3-NOT:        f64
// V3:            math.fma {{.*}} : vector<4xf32>
// What rounds to zero is zero before it is scaled: no product is denormal.
// V3:            %[[VALUE:.*]] = arith.select %{{.*}}, %[[ZERO]], %{{.*}} : vector<4xi1>, vector<4xf32>
// V3:            arith.mulf %[[VALUE]],
// V3-NOT:        f64
// V3:            return
func.func private @exp_f32(%x: vector<4xf32>) -> vector<4xf32> attributes {xla.kernel} {
  %r = math.exp %x : vector<4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func private @sqrt_bf16(
// CHECK:         %[[W:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:         %[[R:.*]] = math.sqrt %[[W]] : f32
// CHECK:         arith.truncf %[[R]] : f32 to bf16
func.func private @sqrt_bf16(%x: bf16) -> bf16 attributes {xla.kernel} {
  %r = math.sqrt %x : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func private @floor(
// CHECK-NOT:     math.floor
// CHECK:         arith.cmpf ogt
// V3-LABEL:    func.func private @floor(
// V3:            math.floor
func.func private @floor(%x: f32) -> f32 attributes {xla.kernel} {
  %r = math.floor %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func private @remainder(
// CHECK:         scf.while
// CHECK-NOT:     arith.remf
func.func private @remainder(%x: f32, %y: f32) -> f32 attributes {xla.kernel} {
  %r = arith.remf %x, %y : f32
  return %r : f32
}

// CHECK-LABEL: func.func private @integer_power(
// CHECK:         scf.while
// CHECK-NOT:     math.ipowi
func.func private @integer_power(%x: i32, %y: i32) -> i32 attributes {xla.kernel} {
  %r = math.ipowi %x, %y : i32
  return %r : i32
}

// Tables of lanes: the polynomial's centre, then its coefficients.
// V4-LABEL:    func.func private @tanh_lanes(
// V4:            %[[INDEX:.*]] = arith.shrui {{.*}} : vector<16xi32>
// V4-COUNT-7:    llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.ps.512"(%{{.*}}, %[[INDEX]], %{{.*}})
// V4-NOT:        arith.divf
// V4:            return
// V3-LABEL:    func.func private @tanh_lanes(
// V3:            arith.divf
func.func private @tanh_lanes(%x: vector<16xf32>) -> vector<16xf32> attributes {xla.kernel} {
  %r = math.tanh %x : vector<16xf32>
  return %r : vector<16xf32>
}

// Small numbers take floats only; one large lane has all computed in f64, where
// 2/pi has bits enough.
// V3-LABEL:    func.func private @sin_lanes(
// V3-SAME:       %[[X:.*]]: vector<8xf32>)
// V3:            %[[BELOW:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : vector<8xf32>
// V3:            %[[FROZEN:.*]] = llvm.freeze %[[BELOW]] : vector<8xi1>
// V3:            %[[ALL:.*]] = vector.reduction <and>, %[[FROZEN]] : vector<8xi1> into i1
// V3:            scf.if %[[ALL]] -> (vector<8xf32>) {
// V3-NOT:          f64
// V3:            } else {
// V3:              arith.extf %[[X]] : vector<8xf32> to vector<8xf64>
// V3:              arith.truncf {{.*}} : vector<8xf64> to vector<8xf32>
// V3:            }
// CHECK-LABEL: func.func private @sin_lanes(
// CHECK-NOT:     scf.if
// CHECK:         return
func.func private @sin_lanes(%x: vector<8xf32>) -> vector<8xf32> attributes {xla.kernel} {
  %r = math.sin %x : vector<8xf32>
  return %r : vector<8xf32>
}

// Lanes of narrower floats are more than one register holds.
// V4-LABEL:    func.func private @erfc_bf16(
// V4:            vector.extract_strided_slice {{.*}} {offsets = [16], sizes = [16], strides = [1]} : vector<32xi32> to vector<16xi32>
// V4:            vector.insert_strided_slice {{.*}} {offsets = [16], strides = [1]} : vector<16xf32> into vector<32xf32>
func.func private @erfc_bf16(%x: vector<32xbf16>) -> vector<32xbf16> attributes {xla.kernel} {
  %r = math.erfc %x : vector<32xbf16>
  return %r : vector<32xbf16>
}

// CHECK-LABEL: func.func private @helper(
// CHECK-NOT:     math.exp
// CHECK:         return
func.func private @helper(%x: f64) -> f64 attributes {xla.helper} {
  %r = math.exp %x : f64
  return %r : f64
}

// CHECK-LABEL: func.func @not_a_kernel(
// CHECK:         math.exp
func.func @not_a_kernel(%x: f64) -> f64 {
  %r = math.exp %x : f64
  return %r : f64
}
}
