// Six loops that are one kernel, in which a tensor is used behind its update.
// DEFINE: %{args} = "--arg=300xi32=iota(300)" "--arg=300xi32=iota(7)"
// RUN: xla-run %s --print %{args} > %t.native
// RUN: xla-run %s --print %{args} --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
// RUN: xla-compile %s --stop-after=bufferize --xla-counters -o /dev/null 2>&1 | FileCheck %s

// CHECK: hlo-form-regions num-formed-regions 1
// CHECK: hlo-form-regions num-region-ops 6
// CHECK: xla-bufferize-kernels num-copied-carries 6

func.func private @shift(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %value = stablehlo.constant dense<-1> : tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.dynamic_update_slice %x, %value, %i : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>

    stablehlo.return %j, %u, %x : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  }
  return %0#1, %0#2 : tensor<300xi32>, tensor<300xi32>
}

func.func private @two_updates(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %value = stablehlo.constant dense<-1> : tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.dynamic_update_slice %x, %value, %i : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>
    %v = stablehlo.dynamic_update_slice %x, %value, %j : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>

    stablehlo.return %j, %u, %v : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  }
  return %0#1, %0#2 : tensor<300xi32>, tensor<300xi32>
}

func.func private @chain_read(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %value = stablehlo.constant dense<-1> : tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.dynamic_update_slice %x, %value, %i : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>
    %w = stablehlo.dynamic_update_slice %u, %value, %j : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>
    %v = stablehlo.reverse %u, dims = [0] : tensor<300xi32>

    stablehlo.return %j, %w, %v : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  }
  return %0#1, %0#2 : tensor<300xi32>, tensor<300xi32>
}

func.func private @read_slice_old(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %value = stablehlo.constant dense<-1> : tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.dynamic_update_slice %x, %value, %i : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>
    %s = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<300xi32>, tensor<i32>) -> tensor<1xi32>
    %v = stablehlo.dynamic_update_slice %y, %s, %j : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>

    stablehlo.return %j, %u, %v : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  }
  return %0#1, %0#2 : tensor<300xi32>, tensor<300xi32>
}

func.func private @inner_loop(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %value = stablehlo.constant dense<-1> : tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %q:2 = stablehlo.while(%k = %zero, %z = %x) : tensor<i32>, tensor<300xi32>
     cond {
      %m = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %m : tensor<i1>
    } do {
    %w = stablehlo.dynamic_update_slice %z, %value, %k : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>
      %k1 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %k1, %w : tensor<i32>, tensor<300xi32>
    }
    %v = stablehlo.reverse %x, dims = [0] : tensor<300xi32>

    stablehlo.return %j, %q#1, %v : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  }
  return %0#1, %0#2 : tensor<300xi32>, tensor<300xi32>
}

func.func private @inner_loop_reads_outer(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %value = stablehlo.constant dense<-1> : tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %q:2 = stablehlo.while(%k = %zero, %z = %x) : tensor<i32>, tensor<300xi32>
     cond {
      %m = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %m : tensor<i1>
    } do {
    %s = stablehlo.dynamic_slice %x, %k, sizes = [1] : (tensor<300xi32>, tensor<i32>) -> tensor<1xi32>
    %w = stablehlo.dynamic_update_slice %z, %s, %j : (tensor<300xi32>, tensor<1xi32>, tensor<i32>) -> tensor<300xi32>
      %k1 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %k1, %w : tensor<i32>, tensor<300xi32>
    }

    stablehlo.return %j, %q#1, %y : tensor<i32>, tensor<300xi32>, tensor<300xi32>
  }
  return %0#1, %0#2 : tensor<300xi32>, tensor<300xi32>
}

func.func @main(%a: tensor<300xi32>, %b: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>) {
  %shift:2 = call @shift(%a, %b) : (tensor<300xi32>, tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>)
  %two_updates:2 = call @two_updates(%a, %b) : (tensor<300xi32>, tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>)
  %chain_read:2 = call @chain_read(%a, %b) : (tensor<300xi32>, tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>)
  %read_slice_old:2 = call @read_slice_old(%a, %b) : (tensor<300xi32>, tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>)
  %inner_loop:2 = call @inner_loop(%a, %b) : (tensor<300xi32>, tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>)
  %inner_loop_reads_outer:2 = call @inner_loop_reads_outer(%a, %b) : (tensor<300xi32>, tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>)
  return %shift#0, %shift#1, %two_updates#0, %two_updates#1, %chain_read#0, %chain_read#1, %read_slice_old#0, %read_slice_old#1, %inner_loop#0, %inner_loop#1, %inner_loop_reads_outer#0, %inner_loop_reads_outer#1 : tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>, tensor<300xi32>
}
