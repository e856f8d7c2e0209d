// RUN: xla-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: xla-opt %s --split-input-file --verify-diagnostics --emit-bytecode -o /dev/null

// CHECK-LABEL: func.func @random(
func.func @random(%a: tensor<f32>, %shape: tensor<2xi64>, %state: tensor<2xui64>) {
  // CHECK-NEXT: hlo.rng %{{.*}}, %{{.*}}, %{{.*}}, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
  %0 = hlo.rng %a, %a, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
  // CHECK-NEXT: %output_state, %output = hlo.rng_bit_generator %{{.*}}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  %1:2 = hlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)
  return
}

// -----

func.func @rng_c2(%a: tensor<i32>, %shape: tensor<1xi64>) {
  // expected-error @+1 {{expects floats for a normal distribution, but got 'tensor<3xi32>'}}
  %0 = hlo.rng %a, %a, %shape, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<3xi32>
  return
}

// -----

func.func @rng_c3(%a: tensor<f32>, %shape: tensor<1xi64>) {
  // expected-error @+1 {{expects a shape of 2 entries, but got 'tensor<1xi64>'}}
  %0 = hlo.rng %a, %a, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3x4xf32>
  return
}

// -----

func.func @rng_bit_generator_c1(%state: tensor<2xui64>) {
  // expected-error @+1 {{expects an output state of type 'tensor<2xui64>', but got 'tensor<3xui64>'}}
  %1:2 = hlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<8xui32>)
  return
}
