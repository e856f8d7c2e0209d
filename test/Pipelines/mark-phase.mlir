// RUN: xla-opt %s --xla-mark-phase=phase=fusion | FileCheck %s
// RUN: not xla-opt %s --xla-mark-phase=phase=fuse 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: error: expected the name of a phase, but got 'fuse'
// CHECK: xla.phase = "fusion"
module {
  func.func @main() { return }
}
