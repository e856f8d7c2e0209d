//===- VHLORandomOps.td - Random numbers ----------------*- tablegen -*-===//
#ifndef XLA_DIALECT_VHLO_IR_VHLORANDOMOPS
#define XLA_DIALECT_VHLO_IR_VHLORANDOMOPS

include "xla/Dialect/VHLO/IR/VHLOBase.td"

def VHLO_RngBitGeneratorOpV1 : VHLO_Op<"rng_bit_generator_v1", V<0, 9>> {
  let arguments = (ins AnyType:$initial_state, AnyAttr:$rng_algorithm);
  let results = (outs AnyType:$result0, AnyType:$result1);
}

def VHLO_RngOpV1 : VHLO_Op<"rng_v1", V<0, 9>> {
  let arguments = (ins AnyType:$a, AnyType:$b, AnyType:$shape,
                       AnyAttr:$rng_distribution);
  let results = (outs AnyType:$result);
}

#endif // XLA_DIALECT_VHLO_IR_VHLORANDOMOPS
