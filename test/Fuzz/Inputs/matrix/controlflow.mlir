// The format is described in elementwise.mlir.

// if
func.func @main(%p: tensor<i1>, %a: tensor<5x$T>, %b: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.if"(%p) ({
    hlo.return %a : tensor<5x$T>
  }, {
    hlo.return %b : tensor<5x$T>
  }) : (tensor<i1>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// case
func.func @main(%p: tensor<i32>, %a: tensor<5x$T>, %b: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.case"(%p) ({
    hlo.return %a : tensor<5x$T>
  }, {
    %1 = hlo.reverse %b, dims = [0] : tensor<5x$T>
    hlo.return %1 : tensor<5x$T>
  }) : (tensor<i32>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// while
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %0:2 = hlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<5x$T>
  cond {
    %n = hlo.constant dense<3> : tensor<i32>
    %c = hlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %one = hlo.constant dense<1> : tensor<i32>
    %j = hlo.add %i, %one : tensor<i32>
    %y = hlo.reverse %x, dims = [0] : tensor<5x$T>
    hlo.return %j, %y : tensor<i32>, tensor<5x$T>
  }
  return %0#1 : tensor<5x$T>
}
// -----
// while/counter
func.func @main(%a: tensor<2x$T>) -> tensor<2x$T> {
  %s = hlo.slice %a [0:1] : (tensor<2x$T>) -> tensor<1x$T>
  %one = hlo.reshape %s : (tensor<1x$T>) -> tensor<$T>
  %zero = hlo.subtract %one, %one : tensor<$T>
  %0:2 = hlo.while(%i = %zero, %x = %a) : tensor<$T>, tensor<2x$T>
  cond {
    %c = hlo.compare LT, %i, %one : (tensor<$T>, tensor<$T>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %j = hlo.add %i, %one : tensor<$T>
    %y = hlo.add %x, %x : tensor<2x$T>
    hlo.return %j, %y : tensor<$T>, tensor<2x$T>
  }
  return %0#1 : tensor<2x$T>
}
// -----
// tuple, get_tuple_element
func.func @main(%a: tensor<5x$T>, %b: tensor<2xi32>) -> (tensor<5x$T>, tensor<2xi32>) {
  %0 = hlo.tuple %a, %b : tuple<tensor<5x$T>, tensor<2xi32>>
  %1 = hlo.get_tuple_element %0[0] : (tuple<tensor<5x$T>, tensor<2xi32>>) -> tensor<5x$T>
  %2 = hlo.get_tuple_element %0[1] : (tuple<tensor<5x$T>, tensor<2xi32>>) -> tensor<2xi32>
  return %1, %2 : tensor<5x$T>, tensor<2xi32>
}
// -----
// optimization_barrier
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = hlo.optimization_barrier %a : tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// custom_call
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = hlo.custom_call @Sharding(%a) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// composite
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = hlo.composite "my.op" %a {decomposition = @reverse$N} : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
func.func private @reverse$N(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = hlo.reverse %a, dims = [0] : tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// async_start, async_done
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.async_start"(%a) ({
  ^bb0(%x: tensor<5x$T>):
    %2 = hlo.reverse %x, dims = [0] : tensor<5x$T>
    hlo.return %2 : tensor<5x$T>
  }) : (tensor<5x$T>) -> !hlo.future<tensor<5x$T>>
  %1 = "hlo.async_done"(%0) : (!hlo.future<tensor<5x$T>>) -> tensor<5x$T>
  return %1 : tensor<5x$T>
}
// -----
// after_all, create_token
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = hlo.create_token : !hlo.token
  %1 = hlo.after_all %0, %0 : !hlo.token
  %2:2 = hlo.optimization_barrier %a, %1 : tensor<5x$T>, !hlo.token
  return %2#0 : tensor<5x$T>
}
// -----
// rng/UNIFORM, rng/NORMAL
func.func @main(%a: tensor<2x$T>) -> tensor<5x$T> {
  %s = hlo.constant dense<5> : tensor<1xi64>
  %0 = hlo.slice %a [0:1] : (tensor<2x$T>) -> tensor<1x$T>
  %1 = hlo.slice %a [1:2] : (tensor<2x$T>) -> tensor<1x$T>
  %high = hlo.reshape %0 : (tensor<1x$T>) -> tensor<$T>
  %low = hlo.reshape %1 : (tensor<1x$T>) -> tensor<$T>
  %2 = hlo.rng %low, %high, %s, distribution = $V : (tensor<$T>, tensor<$T>, tensor<1xi64>) -> tensor<5x$T>
  return %2 : tensor<5x$T>
}
// -----
// rng_bit_generator/DEFAULT, rng_bit_generator/THREE_FRY, rng_bit_generator/PHILOX
func.func @main(%a: tensor<2xui64>) -> (tensor<2xui64>, tensor<5x$T>) {
  %0, %1 = hlo.rng_bit_generator %a, algorithm = $V : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x$T>)
  return %0, %1 : tensor<2xui64>, tensor<5x$T>
}
// -----
// all_gather
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// all_reduce, collective_reduce
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.$O"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.maximum %x, %y : tensor<$T>
    hlo.return %1 : tensor<$T>
  }) : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// reduce_scatter
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<$T>, %y: tensor<$T>):
    %1 = hlo.maximum %x, %y : tensor<$T>
    hlo.return %1 : tensor<$T>
  }) : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// all_to_all
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// collective_broadcast
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.collective_broadcast"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// collective_permute
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.collective_permute"(%a) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// cross-replica-sum
func.func @main(%a: tensor<5x$T>) -> tensor<5x$T> {
  %0 = "hlo.cross-replica-sum"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<5x$T>) -> tensor<5x$T>
  return %0 : tensor<5x$T>
}
// -----
// replica_id, partition_id
func.func @main() -> tensor<ui32> {
  %0 = hlo.$O : tensor<ui32>
  return %0 : tensor<ui32>
}
