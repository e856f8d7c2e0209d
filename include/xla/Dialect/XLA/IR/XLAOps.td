//===- XLAOps.td - Operations of the xla dialect -----------*- tablegen -*-===//
#ifndef XLA_DIALECT_XLA_IR_XLAOPS
#define XLA_DIALECT_XLA_IR_XLAOPS

include "xla/Dialect/XLA/IR/XLABase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def XLA_CallKernelOp : XLA_Op<"call_kernel", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Run a kernel";
  let description = [{
    Calls a function that bears `xla.kernel`. There are two forms. On tensors
    it is pure and has results; on buffers it has none, and its operands are
    the kernel's inputs, then its outputs, then its scratch buffer if it has
    one.

    Host and kernels are lowered by different passes of a phase, so between
    two passes a call may be in one form and its kernel in the other; then only
    the number of values is checked. In the tensor form element types agree
    up to signedness.

    Example:
    ```mlir
    %0 = xla.call_kernel @add_0123456789abcdef(%a, %b)
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    xla.call_kernel @add_0123456789abcdef(%a, %b, %out)
        : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether operands are buffers, or there are no results.
    bool isOnBuffers() { return getNumResults() == 0; }
  }];
}

#endif // XLA_DIALECT_XLA_IR_XLAOPS
