// RUN: xla-opt %s --xla-call-libm | FileCheck %s

// CHECK:       llvm.func @exp(f64) -> f64
// CHECK-LABEL: func.func private @exp_f32(
// CHECK:         %[[X:.*]] = arith.extf %{{.*}} : f32 to f64
// CHECK:         %[[R:.*]] = llvm.call @exp(%[[X]]) : (f64) -> f64
// CHECK:         arith.truncf %[[R]] : f64 to f32
func.func private @exp_f32(%x: f32) -> f32 attributes {xla.kernel} {
  %r = math.exp %x : f32
  return %r : f32
}

// CHECK-LABEL: func.func private @helper(
// CHECK:         llvm.call @exp(
func.func private @helper(%x: f64) -> f64 attributes {xla.helper} {
  %r = math.exp %x : f64
  return %r : f64
}

// CHECK-LABEL: func.func private @remainder(
// CHECK:         llvm.call @fmod(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
func.func private @remainder(%x: f64, %y: f64) -> f64 attributes {xla.kernel} {
  %r = arith.remf %x, %y : f64
  return %r : f64
}

// CHECK-LABEL: func.func private @rsqrt(
// CHECK:         llvm.call @sqrt
// CHECK:         arith.divf
func.func private @rsqrt(%x: f64) -> f64 attributes {xla.kernel} {
  %r = math.rsqrt %x : f64
  return %r : f64
}
