// RUN: xla-opt %s --hlo-inline-composites | FileCheck %s
// RUN: xla-opt %s --hlo-inline-composites --inline --symbol-dce | FileCheck %s --check-prefix=INLINED

// CHECK-LABEL: func.func @composite(
// CHECK:         %[[R:.*]] = call @impl(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[R]]
// INLINED-LABEL: func.func @composite(
// INLINED-NEXT:    hlo.negate
// INLINED-NEXT:    return
// INLINED-NOT:     @impl
func.func @composite(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = hlo.composite "chlo.neg" %x {decomposition = @impl} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = hlo.negate %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
