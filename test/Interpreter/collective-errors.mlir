// RUN: not xla-run %s --backend=interpreter --entry=alone 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not xla-run %s --backend=interpreter --entry=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not xla-run %s --backend=interpreter --entry=crossed 2>&1 | FileCheck %s --check-prefix=CROSSED
// RUN: not xla-run %s --backend=interpreter --entry=different 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// RUN: not xla-run %s --backend=interpreter --entry=outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not xla-run %s --backend=interpreter --entry=infeed 2>&1 | FileCheck %s --check-prefix=INFEED

// Processes that wait for each other for ever, and programs that disagree.

func.func private @sum(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = hlo.add %a, %b : tensor<i32>
    hlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
func.func private @gather(%x: tensor<2xi32>) -> tensor<4xi32> {
  %y = "hlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<2xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}
func.func private @nothing(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
func.func private @first_2(%x: tensor<2xi32>) -> tensor<2xi32> {
  %t = hlo.after_all : !hlo.token
  %r:2 = "hlo.recv"(%t) {channel_handle = #hlo.channel_handle<handle = 2, type = 1>} : (!hlo.token) -> (tensor<2xi32>, !hlo.token)
  %s = "hlo.send"(%x, %r#1) {channel_handle = #hlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi32>, !hlo.token) -> !hlo.token
  return %x : tensor<2xi32>
}
func.func private @first_1(%x: tensor<2xi32>) -> tensor<2xi32> {
  %t = hlo.after_all : !hlo.token
  %r:2 = "hlo.recv"(%t) {channel_handle = #hlo.channel_handle<handle = 1, type = 1>} : (!hlo.token) -> (tensor<2xi32>, !hlo.token)
  %s = "hlo.send"(%x, %r#1) {channel_handle = #hlo.channel_handle<handle = 2, type = 1>} : (tensor<2xi32>, !hlo.token) -> !hlo.token
  return %x : tensor<2xi32>
}

// ALONE: error: 'hlo.all_reduce' op names process 1 of a grid of 1 replicas and 1 partitions
func.func @alone(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = func.call @sum(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}

// MISSING: error: 'hlo.all_reduce' op waits for ever in process 0 (replica 0, partition 0) for process 1 (replica 1, partition 0) to take part in 'hlo.all_reduce' on (tensor<2xi32>)
// MISSING: note: process 1 (replica 1, partition 0) has ended
func.func @missing(%x: tensor<2xi32>) {
  %y:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@sum], [@nothing]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return
}

// CROSSED: error: 'hlo.recv' op waits for ever in process 1 (replica 1, partition 0) for values in channel 1
// CROSSED: note: process 0 (replica 0, partition 0) waits for values in channel 2
func.func @crossed(%x: tensor<2xi32>) {
  %y:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@first_2], [@first_1]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return
}

// DIFFERENT: error: 'hlo.all_gather' op expects in process 1 (replica 1, partition 0) to do what process 0 (replica 0, partition 0) does, 'hlo.all_reduce' on (tensor<2xi32>), but does 'hlo.all_gather' on (tensor<2xi32>) with all_gather_dim 0
func.func @different(%x: tensor<2xi32>) {
  %y:2 = "interpreter.run_parallel"(%x, %x) {programs = [[@sum], [@gather]]}
      : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<4xi32>)
  return
}

// OUTSIDE: error: 'hlo.all_reduce' op expects process 2 (replica 2, partition 0) to be in one of the replica groups
func.func @outside(%x: tensor<2xi32>) {
  %y:3 = "interpreter.run_parallel"(%x, %x, %x) {programs = [[@sum], [@sum], [@sum]]}
      : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  return
}

// INFEED: error: 'hlo.infeed' op takes from the infeed, which is empty
func.func @infeed() {
  %t = hlo.after_all : !hlo.token
  %r:2 = "hlo.infeed"(%t) : (!hlo.token) -> (tensor<2xi32>, !hlo.token)
  return
}
