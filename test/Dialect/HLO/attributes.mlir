// RUN: xla-opt %s --verify-roundtrip | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// Each attribute prints in its own form; struct fields parse in any order.

// CHECK-LABEL: func.func private @attributes
// CHECK-SAME: a00 = #hlo<comparison_direction LE>
// CHECK-SAME: a01 = #hlo<comparison_type TOTALORDER>
// CHECK-SAME: a02 = #hlo<precision HIGHEST>
// CHECK-SAME: a03 = #hlo<fft_type IRFFT>
// CHECK-SAME: a04 = #hlo<transpose ADJOINT>
// CHECK-SAME: a05 = #hlo<rng_distribution NORMAL>
// CHECK-SAME: a06 = #hlo<rng_algorithm THREE_FRY>
// CHECK-SAME: a10 = #hlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>
// CHECK-SAME: a11 = #hlo.dot<>
// CHECK-SAME: a12 = #hlo.gather<offset_dims = [0, 1], start_index_map = [2], index_vector_dim = 1>
// CHECK-SAME: a13 = #hlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>
// CHECK-SAME: a14 = #hlo.conv<[0, b, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
// CHECK-SAME: a15 = #hlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>
// CHECK-SAME: a16 = #hlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>
// CHECK-SAME: a17 = #hlo.channel_handle<handle = 1, type = 2>
// CHECK-SAME: a18 = #hlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>
// CHECK-SAME: a20 = #hlo.result_accuracy<mode = #hlo.result_accuracy_mode<HIGHEST>>
// CHECK-SAME: a21 = #hlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #hlo.result_accuracy_mode<TOLERANCE>>
// CHECK-SAME: a30 = #hlo.axis_ref<name = "x", sub_axis_info = (2)4>
// CHECK-SAME: a31 = #hlo.mesh<axes = [#hlo.mesh_axis<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>
// CHECK-SAME: a32 = #hlo.replica_group_mesh_axes<mesh = @m, axes = [#hlo.axis_ref<name = "x">, #hlo.axis_ref<name = "y">]>
// CHECK-SAME: a33 = #hlo.replica_group_mesh_axes<mesh = #hlo.mesh<axes = [#hlo.mesh_axis<name = "x", size = 2>]>, axes = []>
func.func private @attributes() attributes {
  a00 = #hlo<comparison_direction LE>,
  a01 = #hlo<comparison_type TOTALORDER>,
  a02 = #hlo<precision HIGHEST>,
  a03 = #hlo<fft_type IRFFT>,
  a04 = #hlo<transpose ADJOINT>,
  a05 = #hlo<rng_distribution NORMAL>,
  a06 = #hlo<rng_algorithm THREE_FRY>,
  a10 = #hlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [2], rhs_batching_dimensions = [1], lhs_batching_dimensions = [0]>,
  a11 = #hlo.dot<>,
  a12 = #hlo.gather<index_vector_dim = 1, offset_dims = [0, 1], collapsed_slice_dims = [], start_index_map = [2]>,
  a13 = #hlo.scatter<scatter_dims_to_operand_dims = [0], inserted_window_dims = [0], update_window_dims = [1], index_vector_dim = 0>,
  a14 = #hlo.conv<[0, b, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
  a15 = #hlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [], kernel_output_feature_dimension = 0, kernel_input_feature_dimension = 1, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>,
  a16 = #hlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>,
  a17 = #hlo.channel_handle<handle = 1, type = 2>,
  a18 = #hlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [1]>,
  a20 = #hlo.result_accuracy<atol = 0.0, rtol = 0.0, ulps = 0, mode = #hlo.result_accuracy_mode<HIGHEST>>,
  a21 = #hlo.result_accuracy<atol = 1.0e-5, ulps = 2, mode = #hlo.result_accuracy_mode<TOLERANCE>>,
  a30 = #hlo.axis_ref<name = "x", sub_axis_info = (2)4>,
  a31 = #hlo.mesh<axes = [#hlo.mesh_axis<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>,
  a32 = #hlo.replica_group_mesh_axes<mesh = @m, axes = [#hlo.axis_ref<name = "x">, #hlo.axis_ref<name = "y">]>,
  a33 = #hlo.replica_group_mesh_axes<mesh = #hlo.mesh<axes = [#hlo.mesh_axis<name = "x", size = 2>]>, axes = []>
}

// CHECK-LABEL: func.func private @bounds(tensor<?x?xf32, #hlo.bounds<16, ?>>, tensor<?xf32, #hlo.bounds<4>>)
func.func private @bounds(tensor<?x?xf32, #hlo.bounds<16, ?>>, tensor<?xf32, #hlo.type_extensions<bounds = [4]>>)

// CHECK-LABEL: func.func private @types(!hlo.token, !hlo.future<tensor<f32>, tensor<4xi32>>)
func.func private @types(!hlo.token, !hlo.future<tensor<f32>, tensor<4xi32>>)
