//===- ExportAttributes.cpp - Annotations of ops, arguments and modules ---===//
//
// The attributes under which JAX and TensorFlow carry what HLO says beside its
// ops: shardings, frontend attributes, aliases and donors. Attributes that are
// not known here are dropped.
//
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "xla/Target/HLOText/HLOText.h"

#include <google/protobuf/unknown_field_set.h>

using namespace mlir;
using namespace xla;
using namespace xla::hlo_export;

std::string hlo_export::printText(Attribute attr) {
  if (auto text = dyn_cast<StringAttr>(attr))
    return text.getValue().str();
  std::string text;
  llvm::raw_string_ostream os(text);
  attr.print(os, /*elideType=*/false);
  return text;
}

LogicalResult hlo_export::fillSharding(Location loc, Attribute attr,
                                       proto::OpSharding &sharding) {
  auto text = dyn_cast<StringAttr>(attr);
  if (!text)
    return emitError(loc) << "expected a sharding as text such as "
                             "\"{replicated}\", but got "
                          << attr;
  // Older exporters state the message's bytes.
  StringRef bytes = text.getValue();
  if (!bytes.ltrim().starts_with("{")) {
    if (sharding.ParseFromArray(bytes.data(), bytes.size()))
      return success();
    return emitError(loc) << "expected a sharding as text such as "
                             "\"{replicated}\" or as an OpSharding message";
  }
  std::string error;
  if (parseShardingText(bytes, sharding, error))
    return success();
  return emitError(loc) << "cannot read the sharding " << attr << ": " << error;
}

static void fillFrontendAttributes(DictionaryAttr attributes,
                                   proto::FrontendAttributes &proto) {
  for (NamedAttribute attribute : attributes)
    (*proto.mutable_map())[attribute.getName().str()] =
        printText(attribute.getValue());
}

LogicalResult hlo_export::fillAnnotations(Location loc,
                                          DictionaryAttr attributes,
                                          Instruction &instruction) {
  if (!attributes)
    return success();
  if (auto frontend =
          attributes.getAs<DictionaryAttr>("mhlo.frontend_attributes"))
    fillFrontendAttributes(frontend,
                           *instruction.mutable_frontend_attributes());
  if (auto flags = attributes.getAs<ArrayAttr>("mhlo.parameter_replication"))
    for (Attribute flag : flags)
      instruction.mutable_parameter_replication()
          ->add_replicated_at_leaf_buffers(isa<BoolAttr>(flag) &&
                                           cast<BoolAttr>(flag).getValue());
  if (Attribute sharding = attributes.get("mhlo.sharding"))
    return fillSharding(loc, sharding, *instruction.mutable_sharding());
  return success();
}

LogicalResult hlo_export::fillResultShardings(func::FuncOp function,
                                              Instruction &root) {
  SmallVector<Attribute> shardings;
  for (unsigned index : llvm::seq(function.getNumResults()))
    shardings.push_back(function.getResultAttr(index, "mhlo.sharding"));
  if (!llvm::any_of(shardings, [](Attribute attr) { return !!attr; }))
    return success();
  proto::OpSharding &sharding = *root.mutable_sharding();
  sharding.Clear();
  Location loc = function.getLoc();
  if (root.shape().element_type() != proto::TUPLE)
    return fillSharding(loc, shardings.front(), sharding);
  sharding.set_type(proto::OpSharding::TUPLE);
  for (Attribute attr : shardings) {
    proto::OpSharding &element = *sharding.add_tuple_shardings();
    element.set_type(proto::OpSharding::UNKNOWN);
    if (attr && failed(fillSharding(loc, attr, element)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static LogicalResult fillAliases(func::FuncOp entry,
                                 proto::HloModuleProto &proto) {
  bool isTuple =
      proto.host_program_shape().result().element_type() == proto::TUPLE;
  // A single result that is a tuple is flattened by no one.
  bool isNested = entry.getNumResults() == 1 &&
                  isa<TupleType>(entry.getResultTypes().front());
  for (unsigned index : llvm::seq(entry.getNumArguments())) {
    if (auto output =
            entry.getArgAttrOfType<IntegerAttr>(index, "tf.aliasing_output")) {
      int64_t result = output.getValue().getSExtValue();
      if (result < 0 || (!isNested && result >= entry.getNumResults()))
        return emitError(entry.getArgument(index).getLoc())
               << "expects 'tf.aliasing_output' to be the number of one of "
               << entry.getNumResults() << " results, but got " << result;
      proto::AliasEntryProto &alias =
          *proto.mutable_input_output_alias()->add_entries();
      if (isTuple)
        alias.add_output_shape_index(result);
      alias.set_parameter_number(index);
      alias.set_kind(proto::AliasEntryProto::MAY_ALIAS);
    } else if (auto donor =
                   entry.getArgAttrOfType<BoolAttr>(index, "jax.buffer_donor");
               donor && donor.getValue()) {
      proto.mutable_buffer_donor()->add_entries()->set_parameter_number(index);
    }
  }
  return success();
}

/// Devices in the order of their ids, which is how HLO says how many replicas
/// and partitions there are. The message is XLA's DeviceAssignmentProto:
/// replica_count = 1, computation_count = 2, computation_devices = 3 with
/// replica_device_ids = 1.
static LogicalResult fillDeviceAssignment(ModuleOp module,
                                          proto::HloModuleProto &proto) {
  auto getCount = [&](StringRef name) -> int64_t {
    auto count = module->getAttrOfType<IntegerAttr>(name);
    return count ? count.getValue().getSExtValue() : 1;
  };
  int64_t numReplicas = getCount("mhlo.num_replicas"),
          numPartitions = getCount("mhlo.num_partitions");
  constexpr int64_t most = 1 << 16;
  if (numReplicas < 1 || numPartitions < 1 || numReplicas > most ||
      numPartitions > most / numReplicas)
    return module.emitError()
           << "expected 1 to " << most << " replicas times partitions, but got "
           << numReplicas << " times " << numPartitions;
  if (numReplicas * numPartitions == 1)
    return success();
  proto::Opaque &assignment = *proto.mutable_device_assignment();
  auto *fields = assignment.GetReflection()->MutableUnknownFields(&assignment);
  fields->AddVarint(1, numReplicas);
  fields->AddVarint(2, numPartitions);
  for (int64_t partition : llvm::seq(numPartitions)) {
    google::protobuf::UnknownFieldSet devices;
    for (int64_t replica : llvm::seq(numReplicas))
      devices.AddVarint(1, replica * numPartitions + partition);
    devices.SerializeToString(fields->AddLengthDelimited(3));
  }
  return success();
}

/// How arguments and results lie at the entry's boundary.
static void setEntryLayouts(ModuleOp module, proto::ProgramShapeProto &shape) {
  auto layouts = module->getAttrOfType<ArrayAttr>(
      "mhlo.xla_entry_computation_parameter_layouts");
  if (layouts && int(layouts.size()) == shape.parameters_size())
    for (auto [index, layout] : llvm::enumerate(layouts))
      setLayout(layout, *shape.mutable_parameters(index));
  if (auto results = module->getAttrOfType<ArrayAttr>(
          "mhlo.xla_entry_computation_result_layouts"))
    setLayouts(results, *shape.mutable_result());
}

static bool isSet(ModuleOp module, StringRef name) {
  auto flag = module->getAttrOfType<BoolAttr>(name);
  return flag && flag.getValue();
}

LogicalResult hlo_export::fillModuleAttributes(ModuleOp module,
                                               func::FuncOp entry,
                                               proto::HloModuleProto &proto) {
  proto.set_is_dynamic(isSet(module, "mhlo.is_dynamic"));
  proto.set_use_auto_spmd_partitioning(
      isSet(module, "mhlo.use_auto_spmd_partitioning"));
  if (auto frontend =
          module->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes"))
    fillFrontendAttributes(frontend, *proto.mutable_frontend_attributes());
  Location loc = module.getLoc();
  if (Attribute sharding = module->getAttr("mhlo.spmd_output_sharding"))
    if (failed(
            fillSharding(loc, sharding, *proto.mutable_spmd_output_sharding())))
      return failure();
  if (auto shardings =
          module->getAttrOfType<ArrayAttr>("mhlo.spmd_parameters_shardings"))
    for (Attribute sharding : shardings)
      if (failed(fillSharding(loc, sharding,
                              *proto.add_spmd_parameters_shardings())))
        return failure();
  setEntryLayouts(module, *proto.mutable_host_program_shape());
  if (failed(fillDeviceAssignment(module, proto)))
    return failure();
  return fillAliases(entry, proto);
}
