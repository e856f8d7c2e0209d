// Softmax of a product with any number of rows, as torch-mlir prints it: sizes are
// computed by arith, shape and tensor.
module {
  func.func @main(%arg0: tensor<?x8xf32>, %arg1: tensor<8x4xf32>) -> tensor<?x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
    %dim = tensor.dim %0, %c0 : tensor<?x4xf32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
    %from_elements = tensor.from_elements %dim, %c1 : tensor<2xindex>
    %2 = stablehlo.dynamic_reshape %1, %from_elements : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x1xf32>
    %3 = shape.shape_of %0 : tensor<?x4xf32> -> tensor<2xindex>
    %4 = shape.shape_of %2 : tensor<?x1xf32> -> tensor<2xindex>
    %5 = shape.cstr_broadcastable %3, %4 : tensor<2xindex>, tensor<2xindex>
    %6 = shape.assuming %5 -> (tensor<?x4xf32>) {
      %14 = shape.broadcast %3, %4 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
      %15 = stablehlo.dynamic_broadcast_in_dim %0, %14, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
      %16 = stablehlo.dynamic_broadcast_in_dim %2, %14, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x4xf32>
      %17 = stablehlo.subtract %15, %16 : tensor<?x4xf32>
      shape.assuming_yield %17 : tensor<?x4xf32>
    }
    %7 = stablehlo.exponential %6 : tensor<?x4xf32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
    %dim_1 = tensor.dim %7, %c0 : tensor<?x4xf32>
    %from_elements_2 = tensor.from_elements %dim_1, %c1 : tensor<2xindex>
    %9 = stablehlo.dynamic_reshape %8, %from_elements_2 : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x1xf32>
    %10 = shape.shape_of %7 : tensor<?x4xf32> -> tensor<2xindex>
    %11 = shape.shape_of %9 : tensor<?x1xf32> -> tensor<2xindex>
    %12 = shape.cstr_broadcastable %10, %11 : tensor<2xindex>, tensor<2xindex>
    %13 = shape.assuming %12 -> (tensor<?x4xf32>) {
      %14 = shape.broadcast %10, %11 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
      %15 = stablehlo.dynamic_broadcast_in_dim %7, %14, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
      %16 = stablehlo.dynamic_broadcast_in_dim %9, %14, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xindex>) -> tensor<?x4xf32>
      %17 = stablehlo.divide %15, %16 : tensor<?x4xf32>
      shape.assuming_yield %17 : tensor<?x4xf32>
    }
    return %13 : tensor<?x4xf32>
  }
}
