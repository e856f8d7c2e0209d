// RUN: xla-run %s --backend=interpreter | FileCheck %s
// RUN: not xla-run %s --backend=interpreter --entry=probe 2>&1 | FileCheck %s --check-prefix=PROBE

// CHECK:      %cst = tensor<2x2xf32> {
// CHECK-NEXT:   [
// CHECK-NEXT:     [1.500000e+00, nan],
// CHECK-NEXT:     [-inf, 1.000000e-01]
// CHECK-NEXT:   ]
// CHECK-NEXT: }
// CHECK-NEXT: %c = tensor<ui8> {200}
func.func @main() {
  %x = hlo.constant dense<[[1.5, 0x7FC00000], [0xFF800000, 0.1]]> : tensor<2x2xf32>
  %n = hlo.constant dense<200> : tensor<ui8>
  interpreter.print %x : tensor<2x2xf32>
  interpreter.print %n : tensor<ui8>
  return
}

// PROBE: error: 'interpreter.probe' op needs a directory for probes, but none is given
func.func @probe(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = interpreter.probe %x, probe_id = "x" : tensor<2xf32>
  return %y : tensor<2xf32>
}
