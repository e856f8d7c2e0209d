// Ahead of time, shapes must be known; --refine gives them.

// RUN: not xla-compile %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: xla-compile %s --refine=3xf32 --refine=i64=4 --stop-after=hlo-optimize -o - | FileCheck %s --check-prefix=REFINED
// RUN: xla-compile %s --refine=3xf32 --refine=i64=4 -o %t.o
// RUN: not xla-compile %s --refine=3xf32 -o %t.o 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not xla-compile %s --refine=3xf32 --refine=i64=4 --refine=f32 -o %t.o 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not xla-compile %s --refine=3xbox -o %t.o 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not xla-compile %s --entry=endless --refine=3xf32 -o %t.o 2>&1 | FileCheck %s --check-prefix=ENDLESS

// OPEN: refine.mlir:[[# @LINE + 11]]:17: error: expected a static shape, but argument 0 of @main has type 'tensor<?xf32>'; compile for the shapes of a call (--refine=SPEC, or the option arguments of hlo-refine-shapes)

// REFINED: func.func @main(%{{.*}}: tensor<3xf32>{{.*}}, %{{.*}}: tensor<i64>{{.*}}) -> (tensor<3xf32>, tensor<4xf32>)

// VALUE: error: 'hlo.dynamic_iota' op has a result whose shape does not follow from the arguments of the call: 'tensor<?xf32>'
// VALUE: note: operand 0 decides the shape, and depends on argument 1 of @main, whose value is not given

// COUNT: error: expected 2 arguments of @main, but got 3

// SYNTAX: error: in the option arguments: expected a type such as 4x8xf32, but got '3xbox'

func.func @main(%x: tensor<?xf32>, %n: tensor<i64>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = hlo.negate %x : tensor<?xf32>
  %s = hlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %1 = hlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// ENDLESS: error: 'func.call' op cannot be compiled: @endless would call itself; write a loop (while) instead
func.func @endless(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @endless(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
