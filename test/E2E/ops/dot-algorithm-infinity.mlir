// Where an operand is an infinity, or so large that rounding makes it one, the
// products of parts are those of the whole.
// RUN: xla-run %s | FileCheck %s
// RUN: xla-run %s --backend=interpreter | FileCheck %s

// CHECK:      result 0: 4xf32
// CHECK-NEXT: [inf, -inf, nan, {{3\.(4|3999).*e\+08}}]
// CHECK:      result 1: 4xf32
// CHECK-NEXT: [inf, -inf, nan, {{3\.(4|3999).*e\+08}}]
// CHECK:      result 2: 4xf32
// CHECK-NEXT: [inf, -inf, nan, {{3\.(4|3999).*e\+08}}]
// CHECK:      result 3: 4xf32
// CHECK-NEXT: [inf, -inf, nan, {{3\.(4|3999).*e\+08}}]
func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // 0.999 lies below what it is rounded to: its rest must not be negative.
  %x = hlo.constant dense<[[0x7f800000, 1.0], [0xff800000, 1.0], [0x7fc00000, 1.0], [3.4e38, 0.0]]> : tensor<4x2xf32>
  %y = hlo.constant dense<[[0.999, 0.999], [0.999, 0.999], [1.0, 1.0], [1.0e-30, 1.0]]> : tensor<4x2xf32>
  %0 = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4xf32>
  %1 = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4xf32>
  %2 = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 9, allow_imprecise_accumulation = false> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4xf32>
  %3 = hlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1],
    algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
