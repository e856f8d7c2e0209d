//===- HostCalls.h - Custom calls as calls of the host ----------*- C++ -*-===//

#ifndef XLA_LIB_CONVERSION_HLOTOSCF_HOSTCALLS_H
#define XLA_LIB_CONVERSION_HLOTOSCF_HOSTCALLS_H

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/IR/Builders.h"

namespace xla {
/// Writes `op` as an xla.call_host of service "custom_call" on `inputs`, with
/// results of `types`: both the data of `op`, without tokens and signs. Its
/// config is what lib/Conversion/ToLLVM/HostCalls.cpp reads. Emits an error and
/// fails where the aliases of `op` have no form in buffers.
mlir::FailureOr<CallHostOp> createHostCall(mlir::OpBuilder &builder,
                                           hlo::CustomCallOp op,
                                           mlir::ValueRange inputs,
                                           mlir::TypeRange types);

/// Writes a collective, transfer or id likewise; its service is "collective" or
/// the name of the op.
mlir::FailureOr<CallHostOp> createHostCommunication(mlir::OpBuilder &builder,
                                                    mlir::Operation *op,
                                                    mlir::ValueRange inputs,
                                                    mlir::TypeRange types);
} // namespace xla

#endif // XLA_LIB_CONVERSION_HLOTOSCF_HOSTCALLS_H
