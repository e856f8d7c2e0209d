//===- PortableWriter.cpp - Portable artifacts of hlo programs ------------===//
//
// Ops of hlo are rebuilt as those of vhlo that the version asked for has: the
// newest within it. What an older op cannot say must be the default. Every type
// and attribute is looked at for the version it came with.
//
//===----------------------------------------------------------------------===//

#include "OpAttributes.h"
#include "UseOrder.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/VHLO/IR/Twins.h"
#include "xla/Dialect/VHLO/IR/VHLOOps.h"
#include "xla/Target/VHLO/PortableArtifact.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace xla;
using vhlo::Version;

/// Ops of other dialects may stand among vhlo's since then.
static constexpr Version mixedSince(1, 11, 0);

namespace {
/// One op in its versions within the format.
struct VersionedName {
  RegisteredOperationName name;
  Version since, until;
};
} // namespace

/// All versions of the op of vhlo that an op stands for, oldest first.
static SmallVector<VersionedName> getVersions(Operation *op) {
  StringRef base = op->getName().stripDialect();
  SmallVector<VersionedName> versions;
  for (unsigned number = 1;; ++number) {
    std::string name = ("vhlo." + base + "_v" + Twine(number)).str();
    auto registered = RegisteredOperationName::lookup(name, op->getContext());
    if (!registered)
      return versions;
    auto *concept_ = registered->getInterface<vhlo::VersionedOpInterface>();
    versions.push_back(
        {*registered, concept_->getSince(), concept_->getUntil()});
  }
}

/// True of ops that vhlo has ops for.
static bool isPortable(Operation *op) {
  return isa<hlo::HLODialect>(op->getDialect()) ||
         isa<func::FuncOp, func::CallOp, func::ReturnOp>(op);
}

/// Dialects of ours, or of StableHLO's, that other readers do not know or that
/// are lowered before programs are stored.
static bool isStorable(Operation *op) {
  Dialect *dialect = op->getDialect();
  return dialect && !llvm::is_contained({"check", "chlo", "interpreter", "xla"},
                                        dialect->getNamespace());
}

namespace {
/// Rebuilds a module as `target`. Emits one error where it fails.
class Rebuilder {
public:
  Rebuilder(MLIRContext *context, Version target)
      : context(context), target(target) {
    walker.addWalk([&](Attribute attribute) { return check(attribute); });
    walker.addWalk([&](Type type) { return check(type); });
  }

  OwningOpRef<ModuleOp> run(ModuleOp source) {
    auto module = OwningOpRef<ModuleOp>(ModuleOp::create(source.getLoc()));
    module->getOperation()->setAttrs(source->getAttrDictionary());
    OpBuilder builder = OpBuilder::atBlockBegin(module->getBody());
    for (Operation &op : *source.getBody())
      if (failed(rebuild(&op, builder)))
        return nullptr;
    useOrder.apply();
    return module;
  }

private:
  LogicalResult rebuild(Operation *op, OpBuilder &builder) {
    return isPortable(op) ? rebuildPortable(op, builder)
                          : rebuildForeign(op, builder);
  }

  //===--- Ops of hlo and func ---===//

  LogicalResult rebuildPortable(Operation *op, OpBuilder &builder) {
    FailureOr<VersionedName> chosen = choose(op);
    if (failed(chosen))
      return failure();
    OperationState state(op->getLoc(), OperationName(chosen->name));
    for (Value operand : op->getOperands())
      state.operands.push_back(values.lookup(operand));
    if (failed(convertTypes(op, op->getResultTypes(), state.types)) ||
        failed(addProperties(op, *chosen, state)))
      return failure();
    for (unsigned count = op->getNumRegions(); count != 0; --count)
      state.addRegion();
    Operation *rebuilt = builder.create(state);
    if (failed(copyDiscardable(op, rebuilt)))
      return failure();
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), rebuilt->getRegions()))
      if (failed(rebuildRegion(op, from, to)))
        return failure();
    values.map(op->getResults(), rebuilt->getResults());
    useOrder.add(op, rebuilt);
    return success();
  }

  /// The op of vhlo to write: the version's own.
  FailureOr<VersionedName> choose(Operation *op) {
    SmallVector<VersionedName> versions = getVersions(op);
    if (versions.empty())
      return op->emitOpError("has no portable form");
    for (VersionedName &version : versions)
      if (target.isBetween(version.since, version.until)) {
        if (failed(checkLoss(op, version, versions.back())))
          return failure();
        return version;
      }
    return refuse(op, "exists", versions.front().since);
  }

  /// Refuses what only newer versions of an op can say.
  LogicalResult checkLoss(Operation *op, const VersionedName &chosen,
                          const VersionedName &newest) {
    if (chosen.name == newest.name)
      return success();
    NamedAttrList flat = vhlo::flattenAttributes(op);
    for (StringAttr name : newest.name.getAttributeNames()) {
      if (llvm::is_contained(chosen.name.getAttributeNames(), name))
        continue;
      Attribute value = flat.get(name);
      if (value && value != getDefault(op, name))
        return refuse(op, "has '" + name.getValue() + "'", newest.since);
    }
    // The first versions of collectives take one operand, and no version but
    // the newest of a composite has regions.
    bool isSingle = isa<hlo::AllGatherOp, hlo::AllReduceOp, hlo::AllToAllOp,
                        hlo::CollectiveBroadcastOp>(op);
    if (isSingle && op->getNumOperands() != 1)
      return refuse(op, "has several operands", newest.since);
    if (isa<hlo::CompositeOp>(op) && op->getNumRegions() != 0)
      return refuse(op, "has regions", newest.since);
    return success();
  }

  static Attribute getDefault(Operation *op, StringRef name) {
    Attribute value = vhlo::getDefaultAttribute(op, name);
    if (value && name == "api_version")
      return vhlo::CustomCallApiVersionV1Attr::get(
          op->getContext(), vhlo::CustomCallApiVersionV1::API_VERSION_ORIGINAL);
    return value ? vhlo::getVHLOTwinOf(value) : Attribute();
  }

  LogicalResult addProperties(Operation *op, const VersionedName &chosen,
                              OperationState &state) {
    NamedAttrList flat = vhlo::flattenAttributes(op), own;
    for (StringAttr name : chosen.name.getAttributeNames()) {
      Attribute value = flat.get(name);
      if (!value)
        value = getDefault(op, name);
      if (!value)
        return op->emitOpError("expects a value for '") << name << "'";
      if (failed(checkParts(op, value)))
        return failure();
      own.set(name, value);
    }
    if (!own.empty())
      state.propertiesAttr = own.getDictionary(context);
    return success();
  }

  LogicalResult copyDiscardable(Operation *op, Operation *rebuilt) {
    NamedAttrList copies;
    for (NamedAttribute attribute : op->getDiscardableAttrs()) {
      Attribute value = attribute.getValue();
      Attribute twin = vhlo::getVHLOTwinOf(value);
      if (failed(checkParts(op, twin ? twin : value)))
        return failure();
      copies.append(vhlo::getPortableName(attribute.getName()),
                    twin ? twin : value);
    }
    rebuilt->setDiscardableAttrs(copies);
    return success();
  }

  LogicalResult convertTypes(Operation *op, TypeRange types,
                             SmallVectorImpl<Type> &converted) {
    for (Type type : types) {
      converted.push_back(vhlo::getVHLOTwinOf(type));
      if (!converted.back())
        return op->emitOpError("has a value of type ")
               << type << ", which has no portable form";
      if (failed(checkParts(op, converted.back())))
        return failure();
    }
    return success();
  }

  LogicalResult rebuildRegion(Operation *op, Region &from, Region &to) {
    if (from.empty())
      return success();
    if (!from.hasOneBlock())
      return op->emitOpError("expects regions of one block to be portable");
    Block &block = to.emplaceBlock();
    SmallVector<Type> types;
    if (failed(convertTypes(op, from.getArgumentTypes(), types)))
      return failure();
    for (auto [argument, type] : llvm::zip_equal(from.getArguments(), types))
      values.map(argument, block.addArgument(type, argument.getLoc()));
    useOrder.add(from.getArguments(), block.getArguments());
    OpBuilder builder = OpBuilder::atBlockEnd(&block);
    for (Operation &nested : from.front())
      if (failed(rebuild(&nested, builder)))
        return failure();
    return success();
  }

  //===--- Ops of other dialects ---===//

  /// A copy on types of MLIR, between casts.
  LogicalResult rebuildForeign(Operation *op, OpBuilder &builder) {
    if (!isStorable(op))
      return op->emitOpError("has no portable form; legalize it to hlo first");
    if (target < mixedSince)
      return refuse(op, "stands among portable ops", mixedSince);
    OperationState state(op->getLoc(), op->getName());
    for (Value operand : op->getOperands())
      state.operands.push_back(
          castTo(operand.getType(), values.lookup(operand), builder));
    state.addTypes(op->getResultTypes());
    for (unsigned count = op->getNumRegions(); count != 0; --count)
      state.addRegion();
    Operation *rebuilt = builder.create(state);
    rebuilt->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rebuilt->copyProperties(op->getPropertiesStorage());
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), rebuilt->getRegions()))
      if (failed(rebuildForeignRegion(op, from, to)))
        return failure();
    for (auto [from, to] :
         llvm::zip_equal(op->getResults(), rebuilt->getResults()))
      values.map(from, castToVHLO(to, builder));
    return success();
  }

  LogicalResult rebuildForeignRegion(Operation *op, Region &from, Region &to) {
    if (!from.empty() && !from.hasOneBlock())
      return op->emitOpError("expects regions of one block to be portable");
    for (Block &block : from) {
      OpBuilder builder = OpBuilder::atBlockEnd(&to.emplaceBlock());
      for (BlockArgument argument : block.getArguments())
        values.map(argument,
                   castToVHLO(builder.getBlock()->addArgument(
                                  argument.getType(), argument.getLoc()),
                              builder));
      for (Operation &nested : block)
        if (failed(rebuild(&nested, builder)))
          return failure();
    }
    return success();
  }

  Value castTo(Type type, Value value, OpBuilder &builder) {
    if (value.getType() == type)
      return value;
    // There and back again is the value itself.
    if (auto cast = value.getDefiningOp<UnrealizedConversionCastOp>())
      if (cast.getOperand(0).getType() == type)
        return cast.getOperand(0);
    return UnrealizedConversionCastOp::create(builder, value.getLoc(), type,
                                              value)
        .getResult(0);
  }

  /// The value as vhlo has it; one of a type that vhlo does not have stays.
  Value castToVHLO(Value value, OpBuilder &builder) {
    Type type = vhlo::getVHLOTwinOf(value.getType());
    return type ? castTo(type, value, builder) : value;
  }

  //===--- Versions ---===//

  LogicalResult refuse(Operation *op, const Twine &what, Version since) {
    return op->emitOpError(what)
           << " in portable artifacts since version " << since.str()
           << " only, but the target version is " << target.str()
           << "; choose a newer target version";
  }

  template <typename PartT>
  LogicalResult checkParts(Operation *op, PartT part) {
    current = op;
    return failure(walker.walk(part).wasInterrupted());
  }

  template <typename PartT, typename Interface>
  WalkResult checkSince(PartT part) {
    Dialect &dialect = part.getDialect();
    if (isa<hlo::HLODialect>(dialect)) {
      current->emitOpError("has ") << part << ", which has no portable form";
      return WalkResult::interrupt();
    }
    auto versioned = dyn_cast<Interface>(part);
    if (!versioned || !(target < versioned.getSince()))
      return WalkResult::advance();
    std::string text;
    llvm::raw_string_ostream(text) << "has " << part;
    (void)refuse(current, text, versioned.getSince());
    return WalkResult::interrupt();
  }

  WalkResult check(Attribute attribute) {
    return checkSince<Attribute, vhlo::VersionedAttrInterface>(attribute);
  }
  WalkResult check(Type type) {
    return checkSince<Type, vhlo::VersionedTypeInterface>(type);
  }

  MLIRContext *context;
  Version target;
  IRMapping values;
  vhlo::UseOrder useOrder;
  AttrTypeWalker walker;
  Operation *current = nullptr;
};
} // namespace

OwningOpRef<ModuleOp> xla::buildPortableModule(ModuleOp module,
                                               Version version) {
  if (version < Version::getOldestWritten() ||
      !version.isBetween(Version::getOldestWritten(), Version::getCurrent())) {
    module.emitError("expected a target version from ")
        << Version::getOldestWritten().str() << " to "
        << Version::getCurrent().str() << ", but got " << version.str();
    return nullptr;
  }
  MLIRContext *context = module.getContext();
  context->loadDialect<vhlo::VHLODialect>();
  return Rebuilder(context, version).run(module);
}

LogicalResult xla::writePortableArtifact(ModuleOp module, Version version,
                                         raw_ostream &os) {
  OwningOpRef<ModuleOp> portable = buildPortableModule(module, version);
  if (!portable)
    return failure();
  std::string producer = "StableHLO_v" + version.str();
  BytecodeWriterConfig config(producer);
  // All versions that are written have this container.
  config.setDesiredBytecodeVersion(6);
  return writeBytecodeToFile(*portable, os, config);
}
