// RUN: xla-run %s --replicas=3 --arg=3xi32=10,20,30 > %t.native
// RUN: xla-run %s --replicas=3 --arg=3xi32=10,20,30 --backend=interpreter | diff - %t.native
// RUN: FileCheck %s --input-file=%t.native

// Values pass round a ring, in a loop of as many turns as there are processes;
// each adds its id. What an async computation gives is there where it is waited
// for, elements of four bits move as bytes, and a branch may meet too.

// CHECK:      process 0 result 0: 3xi32
// CHECK-NEXT: [13, 23, 33]
// CHECK-NEXT: process 0 result 1: 2xi4
// CHECK-NEXT: [1, -2]
// CHECK-NEXT: process 0 result 2: 3xui32
// CHECK-NEXT: [0, 1, 2]
// CHECK-NEXT: process 1 result 0: 3xi32
// CHECK-NEXT: [13, 23, 33]
func.func @main(%x: tensor<3xi32>) -> (tensor<3xi32>, tensor<2xi4>, tensor<3xui32>) {
  %id = hlo.replica_id : tensor<ui32>
  %signed = hlo.convert %id : (tensor<ui32>) -> tensor<i32>
  %ids = hlo.broadcast_in_dim %signed, dims = [] : (tensor<i32>) -> tensor<3xi32>
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %three = hlo.constant dense<3> : tensor<i32>
  %token = hlo.create_token : !hlo.token
  %loop:3 = hlo.while(%i = %zero, %v = %x, %t = %token) : tensor<i32>, tensor<3xi32>, !hlo.token
  cond {
    %more = hlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %more : tensor<i1>
  } do {
    %next = hlo.add %v, %ids : tensor<3xi32>
    %sent = "hlo.send"(%next, %t) {channel_handle = #hlo.channel_handle<handle = 0, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<3xi32>, !hlo.token) -> !hlo.token
    %got:2 = "hlo.recv"(%sent) {channel_handle = #hlo.channel_handle<handle = 0, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (!hlo.token) -> (tensor<3xi32>, !hlo.token)
    %j = hlo.add %i, %one : tensor<i32>
    hlo.return %j, %got#0, %got#1 : tensor<i32>, tensor<3xi32>, !hlo.token
  }
  %nibbles = hlo.constant dense<[1, -2]> : tensor<2xi4>
  %yes = hlo.compare GE, %signed, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %small = "hlo.if"(%yes) ({
    %p = "hlo.collective_permute"(%nibbles) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<2xi4>) -> tensor<2xi4>
    hlo.return %p : tensor<2xi4>
  }, {
    hlo.return %nibbles : tensor<2xi4>
  }) : (tensor<i1>) -> tensor<2xi4>
  %own = hlo.reshape %id : (tensor<ui32>) -> tensor<1xui32>
  %future = "hlo.async_start"(%own) ({
  ^bb0(%a: tensor<1xui32>):
    %g = "hlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<1xui32>) -> tensor<3xui32>
    hlo.return %g : tensor<3xui32>
  }) : (tensor<1xui32>) -> !hlo.future<tensor<3xui32>>
  %all = "hlo.async_done"(%future) : (!hlo.future<tensor<3xui32>>) -> tensor<3xui32>
  return %loop#1, %small, %all : tensor<3xi32>, tensor<2xi4>, tensor<3xui32>
}
