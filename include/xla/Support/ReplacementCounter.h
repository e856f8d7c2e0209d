//===- ReplacementCounter.h - Count what patterns replace -------*- C++ -*-===//

#ifndef XLA_SUPPORT_REPLACEMENTCOUNTER_H
#define XLA_SUPPORT_REPLACEMENTCOUNTER_H

#include "mlir/IR/PatternMatch.h"
#include "xla/Support/PassCounter.h"

namespace xla {
/// Listens to a rewriter and adds each op that it replaces to a pass's counter.
struct ReplacementCounter : mlir::RewriterBase::Listener {
  explicit ReplacementCounter(PassCounter &counter) : counter(counter) {}

  using Listener::notifyOperationReplaced;
  void notifyOperationReplaced(mlir::Operation *, mlir::ValueRange) override {
    counter += 1;
  }

private:
  PassCounter &counter;
};
} // namespace xla

#endif // XLA_SUPPORT_REPLACEMENTCOUNTER_H
