// Functions of a loaded library compute on the program's buffers.
// RUN: %cc -shared -fPIC -I%S/../../../include %S/../Inputs/custom-calls.c -o %t.so
// RUN: xla-run %s --load-library=%t.so --arg=4xf32=1,2,3,4 | FileCheck %s
// RUN: xla-run %s --backend=interpreter --load-library=%t.so --arg=4xf32=1,2,3,4 | FileCheck %s

func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A result feeds kernels, another call and a loop; a constant is an argument.
// CHECK:      [23.0, 43.0, 63.0, 83.0]
// CHECK:      [30.0, 50.0]
// CHECK:      [9.0, 18.0, 27.0, 36.0]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<4xf32>) {
  %0 = func.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  %one = stablehlo.constant dense<0.5> : tensor<4xf32>
  %2 = stablehlo.custom_call @"times ten"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @double(%one) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = stablehlo.add %2, %2 : tensor<4xf32>
  %5 = stablehlo.add %4, %3 : tensor<4xf32>
  %6 = stablehlo.custom_call @double(%3) : (tensor<4xf32>) -> tensor<4xf32>
  %7 = stablehlo.add %5, %6 : tensor<4xf32>
  %c = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %8 = stablehlo.custom_call @"times ten"(%c) : (tensor<2xf32>) -> tensor<2xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %9:2 = stablehlo.while(%k = %i, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %b = stablehlo.custom_call @double(%a) : (tensor<4xf32>) -> tensor<4xf32>
      %next = stablehlo.add %k, %step : tensor<i32>
      stablehlo.return %next, %b : tensor<i32>, tensor<4xf32>
    }
  %10 = stablehlo.add %9#1, %x : tensor<4xf32>
  return %7, %8, %10 : tensor<4xf32>, tensor<2xf32>, tensor<4xf32>
}
