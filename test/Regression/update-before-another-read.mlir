// An update in a loop that is one kernel, before a read of what it updates.
// DEFINE: %{args} = --arg=300xi32=iota(300) --arg=300xi32=iota(300)
// RUN: xla-run %s --print %{args} | FileCheck %s
// RUN: xla-run %s --print %{args} --backend=interpreter | FileCheck %s
// RUN: xla-compile %s --stop-after=bufferize --xla-counters -o /dev/null 2>&1 | FileCheck %s --check-prefix=COUNTERS

// COUNTERS: hlo-form-regions num-formed-regions 1
// COUNTERS: xla-bufferize-kernels num-copied-carries 1

// CHECK: [-1, -1, -1, 3, 4, 5]
// CHECK: [5, 4, 3, 2, -1, -1]
func.func @main(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<300xi32>, tensor<300xi32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %value = stablehlo.constant dense<-1> : tensor<1xi32>
    %u = stablehlo.dynamic_update_slice %x, %value, %i : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>
    %v = stablehlo.reverse %x, dims = [0] : tensor<300xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u, %v : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  }
  %first = stablehlo.slice %0#1 [0:6] : (tensor<300xi32>) -> tensor<6xi32>
  %last = stablehlo.slice %0#2 [294:300] : (tensor<300xi32>) -> tensor<6xi32>
  return %first, %last : tensor<6xi32>, tensor<6xi32>
}
