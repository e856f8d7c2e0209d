// RUN: xla-opt %s | xla-translate --to=stablehlo | FileCheck %s
// RUN: xla-opt %s | xla-translate --to=stablehlo | xla-opt | FileCheck %s --check-prefix=HLO

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    tensor<?xf32, #stablehlo.bounds<4>>
// CHECK-SAME:    note = "hlo.add stays"
// CHECK:         stablehlo.add
// CHECK:         stablehlo.compare LT
// HLO-LABEL: func.func @main(
// HLO-SAME:    tensor<?xf32, #hlo.bounds<4>>
// HLO-SAME:    note = "hlo.add stays"
// HLO:         hlo.add
// HLO:         hlo.compare LT
func.func @main(%x: tensor<?xf32, #hlo.bounds<4>>) attributes {note = "hlo.add stays"} {
  %a = "hlo.add"(%x, %x) : (tensor<?xf32, #hlo.bounds<4>>, tensor<?xf32, #hlo.bounds<4>>) -> tensor<?xf32, #hlo.bounds<4>>
  %b = "hlo.compare"(%a, %a) <{comparison_direction = #hlo<comparison_direction LT>}> : (tensor<?xf32, #hlo.bounds<4>>, tensor<?xf32, #hlo.bounds<4>>) -> tensor<?xi1, #hlo.bounds<4>>
  return
}
