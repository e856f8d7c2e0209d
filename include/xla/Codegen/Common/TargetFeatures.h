//===- TargetFeatures.h - What kernels ask of the target --------*- C++ -*-===//

#ifndef XLA_CODEGEN_COMMON_TARGETFEATURES_H
#define XLA_CODEGEN_COMMON_TARGETFEATURES_H

#include "mlir/IR/Operation.h"

namespace xla {
/// Instructions and registers that decide which code is generated. Everything
/// that is not known to exist is false: code for any CPU of the architecture.
struct TargetFeatures {
  /// Fused multiply-add, f32 and f64.
  bool fma = false;
  /// Rounding to an integral float (SSE4.1 on x86).
  bool rounding = false;
  /// Conversions between f16 and f32 (F16C on x86).
  bool halfConversion = false;
  /// Loads and stores of the first lanes of a vector, of elements of 8 to 64
  /// bits (AVX-512 BW and VL on x86).
  bool masks = false;
  /// Sixteen f32 taken from a table of 32 by one instruction (AVX-512 on x86).
  bool tables = false;
  /// Bytes of a vector register that code should use.
  int64_t vectorBytes = 16;
  /// Vector registers.
  int64_t vectorRegisters = 16;

  /// The features of the target in the compile options around `op`. Emits an
  /// error where those cannot be read.
  static mlir::FailureOr<TargetFeatures> of(mlir::Operation *op);
};
} // namespace xla

#endif // XLA_CODEGEN_COMMON_TARGETFEATURES_H
