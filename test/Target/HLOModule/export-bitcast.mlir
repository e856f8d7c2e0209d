// Bits of booleans and halves of complex numbers, which bitcast-convert of HLO does
// not know, are taken apart by other instructions; the numbers stay.
// RUN: xla-run %s --arg='2x8xi1=1,0,1,0,0,0,0,1,1,1,1,1,1,1,1,0' --arg='2xf16=-2,0.5' | FileCheck %s --check-prefix=VALUES
// RUN: xla-translate --to=hlo-text %s -o %t.hlo
// RUN: xla-run %t.hlo --arg='2x8xi1=1,0,1,0,0,0,0,1,1,1,1,1,1,1,1,0' --arg='2xf16=-2,0.5' | FileCheck %s --check-prefix=VALUES
// RUN: FileCheck %s < %t.hlo
func.func @main(%x: tensor<2x8xi1>, %y: tensor<2xf16>) -> (tensor<2xi8>, tensor<2x4xui2>, tensor<2x16xi1>, tensor<1xcomplex<f64>>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<2x8xi1>) -> tensor<2xi8>
  %1 = stablehlo.reshape %x : (tensor<2x8xi1>) -> tensor<2x4x2xi1>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2x4x2xi1>) -> tensor<2x4xui2>
  %3 = stablehlo.bitcast_convert %y : (tensor<2xf16>) -> tensor<2x16xi1>
  %z = stablehlo.constant dense<[(1.5, -2.25)]> : tensor<1xcomplex<f64>>
  %4 = stablehlo.bitcast_convert %z : (tensor<1xcomplex<f64>>) -> tensor<1x2xcomplex<f32>>
  %5 = stablehlo.bitcast_convert %4 : (tensor<1x2xcomplex<f32>>) -> tensor<1xcomplex<f64>>
  return %0, %2, %3, %5 : tensor<2xi8>, tensor<2x4xui2>, tensor<2x16xi1>, tensor<1xcomplex<f64>>
}

// CHECK: ENTRY
// CHECK: u8[2,8]{1,0} shift-left(
// CHECK: u8[2]{0} reduce(
// CHECK: s8[2]{0} bitcast-convert(
// CHECK: u2[2,4]{1,0} convert(
// CHECK: u16[2]{0} bitcast-convert(
// CHECK: f32[1,2]{1,0} bitcast-convert(
// CHECK: f64[1]{0} bitcast-convert(
// VALUES: [-123, 127]
// VALUES: {{\[}}[1, 1, 0, 2], [3, 3, 3, 1]]
// VALUES: false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, true
// VALUES: [(1.5, -2.25)]
