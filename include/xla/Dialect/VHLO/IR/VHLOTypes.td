//===- VHLOTypes.td - Types of the vhlo dialect ------------*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOTYPES
#define XLA_DIALECT_VHLO_IR_VHLOTYPES

include "xla/Dialect/VHLO/IR/VHLOBase.td"

class VHLO_Type<string name, string keyword, int number, V since>
    : TypeDef<VHLO_Dialect, name, [VHLO_VersionedType]> {
  let mnemonic = keyword;
  let extraClassDeclaration = VHLO_Coded<number, since>.declaration;
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

def VHLO_BooleanV1Type : VHLO_Type<"BooleanV1", "bool_v1", 0, V<0, 9>>;
def VHLO_IndexV1Type : VHLO_Type<"IndexV1", "index_v1", 9, V<0, 9>>;
def VHLO_NoneV1Type : VHLO_Type<"NoneV1", "none_v1", 33, V<1, 6>>;

// Integers without sign in MLIR are signed here.
def VHLO_IntegerSI2V1Type : VHLO_Type<"IntegerSI2V1", "i2_v1", 31, V<1, 2>>;
def VHLO_IntegerSI4V1Type : VHLO_Type<"IntegerSI4V1", "i4_v1", 10, V<0, 9>>;
def VHLO_IntegerSI8V1Type : VHLO_Type<"IntegerSI8V1", "i8_v1", 11, V<0, 9>>;
def VHLO_IntegerSI16V1Type : VHLO_Type<"IntegerSI16V1", "i16_v1", 12, V<0, 9>>;
def VHLO_IntegerSI32V1Type : VHLO_Type<"IntegerSI32V1", "i32_v1", 13, V<0, 9>>;
def VHLO_IntegerSI64V1Type : VHLO_Type<"IntegerSI64V1", "i64_v1", 14, V<0, 9>>;
def VHLO_IntegerUI2V1Type : VHLO_Type<"IntegerUI2V1", "ui2_v1", 32, V<1, 2>>;
def VHLO_IntegerUI4V1Type : VHLO_Type<"IntegerUI4V1", "ui4_v1", 15, V<0, 9>>;
def VHLO_IntegerUI8V1Type : VHLO_Type<"IntegerUI8V1", "ui8_v1", 16, V<0, 9>>;
def VHLO_IntegerUI16V1Type : VHLO_Type<"IntegerUI16V1", "ui16_v1", 17, V<0, 9>>;
def VHLO_IntegerUI32V1Type : VHLO_Type<"IntegerUI32V1", "ui32_v1", 18, V<0, 9>>;
def VHLO_IntegerUI64V1Type : VHLO_Type<"IntegerUI64V1", "ui64_v1", 19, V<0, 9>>;

def VHLO_FloatBF16V1Type : VHLO_Type<"FloatBF16V1", "bf16_v1", 2, V<0, 9>>;
def VHLO_FloatF16V1Type : VHLO_Type<"FloatF16V1", "f16_v1", 3, V<0, 9>>;
def VHLO_FloatF32V1Type : VHLO_Type<"FloatF32V1", "f32_v1", 4, V<0, 9>>;
def VHLO_FloatF64V1Type : VHLO_Type<"FloatF64V1", "f64_v1", 5, V<0, 9>>;
// The keyword is the format's.
def VHLO_FloatTF32V1Type : VHLO_Type<"FloatTF32V1", "tf31_v1", 34, V<1, 6>>;
def VHLO_FloatF4E2M1FNV1Type
    : VHLO_Type<"FloatF4E2M1FNV1", "f4E2M1FN_v1", 37, V<1, 8>>;
def VHLO_FloatF6E2M3FNV1Type
    : VHLO_Type<"FloatF6E2M3FNV1", "f6E2M3FN_v1", 38, V<1, 8>>;
def VHLO_FloatF6E3M2FNV1Type
    : VHLO_Type<"FloatF6E3M2FNV1", "f6E3M2FN_v1", 39, V<1, 8>>;
def VHLO_FloatF8E3M4V1Type
    : VHLO_Type<"FloatF8E3M4V1", "f8E3M4_v1", 36, V<1, 7>>;
def VHLO_FloatF8E4M3V1Type
    : VHLO_Type<"FloatF8E4M3V1", "f8E4M3_v1", 35, V<1, 7>>;
def VHLO_FloatF8E4M3FNV1Type
    : VHLO_Type<"FloatF8E4M3FNV1", "f8E4M3FN_v1", 6, V<0, 9>>;
def VHLO_FloatF8E5M2V1Type
    : VHLO_Type<"FloatF8E5M2V1", "f8E5M2_v1", 7, V<0, 9>>;
def VHLO_FloatF8E4M3FNUZV1Type
    : VHLO_Type<"FloatF8E4M3FNUZV1", "f8E4M3FNUZ_v1", 27, V<0, 10>>;
def VHLO_FloatF8E5M2FNUZV1Type
    : VHLO_Type<"FloatF8E5M2FNUZV1", "f8E5M2FNUZ_v1", 28, V<0, 10>>;
def VHLO_FloatF8E4M3B11FNUZV1Type
    : VHLO_Type<"FloatF8E4M3B11FNUZV1", "f8E4M3B11FNUZ_v1", 29, V<0, 11>>;
def VHLO_FloatF8E8M0FNUV1Type
    : VHLO_Type<"FloatF8E8M0FNUV1", "f8E8M0FNU_v1", 40, V<1, 8>>;

def VHLO_ComplexV1Type : VHLO_Type<"ComplexV1", "complex_v1", 1, V<0, 9>> {
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
}

class VHLO_QuantizedType<string name, string keyword, int number, V since>
    : VHLO_Type<name, keyword, number, since> {
  let summary = "The scales are doubles; storage limits are inclusive";
}

def VHLO_UniformQuantizedV1Type
    : VHLO_QuantizedType<"UniformQuantizedV1", "quant_v1", 24, V<0, 9>> {
  let parameters = (ins "unsigned":$flags, "::mlir::Type":$storageType,
                        "::mlir::Type":$expressedType,
                        APFloatParameter<"">:$scale, "int64_t":$zeroPoint,
                        "int64_t":$storageTypeMin, "int64_t":$storageTypeMax);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_UniformQuantizedPerAxisV1Type
    : VHLO_QuantizedType<"UniformQuantizedPerAxisV1", "quant_per_axis_v1", 30,
                         V<0, 18>> {
  let parameters = (ins "unsigned":$flags, "::mlir::Type":$storageType,
                        "::mlir::Type":$expressedType,
                        "int64_t":$quantizedDimension,
                        ArrayRefParameter<"::llvm::APFloat">:$scales,
                        ArrayRefParameter<"int64_t">:$zeroPoints,
                        "int64_t":$storageTypeMin, "int64_t":$storageTypeMax);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

class VHLO_TypeList<string name, string keyword, int number, V since>
    : VHLO_Type<name, keyword, number, since> {
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` (`>`) : ($types^ `>`)?";
}

def VHLO_TupleV1Type : VHLO_TypeList<"TupleV1", "tuple_v1", 23, V<0, 9>>;
def VHLO_FutureV1Type : VHLO_TypeList<"FutureV1", "future_v1", 42, V<1, 15>>;
def VHLO_TokenV1Type : VHLO_Type<"TokenV1", "token_v1", 22, V<0, 9>>;
def VHLO_WitnessV1Type : VHLO_Type<"WitnessV1", "witness_v1", 26, V<0, 9>>;

/// Sizes, `ShapedType::kDynamic` for `?`.
def VHLO_Shape : ArrayRefParameter<"int64_t">;

def VHLO_RankedTensorV1Type
    : VHLO_Type<"RankedTensorV1", "tensor_v1", 20, V<0, 9>> {
  let summary = "In bytecode a kind of its own (21) if it has an encoding";
  let parameters = (ins VHLO_Shape:$shape, "::mlir::Type":$elementType,
                        OptionalParameter<"::mlir::Attribute">:$encoding);
  let assemblyFormat = [{
    `<` custom<Shape>($shape) `` $elementType (`,` $encoding^)? `>`
  }];
}

def VHLO_UnrankedTensorV1Type
    : VHLO_Type<"UnrankedTensorV1", "unranked_tensor_v1", 25, V<0, 9>> {
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
}

def VHLO_RankedBufferV1Type
    : VHLO_Type<"RankedBufferV1", "buffer_v1", 41, V<1, 13>> {
  let parameters = (ins VHLO_Shape:$shape, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` custom<Shape>($shape) `` $elementType `>`";
}

def VHLO_FunctionV1Type : VHLO_Type<"FunctionV1", "func_v1", 8, V<0, 9>> {
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$inputs,
                        ArrayRefParameter<"::mlir::Type">:$outputs);
  let hasCustomAssemblyFormat = 1;
}

#endif // XLA_DIALECT_VHLO_IR_VHLOTYPES
