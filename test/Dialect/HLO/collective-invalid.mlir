// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @all_gather_c1(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects all_gather_dim to be a dimension of 'tensor<4xf32>', but got 1}}
  %0 = "hlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_gather_c2(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects each replica id once, but got 0 twice}}
  %0 = "hlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @all_gather_c6(%a: tensor<4xf32>) {
  // expected-error @+1 {{expects a result of type 'tensor<?xf32>' with a multiple of 4 in dimension 0, but got 'tensor<6xf32>'}}
  %0 = "hlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @all_reduce_c4(%a: tensor<4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects a positive channel handle with use_global_device_ids}}
  %0 = "hlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %x : tensor<f32>
  }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_to_all_c2(%a: tensor<6xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects dimension 0 of 'tensor<6xf32>' to be a multiple of split_count 4}}
  %0 = "hlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @all_to_all_c8(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects groups of split_count 4 processes, but got 2}}
  %0 = "hlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @collective_permute_c1(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects source_target_pairs of shape Nx2, but got 'tensor<1x3xi64>'}}
  %0 = "hlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @collective_permute_c3(%a: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{expects each target once in source_target_pairs, but got 1 twice}}
  %0 = "hlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reduce_scatter_c8(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a result of type 'tensor<?xf32>' with a divisor of 8 in dimension 0, but got 'tensor<3xf32>'}}
  %0 = "hlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %x : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8xf32>) -> tensor<3xf32>
  return
}

// -----

// A result of another rank has no such dimension.
func.func @reduce_scatter_rank(%a: tensor<2x8xf32>) {
  // expected-error @+1 {{expects a result of type 'tensor<2x?xf32>' with a divisor of 8 in dimension 1, but got 'tensor<4xf32>'}}
  %0 = "hlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    hlo.return %x : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @infeed_c3(%t: !hlo.token) {
  // expected-error @+1 {{expects the last result to be a token}}
  %0 = "hlo.infeed"(%t) : (!hlo.token) -> tensor<4xf32>
  return
}

// -----

func.func @replica_id() {
  // expected-error @+1 {{result #0 must be 0D tensor of 32-bit unsigned integer values, but got 'tensor<i32>'}}
  %0 = hlo.replica_id : tensor<i32>
  return
}
