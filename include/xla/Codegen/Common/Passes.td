//===- Passes.td - Passes for every target -----------------*- tablegen -*-===//
#ifndef XLA_CODEGEN_COMMON_PASSES
#define XLA_CODEGEN_COMMON_PASSES

include "mlir/Pass/PassBase.td"

def XLAFuseKernelOpsPass : Pass<"xla-fuse-kernel-ops", "::mlir::func::FuncOp"> {
  let summary = "Fuse linalg ops inside a kernel";
  let description = [{
    Example: test/Codegen/Common/fuse-kernel-ops.mlir, @multiply_add_reduce.
    Generalises named ops and fuses elementwise producers (broadcasts,
    transposes, iotas and reshapes among them) into their consumers,
    reductions too. A producer is computed twice only where that is cheaper
    than a buffer; nothing but data movement is fused into a contraction,
    which would repeat it. Marks the accumulation of reductions `reassoc`.
    Assumes: a kernel on tensors. Guarantees: bit-identical elements.
    Runs before buffers exist, because tensors have no aliases to disprove.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def XLAMergeElementwisePass
    : Pass<"xla-merge-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Merge long chains of elementwise ops inside a kernel";
  let description = [{
    Example: test/Codegen/Common/merge-elementwise.mlir, @recurrence.
    Many elementwise ops of one iteration space, broadcasts among them, become
    one linalg op whose results are what others need.
    Assumes: a kernel on tensors. Guarantees: no value is computed twice; fewer
    than a dozen ops are left alone unless they make several results of the
    kernel and nothing else; bit-identical elements.
    Runs before xla-fuse-kernel-ops, which looks at pairs: it computes a value
    again for each user, and its time grows with the square of a chain.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def XLAOutlineMathPass : Pass<"xla-outline-math", "::mlir::ModuleOp"> {
  let summary = "Make helpers of the math functions of large kernels";
  let description = [{
    Example: test/Codegen/Common/outline-math.mlir, @two_sines.
    In a kernel whose formulas would have more than `max-ops` ops in all, each
    math function becomes a call of a private function marked `xla.helper`,
    one for each op, type and set of attributes. Kernels share helpers.
    Assumes: kernels without structured ops. Guarantees: the same elements, for
    a helper holds the very op; kernels below the limit are left alone.
    Runs before xla-expand-math, which expands each helper once: LLVM's time
    grows faster than a kernel, and a comparator or the body of a reduction
    cannot be split.
  }];
  let options = [
    Option<"maxOps", "max-ops", "int64_t", "::xla::maxFormulaOps",
           "Ops that the formulas of a kernel may have">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def XLAExpandMathPass : Pass<"xla-expand-math", "::mlir::func::FuncOp"> {
  let summary = "Replace math functions in kernels by formulas on arith";
  let description = [{
    Example: test/Codegen/Common/expand-math.mlir, @exp.
    Every function of the math dialect that is not an instruction of the target
    becomes branch-free arithmetic, on scalars and vectors alike, so that loops
    vectorise and no library is called; arith.remf and integer powers become
    loops. test/unit/MathAccuracyTest.cpp has the errors of each function.
    Narrower floats than f32 are computed in f32. On AVX-512, tanh, erf and erfc
    of vectors look up a polynomial for each lane. sin and cos of vectors of f32
    take a branch: in f32 where all lanes are below 2^20, else in f64.
    Assumes: a kernel or helper. Guarantees: what is left of math is absf, copysign, fma,
    sqrt, clampf, the bit counts, and rounding where the target has it.
    Runs after tiling and bufferisation, because one op is easier to move and
    to count than a formula.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def XLAExpandFloatTypesPass
    : Pass<"xla-expand-float-types", "::mlir::func::FuncOp"> {
  let summary = "Compute on floats below 32 bits in f32";
  let description = [{
    Example: test/Codegen/Common/expand-float-types.mlir, @add_bf16.
    Each op on f16, bf16 or a narrower float is computed in f32 and rounded to
    its type, once, ties to even; conversions that are not an instruction of the
    target become integer operations. Formats: all of MLIR's below 32 bits.
    Assumes: a kernel whose math functions are expanded. Guarantees: no op on a
    narrow float is left but loads, stores, selections and bit casts, and
    f16 conversions where the target has them.
    Runs after xla-expand-math, which hands functions of narrow floats on.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def XLACallLibmPass : Pass<"xla-call-libm", "::mlir::ModuleOp"> {
  let summary = "Call the C library for math functions (reference lowering)";
  let description = [{
    Example: test/Codegen/Common/call-libm.mlir, @exp.
    Each math function on a scalar becomes a call of the double function of the
    C library, its result rounded to the op's type.
    Assumes: kernels without vectors. Guarantees: no math function is left that
    the C library has.
    Only in the reference lowering, which checks the expansions and must not
    share their formulas: those of floating-point functions. Integer powers and
    conversions of narrow floats, which the C library lacks, are expanded there
    by the same passes as elsewhere.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

#endif // XLA_CODEGEN_COMMON_PASSES
