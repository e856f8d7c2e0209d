// RUN: not xla-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --verify-each=0 --xla-mark-phase=phase=fusion 2>&1 | FileCheck %s

// What a pass of the phase left behind is found before the phase is marked.
// CHECK: error: 'arith.addf' op requires the same type for all operands and results
func.func @main(%x: f32, %y: f64) {
  %0 = "arith.addf"(%x, %y) : (f32, f64) -> f32
  return
}
