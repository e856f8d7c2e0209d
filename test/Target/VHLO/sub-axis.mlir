// A part of a mesh's axis, whose bytes name an attribute: wrong bytes may name the
// one that they are a part of, which is an error.
// RUN: xla-translate %s --to=portable-artifact -o %t
// RUN: xla-translate %t --to=vhlo | FileCheck %s
// RUN: xla-fuzz-readers bytes 1 2000 %t | FileCheck %s --check-prefix=FUZZ

// CHECK: #sdy.sharding<@mesh, [{"x":(2)4}]>
// FUZZ: {{^}}2000 read
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)4}]>}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
