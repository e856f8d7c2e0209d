//===- ParseDistribution.cpp - Shardings and groups of HLO text -----------===//
//
// What concerns several devices: shardings, groups of replicas, pairs.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace xla;
using namespace xla::hlotext;

LogicalResult Parser::parseShardingAttribute(Instruction &instruction) {
  return parseSharding(*instruction.message->mutable_sharding());
}

/// `{...}`, or `{{...}, {...}}` for a tuple.
LogicalResult Parser::parseSharding(proto::OpSharding &sharding) {
  size_t before = here();
  if (failed(expect("{")))
    return failure();
  // Of a tuple without elements, `{}`.
  bool isTuple = cursor.peek() == '{' || cursor.peek() == '}';
  cursor.setOffset(before);
  if (!isTuple)
    return parseOneSharding(sharding);
  sharding.set_type(proto::OpSharding::TUPLE);
  return parseList("{", "}", [&] {
    return parseOneSharding(*sharding.add_tuple_shardings());
  });
}

LogicalResult Parser::parseOneSharding(proto::OpSharding &sharding) {
  using Sharding = proto::OpSharding;
  if (failed(expect("{")))
    return failure();
  if (startsMesh())
    return parseNamedSharding(*sharding.mutable_named_sharding());
  while (!cursor.consume("}")) {
    if (cursor.consume("devices")) {
      sharding.set_type(Sharding::OTHER);
      if (failed(expect("=")) || failed(parseDevices(sharding)))
        return failure();
    } else if (cursor.consume("maximal")) {
      sharding.set_type(Sharding::MAXIMAL);
    } else if (cursor.consume("device")) {
      int64_t device;
      if (failed(expect("=")) || failed(parseInteger(device)))
        return failure();
      sharding.add_tile_assignment_devices(device);
    } else if (cursor.consume("last_tile_dims")) {
      if (failed(expect("=")) || failed(parseLastTileDims(sharding)))
        return failure();
    } else if (cursor.consume("metadata")) {
      if (failed(expect("=")) ||
          failed(parseShardingMetadata(*sharding.mutable_metadata())))
        return failure();
    } else if (failed(parseShardingWord(sharding))) {
      return failure();
    }
    cursor.consume(",");
  }
  return success();
}

/// `metadata={...}` or `metadata={{...}, {...}}`
LogicalResult Parser::parseShardingMetadata(
    google::protobuf::RepeatedPtrField<proto::OpMetadata> &list) {
  size_t before = here();
  if (failed(expect("{")))
    return failure();
  bool isList = cursor.peek() == '{';
  cursor.setOffset(before);
  if (!isList)
    return parseMetadata(*list.Add());
  return parseList("{", "}", [&] { return parseMetadata(*list.Add()); });
}

/// Words that stand for themselves.
LogicalResult Parser::parseShardingWord(proto::OpSharding &sharding) {
  using Sharding = proto::OpSharding;
  if (cursor.consume("replicated")) {
    sharding.set_type(Sharding::REPLICATED);
  } else if (cursor.consume("manual")) {
    sharding.set_type(Sharding::MANUAL);
  } else if (cursor.consume("unknown")) {
    sharding.set_type(Sharding::UNKNOWN);
  } else if (cursor.consume("unreduced")) {
    sharding.set_type(Sharding::UNREDUCED);
  } else if (cursor.consume("last_tile_dim_replicate")) {
    sharding.set_replicate_on_last_tile_dim(true);
  } else {
    bool isLike = cursor.lookingAt("shard_like");
    if (!cursor.consume("shard_like") && !cursor.consume("shard_as"))
      return emitExpected("a sharding such as {replicated}, {maximal "
                          "device=0}, {devices=[2,1]<=[2]} or "
                          "{mesh['a'=2], [{'a'}, {}]}");
    int64_t group;
    if (failed(parseInteger(group)))
      return failure();
    sharding.set_is_shard_group(true);
    sharding.set_shard_group_id(group);
    sharding.set_shard_group_type(isLike ? Sharding::LIKE : Sharding::AS);
  }
  return success();
}

/// `[2,2]0,1,2,3` or `[2,2]<=[4]` or `[4,2]<=[2,4]T(1,0)`
LogicalResult Parser::parseDevices(proto::OpSharding &sharding) {
  int64_t value;
  auto parseDimension = [&]() -> LogicalResult {
    if (failed(parseInteger(value)))
      return failure();
    sharding.add_tile_assignment_dimensions(value);
    return success();
  };
  if (failed(parseList("[", "]", parseDimension)))
    return failure();
  if (cursor.consume("<="))
    return parseIotaTail(sharding.mutable_iota_reshape_dims(),
                         sharding.mutable_iota_transpose_perm());
  // After a comma, another word of the sharding may come.
  do {
    std::optional<int64_t> device = cursor.takeInteger();
    if (!device)
      break;
    sharding.add_tile_assignment_devices(*device);
  } while (cursor.consume(","));
  return success();
}

/// What follows `<=`: `[4,2]T(1,0)`
LogicalResult
Parser::parseIotaTail(google::protobuf::RepeatedField<int64_t> *reshape,
                      google::protobuf::RepeatedField<int32_t> *permutation) {
  int64_t value;
  if (failed(parseList("[", "]", [&]() -> LogicalResult {
        if (failed(parseInteger(value)))
          return failure();
        reshape->Add(value);
        return success();
      })))
    return failure();
  if (!cursor.consume("T")) {
    for (int i = 0; i < reshape->size(); ++i)
      permutation->Add(i);
    return success();
  }
  size_t offset = here();
  llvm::SmallVector<bool> seen(reshape->size(), false);
  if (failed(parseList("(", ")", [&]() -> LogicalResult {
        size_t place = here();
        if (failed(parseInteger(value)))
          return failure();
        if (value < 0 || value >= reshape->size() || seen[value])
          return emitError(place, "expected a permutation of the " +
                                      Twine(reshape->size()) +
                                      " dimensions, got " + Twine(value));
        seen[value] = true;
        permutation->Add(int32_t(value));
        return success();
      })))
    return failure();
  if (permutation->size() == reshape->size())
    return success();
  return emitError(offset, "expected a permutation of the " +
                               Twine(reshape->size()) + " dimensions, got " +
                               Twine(permutation->size()) + " numbers");
}

LogicalResult Parser::parseLastTileDims(proto::OpSharding &sharding) {
  return parseList("{", "}", [&]() -> LogicalResult {
    proto::OpSharding word;
    if (failed(parseShardingWord(word)))
      return failure();
    sharding.add_last_tile_dims(word.type());
    return success();
  });
}

/// Copies one sharding to all leaves of a tuple.
LogicalResult Parser::spreadSharding(const proto::ShapeProto &shape,
                                     proto::OpSharding &sharding,
                                     size_t offset) {
  if (!isTuple(shape))
    return success();
  // XLA gives a tuple without elements one sharding.
  size_t numLeaves = std::max<size_t>(countLeaves(shape), 1);
  if (sharding.type() == proto::OpSharding::TUPLE) {
    size_t numGiven = sharding.tuple_shardings_size();
    if (numGiven == numLeaves || numGiven == countLeaves(shape))
      return success();
    return emitError(offset, "expected a sharding for each of the " +
                                 Twine(numLeaves) + " elements of " +
                                 describeShape(shape) + ", got " +
                                 Twine(numGiven));
  }
  if (failed(
          charge((sharding.ByteSizeLong() * 4 + sizeof(sharding)) * numLeaves,
                 offset)))
    return failure();
  proto::OpSharding one;
  one.Swap(&sharding);
  sharding.set_type(proto::OpSharding::TUPLE);
  for (size_t i = 0; i < numLeaves; ++i)
    *sharding.add_tuple_shardings() = one;
  return success();
}

/// `{{0,1},{2,3}}`, `{}`, `[2,4]<=[8]`
LogicalResult Parser::parseReplicaGroups(Instruction &instruction) {
  proto::CollectiveDeviceListProto &list =
      *instruction.message->mutable_collective_device_list();
  if (cursor.peek() != '[') {
    LogicalResult result = parseList("{", "}", [&] {
      return parseIntegers(list.add_replica_groups()->mutable_replica_ids());
    });
    // Without groups, all devices are one, as without the attribute.
    if (list.replica_groups().empty())
      instruction.message->clear_collective_device_list();
    return result;
  }
  proto::IotaReplicaGroupListProto &iota =
      *list.mutable_iota_replica_group_list();
  int64_t groups, devices;
  if (failed(expect("[")) || failed(parseInteger(groups)) ||
      failed(expect(",")) || failed(parseInteger(devices)) ||
      failed(expect("]")) || failed(expect("<=")))
    return failure();
  iota.set_num_replica_groups(groups);
  iota.set_num_devices_per_group(devices);
  LogicalResult result = parseIotaTail(iota.mutable_iota_reshape_dims(),
                                       iota.mutable_iota_transpose_perm());
  // Readers of 2026 look here, older ones there.
  *instruction.message->mutable_iota_collective_device_list() = iota;
  return result;
}

/// `{{0,1},{1,0}}`
LogicalResult Parser::parseSourceTargets(Instruction &instruction) {
  return parseList("{", "}", [&]() -> LogicalResult {
    proto::SourceTarget &pair = *instruction.message->add_source_target_pairs();
    int64_t source, target;
    if (failed(expect("{")) || failed(parseInteger(source)) ||
        failed(expect(",")) || failed(parseInteger(target)))
      return failure();
    pair.set_source(source);
    pair.set_target(target);
    return expect("}");
  });
}

LogicalResult Parser::parseParameterReplication(Instruction &instruction) {
  return parseList("{", "}", [&]() -> LogicalResult {
    bool value;
    if (failed(parseBool(value)))
      return failure();
    instruction.message->mutable_parameter_replication()
        ->add_replicated_at_leaf_buffers(value);
    return success();
  });
}

LogicalResult Parser::parseOnlySharding(proto::OpSharding &sharding) {
  if (failed(parseSharding(sharding)))
    return failure();
  return cursor.atEnd() ? success() : emitExpected("the end of the sharding");
}

bool xla::parseShardingText(StringRef text, proto::OpSharding &sharding,
                            std::string &error) {
  proto::HloModuleProto none;
  auto report = [&](const HLOTextDiagnostic &diagnostic) {
    if (!diagnostic.isWarning)
      error = diagnostic.message;
  };
  return succeeded(
      Parser(text, /*start=*/0, none, report).parseOnlySharding(sharding));
}

/// `{kind="sharding", entry={...}, exit={...}}`
LogicalResult Parser::parseDomain(Instruction &instruction) {
  proto::HloInstructionProto &message = *instruction.message;
  return parseFields([&](StringRef field, size_t offset) -> LogicalResult {
    std::string kind;
    if (field == "entry")
      return parseSharding(*message.mutable_domain_entry_sharding());
    if (field == "exit")
      return parseSharding(*message.mutable_domain_exit_sharding());
    if (field != "kind")
      return emitError(offset, "expected kind, entry or exit of a domain, got "
                               "'" +
                                   field + "'");
    size_t place = here();
    if (failed(parseString(kind)))
      return failure();
    if (kind != "sharding")
      return emitError(place, "expected a domain of kind \"sharding\", got \"" +
                                  kind + "\"");
    return success();
  });
}
