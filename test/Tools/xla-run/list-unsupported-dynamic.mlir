// Shapes that a program leaves open are those of --arg; an entry is a function.
// RUN: xla-run %s --list-unsupported --arg=4xf32=1 --arg=4xf32=1 | FileCheck %s --check-prefix=NONE
// RUN: not xla-run %s --list-unsupported --arg=4xf32=1 --arg=5xf32=1 | FileCheck %s --check-prefix=SIZES
// RUN: not xla-run %s --list-unsupported | FileCheck %s --check-prefix=OPEN
// RUN: not xla-run %s --list-unsupported --backend=interpreter --entry=mesh 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not xla-run %s --list-unsupported --entry=mesh 2>&1 | FileCheck %s --check-prefix=MESH

// NONE: {{^}}0 unsupported
// SIZES: expects operands of one type, but got 'tensor<4xf32>' and 'tensor<5xf32>'
// OPEN: expected a static shape, but argument 0 of @main has type 'tensor<?xf32>'
// MESH: error: expected a function named @mesh, but the program has @main
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
