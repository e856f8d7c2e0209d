//===- SDYOps.td - Meshes, shardings and computations by device *- tablegen -*-===//
//
// The part of Shardy's dialect that programs of JAX hold, in its text and bytes.
//
//===----------------------------------------------------------------------===//
#ifndef XLA_DIALECT_SDY_IR_SDYOPS
#define XLA_DIALECT_SDY_IR_SDYOPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def SDY_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::xla::sdy";
  let summary = "Shardy's annotations of how tensors lie on devices";
  let description = [{
    A mesh names devices along axes, a sharding says along which axes the
    dimensions of a tensor are split. On one device all of it means nothing and
    goes in the first phase; a computation by device
    (`sdy.manual_computation`) over more devices is refused there.
  }];
  let useDefaultAttributePrinterParser = 0;
  let extraClassDeclaration = [{
    /// Attributes of other kinds, such as rules of propagation, stay text.
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;

  private:
    void addSDYAttributes();
    void addBytecodeInterface();
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class SDY_Attr<string name, string keyword> : AttrDef<SDY_Dialect, name> {
  let mnemonic = keyword;
  let hasCustomAssemblyFormat = 1;
}

def SDY_MeshAxisAttr : SDY_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "An axis of a mesh and how many devices lie along it";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
}

def SDY_MeshAttr : SDY_Attr<"Mesh", "mesh"> {
  let summary = "Axes, major first, and the devices' ids in that order";
  let parameters = (ins ArrayRefParameter<"::xla::sdy::MeshAxisAttr">:$axes,
                        ArrayRefParameter<"int64_t">:$deviceIds);
  let extraClassDeclaration = [{
    /// The product of the axes' sizes; nothing where it does not fit or a size
    /// is not positive.
    std::optional<int64_t> getNumDevices() const;
  }];
}

def SDY_SubAxisInfoAttr : SDY_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "A part of an axis: the product of sizes before it, its size";
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
}

def SDY_AxisRefAttr : SDY_Attr<"AxisRef", "axis_ref"> {
  let summary = "An axis of the mesh, or a part of one";
  let parameters = (ins StringRefParameter<>:$name,
      OptionalParameter<"::xla::sdy::SubAxisInfoAttr">:$subAxisInfo);
}

def SDY_DimensionShardingAttr
    : SDY_Attr<"DimensionSharding", "dimension_sharding"> {
  let summary = "The axes that split a dimension, and whether more may come";
  let parameters = (ins ArrayRefParameter<"::xla::sdy::AxisRefAttr">:$axes,
                        "bool":$isClosed, "std::optional<uint64_t>":$priority);
}

def SDY_TensorShardingAttr : SDY_Attr<"TensorSharding", "sharding"> {
  let summary = "How a tensor lies on the devices of a mesh";
  let parameters = (ins "::mlir::Attribute":$meshOrRef,
      ArrayRefParameter<"::xla::sdy::DimensionShardingAttr">:$dimShardings,
      ArrayRefParameter<"::xla::sdy::AxisRefAttr">:$replicatedAxes,
      ArrayRefParameter<"::xla::sdy::AxisRefAttr">:$unreducedAxes);
}

def SDY_TensorShardingPerValueAttr
    : SDY_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let parameters = (ins
      ArrayRefParameter<"::xla::sdy::TensorShardingAttr">:$shardings);
}

def SDY_ManualAxesAttr : SDY_Attr<"ManualAxes", "manual_axes"> {
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$value);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

class SDY_Op<string mnemonic, list<Trait> traits = []>
    : Op<SDY_Dialect, mnemonic, traits>;

def SDY_MeshOp : SDY_Op<"mesh", [Symbol]> {
  let summary = "Names a mesh";
  let arguments = (ins SymbolNameAttr:$sym_name, SDY_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` custom<Unprefixed>($mesh) attr-dict";
}

def SDY_ShardingConstraintOp
    : SDY_Op<"sharding_constraint", [Pure, SameOperandsAndResultType]> {
  let summary = "The operand, which is to lie as the sharding says";
  let arguments = (ins AnyType:$input, SDY_TensorShardingAttr:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input custom<Unprefixed>($sharding) attr-dict `:` type($result)
  }];
}

def SDY_ManualComputationOp
    : SDY_Op<"manual_computation", [RecursiveMemoryEffects,
        SingleBlockImplicitTerminator<"::xla::sdy::ReturnOp">]> {
  let summary = "A region that each device runs on its parts of the operands";
  let arguments = (ins Variadic<AnyType>:$tensors,
                       SDY_TensorShardingPerValueAttr:$in_shardings,
                       SDY_TensorShardingPerValueAttr:$out_shardings,
                       SDY_ManualAxesAttr:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $tensors `)`
    `in_shardings` `` `=` `` custom<Unprefixed>($in_shardings)
    `out_shardings` `` `=` `` custom<Unprefixed>($out_shardings)
    `manual_axes` `` `=` `` custom<Unprefixed>($manual_axes)
    custom<BlockAndArguments>($body)
    attr-dict `:` functional-type($tensors, results)
  }];
  let hasRegionVerifier = 1;
}

def SDY_ReturnOp : SDY_Op<"return", [Pure, Terminator,
                                     HasParent<"ManualComputationOp">]> {
  let summary = "Ends a manual_computation";
  let arguments = (ins Variadic<AnyType>:$results);
  let builders = [OpBuilder<(ins),
      "build($_builder, $_state, ::mlir::ValueRange());">];
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif // XLA_DIALECT_SDY_IR_SDYOPS
