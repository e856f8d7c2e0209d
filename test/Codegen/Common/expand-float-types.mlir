// RUN: xla-opt %s --pass-pipeline='builtin.module(func.func(xla-expand-float-types))' | FileCheck %s
// RUN: sed 's/x86-64"/x86-64-v3"/' %s > %t.mlir
// RUN: xla-opt %t.mlir --pass-pipeline='builtin.module(func.func(xla-expand-float-types))' | FileCheck %s --check-prefix=V3

module attributes {xla.options = {triple = "x86_64-unknown-linux-gnu", cpu = "x86-64"}} {
// CHECK-LABEL: func.func private @add_bf16(
// CHECK-DAG:     arith.shli
// CHECK:         arith.addf %{{.*}} : f32
// CHECK-NOT:     arith.truncf
// CHECK:         %[[R:.*]] = arith.bitcast %{{.*}} : i16 to bf16
// CHECK:         return %[[R]]
func.func private @add_bf16(%x: bf16, %y: bf16) -> bf16 attributes {xla.kernel} {
  %r = arith.addf %x, %y : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func private @half(
// CHECK-NOT:     arith.extf
// CHECK:         return
// V3-LABEL:    func.func private @half(
// V3:            arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
func.func private @half(%x: vector<8xf16>) -> vector<8xf32> attributes {xla.kernel} {
  %r = arith.extf %x : vector<8xf16> to vector<8xf32>
  return %r : vector<8xf32>
}

// From f64 there is no instruction, and two roundings would differ from one.
// V3-LABEL:    func.func private @half_of_f64(
// V3-NOT:        arith.truncf
// V3:            return
func.func private @half_of_f64(%x: f64) -> f16 attributes {xla.kernel} {
  %r = arith.truncf %x : f64 to f16
  return %r : f16
}

// CHECK-LABEL: func.func private @negate(
// CHECK-NOT:     arith.negf
// CHECK:         arith.xori
func.func private @negate(%x: bf16) -> bf16 attributes {xla.kernel} {
  %r = arith.negf %x : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func private @compare(
// CHECK:         arith.cmpf olt, %{{.*}} : f32
func.func private @compare(%x: f8E4M3FN, %y: f8E4M3FN) -> i1 attributes {xla.kernel} {
  %r = arith.cmpf olt, %x, %y : f8E4M3FN
  return %r : i1
}
}
