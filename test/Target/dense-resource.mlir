// A resource that is missing, or of another size than its type, is an error of the program,
// found where any tool reads it. Below a byte, elements may be packed or have a byte each.
// RUN: split-file %s %t
// RUN: not xla-run %t/short.mlir 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not xla-compile %t/short.mlir -o %t/x.o 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not xla-translate %t/short.mlir --to=stablehlo 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not xla-translate %t/short.mlir --to=portable-artifact 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: xla-opt %t/short.mlir --emit-bytecode -o %t/short.mlirbc
// RUN: not xla-compile %t/short.mlirbc -o %t/x.o 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not xla-opt %t/short.mlirbc 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not xla-run %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not xla-translate %t/attribute.mlir --to=mlir 2>&1 | FileCheck %s --check-prefix=ATTRIBUTE
// RUN: xla-run %t/fits.mlir | FileCheck %s --check-prefix=FITS

// SHORT: short.mlir:2:8: error: '{{(stable)?}}hlo.constant' op expected 8 bytes in dense resource 'foo', but got 4
// SHORT-NOT: {{note|report}}
// MISSING: missing.mlir:2:8: error: 'stablehlo.constant' op expected data for dense resource 'foo'
// ATTRIBUTE: attribute.mlir:2:8: error: 'stablehlo.custom_call' op expected 8 bytes in dense resource 'foo', but got 4
// FITS: [1, 2, 3]
// FITS: [1, 2, 3]

//--- short.mlir
func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<foo> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-# dialect_resources: {builtin: {foo: "0x040000000000803F"}} #-}
//--- missing.mlir
func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<foo> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
//--- attribute.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @f(%x) {mhlo.backend_config = {w = [dense_resource<foo> : tensor<2xf32>]}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-# dialect_resources: {builtin: {foo: "0x040000000000803F"}} #-}
//--- fits.mlir
func.func @main() -> (tensor<3xi4>, tensor<3xi4>) {
  %0 = stablehlo.constant dense_resource<packed> : tensor<3xi4>
  %1 = stablehlo.constant dense_resource<bytes> : tensor<3xi4>
  return %0, %1 : tensor<3xi4>, tensor<3xi4>
}
{-# dialect_resources: {builtin: {packed: "0x010000002103", bytes: "0x01000000010203"}} #-}
