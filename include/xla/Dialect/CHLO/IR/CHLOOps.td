//===- CHLOOps.td - Ops of the chlo dialect ----------------*- tablegen -*-===//
#ifndef XLA_DIALECT_CHLO_IR_CHLOOPS
#define XLA_DIALECT_CHLO_IR_CHLOOPS

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "xla/Dialect/CHLO/IR/CHLO.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"

class CHLO_Op<string mnemonic, list<Trait> traits = []>
    : Op<CHLO_Dialect, mnemonic, traits>;

/// Shapes and element types of operands and results agree.
def CHLO_CompatibleTypes : NativeOpTrait<"CompatibleOperandsAndResults"> {
  let cppNamespace = "::xla::chlo";
}

//===----------------------------------------------------------------------===//
// Elementwise functions
//===----------------------------------------------------------------------===//

class CHLO_UnaryOp<string mnemonic, string text, Type type, list<Trait> traits = []>
    : CHLO_Op<mnemonic, !listconcat([Pure, CHLO_CompatibleTypes], traits)> {
  let summary = text;
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

/// A function that code generation knows by name, for real elements.
class CHLO_MathFunction<string mnemonic, string text, Type type>
    : CHLO_UnaryOp<mnemonic, text, type, [DeclareOpInterfaceMethods<
          HLO_ElementwiseOpInterface, ["getArithmeticCost"]>]> {
  let extraClassDefinition = [{
    int64_t $cppClass::getArithmeticCost() { return 16; }
  }];
}

def CHLO_AcosOp : CHLO_MathFunction<"acos", "Arc cosine", HLO_FloatOrComplexTensor>;
def CHLO_AcoshOp : CHLO_MathFunction<"acosh", "Inverse hyperbolic cosine",
                                HLO_FloatOrComplexTensor>;
def CHLO_AsinOp : CHLO_MathFunction<"asin", "Arc sine", HLO_FloatOrComplexTensor>;
def CHLO_AsinhOp : CHLO_MathFunction<"asinh", "Inverse hyperbolic sine",
                                HLO_FloatOrComplexTensor>;
def CHLO_AtanOp : CHLO_MathFunction<"atan", "Arc tangent", HLO_FloatOrComplexTensor>;
def CHLO_AtanhOp : CHLO_MathFunction<"atanh", "Inverse hyperbolic tangent",
                                HLO_FloatOrComplexTensor>;
def CHLO_BesselI1eOp : CHLO_UnaryOp<"bessel_i1e",
    "Modified Bessel function of order 1, scaled by exp(-|x|)", HLO_FloatTensor>;
def CHLO_ConjOp : CHLO_UnaryOp<"conj", "Complex conjugate",
                               HLO_FloatOrComplexTensor>;
def CHLO_CoshOp : CHLO_MathFunction<"cosh", "Hyperbolic cosine",
                               HLO_FloatOrComplexTensor>;
def CHLO_DigammaOp : CHLO_UnaryOp<"digamma", "Derivative of lgamma",
                                  HLO_FloatTensor>;
def CHLO_ErfOp : CHLO_MathFunction<"erf", "Gauss error function", HLO_FloatTensor>;
def CHLO_ErfInvOp : CHLO_UnaryOp<"erf_inv", "Inverse of erf", HLO_FloatTensor>;
def CHLO_ErfcOp : CHLO_MathFunction<"erfc", "1 - erf(x)", HLO_FloatTensor>;
def CHLO_LgammaOp : CHLO_UnaryOp<"lgamma", "Logarithm of |gamma(x)|",
                                 HLO_FloatTensor>;
def CHLO_SinhOp : CHLO_MathFunction<"sinh", "Hyperbolic sine",
                               HLO_FloatOrComplexTensor>;
def CHLO_SquareOp : CHLO_UnaryOp<"square", "x * x", HLO_Tensor>;
def CHLO_TanOp : CHLO_UnaryOp<"tan", "Tangent", HLO_FloatOrComplexTensor>;

class CHLO_PredicateOp<string mnemonic, string text>
    : CHLO_Op<mnemonic, [Pure, SameOperandsAndResultShape]> {
  let summary = text;
  let arguments = (ins HLO_FloatTensor:$operand);
  let results = (outs HLO_PredTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def CHLO_IsInfOp : CHLO_PredicateOp<"is_inf", "Is it an infinity">;
def CHLO_IsNegInfOp : CHLO_PredicateOp<"is_neg_inf", "Is it -infinity">;
def CHLO_IsPosInfOp : CHLO_PredicateOp<"is_pos_inf", "Is it +infinity">;

class CHLO_BinaryOp<string mnemonic, string text, Type type>
    : CHLO_Op<mnemonic, [Pure, CHLO_CompatibleTypes]> {
  let summary = text;
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def CHLO_MulhiOp : CHLO_BinaryOp<"mulhi",
    "High half of the product of integers", HLO_IntTensor>;
def CHLO_NextAfterOp : CHLO_BinaryOp<"next_after",
    "The float next to the first in the direction of the second",
    HLO_FloatTensor>;
def CHLO_PolygammaOp : CHLO_BinaryOp<"polygamma",
    "The lhs-th derivative of digamma at rhs", HLO_FloatTensor>;
def CHLO_ZetaOp : CHLO_BinaryOp<"zeta", "Hurwitz zeta function",
                                HLO_FloatTensor>;

//===----------------------------------------------------------------------===//
// Elementwise functions with implicit broadcast
//===----------------------------------------------------------------------===//

class CHLO_BroadcastOp<string mnemonic, list<Trait> traits = []>
    : CHLO_Op<mnemonic, traits # [Pure]> {
  let description = [{
    Shapes align at their last dimension; sizes must agree or be 1. Where ranks
    differ, `broadcast_dimensions` may say instead which dimension of the
    result each dimension of the operand of lower rank becomes.
  }];
  let assemblyFormat =
      "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

class CHLO_BroadcastBinaryOp<string mnemonic, Type type = HLO_Tensor,
                             Type resultType = type>
    : CHLO_BroadcastOp<mnemonic> {
  let summary = "hlo." # !substr(mnemonic, 10) # " with implicit broadcast";
  let arguments = (ins type:$lhs, type:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs resultType:$result);
}

def CHLO_BroadcastAddOp : CHLO_BroadcastBinaryOp<"broadcast_add">;
def CHLO_BroadcastAndOp
    : CHLO_BroadcastBinaryOp<"broadcast_and",
                             HLO_PredOrIntTensor>;
def CHLO_BroadcastAtan2Op
    : CHLO_BroadcastBinaryOp<"broadcast_atan2",
                             HLO_FloatComplexOrQuantizedTensor>;
def CHLO_BroadcastComplexOp
    : CHLO_BroadcastBinaryOp<"broadcast_complex",
                             HLO_Float32Or64Tensor, HLO_ComplexTensor>;
def CHLO_BroadcastDivOp
    : CHLO_BroadcastBinaryOp<"broadcast_divide",
                             HLO_NumericTensor>;
def CHLO_BroadcastMaxOp : CHLO_BroadcastBinaryOp<"broadcast_maximum">;
def CHLO_BroadcastMinOp : CHLO_BroadcastBinaryOp<"broadcast_minimum">;
def CHLO_BroadcastMulOp : CHLO_BroadcastBinaryOp<"broadcast_multiply">;
def CHLO_BroadcastNextAfterOp
    : CHLO_BroadcastBinaryOp<"broadcast_next_after",
                             HLO_FloatTensor>;
def CHLO_BroadcastOrOp
    : CHLO_BroadcastBinaryOp<"broadcast_or",
                             HLO_PredOrIntTensor>;
def CHLO_BroadcastPolygammaOp
    : CHLO_BroadcastBinaryOp<"broadcast_polygamma",
                             HLO_FloatTensor>;
def CHLO_BroadcastPowOp
    : CHLO_BroadcastBinaryOp<"broadcast_power",
                             HLO_NumericTensor>;
def CHLO_BroadcastRemOp
    : CHLO_BroadcastBinaryOp<"broadcast_remainder",
                             HLO_NumericTensor>;
// Of any type, as StableHLO's own suite has them; hlo refuses to shift floats.
def CHLO_BroadcastShiftLeftOp : CHLO_BroadcastBinaryOp<"broadcast_shift_left">;
def CHLO_BroadcastShiftRightArithmeticOp
    : CHLO_BroadcastBinaryOp<"broadcast_shift_right_arithmetic">;
def CHLO_BroadcastShiftRightLogicalOp
    : CHLO_BroadcastBinaryOp<"broadcast_shift_right_logical">;
def CHLO_BroadcastSubOp
    : CHLO_BroadcastBinaryOp<"broadcast_subtract",
                             HLO_NumericTensor>;
def CHLO_BroadcastXorOp
    : CHLO_BroadcastBinaryOp<"broadcast_xor",
                             HLO_PredOrIntTensor>;
def CHLO_BroadcastZetaOp
    : CHLO_BroadcastBinaryOp<"broadcast_zeta",
                             HLO_FloatTensor>;

def CHLO_BroadcastCompareOp : CHLO_BroadcastOp<"broadcast_compare"> {
  let summary = "hlo.compare with implicit broadcast";
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       CHLO_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<CHLO_ComparisonTypeAttr>:$compare_type);
  let results = (outs HLO_PredTensor:$result);
}

def CHLO_BroadcastSelectOp : CHLO_BroadcastOp<"broadcast_select"> {
  let summary = "hlo.select with implicit broadcast";
  let arguments = (ins HLO_PredTensor:$pred, HLO_Tensor:$on_true,
                       HLO_Tensor:$on_false);
  let results = (outs HLO_Tensor:$result);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def CHLO_ConstantOp : CHLO_Op<"constant", [Pure, ConstantLike,
                                           AllTypesMatch<["value", "output"]>]> {
  let summary = "A tensor known at compile time";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs HLO_Tensor:$output);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def CHLO_ConstantLikeOp : CHLO_Op<"constant_like", [
    Pure, SameOperandsAndResultShape]> {
  let summary = "A tensor of one value, shaped like the operand";
  let arguments = (ins TypedAttrInterface:$value, HLO_Tensor:$operand);
  let results = (outs HLO_Tensor:$result);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

def CHLO_RaggedDotOp : CHLO_Op<"ragged_dot", [Pure, HLO_InferTypes]> {
  let summary = "dot_general over groups of different sizes";
  let description = [{
    `group_sizes` cuts the ragged dimension of the left side into groups. What
    that dimension is decides the mode: a free dimension (each group of rows has
    its own right side), a contracting one (one product per group), or a batching
    one.
  }];
  let arguments = (ins HLO_Tensor:$lhs, HLO_Tensor:$rhs,
    HLO_IntTensor:$group_sizes,
    CHLO_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
    OptionalAttr<TypedArrayAttrBase<CHLO_PrecisionAttr,
                 "one precision per operand">>:$precision_config);
  let results = (outs HLO_Tensor:$result);
}

def CHLO_TopKOp : CHLO_Op<"top_k", [Pure, HLO_InferTypes]> {
  let summary = "The k largest elements of the last dimension and their indices";
  let description = [{
    Largest first; of equal elements the one with the lower index comes first.
  }];
  let arguments = (ins AnyTensor:$operand, I64Attr:$k,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs AnyTensor:$values, AnyTensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict
    `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
  let extraClassDeclaration = [{
    /// Whether few of many numbers are wanted, of types of 8 to 64 bits: then a
    /// list of the best so far takes less time than sorting all.
    bool takesFewOfMany();
  }];
}

def CHLO_ScanOp : CHLO_Op<"scan", [RecursiveMemoryEffects,
                                   AttrSizedOperandSegments,
                                   AttrSizedResultSegments]> {
  let summary = "Runs along one dimension with carried values";
  let description = [{
    The body takes a slice of each input and the carried values, and returns a
    slice of each output and the next carried values. Slices lack the scanned
    dimension.
  }];
  let arguments = (ins Variadic<HLO_Tensor>:$inputs, Variadic<HLO_Tensor>:$inits,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
    OptionalAttr<BoolAttr>:$is_associative,
    OptionalAttr<I64Attr>:$scan_dim_size);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<HLO_Tensor>:$outputs,
                      Variadic<HLO_Tensor>:$carries);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

#endif // XLA_DIALECT_CHLO_IR_CHLOOPS
