//===- HLOInliner.h - Ops that may be inlined anywhere ----------*- C++ -*-===//

#ifndef XLA_DIALECT_HLO_IR_HLOINLINER_H
#define XLA_DIALECT_HLO_IR_HLOINLINER_H

#include "mlir/Transforms/InliningUtils.h"

namespace xla::hlo {
/// Every op may be inlined, and inlined into: none looks at its function.
struct InlinerInterface : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool,
                       mlir::IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(mlir::Region *, mlir::Region *, bool,
                       mlir::IRMapping &) const final {
    return true;
  }
};
} // namespace xla::hlo

#endif // XLA_DIALECT_HLO_IR_HLOINLINER_H
