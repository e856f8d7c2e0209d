//===- CHLO.td - The chlo dialect and its attributes -------*- tablegen -*-===//
#ifndef XLA_DIALECT_CHLO_IR_CHLO
#define XLA_DIALECT_CHLO_IR_CHLO

include "xla/Dialect/HLO/IR/HLOAttributes.td"

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::xla::chlo";
  let summary = "Ops that front ends write and hlo does not have";
  let description = [{
    Client-side ops: special functions, implicit broadcasts, top_k, scan. They
    have no semantics of their own; `chlo-legalize-to-hlo` gives each in hlo.
  }];
  let dependentDialects = ["::xla::hlo::HLODialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

/// The enumerations are hlo's; chlo prints them under its own name.
class CHLO_EnumAttr<EnumInfo enum, string mnemonic>
    : EnumAttr<CHLO_Dialect, enum, mnemonic> {
  let constBuilderCall = "::xla::chlo::" # enum.className
                         # "Attr::get($_builder.getContext(), $0)";
}
def CHLO_ComparisonDirectionAttr
    : CHLO_EnumAttr<HLO_ComparisonDirection, "comparison_direction">;
def CHLO_ComparisonTypeAttr
    : CHLO_EnumAttr<HLO_ComparisonType, "comparison_type">;
def CHLO_PrecisionAttr : CHLO_EnumAttr<HLO_Precision, "precision">;

def CHLO_RaggedDotDimensionNumbersAttr
    : AttrDef<CHLO_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "Which dimensions a ragged_dot batches, contracts and splits";
  let parameters = (ins HLO_Dims:$lhsBatchingDimensions,
                        HLO_Dims:$rhsBatchingDimensions,
                        HLO_Dims:$lhsContractingDimensions,
                        HLO_Dims:$rhsContractingDimensions,
                        HLO_Dims:$lhsRaggedDimensions,
                        HLO_Dims:$rhsGroupDimensions);
  let hasCustomAssemblyFormat = 1;
}

#endif // XLA_DIALECT_CHLO_IR_CHLO
