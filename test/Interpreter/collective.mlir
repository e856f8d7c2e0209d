// RUN: xla-run %s --backend=interpreter

// Collectives in a grid of 2 replicas and 2 partitions. Every process starts
// from its own ids: 10 * replica + partition.

func.func private @own() -> tensor<i32> {
  %ten = hlo.constant dense<10> : tensor<i32>
  %r = hlo.replica_id : tensor<ui32>
  %p = hlo.partition_id : tensor<ui32>
  %r32 = hlo.convert %r : (tensor<ui32>) -> tensor<i32>
  %p32 = hlo.convert %p : (tensor<ui32>) -> tensor<i32>
  %tens = hlo.multiply %ten, %r32 : tensor<i32>
  %id = hlo.add %tens, %p32 : tensor<i32>
  return %id : tensor<i32>
}

func.func private @row() -> tensor<1x2xi32> {
  %id = func.call @own() : () -> tensor<i32>
  %ids = hlo.broadcast_in_dim %id, dims = [] : (tensor<i32>) -> tensor<1x2xi32>
  %iota = hlo.iota dim = 1 : tensor<1x2xi32>
  %hundred = hlo.constant dense<100> : tensor<1x2xi32>
  %offset = hlo.multiply %iota, %hundred : tensor<1x2xi32>
  %x = hlo.add %ids, %offset : tensor<1x2xi32>
  return %x : tensor<1x2xi32>
}

func.func private @all_to_all() -> tensor<2x1xi32> {
  %x = func.call @row() : () -> tensor<1x2xi32>
  %y = "hlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64,
      split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}
      : (tensor<1x2xi32>) -> tensor<2x1xi32>
  return %y : tensor<2x1xi32>
}

// The last operand combined is the group's last: subtraction shows the order.
func.func private @reduce_scatter() -> tensor<1x1xi64> {
  %x = func.call @row() : () -> tensor<1x2xi32>
  %y = "hlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %c = hlo.subtract %a, %b : tensor<i64>
    hlo.return %c : tensor<i64>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>,
      channel_handle = #hlo.channel_handle<handle = 7, type = 1>, use_global_device_ids}
      : (tensor<1x2xi32>) -> tensor<1x1xi64>
  return %y : tensor<1x1xi64>
}

// Rows of a 2x2 mesh are replicas: its axis "y" is what a replica holds.
func.func private @mesh() -> tensor<2xi32> {
  %id = func.call @own() : () -> tensor<i32>
  %x = hlo.reshape %id : (tensor<i32>) -> tensor<1xi32>
  %y = "hlo.all_gather"(%x) {all_gather_dim = 0 : i64,
      replica_groups = #hlo.replica_group_mesh_axes<mesh = #hlo.mesh<axes = [#hlo.mesh_axis<name = "x", size = 2>, #hlo.mesh_axis<name = "y", size = 2>]>,
                                                    axes = [#hlo.axis_ref<name = "y">]>,
      channel_handle = #hlo.channel_handle<handle = 8, type = 1>, use_global_device_ids}
      : (tensor<1xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}

// No groups: one of all replicas.
func.func private @sum() -> tensor<i32> {
  %id = func.call @own() : () -> tensor<i32>
  %y = "hlo.cross-replica-sum"(%id) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

func.func private @reduce() -> tensor<i32> {
  %id = func.call @own() : () -> tensor<i32>
  %y = "hlo.collective_reduce"(%id) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = hlo.add %a, %b : tensor<i32>
    hlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

func.func @main() {
  %a:4 = "interpreter.run_parallel"() {programs = [[@all_to_all, @all_to_all], [@all_to_all, @all_to_all]]}
      : () -> (tensor<2x1xi32>, tensor<2x1xi32>, tensor<2x1xi32>, tensor<2x1xi32>)
  check.expect_eq_const %a#0, dense<[[110], [100]]> : tensor<2x1xi32>
  check.expect_eq_const %a#1, dense<[[111], [101]]> : tensor<2x1xi32>
  check.expect_eq_const %a#2, dense<[[10], [0]]> : tensor<2x1xi32>
  check.expect_eq_const %a#3, dense<[[11], [1]]> : tensor<2x1xi32>

  %b:4 = "interpreter.run_parallel"() {programs = [[@reduce_scatter, @reduce_scatter], [@reduce_scatter, @reduce_scatter]]}
      : () -> (tensor<1x1xi64>, tensor<1x1xi64>, tensor<1x1xi64>, tensor<1x1xi64>)
  check.expect_eq_const %b#0, dense<-11> : tensor<1x1xi64>
  check.expect_eq_const %b#3, dense<-11> : tensor<1x1xi64>
  check.expect_eq_const %b#2, dense<9> : tensor<1x1xi64>
  check.expect_eq_const %b#1, dense<9> : tensor<1x1xi64>

  %c:4 = "interpreter.run_parallel"() {programs = [[@mesh, @mesh], [@mesh, @mesh]]}
      : () -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %c#1, dense<[0, 1]> : tensor<2xi32>
  check.expect_eq_const %c#2, dense<[10, 11]> : tensor<2xi32>

  %d:4 = "interpreter.run_parallel"() {programs = [[@sum, @sum], [@sum, @sum]]}
      : () -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  check.expect_eq_const %d#0, dense<10> : tensor<i32>
  check.expect_eq_const %d#3, dense<12> : tensor<i32>

  // The root is the first of the group.
  %e:2 = "interpreter.run_parallel"() {programs = [[@reduce], [@reduce]]} : () -> (tensor<i32>, tensor<i32>)
  check.expect_eq_const %e#0, dense<0> : tensor<i32>
  check.expect_eq_const %e#1, dense<10> : tensor<i32>
  return
}
