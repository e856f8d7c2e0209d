//===- VHLOAttributes.td - Attributes of the vhlo dialect --*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOATTRIBUTES
#define XLA_DIALECT_VHLO_IR_VHLOATTRIBUTES

include "xla/Dialect/VHLO/IR/VHLOEnums.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

class VHLO_EnumAttr<EnumInfo values, string keyword, int number, V since>
    : EnumAttr<VHLO_Dialect, values, keyword, [VHLO_VersionedAttr]> {
  let extraClassDeclaration = VHLO_Coded<number, since>.declaration;
}

def VHLO_ComparisonDirectionV1Attr : VHLO_EnumAttr<
    VHLO_ComparisonDirectionV1, "comparison_direction_v1", 3, V<0, 9>>;
def VHLO_ComparisonTypeV1Attr : VHLO_EnumAttr<
    VHLO_ComparisonTypeV1, "comparison_type_v1", 4, V<0, 9>>;
def VHLO_CustomCallApiVersionV1Attr : VHLO_EnumAttr<
    VHLO_CustomCallApiVersionV1, "api_version_v1", 5, V<0, 9>>;
def VHLO_FftTypeV1Attr : VHLO_EnumAttr<
    VHLO_FftTypeV1, "fft_type_v1", 7, V<0, 9>>;
def VHLO_PrecisionV1Attr : VHLO_EnumAttr<
    VHLO_PrecisionV1, "precision_v1", 11, V<0, 9>>;
def VHLO_RngAlgorithmV1Attr : VHLO_EnumAttr<
    VHLO_RngAlgorithmV1, "rng_algorithm_v1", 12, V<0, 9>>;
def VHLO_RngDistributionV1Attr : VHLO_EnumAttr<
    VHLO_RngDistributionV1, "rng_distribution_v1", 13, V<0, 9>>;
def VHLO_TransposeV1Attr : VHLO_EnumAttr<
    VHLO_TransposeV1, "transpose_v1", 16, V<0, 9>>;
def VHLO_ResultAccuracyModeV1Attr : VHLO_EnumAttr<
    VHLO_ResultAccuracyModeV1, "result_accuracy_mode_v1", 19, V<1, 9>>;

//===----------------------------------------------------------------------===//
// Twins of MLIR's own attributes
//===----------------------------------------------------------------------===//

class VHLO_Attr<string name, string keyword, int number, V since>
    : AttrDef<VHLO_Dialect, name, [VHLO_VersionedAttr]> {
  let mnemonic = keyword;
  let extraClassDeclaration = VHLO_Coded<number, since>.declaration;
}

def VHLO_ArrayV1Attr : VHLO_Attr<"ArrayV1", "array_v1", 1, V<0, 9>> {
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Attribute">:$value);
  let assemblyFormat = "`<` `[` (`]`) : ($value^ `]`)? `>`";
}

def VHLO_BooleanV1Attr : VHLO_Attr<"BooleanV1", "bool_v1", 2, V<0, 9>> {
  let parameters = (ins "bool":$value);
  let assemblyFormat = "`<` $value `>`";
}

def VHLO_DictionaryV1Attr : VHLO_Attr<"DictionaryV1", "dict_v1", 6, V<0, 9>> {
  let parameters = (ins
      ArrayRefParameter<"std::pair<::mlir::Attribute, ::mlir::Attribute>">:$value);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_FloatV1Attr : VHLO_Attr<"FloatV1", "float_v1", 8, V<0, 9>> {
  let parameters = (ins "::mlir::Type":$type, APFloatParameter<"">:$value);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_IntegerV1Attr : VHLO_Attr<"IntegerV1", "integer_v1", 9, V<0, 9>> {
  let summary = "An integer; prints with the builtin type";
  let parameters = (ins "::mlir::Type":$type, APIntParameter<"">:$value);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_StringV1Attr : VHLO_Attr<"StringV1", "string_v1", 14, V<0, 9>> {
  let parameters = (ins StringRefParameter<>:$value);
  let assemblyFormat = "`<` $value `>`";
}

def VHLO_TensorV1Attr : VHLO_Attr<"TensorV1", "tensor_v1", 15, V<0, 9>> {
  let summary = "Dense elements; the bytes of MLIR's, `i1` packed low bit first";
  let parameters = (ins "::mlir::Type":$type, ArrayRefParameter<"char">:$data);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_TypeV1Attr : VHLO_Attr<"TypeV1", "type_v1", 17, V<0, 9>> {
  let parameters = (ins "::mlir::Type":$value);
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

def VHLO_Dims : ArrayRefParameter<"int64_t">;

def VHLO_OutputOperandAliasV1Attr : VHLO_Attr<
    "OutputOperandAliasV1", "output_operand_alias_v1", 10, V<0, 9>> {
  let parameters = (ins VHLO_Dims:$outputTupleIndices, "int64_t":$operandIndex,
                        VHLO_Dims:$operandTupleIndices);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_TypeExtensionsV1Attr : VHLO_Attr<
    "TypeExtensionsV1", "type_extensions_v1", 18, V<0, 9>> {
  let summary = "Upper bounds of dimensions, `?` for none";
  let parameters = (ins VHLO_Dims:$bounds);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_ResultAccuracyV1Attr : VHLO_Attr<
    "ResultAccuracyV1", "result_accuracy_v1", 20, V<1, 9>> {
  let parameters = (ins APFloatParameter<"">:$atol, APFloatParameter<"">:$rtol,
                        "int64_t":$ulps, "::mlir::Attribute":$mode);
  let hasCustomAssemblyFormat = 1;
}

def VHLO_SubAxisInfoV1Attr : VHLO_Attr<
    "SubAxisInfoV1", "sub_axis_info_v1", 21, V<1, 16>> {
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
  let assemblyFormat = "`<` `pre_size` `=` $preSize `,` `size` `=` $size `>`";
}

def VHLO_AxisRefV1Attr : VHLO_Attr<"AxisRefV1", "axis_ref_v1", 22, V<1, 16>> {
  let parameters = (ins "::mlir::Attribute":$name,
                        OptionalParameter<"::mlir::Attribute">:$subAxisInfo);
  let assemblyFormat = [{
    `<` `name` `=` $name (`,` `sub_axis_info` `=` $subAxisInfo^)? `>`
  }];
}

def VHLO_ReplicaGroupMeshAxesV1Attr : VHLO_Attr<
    "ReplicaGroupMeshAxesV1", "replica_group_mesh_axes_v1", 23, V<1, 16>> {
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::Attribute":$axes);
  let assemblyFormat = "`<` `mesh` `=` $mesh `,` `axes` `=` $axes `>`";
}

def VHLO_MeshAxisV1Attr : VHLO_Attr<
    "MeshAxisV1", "mesh_axis_v1", 24, V<1, 16>> {
  let parameters = (ins "::mlir::Attribute":$name, "int64_t":$size);
  let assemblyFormat = "`<` `name` `=` $name `,` `size` `=` $size `>`";
}

def VHLO_MeshV1Attr : VHLO_Attr<"MeshV1", "mesh_v1", 25, V<1, 16>> {
  let parameters = (ins "::mlir::Attribute":$axes,
                        OptionalParameter<"::mlir::Attribute">:$deviceIds);
  let assemblyFormat = [{
    `<` `axes` `=` $axes (`,` `device_ids` `=` $deviceIds^)? `>`
  }];
}

#endif // XLA_DIALECT_VHLO_IR_VHLOATTRIBUTES
