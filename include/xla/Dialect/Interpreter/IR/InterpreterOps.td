//===- InterpreterOps.td - The interpreter dialect ---------*- tablegen -*-===//
#ifndef XLA_DIALECT_INTERPRETER_IR_INTERPRETEROPS
#define XLA_DIALECT_INTERPRETER_IR_INTERPRETEROPS

include "mlir/IR/SymbolInterfaces.td"
include "xla/Dialect/HLO/IR/HLOBase.td"

def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::xla::interpreter";
  let summary = "What executable tests ask of the interpreter itself";
}

class Interpreter_Op<string mnemonic, list<Trait> traits = []>
    : Op<Interpreter_Dialect, mnemonic, traits>;

def Interpreter_PrintOp : Interpreter_Op<"print"> {
  let summary = "Prints a value";
  let arguments = (ins HLO_QuantizableTensor:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def Interpreter_ProbeOp : Interpreter_Op<"probe", [SameOperandsAndResultType]> {
  let summary = "The operand, written to a file";
  let arguments = (ins HLO_QuantizableTensor:$operand, StrAttr:$probe_id);
  let results = (outs HLO_QuantizableTensor:$result);
  let assemblyFormat =
      "$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)";
}

def Interpreter_RunParallelOp : Interpreter_Op<"run_parallel", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Runs one function per process of a grid, all at once";
  let description = [{
    Rows of `programs` are replicas, columns partitions. Operands and results of
    the functions follow each other in that order. Functions of `infeed` give
    what `infeed` ops take, in order.
  }];
  let arguments = (ins Variadic<HLO_TensorOrToken>:$inputs,
    TypedArrayAttrBase<TypedArrayAttrBase<FlatSymbolRefAttr, "partitions">,
                       "replicas of partitions">:$programs,
    OptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr, "functions">>:$infeed);
  let results = (outs Variadic<HLO_TensorOrToken>:$results);
}

#endif // XLA_DIALECT_INTERPRETER_IR_INTERPRETEROPS
