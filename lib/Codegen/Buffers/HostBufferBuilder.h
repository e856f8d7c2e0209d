//===- HostBufferBuilder.h - How buffers are assigned -----------*- C++ -*-===//

#ifndef XLA_LIB_CODEGEN_BUFFERS_HOSTBUFFERBUILDER_H
#define XLA_LIB_CODEGEN_BUFFERS_HOSTBUFFERBUILDER_H

#include "HostDonation.h"
#include "HostLiveness.h"
#include "xla/Codegen/Buffers/HostBuffers.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include <array>

namespace xla {
/// Values that share a buffer.
struct BufferClass {
  HostBuffer buffer;
  LiveRanges ranges;
  /// Class that this one was joined to, or itself.
  unsigned parent;
};

/// Copies that happen at once, before `op`.
struct CopySite {
  mlir::Operation *op = nullptr;
  llvm::SmallVector<std::pair<mlir::Value, unsigned>> copies;
};

/// Makes an assignment: a walk over the function makes classes, live ranges and
/// the list of copies (HostBuffers.cpp); then classes are joined, the copies
/// that are left are put in order and the arena is laid out (JoinBuffers.cpp).
class HostBufferBuilder {
public:
  HostBufferBuilder(mlir::func::FuncOp function, mlir::SymbolTable &symbols)
      : function(function), symbols(symbols), liveness(function),
        donation(function) {}

  mlir::FailureOr<HostBufferAssignment> build();

private:
  // The walk.
  llvm::LogicalResult visitBlock(mlir::Block &block);
  llvm::LogicalResult visit(mlir::Operation &op);
  void visitCall(mlir::Operation *call);
  std::array<CopySite, 3> visitWhile(mlir::scf::WhileOp loop);
  void visitBranch(mlir::Operation *branch);
  llvm::LogicalResult checkTypes(mlir::Operation *op);

  // Classes.
  unsigned addClass(mlir::Type type, HostBuffer::Kind kind, int64_t index = -1);
  void addValue(mlir::Value value, unsigned id, int64_t start);
  unsigned find(unsigned id);
  unsigned find(mlir::Value value) { return find(idOf.lookup(value)); }
  void join(unsigned lhs, unsigned rhs);
  bool tryJoin(unsigned lhs, unsigned rhs);

  // After the walk.
  void joinInPlaceOperands();
  bool mayOverwrite(mlir::Operation *call, mlir::OpResult result,
                    mlir::Value carried);
  void joinCopies();
  void joinResult(mlir::Value source, unsigned destination);
  bool isWrittenAfter(unsigned id, int64_t argument);
  void findDonor(mlir::Value source, unsigned result);
  void orderCopies(const CopySite &site, HostBufferAssignment &assignment);
  void number(HostBufferAssignment &assignment);
  void packClasses(HostBufferAssignment &assignment);

  mlir::func::FuncOp function;
  mlir::SymbolTable &symbols;
  HostLiveness liveness;
  HostDonation donation;
  std::vector<BufferClass> classes;
  llvm::DenseMap<mlir::Value, unsigned> idOf;
  std::vector<CopySite> sites;
  /// Results of kernels that a loop carries on, and what it carries in their
  /// place until then.
  llvm::DenseMap<mlir::Value, mlir::Value> carriedBefore;
  /// Calls with in-place pairs or results that may be, and calls with scratch.
  std::vector<mlir::Operation *> inPlaceCalls;
  std::vector<std::pair<CallKernelOp, int64_t>> scratchCalls;
  /// From class to its number in the assignment.
  llvm::DenseMap<unsigned, unsigned> numbers;
};
} // namespace xla

#endif // XLA_LIB_CODEGEN_BUFFERS_HOSTBUFFERBUILDER_H
