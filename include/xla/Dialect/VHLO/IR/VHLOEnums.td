//===- VHLOEnums.td - Enumerations of the vhlo dialect -----*- tablegen -*-===//
//
// The numbers are those of bytecode.
//
//===----------------------------------------------------------------------===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOENUMS
#define XLA_DIALECT_VHLO_IR_VHLOENUMS

include "mlir/IR/EnumAttr.td"
include "xla/Dialect/VHLO/IR/VHLOBase.td"

class VHLO_Enum<string name, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::xla::vhlo";
  let genSpecializedAttr = 0;
}

def VHLO_ComparisonDirectionV1 : VHLO_Enum<"ComparisonDirectionV1", [
      I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
      I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
      I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;

def VHLO_ComparisonTypeV1 : VHLO_Enum<"ComparisonTypeV1", [
      I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
      I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
      I32EnumAttrCase<"UNSIGNED", 4>]>;

def VHLO_CustomCallApiVersionV1 : VHLO_Enum<"CustomCallApiVersionV1", [
      I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
      I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
      I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]>;

def VHLO_FftTypeV1 : VHLO_Enum<"FftTypeV1", [
      I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>,
      I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;

def VHLO_PrecisionV1 : VHLO_Enum<"PrecisionV1", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
      I32EnumAttrCase<"HIGHEST", 2>]>;

def VHLO_RngAlgorithmV1 : VHLO_Enum<"RngAlgorithmV1", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>,
      I32EnumAttrCase<"PHILOX", 2>]>;

def VHLO_RngDistributionV1 : VHLO_Enum<"RngDistributionV1", [
      I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;

def VHLO_TransposeV1 : VHLO_Enum<"TransposeV1", [
      I32EnumAttrCase<"TRANSPOSE_INVALID", 0>,
      I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
      I32EnumAttrCase<"ADJOINT", 3>]>;

def VHLO_ResultAccuracyModeV1 : VHLO_Enum<"ResultAccuracyModeV1", [
      I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>,
      I32EnumAttrCase<"TOLERANCE", 2>]>;

#endif // XLA_DIALECT_VHLO_IR_VHLOENUMS
