//===- ImportAttributes.cpp - What values do not depend on ----------------===//
//
// Shardings, frontend attributes, aliasing and layouts of the entry. They keep
// the names under which JAX and TensorFlow write them into StableHLO.
//
//===----------------------------------------------------------------------===//

#include "ImportInternal.h"
#include "xla/Target/HLOText/HLOText.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace xla;
using namespace xla::importer;
using proto::OpSharding;
using proto::ShapeProto;

static constexpr StringLiteral shardingName = "mhlo.sharding";
static constexpr StringLiteral frontendName = "mhlo.frontend_attributes";

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

std::string importer::printSharding(const OpSharding &sharding) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printShardingText(sharding, os);
  return text;
}

/// The sharding of leaf `index` of a shape with `count` leaves.
static std::string getLeafSharding(const OpSharding &sharding, int64_t index,
                                   int64_t count) {
  if (sharding.type() != OpSharding::TUPLE)
    return printSharding(sharding);
  return sharding.tuple_shardings_size() == count
             ? printSharding(sharding.tuple_shardings(index))
             : "";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// The attributes sorted by name: maps of messages have no order.
static DictionaryAttr
getFrontendAttributes(Builder &builder,
                      const proto::FrontendAttributes &attributes) {
  NamedAttrList list;
  for (const auto &[name, value] : attributes.map())
    if (!name.empty())
      list.set(name, builder.getStringAttr(value));
  return list.getDictionary(builder.getContext());
}

std::optional<StringRef>
importer::findFrontendAttribute(const Instruction &inst, const char *name) {
  const auto &map = inst.proto.frontend_attributes().map();
  auto it = map.find(name);
  if (it == map.end())
    return std::nullopt;
  return StringRef(it->second);
}

void importer::attachAnnotations(Instruction &inst) {
  bool hasSharding = inst.proto.has_sharding();
  if (!hasSharding && inst.proto.frontend_attributes().map().empty())
    return;
  if (inst.results.empty())
    return;
  // Where results come from several ops, none of them is the instruction.
  Operation *op = inst.results.front().getDefiningOp();
  if (!op || op->getLoc() != inst.loc ||
      llvm::any_of(inst.results,
                   [&](Value result) { return result.getDefiningOp() != op; }))
    return;
  std::string sharding =
      hasSharding ? printSharding(inst.proto.sharding()) : "";
  if (!sharding.empty())
    op->setAttr(shardingName, inst.builder.getStringAttr(sharding));
  DictionaryAttr attributes =
      getFrontendAttributes(inst.builder, inst.proto.frontend_attributes());
  if (!attributes.empty())
    op->setAttr(frontendName, attributes);
}

//===----------------------------------------------------------------------===//
// The entry
//===----------------------------------------------------------------------===//

namespace {
/// Writes attributes on the arguments and results of the entry.
class EntryAnnotator {
public:
  EntryAnnotator(ModuleImporter &importer, func::FuncOp entry)
      : importer(importer), entry(entry), builder(importer.builder),
        computation(importer.getComputation(importer.module.entry)),
        proto(*importer.module.proto) {
    for (unsigned parameter : computation.parameters) {
      firstArguments.push_back(numArguments);
      numArguments +=
          countLeaves(computation.getInstruction(parameter).shape());
    }
  }

  LogicalResult run() {
    for (size_t number = 0; number < computation.parameters.size(); ++number)
      annotateParameter(number);
    annotateResults();
    for (const proto::AliasEntryProto &alias :
         proto.input_output_alias().entries())
      if (failed(annotateAlias(alias)))
        return failure();
    for (const auto &donor : proto.buffer_donor().entries()) {
      FailureOr<int64_t> argument = findArgument(
          donor.parameter_number(), toArray(donor.parameter_shape_index()));
      if (failed(argument))
        return failure();
      entry.setArgAttr(*argument, "jax.buffer_donor",
                       builder.getBoolAttr(true));
    }
    return annotateLayouts();
  }

private:
  void annotateParameter(size_t number);
  void annotateResults();
  LogicalResult annotateAlias(const proto::AliasEntryProto &alias);
  LogicalResult annotateLayouts();
  FailureOr<ArrayAttr> getLayouts(ArrayRef<const ShapeProto *> shapes,
                                  TypeRange types);

  /// The argument that is the part at `path` of a parameter.
  FailureOr<int64_t> findArgument(int64_t number, ArrayRef<int64_t> path) {
    if (number >= 0 &&
        number < static_cast<int64_t>(computation.parameters.size())) {
      auto [first, part] = findPart(
          computation.getInstruction(computation.parameters[number]).shape(),
          path);
      if (part && !isTuple(*part))
        return firstArguments[number] + first;
    }
    return emitError(importer.locations.getModule())
           << "expects aliases and donors that are arrays of the entry's "
           << computation.parameters.size() << " parameters, but got parameter "
           << number << " {" << join(path) << "}";
  }

  ModuleImporter &importer;
  func::FuncOp entry;
  OpBuilder &builder;
  const Computation &computation;
  const proto::HloModuleProto &proto;
  SmallVector<int64_t> firstArguments;
  int64_t numArguments = 0;
};
} // namespace

void EntryAnnotator::annotateParameter(size_t number) {
  const proto::HloInstructionProto &parameter =
      computation.getInstruction(computation.parameters[number]);
  int64_t count = countLeaves(parameter.shape());
  DictionaryAttr attributes =
      getFrontendAttributes(builder, parameter.frontend_attributes());
  const auto &replicated =
      parameter.parameter_replication().replicated_at_leaf_buffers();
  for (int64_t leaf = 0; leaf < count; ++leaf) {
    int64_t argument = firstArguments[number] + leaf;
    if (parameter.has_sharding()) {
      std::string text = getLeafSharding(parameter.sharding(), leaf, count);
      if (!text.empty())
        entry.setArgAttr(argument, shardingName, builder.getStringAttr(text));
    }
    if (!attributes.empty())
      entry.setArgAttr(argument, frontendName, attributes);
    if (leaf < replicated.size())
      entry.setArgAttr(
          argument, "mhlo.parameter_replication",
          builder.getArrayAttr({builder.getBoolAttr(replicated[leaf])}));
  }
}

void EntryAnnotator::annotateResults() {
  const proto::HloInstructionProto &root =
      computation.getInstruction(computation.root);
  int64_t count = countLeaves(root.shape());
  for (int64_t leaf = 0; leaf < count && root.has_sharding(); ++leaf) {
    std::string text = getLeafSharding(root.sharding(), leaf, count);
    if (!text.empty())
      entry.setResultAttr(leaf, shardingName, builder.getStringAttr(text));
  }
}

LogicalResult
EntryAnnotator::annotateAlias(const proto::AliasEntryProto &alias) {
  auto [result, part] =
      findPart(computation.getRootShape(), toArray(alias.output_shape_index()));
  if (!part || isTuple(*part))
    return emitError(importer.locations.getModule())
           << "expects aliases that are arrays of the entry's result, but got "
              "{"
           << join(alias.output_shape_index()) << "} of "
           << toString(computation.getRootShape());
  FailureOr<int64_t> argument = findArgument(
      alias.parameter_number(), toArray(alias.parameter_shape_index()));
  if (failed(argument))
    return failure();
  if (auto other =
          entry.getArgAttrOfType<IntegerAttr>(*argument, "tf.aliasing_output"))
    return emitError(importer.locations.getModule())
           << "expects each array of the parameters once in "
              "input_output_alias, but parameter "
           << alias.parameter_number() << " gives its buffer to results "
           << other.getInt() << " and " << result;
  entry.setArgAttr(*argument, "tf.aliasing_output",
                   builder.getI32IntegerAttr(result));
  return success();
}

/// One layout per leaf of `shapes`; null if all are row-major.
FailureOr<ArrayAttr>
EntryAnnotator::getLayouts(ArrayRef<const ShapeProto *> shapes,
                           TypeRange types) {
  SmallVector<Attribute> layouts;
  SmallVector<Type> leafTypes;
  bool rowMajor = true;
  for (const ShapeProto *shape : shapes) {
    if (failed(checkShape(
            *shape, [&] { return emitError(importer.locations.getModule()); })))
      return failure();
    appendTypes(builder.getContext(), *shape, leafTypes);
    rowMajor &= isRowMajor(*shape);
    forEachLeaf(*shape, [&](const ShapeProto &leaf) {
      SmallVector<int64_t> dims = getMajorToMinor(leaf);
      std::reverse(dims.begin(), dims.end());
      layouts.push_back(getLayoutAttr(builder, dims));
    });
  }
  // What does not fit the program says nothing of it.
  if (rowMajor || TypeRange(leafTypes) != types)
    return ArrayAttr();
  importer.ignored.layouts = true;
  return builder.getArrayAttr(layouts);
}

LogicalResult EntryAnnotator::annotateLayouts() {
  const proto::ProgramShapeProto &shape = proto.host_program_shape();
  SmallVector<const ShapeProto *> parameters;
  for (const ShapeProto &parameter : shape.parameters())
    parameters.push_back(&parameter);
  auto set = [&](StringRef name, ArrayRef<const ShapeProto *> shapes,
                 TypeRange types) -> LogicalResult {
    FailureOr<ArrayAttr> layouts = getLayouts(shapes, types);
    if (succeeded(layouts) && *layouts)
      entry->getParentOp()->setAttr(name, *layouts);
    return layouts;
  };
  if (failed(set("mhlo.xla_entry_computation_parameter_layouts", parameters,
                 entry.getArgumentTypes())))
    return failure();
  if (!shape.has_result())
    return success();
  return set("mhlo.xla_entry_computation_result_layouts", {&shape.result()},
             entry.getResultTypes());
}

LogicalResult importer::attachEntryAttributes(ModuleImporter &importer,
                                              func::FuncOp entry) {
  return EntryAnnotator(importer, entry).run();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Replicas and partitions, which text says, and files where devices were
/// assigned.
static void attachGrid(const proto::HloModuleProto &proto, ModuleOp module) {
  Builder builder(module.getContext());
  auto set = [&](StringRef name, uint64_t count) {
    if (count != 0 && count <= (1u << 20))
      module->setAttr(name, builder.getI32IntegerAttr(count));
  };
  set("mhlo.num_replicas", proto.replica_count());
  set("mhlo.num_partitions", proto.num_partitions());
  const proto::Opaque &assignment = proto.device_assignment();
  const google::protobuf::UnknownFieldSet &fields =
      assignment.GetReflection()->GetUnknownFields(assignment);
  for (int index = 0; index < fields.field_count(); ++index) {
    const google::protobuf::UnknownField &field = fields.field(index);
    if (field.type() != google::protobuf::UnknownField::TYPE_VARINT)
      continue;
    if (field.number() == 1)
      set("mhlo.num_replicas", field.varint());
    else if (field.number() == 2)
      set("mhlo.num_partitions", field.varint());
  }
}

LogicalResult importer::attachModuleAttributes(ModuleImporter &importer,
                                               ModuleOp module) {
  const proto::HloModuleProto &proto = *importer.module.proto;
  Builder builder(module.getContext());
  attachGrid(proto, module);
  DictionaryAttr attributes =
      getFrontendAttributes(builder, proto.frontend_attributes());
  if (!attributes.empty())
    module->setAttr(frontendName, attributes);
  if (proto.has_spmd_output_sharding())
    module->setAttr(
        "mhlo.spmd_output_sharding",
        builder.getStringAttr(printSharding(proto.spmd_output_sharding())));
  SmallVector<Attribute> shardings;
  for (const OpSharding &sharding : proto.spmd_parameters_shardings())
    shardings.push_back(builder.getStringAttr(printSharding(sharding)));
  if (!shardings.empty())
    module->setAttr("mhlo.spmd_parameters_shardings",
                    builder.getArrayAttr(shardings));
  if (proto.use_auto_spmd_partitioning())
    module->setAttr("mhlo.use_auto_spmd_partitioning",
                    builder.getBoolAttr(true));
  return success();
}
