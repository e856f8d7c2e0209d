//===- HLOControlFlowOps.td - Control flow, calls and tokens *- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLOCONTROLFLOWOPS
#define XLA_DIALECT_HLO_IR_HLOCONTROLFLOWOPS

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

class HLO_BranchOp<string mnemonic> : HLO_Op<mnemonic, [
    RecursiveMemoryEffects, RecursivelySpeculatable, HLO_InferTypes,
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
                              ["areTypesCompatible",
                               "getEntrySuccessorRegions",
                               "getRegionInvocationBounds"]>]>;

def HLO_IfOp : HLO_BranchOp<"if"> {
  let summary = "Runs one of two regions";
  let arguments = (ins RankedTensorOf<[HLO_Pred], [HasAnyRankOfPred<[0]>],
                                      "0D tensor">:$pred);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
  let results = (outs Variadic<HLO_Value>:$results);
}

def HLO_CaseOp : HLO_BranchOp<"case"> {
  let summary = "Runs the region that an index selects";
  let description = [{
    An index outside selects the last region.
  }];
  let arguments = (ins RankedTensorOf<[I32], [HasAnyRankOfPred<[0]>],
                                      "0D tensor">:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<HLO_Value>:$results);
}

def HLO_WhileOp : HLO_Op<"while", [RecursiveMemoryEffects,
                                   HLO_InferTypes]> {
  let summary = "Repeats a region while another gives true";
  let description = [{
    Both regions take the carried values; `body` gives their next values. Not
    speculatable: the loop may run for ever.
  }];
  let arguments = (ins Variadic<HLO_Value>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<HLO_Value>:$results);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tuples and barriers
//===----------------------------------------------------------------------===//

def HLO_TupleOp : HLO_Op<"tuple", [Pure, HLO_InferTypes]> {
  let summary = "A tuple of values";
  let arguments = (ins Variadic<HLO_Value>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat =
      "$val attr-dict `:` custom<TupleType>(type($val), type($result))";
}

def HLO_GetTupleElementOp : HLO_Op<"get_tuple_element", [
    Pure, HLO_InferTypes]> {
  let summary = "One element of a tuple";
  let arguments = (ins AnyTuple:$operand,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs HLO_Value:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
}

def HLO_OptimizationBarrierOp : HLO_Op<"optimization_barrier", [
    NoMemoryEffect, HLO_InferTypes]> {
  let summary = "The operands, computed as a whole before any user runs";
  let arguments = (ins Variadic<HLO_QuantizableTensorOrToken>:$operand);
  let results = (outs Variadic<HLO_QuantizableTensorOrToken>:$results);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<SameTypes>(type($operand), type($results)))
              :(`(` `)`)?
  }];
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

def HLO_CustomCallOp : HLO_Op<"custom_call", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Calls code that the implementation provides by name";
  let arguments = (ins Variadic<HLO_Value>:$inputs,
    StrAttr:$call_target_name,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
    OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
    DefaultValuedOptionalAttr<HLO_CustomCallApiVersion,
      "::xla::hlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
    DefaultValuedOptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr,
      "flat symbol ref array">, "{}">:$called_computations,
    OptionalAttr<TypedArrayAttrBase<IndexElementsAttr,
      "one layout per operand">>:$operand_layouts,
    OptionalAttr<TypedArrayAttrBase<IndexElementsAttr,
      "one layout per result">>:$result_layouts,
    DefaultValuedOptionalAttr<TypedArrayAttrBase<HLO_OutputOperandAliasAttr,
      "aliases of results and operands">, "{}">:$output_operand_aliases,
    OptionalAttr<ArrayAttr>:$result_tilings);
  let results = (outs Variadic<HLO_Value>:$results);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)`
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_CompositeOp : HLO_Op<"composite", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "An op by name, with the function it stands for";
  let arguments = (ins Variadic<HLO_Value>:$inputs, StrAttr:$name,
    DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
    FlatSymbolRefAttr:$decomposition,
    DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<HLO_Value>:$results);
  let assemblyFormat = [{
    $name custom<CompositeOperands>($inputs, $composite_regions)
    attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Tokens and asynchronous computations
//===----------------------------------------------------------------------===//

def HLO_AfterAllOp : HLO_Op<"after_all", [Pure]> {
  let summary = "A token after all of the given tokens";
  let arguments = (ins Variadic<HLO_TokenValue>:$inputs);
  let results = (outs HLO_TokenValue:$result);
  let assemblyFormat = [{
    $inputs attr-dict
    `:` custom<VariadicSameType>(ref($inputs), type($inputs),
                                          type($result))
  }];
}

def HLO_CreateTokenOp : HLO_Op<"create_token", [Pure]> {
  let summary = "A new token (deprecated, use after_all)";
  let results = (outs HLO_TokenValue:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def HLO_AsyncStartOp : HLO_Op<"async_start", [IsolatedFromAbove]> {
  let summary = "Starts a computation that runs beside what follows";
  let arguments = (ins Variadic<HLO_TensorOrToken>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs HLO_FutureValue:$result);
  let hasRegionVerifier = 1;
}

def HLO_AsyncDoneOp : HLO_Op<"async_done"> {
  let summary = "Waits for a started computation and gives its results";
  let arguments = (ins HLO_FutureValue:$operand);
  let results = (outs Variadic<HLO_TensorOrToken>:$results);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The compiler's own
//===----------------------------------------------------------------------===//

def HLO_FusionOp : HLO_Op<"fusion", [IsolatedFromAbove, RecursiveMemoryEffects,
                                     RecursivelySpeculatable]> {
  let summary = "Ops that are computed together, as one kernel";
  let description = [{
    Not part of the specification. The body is an ordinary region of hlo ops on
    the operands; `kind` names the shape of the loops that will compute it.

    ```mlir
    %0 = hlo.fusion(%a, %b) kind "loop" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
      %1 = hlo.multiply %x, %y : tensor<4xf32>
      %2 = hlo.negate %1 : tensor<4xf32>
      hlo.return %2 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<HLO_QuantizableTensor>:$inputs, StrAttr:$kind);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<HLO_QuantizableTensor>:$results);
  let assemblyFormat = [{
    `(` $inputs `)` `kind` $kind attr-dict-with-keyword
    `:` functional-type($inputs, $results) $body
  }];
  let hasRegionVerifier = 1;
}

#endif // XLA_DIALECT_HLO_IR_HLOCONTROLFLOWOPS
