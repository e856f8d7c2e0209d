// RUN: not xla-run %s --entry=alone --arg=2xi32=1 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not xla-run %s --entry=half --replicas=2 --arg=2xi32=1 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not xla-run %s --entry=infeed 2>&1 | FileCheck %s --check-prefix=INFEED
// RUN: not xla-run %s --entry=inside --arg=2xui32=1 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not xla-run %s --entry=captured --arg=2xi32=1 --arg=i32=1 2>&1 | FileCheck %s --check-prefix=CAPTURED
// RUN: not xla-run %s --entry=alone --replicas=0 2>&1 | FileCheck %s --check-prefix=USAGE

// USAGE: expected 1 to 1024 processes, but got 0 replicas and 1 partitions

// ALONE: failures.mlir:[[#@LINE+2]]:{{.*}}all_reduce names processes outside of a grid of 1 replicas and 1 partitions
func.func @alone(%x: tensor<2xi32>) -> tensor<2xi32> {
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = hlo.add %a, %b : tensor<i32>
    hlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}

// Replica 1 does not take part; nobody waits for a timeout.
// HALF: process 0: failed: {{.*}}failures.mlir:[[#@LINE+7]]:{{.*}}waits for ever for process 1 (replica 1, partition 0) to take part in all_gather(i32[2])
// HALF-SAME: process 1 (replica 1, partition 0) has ended
func.func @half(%x: tensor<2xi32>) -> tensor<4xi32> {
  %id = hlo.replica_id : tensor<ui32>
  %zero = hlo.constant dense<0> : tensor<ui32>
  %first = hlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %y = "hlo.if"(%first) ({
    %g = "hlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<4xi32>
    hlo.return %g : tensor<4xi32>
  }, {
    %c = hlo.concatenate %x, %x, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
    hlo.return %c : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// INFEED: the infeed is empty
func.func @infeed() -> tensor<2xi32> {
  %t = hlo.after_all : !hlo.token
  %r:2 = "hlo.infeed"(%t) : (!hlo.token) -> (tensor<2xi32>, !hlo.token)
  return %r#0 : tensor<2xi32>
}

// INSIDE: error: 'hlo.replica_id' op has no native form in a region that a kernel runs
func.func @inside(%x: tensor<2xui32>) -> tensor<2xui32> {
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %id = hlo.replica_id : tensor<ui32>
    %s = hlo.add %a, %b : tensor<ui32>
    %c = hlo.add %s, %id : tensor<ui32>
    hlo.return %c : tensor<ui32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xui32>) -> tensor<2xui32>
  return %y : tensor<2xui32>
}

// CAPTURED: error: 'hlo.all_reduce' op has no native form with a computation that uses values from around it
func.func @captured(%x: tensor<2xi32>, %k: tensor<i32>) -> tensor<2xi32> {
  %y = "hlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = hlo.add %a, %k : tensor<i32>
    hlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
