//===- XLABase.td - The xla dialect and its base classes ---*- tablegen -*-===//
#ifndef XLA_DIALECT_XLA_IR_XLABASE
#define XLA_DIALECT_XLA_IR_XLABASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def XLA_Dialect : Dialect {
  let name = "xla";
  let cppNamespace = "::xla";
  let summary = "What the compiler records in the IR between its phases";
  let description = [{
    Everything a later phase needs to know stands in the IR, so that a printed
    module can be resumed in another process. This dialect is where it stands:

    - on the module, `xla.phase` (the last phase that is complete) and
      `xla.options` (the compile options, a dictionary);
    - on the entry function, `xla.entry`: what the caller sees;
    - on kernel functions, `xla.kernel` (a mark), `xla.in_place` (pairs of an
      argument and the result that reuses its buffer), `xla.scratch_bytes`
      and `xla.schedule`; `xla.helper` marks functions that kernels call;
    - `xla.call_kernel`, the only way in which the host level runs a kernel;
    - `xla.call_host`, the only way in which it calls what the host provides.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

class XLA_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<XLA_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class XLA_Op<string mnemonic, list<Trait> traits = []>
    : Op<XLA_Dialect, mnemonic, traits>;

#endif // XLA_DIALECT_XLA_IR_XLABASE
