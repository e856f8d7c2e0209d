// RUN: xla-opt %s --xla-outline-math=max-ops=100 --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @two_sines(
// CHECK-SAME:    %[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK-NEXT:    %[[S:.*]] = call @math_sin(%[[X]]) : (f32) -> f32
// CHECK-NEXT:    %[[T:.*]] = call @math_sin(%[[Y]]) : (f32) -> f32
// CHECK-NEXT:    arith.addf %[[S]], %[[T]]
func.func private @two_sines(%x: f32, %y: f32) -> f32 attributes {xla.kernel} {
  %s = math.sin %x : f32
  %t = math.sin %y : f32
  %r = arith.addf %s, %t : f32
  return %r : f32
}

// Another kernel takes the same helper; other types and attributes have theirs.
// CHECK-LABEL: func.func private @kinds(
// CHECK:         call @math_sin(%{{.*}}) : (f32) -> f32
// CHECK:         call @math_sin_0(%{{.*}}) : (vector<4xf64>) -> vector<4xf64>
// CHECK:         call @math_sin_1(%{{.*}}) : (f32) -> f32
// CHECK:         call @math_powf(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK:         math.sqrt
func.func private @kinds(%x: f32, %v: vector<4xf64>) -> (f32, vector<4xf64>) attributes {xla.kernel} {
  %a = math.sin %x : f32
  %b = math.sin %v : vector<4xf64>
  %c = math.sin %a fastmath<nsz> : f32
  %d = math.powf %c, %x : f32
  %e = math.sqrt %d : f32
  return %e, %b : f32, vector<4xf64>
}

// CHECK-LABEL: func.func private @short(
// CHECK-NEXT:    math.sin
func.func private @short(%x: f32) -> f32 attributes {xla.kernel} {
  %s = math.sin %x : f32
  return %s : f32
}

// CHECK-LABEL: func.func @host(
// CHECK-COUNT-2: math.sin
func.func @host(%x: f32) -> f32 {
  %s = math.sin %x : f32
  %t = math.sin %s : f32
  return %t : f32
}

// CHECK-LABEL: func.func private @math_sin(
// CHECK-SAME:    %[[X:.*]]: f32) -> f32 attributes {xla.helper}
// CHECK-NEXT:    %[[S:.*]] = math.sin %[[X]] : f32
// CHECK-NEXT:    return %[[S]]
// CHECK:       func.func private @math_sin_0(
// CHECK-SAME:    vector<4xf64>
// CHECK:       func.func private @math_sin_1(
// CHECK-NEXT:    math.sin {{.*}} fastmath<nsz>

// -----

// A vector counts once for each register of 16 bytes.
// CHECK-LABEL: func.func private @wide(
// CHECK:         call @math_exp
func.func private @wide(%x: vector<12xf32>) -> vector<12xf32> attributes {xla.kernel} {
  %r = math.exp %x : vector<12xf32>
  return %r : vector<12xf32>
}

// -----

// The remainder of what was f16 has a formula of its own.
// CHECK-LABEL: func.func private @remainders(
// CHECK:         arith.remf
// CHECK:         call @arith_remf(
// CHECK:         call @arith_remf(
// CHECK:         call @arith_remf(
func.func private @remainders(%x: f32, %h: f16) -> (f32, f32) attributes {xla.kernel} {
  %w = arith.extf %h : f16 to f32
  %a = arith.remf %w, %w : f32
  %b = arith.remf %x, %a : f32
  %c = arith.remf %x, %b : f32
  %d = arith.remf %x, %c : f32
  return %a, %d : f32, f32
}
