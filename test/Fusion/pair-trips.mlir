// RUN: xla-opt %s --hlo-pair-trips --split-input-file | FileCheck %s
// RUN: xla-opt %s --xla-fusion-pipeline --xla-linalg-pipeline --xla-codegen-pipeline --xla-bufferize-pipeline --split-input-file | FileCheck %s --check-prefix=COPY

// Six trips are three; nothing is copied in the loop.

// CHECK-LABEL: func.func @swap(
// CHECK:         hlo.while
// CHECK:         do {
// CHECK-COUNT-2:   hlo.dot_general
// CHECK-NOT:       hlo.dot_general
// COPY-LABEL:  func.func @swap(
// COPY:          scf.while
// COPY:          } do {
// COPY-COUNT-2:    @dot_general
// COPY-NOT:        memref.copy
// COPY:            scf.yield
func.func @swap(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.constant dense<6> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      hlo.return %j, %b : tensor<i32>, tensor<64x64xf32>
    }
  return %r#1 : tensor<64x64xf32>
}

// -----

// Counter and condition are in kernels. Of five trips one runs before.

// CHECK-LABEL: func.func @odd(
// CHECK:         hlo.dot_general
// CHECK:         hlo.while
// CHECK:         do {
// CHECK-COUNT-2:   hlo.dot_general
// CHECK-NOT:       hlo.dot_general
func.func @odd(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %p = hlo.fusion(%i) kind "loop" : (tensor<i32>) -> tensor<i1> {
      ^bb0(%k: tensor<i32>):
        %n = hlo.constant dense<5> : tensor<i32>
        %q = hlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        hlo.return %q : tensor<i1>
      }
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.fusion(%i) kind "loop" : (tensor<i32>) -> tensor<i32> {
      ^bb0(%k: tensor<i32>):
        %one = hlo.constant dense<1> : tensor<i32>
        %l = hlo.add %k, %one : tensor<i32>
        hlo.return %l : tensor<i32>
      }
      %b = hlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      hlo.return %j, %b : tensor<i32>, tensor<64x64xf32>
    }
  return %r#1 : tensor<64x64xf32>
}

// -----

// An update in place needs no copy.

// CHECK-LABEL: func.func @update(
// CHECK:         do {
// CHECK:           hlo.dynamic_update_slice
// CHECK-NOT:       hlo.dynamic_update_slice
func.func @update(%x: tensor<1024xf32>, %y: tensor<1xf32>) -> tensor<1024xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %n = hlo.constant dense<6> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1024xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.dynamic_update_slice %a, %y, %i : (tensor<1024xf32>, tensor<1xf32>, tensor<i32>) -> tensor<1024xf32>
      hlo.return %j, %b : tensor<i32>, tensor<1024xf32>
    }
  return %r#1 : tensor<1024xf32>
}

// -----

// Whether there is a second trip the condition says.

// CHECK-LABEL: func.func @unknown(
// CHECK:         } do {
// CHECK:           %[[A:.*]] = hlo.dot_general
// CHECK:           %[[P:.*]] = hlo.compare LT
// CHECK:           %[[R:.*]]:2 = "hlo.if"(%[[P]])
// CHECK:             %[[B:.*]] = hlo.dot_general %[[A]], %[[A]]
// CHECK:             hlo.return %{{.*}}, %[[B]]
// CHECK:             hlo.return %{{.*}}, %[[A]]
// CHECK:           hlo.return %[[R]]#0, %[[R]]#1
// COPY-LABEL:  func.func @unknown(
// COPY:          } do {
// COPY-NOT:        memref.copy
// COPY:            scf.if
// COPY-NOT:        memref.copy
// COPY:            } else {
// COPY-COUNT-2:      memref.copy
// COPY-NOT:        memref.copy
// COPY:            scf.yield
func.func @unknown(%x: tensor<64x64xf32>, %n: tensor<i32>) -> tensor<64x64xf32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:2 = hlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %b = hlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      hlo.return %j, %b : tensor<i32>, tensor<64x64xf32>
    }
  return %r#1 : tensor<64x64xf32>
}

// -----

// What is made element by element goes where it was read, as does an update in
// place that a kernel makes with other ops: one trip stays one.

// CHECK-LABEL: func.func @in_place(
// CHECK:         do {
// CHECK:           hlo.negate
// CHECK-NOT:       hlo.negate
// CHECK:           hlo.fusion
// CHECK-NOT:       hlo.fusion
// CHECK:         return
// COPY-LABEL:  func.func @in_place(
// COPY:          } do {
// COPY-NOT:        memref.copy {{.*}}xf32
// COPY:            scf.yield
func.func @in_place(%x: tensor<64x64xf32>, %y: tensor<9x64xf32>, %z: tensor<1x64xf32>, %n: tensor<i32>) -> (tensor<64x64xf32>, tensor<9x64xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:3 = hlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<64x64xf32>, tensor<9x64xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %c = hlo.negate %a : tensor<64x64xf32>
      %d = hlo.fusion(%b, %z, %i) kind "loop" : (tensor<9x64xf32>, tensor<1x64xf32>, tensor<i32>) -> tensor<9x64xf32> {
      ^bb0(%all: tensor<9x64xf32>, %row: tensor<1x64xf32>, %at: tensor<i32>):
        %c0 = hlo.constant dense<0> : tensor<i32>
        %e = hlo.exponential %row : tensor<1x64xf32>
        %u = hlo.dynamic_update_slice %all, %e, %at, %c0 : (tensor<9x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<9x64xf32>
        hlo.return %u : tensor<9x64xf32>
      }
      hlo.return %j, %c, %d : tensor<i32>, tensor<64x64xf32>, tensor<9x64xf32>
    }
  return %r#1, %r#2 : tensor<64x64xf32>, tensor<9x64xf32>
}

// -----

// Of trips whose number is not known the second is a branch, which would copy
// what is updated in place.

// CHECK-LABEL: func.func @mixed(
// CHECK:         do {
// CHECK:           hlo.transpose
// CHECK-NOT:       hlo.if
// CHECK:         return
func.func @mixed(%x: tensor<64x64xf32>, %y: tensor<9x64xf32>, %z: tensor<1x64xf32>, %n: tensor<i32>) -> (tensor<64x64xf32>, tensor<9x64xf32>) {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:3 = hlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<64x64xf32>, tensor<9x64xf32>
    cond {
      %p = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %p : tensor<i1>
    } do {
      %j = hlo.add %i, %one : tensor<i32>
      %c = hlo.transpose %a, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
      %d = hlo.dynamic_update_slice %b, %z, %i, %zero : (tensor<9x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<9x64xf32>
      hlo.return %j, %c, %d : tensor<i32>, tensor<64x64xf32>, tensor<9x64xf32>
    }
  return %r#1, %r#2 : tensor<64x64xf32>, tensor<9x64xf32>
}
