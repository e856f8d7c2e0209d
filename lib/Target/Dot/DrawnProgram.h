//===- DrawnProgram.h - A module as a graph to draw -------------*- C++ -*-===//
//
// What both pictures need of a module: ids resolved, users, families, what is
// drawn as part of its users. Instructions and computations are numbered
// through. A module whose ids dangle or go round in circles gives a graph too.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_DOT_DRAWNPROGRAM_H
#define XLA_LIB_TARGET_DOT_DRAWNPROGRAM_H

#include "xla/Target/HLOProto/HLO.pb.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace xla {

/// What has one colour. Elementwise ops include random numbers, and reductions
/// what gathers and scatters.
enum class DrawnFamily {
  Elementwise,
  Parameter,
  Constant,
  Movement,
  Expansion,
  Contraction,
  Reduction,
  Fusion,
  Collective,
  Control
};
inline constexpr unsigned kNumDrawnFamilies = 10;

/// The name and the colours of a family, for nodes and the legend.
struct FamilyStyle {
  const char *name;
  const char *fill;
  const char *text;
};
const FamilyStyle &getFamilyStyle(DrawnFamily family);
DrawnFamily getFamily(llvm::StringRef opcode);

/// Stands for an instruction or computation that does not exist.
inline constexpr unsigned kNone = ~0u;

struct DrawnOp {
  const proto::HloInstructionProto *proto;
  unsigned computation;
  DrawnFamily family;
  /// By operand number.
  llvm::SmallVector<unsigned, 2> operands;
  llvm::SmallVector<unsigned, 0> controlPredecessors;
  /// In order, each once.
  llvm::SmallVector<unsigned, 2> users;
  llvm::SmallVector<unsigned, 1> calls;
  /// Drawn as a line in the labels of its users, not as a node.
  bool isMerged = false;
};

struct DrawnComputation {
  const proto::HloComputationProto *proto;
  unsigned firstOp;
  unsigned numOps;
  unsigned root;
  /// Of a reducer that is one operation on its two parameters: what it does,
  /// e.g. "add". Else empty.
  std::string trivialOp;
};

class DrawnProgram {
public:
  explicit DrawnProgram(const proto::HloModuleProto &module);

  const proto::HloModuleProto &getModule() const { return module; }
  llvm::ArrayRef<DrawnOp> getOps() const { return ops; }
  llvm::ArrayRef<DrawnComputation> getComputations() const {
    return computations;
  }
  llvm::ArrayRef<DrawnOp> getOps(const DrawnComputation &computation) const {
    return getOps().slice(computation.firstOp, computation.numOps);
  }
  /// The entry: by id, else by name, else the last computation; kNone if there
  /// is no computation.
  unsigned getEntry() const { return entry; }
  /// Computation by name; kNone if none has it.
  unsigned findComputation(llvm::StringRef name) const;

private:
  void addComputations();
  void resolveIds(DrawnComputation &computation);
  void markMerged();
  void findEntry();

  const proto::HloModuleProto &module;
  std::vector<DrawnOp> ops;
  std::vector<DrawnComputation> computations;
  unsigned entry = kNone;
};

} // namespace xla

#endif // XLA_LIB_TARGET_DOT_DRAWNPROGRAM_H
