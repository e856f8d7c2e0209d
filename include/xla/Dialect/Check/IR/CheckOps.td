//===- CheckOps.td - The check dialect ---------------------*- tablegen -*-===//
#ifndef XLA_DIALECT_CHECK_IR_CHECKOPS
#define XLA_DIALECT_CHECK_IR_CHECKOPS

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "xla/Dialect/HLO/IR/HLOBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::xla::check";
  let summary = "Assertions of executable tests";
  let description = [{
    A check ends the program with an error when it does not hold. Checks have
    side effects, so no pass drops or merges them.
  }];
}

class Check_Op<string mnemonic, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic, traits>;

def Check_ExpectEqOp : Check_Op<"expect_eq", [SameTypeOperands]> {
  let summary = "Elements are equal: NaN is not, -0 equals +0";
  let arguments = (ins HLO_QuantizableTensor:$lhs, HLO_QuantizableTensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Check_ExpectEqConstOp : Check_Op<"expect_eq_const", [
    TypesMatchWith<"value and operand have one type", "value", "lhs", "$_self">]> {
  let summary = "Elements equal a constant: NaN does not, -0 equals +0";
  let arguments = (ins HLO_QuantizableTensor:$lhs, ElementsAttr:$value);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}

def Check_ExpectAlmostEqOp : Check_Op<"expect_almost_eq", [SameTypeOperands]> {
  let summary = "Elements differ by at most `tolerance`";
  let description = [{
    The difference is computed in double; equal infinities agree, NaN agrees
    with NaN, parts of complex numbers count apart.
  }];
  let arguments = (ins HLO_QuantizableTensor:$lhs, HLO_QuantizableTensor:$rhs,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)
  }];
}

def Check_ExpectAlmostEqConstOp : Check_Op<"expect_almost_eq_const", [
    TypesMatchWith<"value and operand have one type", "value", "lhs", "$_self">]> {
  let summary = "Elements differ from a constant by at most `tolerance`";
  let arguments = (ins HLO_QuantizableTensor:$lhs, ElementsAttr:$value,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}

def Check_ExpectCloseOp : Check_Op<"expect_close", [
    SameOperandsElementType, SameOperandsShape]> {
  let summary = "Elements differ by a number of units in the last place";
  let description = [{
    The distance counts floats between the two; -0 and +0 are the same, NaN is at
    distance 0 of NaN, and otherwise a value that is not finite is at the
    greatest distance of any other.
  }];
  let arguments = (ins RankedTensorOf<[HLO_Float, HLO_Complex]>:$actual,
                       RankedTensorOf<[HLO_Float, HLO_Complex]>:$expected,
                       I64Attr:$max_ulp_difference,
                       DefaultValuedOptionalAttr<I64Attr, "0">:
                           $min_ulp_difference);
  let assemblyFormat = [{
    $actual `,` $expected `,` `max_ulp_difference` `=` $max_ulp_difference
    (`,` `min_ulp_difference` `=` $min_ulp_difference^)? attr-dict
    `:` type($actual) `,` type($expected)
  }];
}

def Check_ExpectSerializedEqOp : Check_Op<"expect_serialized_eq"> {
  let summary = "Elements equal what interpreter.probe wrote";
  let arguments = (ins HLO_QuantizableTensor:$expected, StrAttr:$probe_id,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$iter);
  let assemblyFormat = [{
    $expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iter^)?
    attr-dict `:` type($expected)
  }];
}

#endif // XLA_DIALECT_CHECK_IR_CHECKOPS
