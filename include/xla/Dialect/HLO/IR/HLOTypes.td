//===- HLOTypes.td - Types of the hlo dialect --------------*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOTYPES
#define XLA_DIALECT_HLO_IR_HLOTYPES

include "mlir/IR/AttrTypeBase.td"
include "xla/Dialect/HLO/IR/HLOBase.td"

def HLO_TokenType : TypeDef<HLO_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "Orders side effects; holds no data";
}

def HLO_FutureType : TypeDef<HLO_Dialect, "Future"> {
  let mnemonic = "future";
  let summary = "Results of an asynchronous computation";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

#endif // XLA_DIALECT_HLO_IR_HLOTYPES
