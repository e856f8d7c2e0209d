//===- HLORandomOps.td - Random numbers --------------------*- tablegen -*-===//
#ifndef XLA_DIALECT_HLO_IR_HLORANDOMOPS
#define XLA_DIALECT_HLO_IR_HLORANDOMOPS

include "xla/Dialect/HLO/IR/HLOAttributes.td"
include "xla/Dialect/HLO/IR/HLOInterfaces.td"
include "xla/Dialect/HLO/IR/HLOTypes.td"

def HLO_RngOp : HLO_Op<"rng", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Random numbers of a distribution, new ones at each execution";
  let arguments = (ins RankedTensorOf<[HLO_Pred, HLO_Int, HLO_Float],
                                      [HasAnyRankOfPred<[0]>], "0D tensor">:$a,
                       RankedTensorOf<[HLO_Pred, HLO_Int, HLO_Float],
                                      [HasAnyRankOfPred<[0]>], "0D tensor">:$b,
                       HLO_DimensionTensor:$shape,
                       HLO_RngDistributionAttr:$rng_distribution);
  let results = (outs RankedTensorOf<[HLO_Pred, HLO_Int, HLO_Float]>:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def HLO_RngBitGeneratorOp : HLO_Op<"rng_bit_generator", [Pure]> {
  let summary = "Random bits and the generator's next state";
  let arguments = (ins RankedTensorOf<[HLO_Int, HLO_Float]>:$initial_state,
                       HLO_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs RankedTensorOf<[HLO_Int, HLO_Float]>:$output_state,
                      RankedTensorOf<[HLO_Int, HLO_Float]>:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // XLA_DIALECT_HLO_IR_HLORANDOMOPS
