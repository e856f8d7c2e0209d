//===- InferTypes.h - From ops to the functions that infer ------*- C++ -*-===//
//
// An op hands the values and attributes that its types depend on to a function
// of TypeInference.h.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_DIALECT_HLO_IR_INFERTYPES_H
#define XLA_LIB_DIALECT_HLO_IR_INFERTYPES_H

#include "xla/Dialect/HLO/IR/TypeInference.h"

/// Defines `Op::inferReturnTypes` as the expression that follows, which may use
/// `location`, `adaptor` and `types`.
#define HLO_INFER_TYPES(Op, ...)                                               \
  LogicalResult Op::inferReturnTypes(MLIRContext *, OptionalLocation location, \
                                     Adaptor adaptor, InferredTypes &types) {  \
    return __VA_ARGS__;                                                        \
  }

#endif // XLA_LIB_DIALECT_HLO_IR_INFERTYPES_H
