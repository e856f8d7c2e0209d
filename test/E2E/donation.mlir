// Results in the buffers of donated arguments are those in buffers of their
// own, and those of the interpreter.
// DEFINE: %{entry} =
// DEFINE: %{check} = xla-run %s --entry=%{entry} --backend=interpreter > %t.expected && \
// DEFINE:   xla-run %s --entry=%{entry} | diff %t.expected - && \
// DEFINE:   xla-run %s --entry=%{entry} --donate --threads=1 | diff %t.expected - && \
// DEFINE:   xla-run %s --entry=%{entry} --donate --threads=2 | diff %t.expected -

// REDEFINE: %{entry} = elementwise
// RUN: %{check}
func.func @elementwise(%x: tensor<70000xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<70000xf32>) -> tensor<70000xf32> {
  %0 = stablehlo.add %x, %y : tensor<70000xf32>
  %1 = stablehlo.multiply %0, %x : tensor<70000xf32>
  return %1 : tensor<70000xf32>
}

// Written past the caches.
// REDEFINE: %{entry} = streamed
// RUN: %{check}
func.func @streamed(%x: tensor<3000001xf32> {tf.aliasing_output = 1 : i32}, %y: tensor<3000001xf32> {jax.buffer_donor = true}) -> (tensor<3000001xf32>, tensor<3000001xf32>) {
  %0 = stablehlo.multiply %x, %y : tensor<3000001xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<3000001xf32>
  return %0, %1 : tensor<3000001xf32>, tensor<3000001xf32>
}

// REDEFINE: %{entry} = update
// RUN: %{check}
func.func @update(%x: tensor<100xf32> {jax.buffer_donor = true}, %u: tensor<7xf32>, %i: tensor<i32>) -> tensor<100xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<100xf32>, tensor<7xf32>, tensor<i32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// What is written is read from elsewhere in the same argument.
// REDEFINE: %{entry} = update_by_itself
// RUN: %{check}
func.func @update_by_itself(%x: tensor<100xf32> {tf.aliasing_output = 0 : i32}) -> tensor<100xf32> {
  %i = stablehlo.constant dense<3> : tensor<i32>
  %u = stablehlo.slice %x [0:90] : (tensor<100xf32>) -> tensor<90xf32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<100xf32>, tensor<90xf32>, tensor<i32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// REDEFINE: %{entry} = moved
// RUN: %{check}
func.func @moved(%x: tensor<33x33xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<33x33xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<33x33xf32>, tensor<33x33xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<33x33xf32>) -> tensor<33x33xf32>
  %1 = stablehlo.reverse %y, dims = [0] : tensor<33x33xf32>
  %2 = stablehlo.add %1, %y : tensor<33x33xf32>
  return %0, %2 : tensor<33x33xf32>, tensor<33x33xf32>
}

// Each goes to the other's place, as it is and changed.
// REDEFINE: %{entry} = swapped
// RUN: %{check}
func.func @swapped(%x: tensor<50xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<50xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<50xf32>, tensor<50xf32>) {
  return %y, %x : tensor<50xf32>, tensor<50xf32>
}
// REDEFINE: %{entry} = crossed
// RUN: %{check}
func.func @crossed(%x: tensor<50xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<50xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<50xf32>, tensor<50xf32>) {
  %0 = stablehlo.multiply %y, %y : tensor<50xf32>
  %1 = stablehlo.negate %x : tensor<50xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<50xf32>
  return %0, %2 : tensor<50xf32>, tensor<50xf32>
}

// Returned as it was too, and used when the result is there.
// REDEFINE: %{entry} = kept
// RUN: %{check}
func.func @kept(%x: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.negate %x : tensor<64x64xf32>
  %1 = stablehlo.reverse %x, dims = [1] : tensor<64x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x64xf32>
  return %0, %x, %2 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// Steps of training in a loop.
// REDEFINE: %{entry} = train
// RUN: %{check}
func.func @train(%n: tensor<i32>, %w: tensor<2000xf32> {tf.aliasing_output = 0 : i32}, %m: tensor<2000xf32> {jax.buffer_donor = true}, %g: tensor<2000xf32>) -> (tensor<2000xf32>, tensor<2000xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<2000xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %w, %b = %m) : tensor<i32>, tensor<2000xf32>, tensor<2000xf32>
  cond {
    %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.multiply %b, %half : tensor<2000xf32>
    %1 = stablehlo.add %0, %g : tensor<2000xf32>
    %2 = stablehlo.multiply %a, %half : tensor<2000xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<2000xf32>
    stablehlo.return %next, %3, %1 : tensor<i32>, tensor<2000xf32>, tensor<2000xf32>
  }
  return %r#1, %r#2 : tensor<2000xf32>, tensor<2000xf32>
}

// The same as kernels of their own: steps are made in place.
// REDEFINE: %{entry} = train_large
// RUN: %{check}
// RUN: xla-compile %s --entry=train_large --stop-after=bufferize -o - | FileCheck %s --check-prefix=LARGE
// LARGE:      func.func @train_large
// LARGE:      memref.copy {{.*}} {xla.unless_one}
// LARGE:      scf.while
// LARGE-NOT:  memref.copy {{.*}}xf32
// LARGE:      scf.yield
func.func @train_large(%n: tensor<i32>, %w: tensor<300x500xf32> {tf.aliasing_output = 0 : i32}, %m: tensor<300x500xf32> {jax.buffer_donor = true}, %g: tensor<300x500xf32>) -> (tensor<300x500xf32>, tensor<300x500xf32>, tensor<500x300xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<300x500xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %w, %b = %m) : tensor<i32>, tensor<300x500xf32>, tensor<300x500xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.multiply %b, %half : tensor<300x500xf32>
    %1 = stablehlo.add %0, %g : tensor<300x500xf32>
    %2 = stablehlo.multiply %a, %half : tensor<300x500xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<300x500xf32>
    stablehlo.return %next, %3, %1 : tensor<i32>, tensor<300x500xf32>, tensor<300x500xf32>
  }
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<300x500xf32>) -> tensor<500x300xf32>
  return %r#1, %r#2, %t : tensor<300x500xf32>, tensor<300x500xf32>, tensor<500x300xf32>
}

// What each iteration moves is made beside what it reads.
// REDEFINE: %{entry} = loop_that_moves
// RUN: %{check}
func.func @loop_that_moves(%n: tensor<i32>, %w: tensor<300x500xf32> {tf.aliasing_output = 0 : i32}, %m: tensor<300x500xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<300x500xf32>, tensor<300x500xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %a = %w, %b = %m) : tensor<i32>, tensor<300x500xf32>, tensor<300x500xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.reverse %a, dims = [1] : tensor<300x500xf32>
    %1 = stablehlo.add %0, %b : tensor<300x500xf32>
    %2 = stablehlo.subtract %a, %b : tensor<300x500xf32>
    stablehlo.return %next, %2, %1 : tensor<i32>, tensor<300x500xf32>, tensor<300x500xf32>
  }
  return %r#1, %r#2 : tensor<300x500xf32>, tensor<300x500xf32>
}

// REDEFINE: %{entry} = empty
// RUN: %{check}
func.func @empty(%x: tensor<0xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<0xf32> {jax.buffer_donor = true}) -> (tensor<0xf32>, tensor<0xf32>) {
  %0 = stablehlo.add %x, %y : tensor<0xf32>
  return %0, %y : tensor<0xf32>, tensor<0xf32>
}

// Shapes that each call states.
// REDEFINE: %{entry} = dynamic
// RUN: xla-run %s --entry=dynamic --donate --arg=3xf32=1,2,3 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: [2.0, 4.0, 6.0]
func.func @dynamic(%x: tensor<?xf32> {tf.aliasing_output = 0 : i32}) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Only machine code has it.
// RUN: not xla-run %s --entry=empty --donate --backend=interpreter 2>&1 | FileCheck %s --check-prefix=NATIVE
// NATIVE: expected one process and --backend=native with --donate
