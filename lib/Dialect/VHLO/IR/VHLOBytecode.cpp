//===- VHLOBytecode.cpp - The dialect's door to MLIR's bytecode -----------===//

#include "VHLOBytecode.h"

using namespace mlir;
using namespace xla::vhlo;

namespace {
struct BytecodeInterface : BytecodeDialectInterface {
  explicit BytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    return xla::vhlo::readAttribute(reader);
  }

  Type readType(DialectBytecodeReader &reader) const override {
    return xla::vhlo::readType(reader);
  }

  LogicalResult writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const override {
    return xla::vhlo::writeAttribute(attribute, writer);
  }

  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const override {
    return xla::vhlo::writeType(type, writer);
  }
};
} // namespace

void VHLODialect::addBytecodeInterface() { addInterfaces<BytecodeInterface>(); }
