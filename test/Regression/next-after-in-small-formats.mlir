// The neighbour is one of the format's own: across a power of two, from the least
// number to zero where the bits of -0 are NaN, and of powers of two alone.
// RUN: xla-run %s --print | FileCheck %s
// RUN: xla-run %s --print --backend=interpreter | FileCheck %s

// CHECK: [1.0, 0.5, -0.5, 6.0]
// CHECK: [0.9375, 0.000976{{[0-9]*}}, 0.0, nan]
// CHECK: [0.5, 2.0, 4.0]
func.func @main() -> (tensor<4xf4E2M1FN>, tensor<4xf8E4M3FNUZ>, tensor<3xf8E8M0FNU>) {
  %a = hlo.constant dense<[1.5, 0.0, -1.0, 4.0]> : tensor<4xf4E2M1FN>
  %b = hlo.constant dense<[0.0, 6.0, 2.0, 6.0]> : tensor<4xf4E2M1FN>
  %c = hlo.constant dense<[1.0, 0.0, -0.000976562, 1.0]> : tensor<4xf8E4M3FNUZ>
  %d = hlo.constant dense<[0.0, 1.0, 1.0, 0x80]> : tensor<4xf8E4M3FNUZ>
  %e = hlo.constant dense<[1.0, 1.0, 4.0]> : tensor<3xf8E8M0FNU>
  %f = hlo.constant dense<[0.25, 8.0, 4.0]> : tensor<3xf8E8M0FNU>
  %0 = chlo.next_after %a, %b : tensor<4xf4E2M1FN>, tensor<4xf4E2M1FN> -> tensor<4xf4E2M1FN>
  %1 = chlo.next_after %c, %d : tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ> -> tensor<4xf8E4M3FNUZ>
  %2 = chlo.next_after %e, %f : tensor<3xf8E8M0FNU>, tensor<3xf8E8M0FNU> -> tensor<3xf8E8M0FNU>
  return %0, %1, %2 : tensor<4xf4E2M1FN>, tensor<4xf8E4M3FNUZ>, tensor<3xf8E8M0FNU>
}
