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

def XLA_CallHostOp : XLA_Op<"call_host", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call a service of the host's table";
  let description = [{
    Calls the function `service` of the `xla_host` that a call of the entry
    brings with it, in program order. `config` is what that service wants to
    know; for `custom_call` see HostCalls.h in Conversion/ToLLVM. There are two
    forms: on tensors it has results; on buffers it has none, and
    `destinations` are the buffers of the results.

    `in_place` lists pairs of an input and the result that takes its buffer
    over: in the form on buffers the two are the same.

    Example:
    ```mlir
    %0 = xla.call_host "custom_call"(%a) {target = "f"}
        : (tensor<4xf32>) -> tensor<4xf32>
    xla.call_host "custom_call"(%a) into(%out : memref<4xf32>) {target = "f"}
        : (memref<4xf32>) -> ()
    ```
  }];
  let arguments = (ins StrAttr:$service, DictionaryAttr:$config,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$in_place,
    Variadic<AnyType>:$inputs, Variadic<AnyMemRef>:$destinations);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $service `(` $inputs `)`
    (`into` `(` $destinations^ `:` type($destinations) `)`)?
    (`in_place` $in_place^)? $config attr-dict
    `:` functional-type($inputs, $outputs)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The input whose buffer result `result` takes over, or -1.
    int64_t getInPlaceInput(int64_t result);
  }];
}

#endif // XLA_DIALECT_XLA_IR_XLAOPS
