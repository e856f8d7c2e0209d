// RUN: xla-opt %s --split-input-file --verify-diagnostics

func.func @no_program() {
  // expected-error @+1 {{expects @missing to be a function}}
  "interpreter.run_parallel"() {programs = [[@missing]]} : () -> ()
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  return
}

func.func @operand_types(%a: tensor<3xf32>) {
  // expected-error @+1 {{expects operand types ('tensor<2xf32>') of the programs, but got ('tensor<3xf32>')}}
  "interpreter.run_parallel"(%a) {programs = [[@f]]} : (tensor<3xf32>) -> ()
  return
}

// -----

func.func @f() {
  return
}

func.func @ragged_grid() {
  // expected-error @+1 {{expects replicas of as many partitions, at least one}}
  "interpreter.run_parallel"() {programs = [[@f], [@f, @f]]} : () -> ()
  return
}
