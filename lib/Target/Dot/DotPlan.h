//===- DotPlan.h - What of a module a graph shows where ---------*- C++ -*-===//
//
// Decided before a graph is written: which computations it shows, which of them
// in place of a fusion, and which node stands for a value.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_DOT_DOTPLAN_H
#define XLA_LIB_TARGET_DOT_DOTPLAN_H

#include "DrawnProgram.h"

namespace xla {

class DotPlan {
public:
  /// For the computation `root` and all that it calls.
  DotPlan(const DrawnProgram &program, unsigned root, bool showFusions);

  /// Computations beside each other, `root` first.
  llvm::ArrayRef<unsigned> getTopLevel() const { return topLevel; }
  bool isTopLevel(unsigned computation) const {
    return isPlanned[computation] && inPlace[computation] == kNone;
  }
  /// True for an instruction in a computation that is shown.
  bool isShown(unsigned index) const {
    return isPlanned[program.getOps()[index].computation];
  }
  /// True for a fusion in whose place its computation is drawn.
  bool isDrawnInPlace(const DrawnOp &op) const {
    return op.calls.size() == 1 && inPlace[op.calls[0]] != kNone &&
           &program.getOps()[inPlace[op.calls[0]]] == &op;
  }
  /// True for an instruction with a node of its own.
  bool hasNode(unsigned index) const {
    return isShown(index) && getSource(index) == index;
  }
  /// The instruction whose node stands for the value of `index`: through
  /// elements of tuples, into fusions, out of them by their parameters. kNone
  /// for what is in labels only.
  unsigned getSource(unsigned index) const;
  /// What a parameter stands for outside of the fusions that are drawn around
  /// it; other instructions as they are.
  unsigned leaveFusions(unsigned index) const;

private:
  void planFusions(unsigned computation, unsigned depth);

  const DrawnProgram &program;
  bool showFusions;
  /// By computation: the fusion in whose place it is drawn.
  std::vector<unsigned> inPlace;
  std::vector<bool> isPlanned;
  std::vector<unsigned> topLevel;
};

} // namespace xla

#endif // XLA_LIB_TARGET_DOT_DOTPLAN_H
