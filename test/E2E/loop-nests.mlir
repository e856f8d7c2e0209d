// What an inner loop makes of a value that the outer one carries is transposed,
// and carried on: not over itself.
// RUN: xla-run %s "--arg=8x8xi32=iota(64)" "--arg=300x300xi32=int(-9,9,7)" --arg=i32=3 --threads=1 --print > %t.native
// RUN: xla-run %s "--arg=8x8xi32=iota(64)" "--arg=300x300xi32=int(-9,9,7)" --arg=i32=3 --print --backend=interpreter > %t.interpreter
// RUN: diff %t.native %t.interpreter
func.func @main(%x0: tensor<8x8xi32>, %w0: tensor<300x300xi32>, %n: tensor<i32>) -> tensor<8x8xi32> {
  %zero = hlo.constant dense<0> : tensor<i32>
  %one = hlo.constant dense<1> : tensor<i32>
  %r:3 = hlo.while(%i = %zero, %x = %x0, %m = %n) : tensor<i32>, tensor<8x8xi32>, tensor<i32>
  cond {
    %c = hlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    hlo.return %c : tensor<i1>
  } do {
    %s:4 = hlo.while(%j = %zero, %y = %x, %v = %w0, %k = %m) : tensor<i32>, tensor<8x8xi32>, tensor<300x300xi32>, tensor<i32>
    cond {
      %c = hlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      hlo.return %c : tensor<i1>
    } do {
      %v2 = hlo.dot_general %v, %v, contracting_dims = [1] x [0] : (tensor<300x300xi32>, tensor<300x300xi32>) -> tensor<300x300xi32>
      %v3 = hlo.negate %v2 : tensor<300x300xi32>
      %row = hlo.slice %v3 [0:1, 0:8] : (tensor<300x300xi32>) -> tensor<1x8xi32>
      %y2 = hlo.dynamic_update_slice %y, %row, %j, %zero : (tensor<8x8xi32>, tensor<1x8xi32>, tensor<i32>, tensor<i32>) -> tensor<8x8xi32>
      %j2 = hlo.add %j, %one : tensor<i32>
      hlo.return %j2, %y2, %v3, %k : tensor<i32>, tensor<8x8xi32>, tensor<300x300xi32>, tensor<i32>
    }
    %t = hlo.transpose %s#1, dims = [1, 0] : (tensor<8x8xi32>) -> tensor<8x8xi32>
    %i2 = hlo.add %i, %one : tensor<i32>
    hlo.return %i2, %t, %m : tensor<i32>, tensor<8x8xi32>, tensor<i32>
  }
  return %r#1 : tensor<8x8xi32>
}
