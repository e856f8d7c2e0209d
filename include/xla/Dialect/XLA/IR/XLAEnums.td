//===- XLAEnums.td - Enumerations of the xla dialect -------*- tablegen -*-===//
#ifndef XLA_DIALECT_XLA_IR_XLAENUMS
#define XLA_DIALECT_XLA_IR_XLAENUMS

include "mlir/IR/EnumAttr.td"

def XLA_KernelClass : I32EnumAttr<"KernelClass", "Shape of a kernel's code", [
    I32EnumAttrCase<"Loop", 0, "loop">,
    I32EnumAttrCase<"RowReduce", 1, "row_reduce">,
    I32EnumAttrCase<"ColumnReduce", 2, "column_reduce">,
    I32EnumAttrCase<"Transpose", 3, "transpose">,
    I32EnumAttrCase<"Contraction", 4, "contraction">,
    I32EnumAttrCase<"Convolution", 5, "convolution">,
    I32EnumAttrCase<"Window", 6, "window">,
    I32EnumAttrCase<"Scan", 7, "scan">,
    I32EnumAttrCase<"Scatter", 8, "scatter">,
    I32EnumAttrCase<"Primitive", 9, "primitive">,
    I32EnumAttrCase<"Region", 10, "region">]> {
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
