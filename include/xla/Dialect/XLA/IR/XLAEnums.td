//===- XLAEnums.td - Enumerations of the xla dialect -------*- tablegen -*-===//
#ifndef XLA_DIALECT_XLA_IR_XLAENUMS
#define XLA_DIALECT_XLA_IR_XLAENUMS

include "mlir/IR/EnumAttr.td"

def XLA_KernelClass : I32EnumAttr<"KernelClass", "Shape of a kernel's code", [
    I32EnumAttrCase<"Contraction", 0, "contraction">,
    I32EnumAttrCase<"Transpose", 1, "transpose">]> {
  let cppNamespace = "::xla";
}

def XLA_Phase : I32EnumAttr<"Phase", "Compiler phase that is complete", [
    I32EnumAttrCase<"Input", 0, "input">,
    I32EnumAttrCase<"HLOOptimize", 1, "hlo-optimize">,
    I32EnumAttrCase<"Fusion", 2, "fusion">,
    I32EnumAttrCase<"Linalg", 3, "linalg">,
    I32EnumAttrCase<"Codegen", 4, "codegen">,
    I32EnumAttrCase<"Bufferize", 5, "bufferize">,
    I32EnumAttrCase<"Lower", 6, "lower">]> {
  let cppNamespace = "::xla";
}

#endif // XLA_DIALECT_XLA_IR_XLAENUMS
