// What a scan writes starts as any value of its type, complex or quantized ones too.
// RUN: xla-run %s --print --arg=3xf32=1,2,3 | FileCheck %s
// RUN: xla-run %s --print --arg=3xf32=1,2,3 --backend=interpreter | FileCheck %s

// CHECK: [1.0, 3.0, 6.0]
// CHECK: [(1.0,{{ *}}1.0), (3.0,{{ *}}3.0), (6.0,{{ *}}6.0)]
!q = !quant.uniform<i8:f32, 0.5:-3>
func.func @main(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xcomplex<f32>>) {
  %z = hlo.constant dense<0.0> : tensor<f32>
  %qz = hlo.uniform_quantize %z : (tensor<f32>) -> tensor<!q>
  %q = hlo.uniform_quantize %a : (tensor<3xf32>) -> tensor<3x!q>
  %0:2 = chlo.scan(%q) inits(%qz) dimension = 0 {
  ^bb0(%x: tensor<!q>, %y: tensor<!q>):
    %2 = hlo.add %x, %y : tensor<!q>
    hlo.return %2, %2 : tensor<!q>, tensor<!q>
  } : (tensor<3x!q>, tensor<!q>) -> (tensor<3x!q>, tensor<!q>)
  %1 = hlo.uniform_dequantize %0#0 : (tensor<3x!q>) -> tensor<3xf32>
  %cz = hlo.complex %z, %z : tensor<complex<f32>>
  %c = hlo.complex %a, %a : tensor<3xcomplex<f32>>
  %3:2 = chlo.scan(%c) inits(%cz) dimension = 0 {
  ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
    %2 = hlo.add %x, %y : tensor<complex<f32>>
    hlo.return %2, %2 : tensor<complex<f32>>, tensor<complex<f32>>
  } : (tensor<3xcomplex<f32>>, tensor<complex<f32>>) -> (tensor<3xcomplex<f32>>, tensor<complex<f32>>)
  return %1, %3#0 : tensor<3xf32>, tensor<3xcomplex<f32>>
}
