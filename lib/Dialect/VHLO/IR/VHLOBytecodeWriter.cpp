//===- VHLOBytecodeWriter.cpp - Attributes and types to bytes -------------===//
//
// The mirror of VHLOBytecodeReader.cpp.
//
//===----------------------------------------------------------------------===//

#include "VHLOBytecode.h"

using namespace mlir;
using namespace xla::vhlo;

namespace {
/// Writes the parts of a kind.
class PartWriter {
public:
  explicit PartWriter(DialectBytecodeWriter &writer) : writer(writer) {}

  template <typename KindT> void write(KindT kind) {
    if constexpr (IsEnum<KindT>::value)
      writer.writeVarInt(static_cast<uint64_t>(kind.getValue()));
    else
      writeParts(kind);
  }

  template <typename KindT> void writeTypeParts(KindT kind) {
    if constexpr (!hasNoParts<KindT>)
      writeParts(kind);
  }

private:
  //===--- Attributes ---===//

  void writeParts(ArrayV1Attr attr) { writer.writeAttributes(attr.getValue()); }
  void writeParts(BooleanV1Attr attr) { writer.writeVarInt(attr.getValue()); }

  void writeParts(DictionaryV1Attr attr) {
    writer.writeList(attr.getValue(), [&](auto &entry) {
      writer.writeAttribute(entry.first);
      writer.writeAttribute(entry.second);
    });
  }

  void writeParts(FloatV1Attr attr) {
    writer.writeType(attr.getType());
    writer.writeAPFloatWithKnownSemantics(attr.getValue());
  }

  void writeParts(IntegerV1Attr attr) {
    writer.writeType(attr.getType());
    writer.writeAPIntWithKnownWidth(attr.getValue());
  }

  void writeParts(StringV1Attr attr) {
    writer.writeOwnedString(attr.getValue());
  }

  void writeParts(TensorV1Attr attr) {
    writer.writeType(attr.getType());
    writer.writeOwnedBlob(attr.getData());
  }

  void writeParts(TypeV1Attr attr) { writer.writeType(attr.getValue()); }

  void writeParts(TypeExtensionsV1Attr attr) {
    writer.writeSignedVarInts(attr.getBounds());
  }

  void writeParts(OutputOperandAliasV1Attr attr) {
    writer.writeSignedVarInts(attr.getOutputTupleIndices());
    writer.writeSignedVarInt(attr.getOperandIndex());
    writer.writeSignedVarInts(attr.getOperandTupleIndices());
  }

  void writeParts(ResultAccuracyV1Attr attr) {
    writer.writeAPFloatWithKnownSemantics(attr.getAtol());
    writer.writeAPFloatWithKnownSemantics(attr.getRtol());
    writer.writeSignedVarInt(attr.getUlps());
    writer.writeAttribute(attr.getMode());
  }

  void writeParts(SubAxisInfoV1Attr attr) {
    writer.writeSignedVarInt(attr.getPreSize());
    writer.writeSignedVarInt(attr.getSize());
  }

  void writeParts(AxisRefV1Attr attr) {
    writer.writeAttribute(attr.getName());
    writer.writeVarInt(attr.getSubAxisInfo() ? 1 : 0);
    if (attr.getSubAxisInfo())
      writer.writeAttribute(attr.getSubAxisInfo());
  }

  void writeParts(ReplicaGroupMeshAxesV1Attr attr) {
    writer.writeAttribute(attr.getMesh());
    writer.writeAttribute(attr.getAxes());
  }

  void writeParts(MeshAxisV1Attr attr) {
    writer.writeAttribute(attr.getName());
    writer.writeSignedVarInt(attr.getSize());
  }

  void writeParts(MeshV1Attr attr) {
    writer.writeAttribute(attr.getAxes());
    writer.writeOptionalAttribute(attr.getDeviceIds());
  }

  //===--- Types ---===//

  void writeParts(ComplexV1Type type) {
    writer.writeType(type.getElementType());
  }

  void writeParts(FunctionV1Type type) {
    writer.writeTypes(type.getInputs());
    writer.writeTypes(type.getOutputs());
  }

  void writeParts(TupleV1Type type) { writer.writeTypes(type.getTypes()); }
  void writeParts(FutureV1Type type) { writer.writeTypes(type.getTypes()); }

  void writeParts(RankedTensorV1Type type) {
    if (type.getEncoding())
      writer.writeAttribute(type.getEncoding());
    writer.writeSignedVarInts(type.getShape());
    writer.writeType(type.getElementType());
  }

  void writeParts(RankedBufferV1Type type) {
    writer.writeSignedVarInts(type.getShape());
    writer.writeType(type.getElementType());
  }

  void writeParts(UnrankedTensorV1Type type) {
    writer.writeType(type.getElementType());
  }

  void writeParts(UniformQuantizedV1Type type) {
    writer.writeVarInt(type.getFlags());
    writer.writeType(type.getStorageType());
    writer.writeType(type.getExpressedType());
    writer.writeAPFloatWithKnownSemantics(type.getScale());
    writer.writeSignedVarInt(type.getZeroPoint());
    writer.writeSignedVarInt(type.getStorageTypeMin());
    writer.writeSignedVarInt(type.getStorageTypeMax());
  }

  void writeParts(UniformQuantizedPerAxisV1Type type) {
    writer.writeVarInt(type.getFlags());
    writer.writeType(type.getStorageType());
    writer.writeType(type.getExpressedType());
    writer.writeVarInt(type.getQuantizedDimension());
    writer.writeSignedVarInt(type.getStorageTypeMin());
    writer.writeSignedVarInt(type.getStorageTypeMax());
    writer.writeList(type.getScales(), [&](const APFloat &scale) {
      writer.writeAPFloatWithKnownSemantics(scale);
    });
    writer.writeSignedVarInts(type.getZeroPoints());
  }

  DialectBytecodeWriter &writer;
};
} // namespace

template <typename... KindTs>
static bool writeKind(Attribute attribute, DialectBytecodeWriter &writer,
                      KindList<KindTs...>) {
  auto writeAs = [&](auto kind) {
    if (!kind)
      return false;
    writer.writeVarInt(kind.kBytecodeCode);
    PartWriter(writer).write(kind);
    return true;
  };
  return (writeAs(dyn_cast<KindTs>(attribute)) || ...);
}

LogicalResult xla::vhlo::writeAttribute(Attribute attribute,
                                        DialectBytecodeWriter &writer) {
  return success(writeKind(attribute, writer, AttributeKinds()));
}

template <typename... KindTs>
static bool writeTypeKind(Type type, DialectBytecodeWriter &writer,
                          KindList<KindTs...>) {
  auto tensor = dyn_cast<RankedTensorV1Type>(type);
  bool hasEncoding = tensor && tensor.getEncoding();
  auto writeAs = [&](auto kind) {
    if (!kind)
      return false;
    writer.writeVarInt(hasEncoding ? tensorWithEncodingCode
                                   : kind.kBytecodeCode);
    PartWriter(writer).writeTypeParts(kind);
    return true;
  };
  return (writeAs(dyn_cast<KindTs>(type)) || ...);
}

LogicalResult xla::vhlo::writeType(Type type, DialectBytecodeWriter &writer) {
  return success(writeTypeKind(type, writer, TypeKinds()));
}
