//===- VHLOElementwiseOps.td - Elementwise ops ----------*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOELEMENTWISEOPS
#define XLA_DIALECT_VHLO_IR_VHLOELEMENTWISEOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_AbsOpV1 : VHLO_Unary<"abs_v1", V<0, 9>>;
def VHLO_AddOpV1 : VHLO_Binary<"add_v1", V<0, 9>>;
def VHLO_AndOpV1 : VHLO_Binary<"and_v1", V<0, 9>>;
def VHLO_Atan2OpV1 : VHLO_Binary<"atan2_v1", V<0, 9>>;
def VHLO_BitcastConvertOpV1 : VHLO_Unary<"bitcast_convert_v1", V<0, 9>>;
def VHLO_CbrtOpV1 : VHLO_Unary<"cbrt_v1", V<0, 9>, V<1, 9>>;
def VHLO_CbrtOpV2 : VHLO_Math<"cbrt_v2", V<1, 10>>;
def VHLO_CeilOpV1 : VHLO_Unary<"ceil_v1", V<0, 9>>;

def VHLO_ClampOpV1 : VHLO_Op<"clamp_v1", V<0, 9>> {
  let arguments = (ins AnyType:$min, AnyType:$operand, AnyType:$max);
  let results = (outs AnyType:$result);
}

def VHLO_CountLeadingZerosOpV1 : VHLO_Unary<"count_leading_zeros_v1", V<0, 9>>;

def VHLO_CompareOpV1 : VHLO_Op<"compare_v1", V<0, 9>> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs,
                       AnyAttr:$comparison_direction, AnyAttr:$compare_type);
  let results = (outs AnyType:$result);
}

def VHLO_ComplexOpV1 : VHLO_Binary<"complex_v1", V<0, 9>>;

def VHLO_ConstantOpV1 : VHLO_Op<"constant_v1", V<0, 9>> {
  let arguments = (ins AnyAttr:$value);
  let results = (outs AnyType:$result);
}

def VHLO_ConvertOpV1 : VHLO_Unary<"convert_v1", V<0, 9>>;
def VHLO_CosineOpV1 : VHLO_Unary<"cosine_v1", V<0, 9>, V<1, 9>>;
def VHLO_CosineOpV2 : VHLO_Math<"cosine_v2", V<1, 10>>;
def VHLO_DivideOpV1 : VHLO_Binary<"divide_v1", V<0, 9>>;

def VHLO_ExponentialMinusOneOpV1
    : VHLO_Unary<"exponential_minus_one_v1", V<0, 9>, V<1, 9>>;

def VHLO_ExponentialMinusOneOpV2
    : VHLO_Math<"exponential_minus_one_v2", V<1, 10>>;

def VHLO_ExponentialOpV1 : VHLO_Unary<"exponential_v1", V<0, 9>, V<1, 8>>;
def VHLO_ExponentialOpV2 : VHLO_Math<"exponential_v2", V<1, 9>>;
def VHLO_FloorOpV1 : VHLO_Unary<"floor_v1", V<0, 9>>;
def VHLO_ImagOpV1 : VHLO_Unary<"imag_v1", V<0, 9>>;

def VHLO_IsFiniteOpV1 : VHLO_Op<"is_finite_v1", V<0, 9>> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$result);
}

def VHLO_LogPlusOneOpV1 : VHLO_Unary<"log_plus_one_v1", V<0, 9>, V<1, 9>>;
def VHLO_LogPlusOneOpV2 : VHLO_Math<"log_plus_one_v2", V<1, 10>>;
def VHLO_LogisticOpV1 : VHLO_Unary<"logistic_v1", V<0, 9>, V<1, 9>>;
def VHLO_LogisticOpV2 : VHLO_Math<"logistic_v2", V<1, 10>>;
def VHLO_LogOpV1 : VHLO_Unary<"log_v1", V<0, 9>, V<1, 9>>;
def VHLO_LogOpV2 : VHLO_Math<"log_v2", V<1, 10>>;

def VHLO_MapOpV1 : VHLO_Op<"map_v1", V<0, 9>> {
  let arguments = (ins Variadic<AnyType>:$inputs, AnyAttr:$dimensions);
  let regions = (region AnyRegion:$computation);
  let results = (outs AnyType:$result);
}

def VHLO_MaximumOpV1 : VHLO_Binary<"maximum_v1", V<0, 9>>;
def VHLO_MinimumOpV1 : VHLO_Binary<"minimum_v1", V<0, 9>>;
def VHLO_MultiplyOpV1 : VHLO_Binary<"multiply_v1", V<0, 9>>;
def VHLO_NegateOpV1 : VHLO_Unary<"negate_v1", V<0, 9>>;
def VHLO_NotOpV1 : VHLO_Unary<"not_v1", V<0, 9>>;
def VHLO_OrOpV1 : VHLO_Binary<"or_v1", V<0, 9>>;
def VHLO_PopcntOpV1 : VHLO_Unary<"popcnt_v1", V<0, 9>>;
def VHLO_PowerOpV1 : VHLO_Binary<"power_v1", V<0, 9>>;
def VHLO_RealOpV1 : VHLO_Unary<"real_v1", V<0, 9>>;

def VHLO_ReducePrecisionOpV1 : VHLO_Op<"reduce_precision_v1", V<0, 9>> {
  let arguments = (ins AnyType:$operand, AnyAttr:$exponent_bits,
                       AnyAttr:$mantissa_bits);
  let results = (outs AnyType:$result);
}

def VHLO_RemainderOpV1 : VHLO_Binary<"remainder_v1", V<0, 9>>;
def VHLO_RoundNearestEvenOpV1 : VHLO_Unary<"round_nearest_even_v1", V<0, 9>>;
def VHLO_RoundNearestAfzOpV1 : VHLO_Unary<"round_nearest_afz_v1", V<0, 9>>;
def VHLO_RsqrtOpV1 : VHLO_Unary<"rsqrt_v1", V<0, 9>, V<1, 9>>;
def VHLO_RsqrtOpV2 : VHLO_Math<"rsqrt_v2", V<1, 10>>;

def VHLO_SelectOpV1 : VHLO_Op<"select_v1", V<0, 9>> {
  let arguments = (ins AnyType:$pred, AnyType:$on_true, AnyType:$on_false);
  let results = (outs AnyType:$result);
}

def VHLO_ShiftLeftOpV1 : VHLO_Binary<"shift_left_v1", V<0, 9>>;

def VHLO_ShiftRightArithmeticOpV1
    : VHLO_Binary<"shift_right_arithmetic_v1", V<0, 9>>;

def VHLO_ShiftRightLogicalOpV1 : VHLO_Binary<"shift_right_logical_v1", V<0, 9>>;
def VHLO_SignOpV1 : VHLO_Unary<"sign_v1", V<0, 9>>;
def VHLO_SineOpV1 : VHLO_Unary<"sine_v1", V<0, 9>, V<1, 9>>;
def VHLO_SineOpV2 : VHLO_Math<"sine_v2", V<1, 10>>;
def VHLO_SqrtOpV1 : VHLO_Unary<"sqrt_v1", V<0, 9>, V<1, 9>>;
def VHLO_SqrtOpV2 : VHLO_Math<"sqrt_v2", V<1, 10>>;
def VHLO_SubtractOpV1 : VHLO_Binary<"subtract_v1", V<0, 9>>;
def VHLO_TanOpV1 : VHLO_Unary<"tan_v1", V<1, 4>, V<1, 9>>;
def VHLO_TanOpV2 : VHLO_Math<"tan_v2", V<1, 10>>;
def VHLO_TanhOpV1 : VHLO_Unary<"tanh_v1", V<0, 9>, V<1, 9>>;
def VHLO_TanhOpV2 : VHLO_Math<"tanh_v2", V<1, 10>>;
def VHLO_UniformDequantizeOpV1 : VHLO_Unary<"uniform_dequantize_v1", V<0, 9>>;
def VHLO_UniformQuantizeOpV1 : VHLO_Unary<"uniform_quantize_v1", V<0, 9>>;
def VHLO_XorOpV1 : VHLO_Binary<"xor_v1", V<0, 9>>;

#endif // XLA_DIALECT_VHLO_IR_VHLOELEMENTWISEOPS
