//===- VHLOBase.td - Dialect, versions, op classes ---------*- tablegen -*-===//
//
// What every op family includes. Ops hold what the portable format holds and
// check nothing of it: a program is checked as hlo.
//
//===----------------------------------------------------------------------===//
#ifndef XLA_DIALECT_VHLO_IR_VHLOBASE
#define XLA_DIALECT_VHLO_IR_VHLOBASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"

def VHLO_Dialect : Dialect {
  let name = "vhlo";
  let cppNamespace = "::xla::vhlo";
  let summary = "Versioned ops, attributes and types of StableHLO's portable format";
  let description = [{
    What a portable artifact holds. Every op, attribute and type has a version in
    its name and never changes; each says since when the format has it, an op
    also until when. Programs pass through this dialect only while they are read
    or written (`Target/VHLO`): passes see `hlo`.

    The bytes of an op are those of MLIR's bytecode: all attributes of an op are
    properties, in the order of their names. Attributes and types have encodings
    of their own, in `VHLOBytecode.cpp`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
  private:
    void addVHLOAttributes();
    void addVHLOTypes();
    void addElementwiseOps();
    void addShapeOps();
    void addReductionOps();
    void addContractionOps();
    void addIndexingOps();
    void addControlFlowOps();
    void addCollectiveOps();
    void addRandomOps();
    void addBytecodeInterface();
  }];
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// A version of the format. Patch numbers change nothing in it.
class V<int major, int minor> {
  string cpp = "::xla::vhlo::Version(" # major # ", " # minor # ", 0)";
}

/// Still in the format.
def Current : V<0, 0> {
  let cpp = "::xla::vhlo::Version::getCurrent()";
}

def VHLO_VersionedOp : OpInterface<"VersionedOpInterface"> {
  let cppNamespace = "::xla::vhlo";
  let description = "An op of the versions `getSince` to `getUntil`.";
  let methods = [
    StaticInterfaceMethod<"The first version that has the op.",
      "::xla::vhlo::Version", "getSince">,
    StaticInterfaceMethod<"The last version that has the op.",
      "::xla::vhlo::Version", "getUntil">,
  ];
}

def VHLO_VersionedAttr : AttrInterface<"VersionedAttrInterface"> {
  let cppNamespace = "::xla::vhlo";
  let description = "An attribute that the format has since `getSince`.";
  let methods = [StaticInterfaceMethod<"The first version that has it.",
                                       "::xla::vhlo::Version", "getSince">];
}

def VHLO_VersionedType : TypeInterface<"VersionedTypeInterface"> {
  let cppNamespace = "::xla::vhlo";
  let description = "A type that the format has since `getSince`.";
  let methods = [StaticInterfaceMethod<"The first version that has it.",
                                       "::xla::vhlo::Version", "getSince">];
}

/// What an attribute or type declares: its number in bytecode, which never
/// changes, and its first version.
class VHLO_Coded<int number, V since> {
  string declaration = [{
    /// What stands for this kind in bytecode.
    static constexpr uint64_t kBytecodeCode = }] # number # [{;
    /// The first version of the format that has it.
    static ::xla::vhlo::Version getSince() { return }] # since.cpp # [{; }
  }];
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

class VHLO_Op<string mnemonic, V since, V until = Current,
              list<Trait> traits = []>
    : Op<VHLO_Dialect, mnemonic, traits # [VHLO_VersionedOp]> {
  let extraClassDeclaration = [{
    static ::xla::vhlo::Version getSince() { return }] # since.cpp # [{; }
    static ::xla::vhlo::Version getUntil() { return }] # until.cpp # [{; }
  }];
}

class VHLO_Unary<string mnemonic, V since, V until = Current>
    : VHLO_Op<mnemonic, since, until> {
  let arguments = (ins AnyType:$operand);
  let results = (outs AnyType:$result);
}

class VHLO_Math<string mnemonic, V since, V until = Current>
    : VHLO_Op<mnemonic, since, until> {
  let arguments = (ins AnyType:$operand, AnyAttr:$result_accuracy);
  let results = (outs AnyType:$result);
}

class VHLO_Binary<string mnemonic, V since, V until = Current>
    : VHLO_Op<mnemonic, since, until> {
  let arguments = (ins AnyType:$lhs, AnyType:$rhs);
  let results = (outs AnyType:$result);
}

#endif // XLA_DIALECT_VHLO_IR_VHLOBASE
