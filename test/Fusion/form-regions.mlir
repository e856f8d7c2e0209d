// RUN: xla-opt %s --hlo-form-regions | FileCheck %s

// A loop of small ops is one kernel, with the constants that it reads.
// CHECK-LABEL: func.func @power(
// CHECK-SAME:    %[[X:.*]]: tensor<3x3xf32>
// CHECK:         %[[R:.*]] = hlo.fusion(%[[X]]) kind "region"
// CHECK-NEXT:    ^bb0(%[[A:.*]]: tensor<3x3xf32>):
// CHECK:           %[[L:.*]]:2 = hlo.while(
// CHECK:             hlo.compare
// CHECK:             hlo.dot_general
// CHECK:           hlo.return %[[L]]#1 : tensor<3x3xf32>
// CHECK:         return %[[R]] : tensor<3x3xf32>
func.func @power(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %n = hlo.constant dense<10> : tensor<i32>
  %0:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<3x3xf32>
  cond {
    %c = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %j = hlo.add %i, %one : tensor<i32>
    %b = hlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    hlo.return %j, %b : tensor<i32>, tensor<3x3xf32>
  }
  return %0#1 : tensor<3x3xf32>
}

// A large tensor may be read and updated by parts; the loop stays at the host
// level where an op is worth threads.
// CHECK-LABEL: func.func @large(
// CHECK:         hlo.fusion({{.*}}) kind "region"
// CHECK:           hlo.dynamic_update_slice
// CHECK:         hlo.while
// CHECK-NOT:       kind "region"
// CHECK:           hlo.sine
func.func @large(%x: tensor<1024x1024xf32>, %i: tensor<i32>) -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %0:2 = hlo.while(%k = %zero, %a = %x) : tensor<i32>, tensor<1024x1024xf32>
  cond {
    %c = hlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %j = hlo.add %k, %one : tensor<i32>
    %r = hlo.dynamic_slice %a, %k, %zero, sizes = [1, 1024] : (tensor<1024x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1024xf32>
    %s = hlo.add %r, %r : tensor<1x1024xf32>
    %b = hlo.dynamic_update_slice %a, %s, %k, %zero : (tensor<1024x1024xf32>, tensor<1x1024xf32>, tensor<i32>, tensor<i32>) -> tensor<1024x1024xf32>
    hlo.return %j, %b : tensor<i32>, tensor<1024x1024xf32>
  }
  %1:2 = hlo.while(%k = %zero, %a = %x) : tensor<i32>, tensor<1024x1024xf32>
  cond {
    %c = hlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %j = hlo.add %k, %one : tensor<i32>
    %b = hlo.sine %a : tensor<1024x1024xf32>
    hlo.return %j, %b : tensor<i32>, tensor<1024x1024xf32>
  }
  return %0#1, %1#1 : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}

// What a run reads stands before its kernel, what reads it behind: the sine
// ends one run and begins the next.
// CHECK-LABEL: func.func @split(
// CHECK:         %[[F:.*]]:2 = hlo.fusion(
// CHECK-COUNT-8:   hlo.negate
// CHECK:         %[[B:.*]] = hlo.broadcast_in_dim %[[F]]#
// CHECK:         %[[S:.*]] = hlo.sine %[[B]]
// CHECK:         %[[R:.*]] = hlo.reduce(%[[S]]
// CHECK:         hlo.fusion({{.*}}%[[R]]
// CHECK-COUNT-8:   hlo.abs
func.func @split(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = hlo.constant dense<0.0> : tensor<f32>
  %0 = hlo.negate %x : tensor<4xf32>
  %1 = hlo.negate %0 : tensor<4xf32>
  %2 = hlo.negate %1 : tensor<4xf32>
  %3 = hlo.negate %2 : tensor<4xf32>
  %4 = hlo.negate %3 : tensor<4xf32>
  %5 = hlo.negate %4 : tensor<4xf32>
  %6 = hlo.negate %5 : tensor<4xf32>
  %7 = hlo.negate %6 : tensor<4xf32>
  %large = hlo.broadcast_in_dim %7, dims = [1] : (tensor<4xf32>) -> tensor<100000x4xf32>
  %sine = hlo.sine %large : tensor<100000x4xf32>
  %sum = hlo.reduce(%sine init: %zero) applies hlo.add across dimensions = [0] : (tensor<100000x4xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = hlo.add %sum, %6 : tensor<4xf32>
  %9 = hlo.abs %8 : tensor<4xf32>
  %10 = hlo.abs %9 : tensor<4xf32>
  %11 = hlo.abs %10 : tensor<4xf32>
  %12 = hlo.abs %11 : tensor<4xf32>
  %13 = hlo.abs %12 : tensor<4xf32>
  %14 = hlo.abs %13 : tensor<4xf32>
  %15 = hlo.abs %14 : tensor<4xf32>
  %16 = hlo.abs %15 : tensor<4xf32>
  return %16 : tensor<4xf32>
}

// A few ops are left to fusion.
// CHECK-LABEL: func.func @few(
// CHECK-NOT:     hlo.fusion
func.func @few(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = hlo.negate %x : tensor<4xf32>
  %1 = hlo.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Straight code is compiled once and runs once: the fifth sine, of
// 400 vector operations, is too much, and what comes behind it is left to fusion
// too.
// CHECK-LABEL: func.func @long(
// CHECK:         hlo.fusion({{.*}}) kind "region"
// CHECK-COUNT-4:   hlo.sine
// CHECK-NOT:       hlo.sine
// CHECK:         hlo.return
// CHECK:         hlo.sine
// CHECK-NOT:     hlo.fusion
// CHECK:         return
func.func @long(%x: tensor<128xf32>) -> tensor<128xf32> {
  %0 = hlo.negate %x : tensor<128xf32>
  %1 = hlo.negate %0 : tensor<128xf32>
  %2 = hlo.negate %1 : tensor<128xf32>
  %3 = hlo.negate %2 : tensor<128xf32>
  %4 = hlo.negate %3 : tensor<128xf32>
  %5 = hlo.negate %4 : tensor<128xf32>
  %6 = hlo.negate %5 : tensor<128xf32>
  %7 = hlo.negate %6 : tensor<128xf32>
  %8 = hlo.sine %7 : tensor<128xf32>
  %s1 = hlo.sine %8 : tensor<128xf32>
  %s2 = hlo.sine %s1 : tensor<128xf32>
  %s3 = hlo.sine %s2 : tensor<128xf32>
  %9 = hlo.sine %s3 : tensor<128xf32>
  %10 = hlo.abs %9 : tensor<128xf32>
  %11 = hlo.abs %10 : tensor<128xf32>
  %12 = hlo.abs %11 : tensor<128xf32>
  %13 = hlo.abs %12 : tensor<128xf32>
  %14 = hlo.abs %13 : tensor<128xf32>
  %15 = hlo.abs %14 : tensor<128xf32>
  %16 = hlo.abs %15 : tensor<128xf32>
  %17 = hlo.abs %16 : tensor<128xf32>
  return %17 : tensor<128xf32>
}
