//===- FusionPlanner.h - Kernels under construction -------------*- C++ -*-===//
//
// The sweep of FusionPlan.h: what it knows of kernels, the questions that the
// rules ask (FusionQuestions.cpp) and what it decides (FusionPlan.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_FUSION_FUSIONPLANNER_H
#define XLA_LIB_FUSION_FUSIONPLANNER_H

#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Fusion/FusionPlan.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

namespace xla {
inline mlir::ShapedType getResultType(mlir::Operation *op) {
  return mlir::cast<mlir::ShapedType>(op->getResult(0).getType());
}

inline int64_t getNumElements(mlir::Operation *op) {
  return getResultType(op).getNumElements();
}

/// Whether `op` becomes a formula of dozens of instructions.
inline bool isFunction(mlir::Operation *op) {
  return getElementCost(op) >= kCostOfFunction;
}

/// A kernel under construction.
struct Kernel {
  /// Kernel that this one became part of, or itself.
  unsigned parent;
  /// Place of its last op in the block.
  int64_t position;
  /// Members in the order in which they came: from the last to the first.
  llvm::SetVector<mlir::Operation *> members;
  llvm::SetVector<mlir::Operation *> outputs;
  /// How often a member is evaluated.
  llvm::DenseMap<mlir::Operation *, int64_t> evaluations;
  int64_t extraCost = 0;
  bool hasReduction = false;
  /// The root puts tensors into one.
  bool hasPlacing = false;
  size_t numFunctions = 0;
  /// Functions, and members that only lead to them.
  llvm::SmallPtrSet<mlir::Operation *, 8> argumentsOfFunctions;
};

/// Why an op does not join a kernel, and what that would cost at least.
struct Obstacle {
  const char *reason;
  int64_t cost = 0, allowed = 0;
};

class Planner {
public:
  explicit Planner(mlir::Block &block) : block(block) {}
  llvm::SmallVector<PlannedKernel> plan();

private:
  unsigned find(unsigned id) {
    while (kernels[id].parent != id)
      id = kernels[id].parent = kernels[kernels[id].parent].parent;
    return id;
  }

  /// Where the users of an op are.
  struct Users {
    llvm::SmallVector<unsigned, 4> kernels;
    bool needMemory = false;
  };
  Users findUsers(mlir::Operation *op);

  std::string getReader(mlir::Operation *op) const;
  void place(mlir::Operation *op);
  void placeReshape(mlir::Operation *op, const Users &users);
  void startKernel(mlir::Operation *op);
  void addMember(mlir::Operation *op, unsigned id);

  int64_t countEvaluations(mlir::Operation *op, const Kernel &kernel);
  int64_t getExtraCost(mlir::Operation *op, const Kernel &kernel);
  bool hasOnlyUsersAtOwnIndex(mlir::Operation *op, const Kernel &kernel);
  bool isSlicedAtPlace(mlir::Operation *op, const Kernel &kernel);
  bool touchesUpdated(mlir::Operation *op, const Kernel &kernel);
  bool leadsToFunctions(mlir::Operation *op, const Kernel &kernel);
  std::optional<Obstacle> whyNotJoin(mlir::Operation *op, unsigned id);
  bool isCheapToCopy(mlir::Operation *op);
  bool tryMerge(llvm::ArrayRef<unsigned> ids);
  bool tryFurtherOutput(mlir::Operation *op, llvm::ArrayRef<unsigned> ids);
  bool areUsersBehind(mlir::Operation *op, int64_t position,
                      llvm::ArrayRef<unsigned> inside);

  mlir::Block &block;
  std::vector<Kernel> kernels;
  llvm::DenseMap<mlir::Operation *, int64_t> positions;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<unsigned, 1>> kernelsOf;
  /// Length of the chain of ops that several kernels repeat.
  llvm::DenseMap<mlir::Operation *, int64_t> copyDepth;
};
} // namespace xla

#endif // XLA_LIB_FUSION_FUSIONPLANNER_H
