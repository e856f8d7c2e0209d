// RUN: xla-run %s --backend=interpreter

// Values that go from process to process, and asynchronous computations.

// Both send before they receive; process 2 gets zeros.
func.func private @swap(%x: tensor<2xf32>) -> tensor<2xf32> {
  %t = hlo.create_token : !hlo.token
  %sent = "hlo.send"(%x, %t) {channel_handle = #hlo.channel_handle<handle = 0, type = 1>,
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
      : (tensor<2xf32>, !hlo.token) -> !hlo.token
  %r:2 = "hlo.recv"(%sent) {channel_handle = #hlo.channel_handle<handle = 0, type = 1>,
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}
      : (!hlo.token) -> (tensor<2xf32>, !hlo.token)
  return %r#0 : tensor<2xf32>
}

// Without pairs a channel is one queue.
func.func private @producer(%x: tensor<i32>) -> tensor<i32> {
  %t = hlo.after_all : !hlo.token
  %one = hlo.constant dense<1> : tensor<i32>
  %first = "hlo.send"(%x, %t) {channel_handle = #hlo.channel_handle<handle = 3, type = 1>} : (tensor<i32>, !hlo.token) -> !hlo.token
  %y = hlo.add %x, %one : tensor<i32>
  %second = "hlo.send"(%y, %first) {channel_handle = #hlo.channel_handle<handle = 3, type = 1>} : (tensor<i32>, !hlo.token) -> !hlo.token
  return %x : tensor<i32>
}
func.func private @consumer(%x: tensor<i32>) -> tensor<i32> {
  %t = hlo.after_all : !hlo.token
  %a:2 = "hlo.recv"(%t) {channel_handle = #hlo.channel_handle<handle = 3, type = 1>} : (!hlo.token) -> (tensor<i32>, !hlo.token)
  %b:2 = "hlo.recv"(%a#1) {channel_handle = #hlo.channel_handle<handle = 3, type = 1>} : (!hlo.token) -> (tensor<i32>, !hlo.token)
  %c = hlo.subtract %b#0, %a#0 : tensor<i32>
  %d = hlo.multiply %c, %b#0 : tensor<i32>
  return %d : tensor<i32>
}

// The gather runs beside an addition.
func.func private @async(%x: tensor<1xi32>) -> tensor<2xi32> {
  %f = "hlo.async_start"(%x) ({
  ^bb0(%a: tensor<1xi32>):
    %g = "hlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<1xi32>) -> tensor<2xi32>
    hlo.return %g : tensor<2xi32>
  }) : (tensor<1xi32>) -> !hlo.future<tensor<2xi32>>
  %two = hlo.constant dense<2> : tensor<2xi32>
  %g = "hlo.async_done"(%f) : (!hlo.future<tensor<2xi32>>) -> tensor<2xi32>
  %y = hlo.multiply %g, %two : tensor<2xi32>
  return %y : tensor<2xi32>
}

func.func @main() {
  %x = hlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = hlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %s:3 = "interpreter.run_parallel"(%x, %y, %y) {programs = [[@swap], [@swap], [@swap]]}
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %s#0, dense<[3.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %s#1, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %s#2, dense<0.0> : tensor<2xf32>

  %n = hlo.constant dense<20> : tensor<i32>
  %p:2 = "interpreter.run_parallel"(%n, %n) {programs = [[@consumer, @producer]]}
      : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %p#0, dense<21> : tensor<i32>

  %a = hlo.constant dense<[5]> : tensor<1xi32>
  %b = hlo.constant dense<[6]> : tensor<1xi32>
  %f:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@async], [@async]]}
      : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %f#0, dense<[10, 12]> : tensor<2xi32>
  check.expect_eq_const %f#1, dense<[10, 12]> : tensor<2xi32>
  return
}
