//===- PortableReader.cpp - hlo programs from portable artifacts ----------===//
//
// MLIR's reader makes ops of vhlo, which are rebuilt one by one as ops of hlo:
// an op of any version holds a part of what hlo has for it, and what is not
// there is the default. Ops of other dialects stay; between them and vhlo stand
// casts, which fall away.
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"
#include "UseOrder.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/VHLO/IR/Twins.h"
#include "xla/Dialect/VHLO/IR/VHLOOps.h"
#include "xla/Target/VHLO/BytecodeChecks.h"
#include "xla/Target/VHLO/PortableArtifact.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace xla;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {
/// Rebuilds a module. Emits one error where it fails.
class Rebuilder {
public:
  OwningOpRef<ModuleOp> run(ModuleOp source) {
    FailureOr<Operation *> module = rebuild(source);
    if (failed(module))
      return nullptr;
    useOrder.apply();
    return cast<ModuleOp>(*module);
  }

private:
  FailureOr<Operation *> rebuild(Operation *source) {
    if (auto cast = dyn_cast<UnrealizedConversionCastOp>(source))
      return dropCast(cast);
    bool isVHLO = isa_and_nonnull<vhlo::VHLODialect>(source->getDialect());
    FailureOr<OperationName> name = source->getName();
    if (isVHLO)
      name = getHLOName(source);
    if (failed(name))
      return failure();
    OperationState state(source->getLoc(), *name);
    if (failed(mapOperands(source, state.operands)) ||
        failed(convertTypes(source, source->getResultTypes(), state.types)))
      return failure();
    for (Region &region : source->getRegions())
      if (failed(rebuildRegion(source, region, *state.addRegion())))
        return failure();
    OwningOpRef<Operation *> op = Operation::create(state);
    if (failed(copyDiscardable(source, *op)) ||
        (isVHLO && failed(setOwnAttributes(source, *op))))
      return failure();
    // What an op of another dialect has of its own stays.
    if (!isVHLO)
      op->copyProperties(source->getPropertiesStorage());
    values.map(source->getResults(), op->getResults());
    useOrder.add(source, *op);
    return op.release();
  }

  /// The name of the op of hlo or func that an op of vhlo stands for.
  FailureOr<OperationName> getHLOName(Operation *source) {
    StringRef base = source->getName().stripDialect().rsplit("_v").first;
    std::string name = ("hlo." + base).str();
    if (isa<vhlo::FuncOpV1>(source))
      name = func::FuncOp::getOperationName();
    else if (isa<vhlo::CallOpV1>(source))
      name = func::CallOp::getOperationName();
    else if (isa<vhlo::ReturnOpV1>(source) &&
             isa<vhlo::FuncOpV1>(source->getParentOp()))
      name = func::ReturnOp::getOperationName();
    auto registered =
        RegisteredOperationName::lookup(name, source->getContext());
    if (registered)
      return OperationName(*registered);
    return source->emitOpError("stands for no op of hlo");
  }

  /// What is cast already is what the cast wants: twins have one type here.
  FailureOr<Operation *> dropCast(UnrealizedConversionCastOp cast) {
    if (cast->getNumOperands() != cast->getNumResults())
      return cast.emitOpError("expects as many results as operands");
    for (auto [operand, result] :
         llvm::zip_equal(cast.getOperands(), cast.getResults())) {
      Value value = values.lookupOrNull(operand);
      if (!value || vhlo::getTwinOf(result.getType()) != value.getType())
        return cast.emitOpError("expects types that stand for each other, but "
                                "got ")
               << operand.getType() << " and " << result.getType();
      values.map(result, value);
    }
    return static_cast<Operation *>(nullptr);
  }

  LogicalResult mapOperands(Operation *source,
                            SmallVectorImpl<Value> &operands) {
    for (Value operand : source->getOperands()) {
      operands.push_back(values.lookupOrNull(operand));
      if (!operands.back())
        return source->emitOpError("expects operands that come before it");
    }
    return success();
  }

  LogicalResult convertTypes(Operation *source, TypeRange types,
                             SmallVectorImpl<Type> &converted) {
    for (Type type : types) {
      converted.push_back(vhlo::getTwinOf(type));
      if (!converted.back())
        return source->emitOpError("expects values of known types, but got ")
               << type;
    }
    return success();
  }

  LogicalResult rebuildRegion(Operation *source, Region &from, Region &to) {
    // Deeper regions than programs have would be too deep for recursion.
    constexpr unsigned maxDepth = 256;
    if (++depth > maxDepth)
      return source->emitOpError("expects at most ")
             << maxDepth << " levels of regions";
    if (!from.empty() && !from.hasOneBlock())
      return source->emitOpError("expects regions of one block in a portable "
                                 "artifact");
    for (Block &block : from) {
      Block *copy = &to.emplaceBlock();
      SmallVector<Type> types;
      if (failed(convertTypes(source, block.getArgumentTypes(), types)))
        return failure();
      for (auto [argument, type] : llvm::zip_equal(block.getArguments(), types))
        values.map(argument, copy->addArgument(type, argument.getLoc()));
      useOrder.add(block.getArguments(), copy->getArguments());
      for (Operation &op : block) {
        FailureOr<Operation *> rebuilt = rebuild(&op);
        if (failed(rebuilt))
          return failure();
        if (*rebuilt)
          copy->push_back(*rebuilt);
      }
    }
    --depth;
    return success();
  }

  //===--- Attributes ---===//

  FailureOr<Attribute> convertAttribute(Operation *source, StringRef name,
                                        Attribute value) {
    if (Attribute twin = vhlo::getTwinOf(value))
      return twin;
    return source->emitOpError("expects a value for '")
           << name << "' that stands for an attribute, but got " << value;
  }

  LogicalResult copyDiscardable(Operation *source, Operation *op) {
    NamedAttrList twins;
    for (NamedAttribute attribute : source->getDiscardableAttrs()) {
      FailureOr<Attribute> twin =
          convertAttribute(source, attribute.getName(), attribute.getValue());
      if (failed(twin))
        return failure();
      twins.set(vhlo::getHLOName(attribute.getName()), *twin);
    }
    op->setDiscardableAttrs(twins);
    return success();
  }

  LogicalResult setOwnAttributes(Operation *source, Operation *op) {
    NamedAttrList twins;
    for (StringAttr name : source->getName().getAttributeNames()) {
      std::optional<Attribute> value = source->getInherentAttr(name);
      if (!value || !*value)
        continue; // the verifier has seen that none is missing
      FailureOr<Attribute> twin = convertAttribute(source, name, *value);
      if (failed(twin))
        return failure();
      twins.set(name, *twin);
    }
    FailureOr<NamedAttrList> own =
        vhlo::unflattenAttributes(source->getLoc(), op->getName(), twins);
    if (failed(own))
      return failure();
    if (!own->empty() && failed(op->setPropertiesFromAttribute(
                             own->getDictionary(op->getContext()),
                             [&] { return emitError(source->getLoc()); })))
      return failure();
    vhlo::dropDefaultAttributes(op);
    return success();
  }

  IRMapping values;
  vhlo::UseOrder useOrder;
  unsigned depth = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Artifacts
//===----------------------------------------------------------------------===//

/// The name of who wrote the bytecode, which follows the container's version.
static StringRef getProducer(StringRef content) {
  constexpr llvm::StringLiteral magic = "ML\xEFR";
  if (!content.consume_front(magic) || content.empty())
    return {};
  return content.drop_front().take_until([](char c) { return c == '\0'; });
}

static constexpr llvm::StringLiteral producerPrefix = "StableHLO_v";

bool xla::isPortableArtifact(StringRef content) {
  StringRef producer = getProducer(content.take_front(64));
  // Others than StableHLO's own writer name themselves, and no version.
  return producer.starts_with(producerPrefix) ||
         (!producer.empty() && content.contains(StringRef("vhlo\0", 5)));
}

std::optional<vhlo::Version> xla::getPortableVersion(StringRef content) {
  StringRef producer = getProducer(content.take_front(64));
  if (!producer.consume_front(producerPrefix))
    return std::nullopt;
  return vhlo::Version::parse(producer);
}

/// True if we know the version; else emits an error.
static bool checkVersion(llvm::MemoryBufferRef buffer, Location loc) {
  using vhlo::Version;
  StringRef producer = getProducer(buffer.getBuffer().take_front(64));
  if (!producer.starts_with(producerPrefix))
    return true; // the versions of its ops say enough
  std::optional<Version> version = getPortableVersion(buffer.getBuffer());
  if (!version) {
    emitError(loc, "expected a portable artifact with a version, such as "
                   "StableHLO_v")
        << Version::getCurrent().str() << ", but got '" << producer << "'";
    return false;
  }
  if (Version::getCurrent().isBetween(*version, Version::getCurrent()) ||
      *version < Version::getCurrent()) {
    if (!(*version < Version::getOldestRead()))
      return true;
    emitError(loc, "expected a portable artifact of version ")
        << Version::getOldestRead().str() << " or newer, but got "
        << version->str() << "; export the program again";
    return false;
  }
  emitError(loc, "expected a portable artifact of version ")
      << Version::getCurrent().str() << " or older, but got " << version->str()
      << "; write the artifact for an older version (in JAX, export with an "
         "older target version)";
  return false;
}

OwningOpRef<ModuleOp> xla::readPortableArtifact(llvm::MemoryBufferRef buffer,
                                                MLIRContext *context) {
  // Line 0 is none: bytes are not shown.
  Location loc =
      FileLineColLoc::get(context, buffer.getBufferIdentifier(), 0, 0);
  if (!checkVersion(buffer, loc) ||
      failed(checkBytecodeLimits(buffer.getBuffer(), loc,
                                 BytecodeKind::PortableArtifact)))
    return nullptr;
  context->loadDialect<func::FuncDialect, hlo::HLODialect, quant::QuantDialect,
                       vhlo::VHLODialect>();
  Block block;
  ParserConfig config(context);
  attachEntryChecks(config, buffer.getBufferSize(),
                    BytecodeKind::PortableArtifact);
  if (failed(readBytecodeFile(buffer, &block, config)))
    return nullptr;
  if (block.getOperations().size() != 1 || !isa<ModuleOp>(block.front())) {
    emitError(loc, "expected a portable artifact that holds one module");
    return nullptr;
  }
  OwningOpRef<ModuleOp> module = Rebuilder().run(cast<ModuleOp>(block.front()));
  if (!module || failed(verify(*module)))
    return nullptr;
  return module;
}
