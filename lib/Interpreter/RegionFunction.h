//===- RegionFunction.h - A region of scalars over many elements -*- C++
//-*-===//
//
// The computation of a reduce, sort, scatter or map: a region from scalars to
// scalars. Regions of elementwise ops become a short list of kernels that is
// run on whole arrays; all others are evaluated like any region.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_INTERPRETER_REGIONFUNCTION_H
#define XLA_LIB_INTERPRETER_REGIONFUNCTION_H

#include "Evaluator.h"

namespace xla::interpreter {

class RegionFunction {
public:
  /// `region` belongs to the context's op; values it captures are read now.
  RegionFunction(mlir::Region &region, OpContext &context);

  /// A diagnostic if an argument or result is no scalar tensor.
  mlir::LogicalResult check();

  ElementKind getArgKind(unsigned i) const { return argKinds[i]; }
  unsigned getNumArgs() const { return argKinds.size(); }
  unsigned getNumResults() const { return resultKinds.size(); }
  ElementKind getResultKind(unsigned i) const { return resultKinds[i]; }

  /// Applies the region to `n` elements: argument i is an array of `n` elements
  /// of kind i, likewise the results. A result may be stored over an argument
  /// with the same element size.
  mlir::LogicalResult apply(llvm::ArrayRef<const char *> ins,
                            llvm::ArrayRef<char *> outs, int64_t n);

  /// The only op of the region besides the terminator if it takes the
  /// arguments in order and its result is the region's; otherwise null.
  mlir::Operation *getSingleOp() const { return singleOp; }

  /// The argument that the region returns as its only result, as scatters that
  /// overwrite do; nothing for all other regions.
  std::optional<unsigned> getForwardedArg() const { return forwardedArg; }

private:
  struct Instruction {
    ElementwiseKernel kernel;
    llvm::SmallVector<unsigned, 3> operands;
    unsigned result;
  };
  static constexpr int64_t batchSize = 256;

  bool compile();
  void findShortcuts();
  unsigned addRegister(mlir::Value value, ElementKind kind);
  void addConstant(mlir::Value value, const Tensor &scalar);
  mlir::LogicalResult applySlowly(llvm::ArrayRef<const char *> ins,
                                  llvm::ArrayRef<char *> outs, int64_t n);

  mlir::Region &region;
  OpContext &context;
  llvm::SmallVector<ElementKind, 4> argKinds, resultKinds;
  mlir::Operation *singleOp = nullptr;
  std::optional<unsigned> forwardedArg;
  bool compiled = false, valid = true;

  llvm::DenseMap<mlir::Value, unsigned> registers;
  /// Where each register's elements are; the arguments come first and change
  /// from call to call.
  llvm::SmallVector<char *, 8> places;
  std::vector<std::unique_ptr<char[]>> storage;
  /// Room for results that are arguments, one per result.
  std::vector<std::unique_ptr<char[]>> forwarded;
  llvm::SmallVector<Instruction, 4> instructions;
  llvm::SmallVector<unsigned, 4> resultRegisters;
};

/// The operands of a reduction by `body`, inputs then initial values, in the
/// kinds that the region wants: first the accumulators, then the elements.
/// `accumulators` are of `shape` and filled with the initial values.
mlir::LogicalResult
prepareReduction(OpContext &context, const RegionFunction &body,
                 llvm::ArrayRef<int64_t> shape,
                 llvm::SmallVectorImpl<Tensor> &accumulators,
                 llvm::SmallVectorImpl<Tensor> &inputs);

} // namespace xla::interpreter

#endif // XLA_LIB_INTERPRETER_REGIONFUNCTION_H
