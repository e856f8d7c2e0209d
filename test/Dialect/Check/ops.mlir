// RUN: xla-opt %s | FileCheck %s
// RUN: xla-opt %s | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @checks(
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>
func.func @checks(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // CHECK-NEXT: check.expect_eq %[[A]], %[[B]] : tensor<2xf32>
  check.expect_eq %a, %b : tensor<2xf32>
  // CHECK-NEXT: check.expect_eq_const %[[A]], dense<1.000000e+00> : tensor<2xf32>
  check.expect_eq_const %a, dense<1.0> : tensor<2xf32>
  // CHECK-NEXT: check.expect_almost_eq %[[A]], %[[B]] : tensor<2xf32>
  check.expect_almost_eq %a, %b : tensor<2xf32>
  // CHECK-NEXT: check.expect_almost_eq %[[A]], %[[B]], tolerance = 1.000000e-01 : tensor<2xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.1 : tensor<2xf32>
  // CHECK-NEXT: check.expect_almost_eq_const %[[A]], dense<1.000000e+00> : tensor<2xf32> {tolerance = 1.000000e-01 : f64}
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32> {tolerance = 0.1 : f64}
  // CHECK-NEXT: check.expect_close %[[A]], %[[B]], max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  // CHECK-NEXT: check.expect_close %[[A]], %[[B]], max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  // CHECK-NEXT: check.expect_serialized_eq %[[A]], probe_id = "p" : tensor<2xf32>
  check.expect_serialized_eq %a, probe_id = "p" : tensor<2xf32>
  // CHECK-NEXT: check.expect_serialized_eq %[[A]], probe_id = "p", iter = 1 : tensor<2xf32>
  check.expect_serialized_eq %a, probe_id = "p", iter = 1 : tensor<2xf32>
  return
}
