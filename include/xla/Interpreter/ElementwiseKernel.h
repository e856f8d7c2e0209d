//===- ElementwiseKernel.h - Loops over elements of one op -----*- C++ -*-===//
//
// An elementwise hlo op on concrete element types, as a loop over arrays. The
// same kernels evaluate whole tensors and, with one element, the scalars inside
// regions of reductions, sorts and scatters.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_INTERPRETER_ELEMENTWISEKERNEL_H
#define XLA_INTERPRETER_ELEMENTWISEKERNEL_H

#include "mlir/IR/Operation.h"
#include "xla/Support/ElementKind.h"

namespace xla::interpreter {

/// What the loops need to know besides the types.
struct KernelParams {
  /// Widths of the operand's and the result's data, which is below the
  /// storage's for 2- and 4-bit types.
  unsigned operandBits = 0, resultBits = 0;
  /// reduce_precision only.
  int exponentBits = 0, mantissaBits = 0;
};

/// Arrays of the kernel's machine types, none packed. `out` may be one of the
/// inputs if the element sizes are equal.
struct KernelArgs {
  const void *in[3];
  void *out;
  int64_t n;
};

using KernelFn = void (*)(const KernelArgs &, const KernelParams &);

/// A loop together with the conversions that narrow types need around it.
class ElementwiseKernel {
public:
  /// The kernel of `op`, which may be any elementwise op of hlo besides map
  /// and bitcast_convert; nothing if the op is another one or has no meaning
  /// on its element types.
  static std::optional<ElementwiseKernel> get(mlir::Operation *op);

  /// The conversion between two kinds, as the convert op does it.
  static ElementwiseKernel getConvert(ElementKind from, ElementKind to);

  unsigned getNumOperands() const { return operandKinds.size(); }
  ElementKind getOperandKind(unsigned i) const { return operandKinds[i]; }
  ElementKind getResultKind() const { return resultKind; }

  /// Computes `n` elements from unpacked data.
  void run(llvm::ArrayRef<const char *> ins, char *out, int64_t n) const {
    if (!hasNarrow) {
      KernelArgs args = {{}, out, n};
      for (unsigned i = 0; i < ins.size(); ++i)
        args.in[i] = ins[i];
      fn(args, params);
    } else {
      runNarrow(ins, out, n);
    }
  }

private:
  void runNarrow(llvm::ArrayRef<const char *> ins, char *out, int64_t n) const;
  void setNarrow();

  KernelFn fn = nullptr;
  KernelParams params;
  llvm::SmallVector<ElementKind, 3> operandKinds;
  ElementKind resultKind = ElementKind::Pred;
  /// Narrow floats are computed in F32, or in F64 by conversions.
  ElementKind narrowAs = ElementKind::F32;
  bool hasNarrow = false;
};

/// The kind in which `kind` is computed: the storage's integer for 2 and 4
/// bits, F32 for floats below 32 bits, `kind` itself otherwise.
ElementKind getComputeKind(ElementKind kind);

/// Converts unpacked narrow floats to float or double, and back with one
/// rounding.
void decodeFloats(ElementKind kind, const char *in, char *out,
                  ElementKind wideKind, int64_t n);
void encodeFloats(ElementKind kind, const char *in, char *out,
                  ElementKind wideKind, int64_t n);

} // namespace xla::interpreter

#endif // XLA_INTERPRETER_ELEMENTWISEKERNEL_H
