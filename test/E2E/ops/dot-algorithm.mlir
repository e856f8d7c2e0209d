// An algorithm's rounding of operands and its products, in both backends, on a
// number that shows them: 1 + 2^-12 loses its small part where one product is
// made, and keeps it where products of parts are summed.
// RUN: xla-run %s | FileCheck %s
// RUN: xla-run %s --backend=interpreter | FileCheck %s

// CHECK:      result 0: f32
// CHECK-NEXT: {{^}}1.0{{$}}
// CHECK:      result 1: f32
// CHECK-NEXT: {{^}}1.0004{{[0-9]+$}}
// CHECK:      result 2: f32
// CHECK-NEXT: {{^}}1.0{{$}}
// CHECK:      result 3: f32
// CHECK-NEXT: {{^}}1.0004{{[0-9]+$}}
// CHECK:      result 4: f64
// CHECK-NEXT: {{^}}1.0{{$}}
func.func @main() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f64>) {
  %x = stablehlo.constant dense<[1.000244140625, 0.0]> : tensor<2xf32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0],
    algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0],
    algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %2 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %3 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %4 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0],
    algorithm = <lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f16, lhs_component_count = 1,
      rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2xf32>, tensor<2xf32>) -> tensor<f64>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f64>
}
