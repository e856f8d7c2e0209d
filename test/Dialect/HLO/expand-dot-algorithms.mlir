// RUN: xla-opt %s --hlo-expand-dot-algorithms | FileCheck %s

// One part: operands are rounded, the sum is made in the accumulation's type.

// CHECK-LABEL: func.func @one_part(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<8x2xf16>
// CHECK-NEXT:    %[[A:.*]] = hlo.convert %[[X]] : (tensor<4x8xf32>) -> tensor<4x8xbf16>
// CHECK-NEXT:    %[[B:.*]] = hlo.convert %[[Y]] : (tensor<8x2xf16>) -> tensor<8x2xbf16>
// CHECK-NEXT:    %[[D:.*]] = hlo.dot_general %[[A]], %[[B]], contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x2xbf16>) -> tensor<4x2xf32>
// CHECK-NEXT:    %[[R:.*]] = hlo.convert %[[D]] : (tensor<4x2xf32>) -> tensor<4x2xf64>
// CHECK-NEXT:    return %[[R]]
func.func @one_part(%x: tensor<4x8xf32>, %y: tensor<8x2xf16>) -> tensor<4x2xf64> {
  %0 = hlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<4x8xf32>, tensor<8x2xf16>) -> tensor<4x2xf64>
  return %0 : tensor<4x2xf64>
}

// tf32 has no tensors of its own; two parts, the first rounded toward zero, and
// three products, of which an infinite one is not corrected.

// CHECK-LABEL: func.func @three_products(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<8x2xf32>
// CHECK-NEXT:    %[[XABS:.*]] = hlo.abs %[[X]]
// CHECK-NEXT:    %[[XLIMIT:.*]] = hlo.constant dense<0x7F800000>
// CHECK-NEXT:    %[[XIN:.*]] = hlo.compare LT, %[[XABS]], %[[XLIMIT]]
// CHECK-NEXT:    %[[XROUND:.*]] = hlo.reduce_precision %[[X]], format = e8m10
// CHECK-NEXT:    %[[XROUNDABS:.*]] = hlo.abs %[[XROUND]]
// CHECK-NEXT:    %[[XABOVE:.*]] = hlo.compare GT, %[[XROUNDABS]], %[[XABS]]
// CHECK-NEXT:    %[[XBITS:.*]] = hlo.bitcast_convert %[[XROUND]]
// CHECK-NEXT:    %[[XSTEP:.*]] = hlo.constant dense<8192>
// CHECK-NEXT:    %[[XBACK:.*]] = hlo.subtract %[[XBITS]], %[[XSTEP]]
// CHECK-NEXT:    %[[XBELOW:.*]] = hlo.bitcast_convert %[[XBACK]]
// CHECK-NEXT:    %[[XUP:.*]] = hlo.and %[[XABOVE]], %[[XIN]]
// CHECK-NEXT:    %[[X0:.*]] = hlo.select %[[XUP]], %[[XBELOW]], %[[XROUND]]
// CHECK-NEXT:    %[[XLEFT:.*]] = hlo.subtract %[[X]], %[[X0]]
// CHECK-NEXT:    %[[XZERO:.*]] = hlo.constant dense<0.0
// CHECK-NEXT:    %[[XREST:.*]] = hlo.select %[[XIN]], %[[XLEFT]], %[[XZERO]]
// CHECK-NEXT:    %[[X1:.*]] = hlo.reduce_precision %[[XREST]], format = e8m10
// CHECK-NEXT:    %[[YABS:.*]] = hlo.abs %[[Y]]
// CHECK-NEXT:    %[[YLIMIT:.*]] = hlo.constant dense<0x7F800000>
// CHECK-NEXT:    %[[YIN:.*]] = hlo.compare LT, %[[YABS]], %[[YLIMIT]]
// CHECK-NEXT:    %[[YROUND:.*]] = hlo.reduce_precision %[[Y]], format = e8m10
// CHECK-NEXT:    %[[YROUNDABS:.*]] = hlo.abs %[[YROUND]]
// CHECK-NEXT:    %[[YABOVE:.*]] = hlo.compare GT, %[[YROUNDABS]], %[[YABS]]
// CHECK-NEXT:    %[[YBITS:.*]] = hlo.bitcast_convert %[[YROUND]]
// CHECK-NEXT:    %[[YSTEP:.*]] = hlo.constant dense<8192>
// CHECK-NEXT:    %[[YBACK:.*]] = hlo.subtract %[[YBITS]], %[[YSTEP]]
// CHECK-NEXT:    %[[YBELOW:.*]] = hlo.bitcast_convert %[[YBACK]]
// CHECK-NEXT:    %[[YUP:.*]] = hlo.and %[[YABOVE]], %[[YIN]]
// CHECK-NEXT:    %[[Y0:.*]] = hlo.select %[[YUP]], %[[YBELOW]], %[[YROUND]]
// CHECK-NEXT:    %[[YLEFT:.*]] = hlo.subtract %[[Y]], %[[Y0]]
// CHECK-NEXT:    %[[YZERO:.*]] = hlo.constant dense<0.0
// CHECK-NEXT:    %[[YREST:.*]] = hlo.select %[[YIN]], %[[YLEFT]], %[[YZERO]]
// CHECK-NEXT:    %[[Y1:.*]] = hlo.reduce_precision %[[YREST]], format = e8m10
// CHECK-NEXT:    %[[P:.*]] = hlo.dot_general %[[X1]], %[[Y0]]
// CHECK-NEXT:    %[[Q:.*]] = hlo.dot_general %[[X0]], %[[Y1]]
// CHECK-NEXT:    %[[S:.*]] = hlo.add %[[P]], %[[Q]]
// CHECK-NEXT:    %[[L:.*]] = hlo.dot_general %[[X0]], %[[Y0]]
// CHECK-NEXT:    %[[F:.*]] = hlo.is_finite %[[L]]
// CHECK-NEXT:    %[[T:.*]] = hlo.add %[[S]], %[[L]]
// CHECK-NEXT:    %[[R:.*]] = hlo.select %[[F]], %[[T]], %[[L]]
// CHECK-NEXT:    return %[[R]]
func.func @three_products(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = hlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>
    : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func.func @no_algorithm(
// CHECK-NEXT:    hlo.dot_general
// CHECK-NEXT:    return
func.func @no_algorithm(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = hlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}
