//===- ParseAttributes.cpp - Attributes of HLO text, the table ------------===//
//
// Name and reader of each attribute; the simple ones are read here, into the
// field that the template argument names. Which op has which is in the table of
// opcodes.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;

template <auto set>
LogicalResult Parser::parseNumberInto(Instruction &instruction) {
  int64_t value;
  if (failed(parseInteger(value)))
    return failure();
  ((*instruction.message).*set)(value);
  return success();
}

template <auto set>
LogicalResult Parser::parseFlagInto(Instruction &instruction) {
  bool value;
  if (failed(parseBool(value)))
    return failure();
  ((*instruction.message).*set)(value);
  return success();
}

template <auto get>
LogicalResult Parser::parseStringInto(Instruction &instruction) {
  return parseString(*((*instruction.message).*get)());
}

template <auto get>
LogicalResult Parser::parseListInto(Instruction &instruction) {
  return parseIntegers(((*instruction.message).*get)());
}

template <auto get>
LogicalResult Parser::parseDotListInto(Instruction &instruction) {
  proto::HloInstructionProto &message = *instruction.message;
  proto::DotDimensionNumbers &numbers =
      instruction.getAttributeOwner().name == "ragged-dot"
          ? *message.mutable_ragged_dot_dimension_numbers()
                 ->mutable_dot_dimension_numbers()
          : *message.mutable_dot_dimension_numbers();
  return parseIntegers((numbers.*get)());
}

template <auto get>
LogicalResult Parser::parseRaggedListInto(Instruction &instruction) {
  proto::RaggedDotDimensionNumbers &numbers =
      *instruction.message->mutable_ragged_dot_dimension_numbers();
  return parseIntegers((numbers.*get)());
}

template <auto get>
LogicalResult Parser::parseGatherListInto(Instruction &instruction) {
  proto::GatherDimensionNumbers &numbers =
      *instruction.message->mutable_gather_dimension_numbers();
  return parseIntegers((numbers.*get)());
}

template <auto get>
LogicalResult Parser::parseScatterListInto(Instruction &instruction) {
  proto::ScatterDimensionNumbers &numbers =
      *instruction.message->mutable_scatter_dimension_numbers();
  return parseIntegers((numbers.*get)());
}

using Message = proto::HloInstructionProto;
using Dot = proto::DotDimensionNumbers;
using Ragged = proto::RaggedDotDimensionNumbers;
using Gather = proto::GatherDimensionNumbers;
using Scatter = proto::ScatterDimensionNumbers;

void Parser::addListAttributes(llvm::StringMap<Attribute> &map) {
  using P = Parser;
  auto add = [&](StringRef name, AttributeParser parse) {
    map[name] = {parse, /*isCommon=*/false};
  };
  add("dimensions", &P::parseListInto<&Message::mutable_dimensions>);
  add("fft_length", &P::parseListInto<&Message::mutable_fft_length>);
  add("dynamic_slice_sizes",
      &P::parseListInto<&Message::mutable_dynamic_slice_sizes>);
  add("lhs_contracting_dims",
      &P::parseDotListInto<&Dot::mutable_lhs_contracting_dimensions>);
  add("rhs_contracting_dims",
      &P::parseDotListInto<&Dot::mutable_rhs_contracting_dimensions>);
  add("lhs_batch_dims",
      &P::parseDotListInto<&Dot::mutable_lhs_batch_dimensions>);
  add("rhs_batch_dims",
      &P::parseDotListInto<&Dot::mutable_rhs_batch_dimensions>);
  add("lhs_ragged_dims",
      &P::parseRaggedListInto<&Ragged::mutable_lhs_ragged_dimensions>);
  add("rhs_group_dims",
      &P::parseRaggedListInto<&Ragged::mutable_rhs_group_dimensions>);
  add("offset_dims", &P::parseGatherListInto<&Gather::mutable_offset_dims>);
  add("collapsed_slice_dims",
      &P::parseGatherListInto<&Gather::mutable_collapsed_slice_dims>);
  add("start_index_map",
      &P::parseGatherListInto<&Gather::mutable_start_index_map>);
  add("operand_batching_dims",
      &P::parseGatherListInto<&Gather::mutable_operand_batching_dims>);
  add("start_indices_batching_dims",
      &P::parseGatherListInto<&Gather::mutable_start_indices_batching_dims>);
  add("update_window_dims",
      &P::parseScatterListInto<&Scatter::mutable_update_window_dims>);
  add("inserted_window_dims",
      &P::parseScatterListInto<&Scatter::mutable_inserted_window_dims>);
  add("scatter_dims_to_operand_dims",
      &P::parseScatterListInto<&Scatter::mutable_scatter_dims_to_operand_dims>);
  add("input_batching_dims",
      &P::parseScatterListInto<&Scatter::mutable_input_batching_dims>);
  add("scatter_indices_batching_dims",
      &P::parseScatterListInto<
          &Scatter::mutable_scatter_indices_batching_dims>);
}

void Parser::addNumberAttributes(llvm::StringMap<Attribute> &map) {
  using P = Parser;
  auto add = [&](StringRef name, AttributeParser parse) {
    map[name] = {parse, /*isCommon=*/false};
  };
  add("index", &P::parseNumberInto<&Message::set_tuple_index>);
  add("channel_id", &P::parseNumberInto<&Message::set_channel_id>);
  add("iota_dimension", &P::parseNumberInto<&Message::add_dimensions>);
  add("inferred_dimension", &P::parseNumberInto<&Message::add_dimensions>);
  add("k", &P::parseNumberInto<&Message::set_k>);
  add("delta", &P::parseNumberInto<&Message::set_delta>);
  add("feature_index", &P::parseNumberInto<&Message::set_feature_index>);
  add("exponent_bits", &P::parseNumberInto<&Message::set_exponent_bits>);
  add("mantissa_bits", &P::parseNumberInto<&Message::set_mantissa_bits>);
  add("feature_group_count",
      &P::parseNumberInto<&Message::set_feature_group_count>);
  add("batch_group_count",
      &P::parseNumberInto<&Message::set_batch_group_count>);
  add("num_carries", &P::parseNumberInto<&Message::set_num_carries>);
  add("cross_program_prefetch_index", &P::parsePrefetchIndex);
  add("index_vector_dim", &P::parseIndexVectorDim);
  add("epsilon", &P::parseEpsilon);
  add("largest", &P::parseFlagInto<&Message::set_largest>);
  add("is_stable", &P::parseFlagInto<&Message::set_is_stable>);
  add("indices_are_sorted",
      &P::parseFlagInto<&Message::set_indices_are_sorted>);
  add("unique_indices", &P::parseFlagInto<&Message::set_unique_indices>);
  add("constrain_layout", &P::parseFlagInto<&Message::set_constrain_layout>);
  add("use_global_device_ids",
      &P::parseFlagInto<&Message::set_use_global_device_ids>);
  add("is_host_transfer", &P::parseFlagInto<&Message::set_is_host_transfer>);
  add("is_composite", &P::parseFlagInto<&Message::set_is_composite>);
  add("custom_call_has_side_effect",
      &P::parseFlagInto<&Message::set_custom_call_has_side_effect>);
  add("is_reverse", &P::parseFlagInto<&Message::set_is_reverse>);
  add("is_associative", &P::parseAssociative);
  add("left_side", &P::parseLeftSide);
  add("lower", &P::parseLower);
  add("unit_diagonal", &P::parseUnitDiagonal);
}

void Parser::addOtherAttributes(llvm::StringMap<Attribute> &map) {
  using P = Parser;
  auto add = [&](StringRef name, AttributeParser parse) {
    map[name] = {parse, /*isCommon=*/false};
  };
  for (StringRef name : {"to_apply", "condition", "body", "select", "scatter",
                         "calls", "true_computation", "false_computation"})
    add(name, &P::parseCalled);
  add("branch_computations", &P::parseCalledList);
  add("called_computations", &P::parseCalledList);
  add("custom_call_target",
      &P::parseStringInto<&Message::mutable_custom_call_target>);
  add("infeed_config", &P::parseStringInto<&Message::mutable_infeed_config>);
  add("outfeed_config", &P::parseStringInto<&Message::mutable_outfeed_config>);
  add("async_execution_thread", &P::parseThread);
  add("direction", &P::parseDirection);
  add("type", &P::parseComparisonType);
  add("kind", &P::parseFusionKind);
  add("fft_type", &P::parseFftType);
  add("transpose_a", &P::parseTranspose);
  add("padding_type", &P::parsePaddingType);
  add("schedule", &P::parseSchedule);
  add("api_version", &P::parseApiVersion);
  add("distribution", &P::parseRandomDistribution);
  add("algorithm", &P::parseAlgorithm);
  add("operand_precision", &P::parseOperandPrecision);
  add("conv_kind", &P::skipAttribute);
  add("mode", &P::skipAttribute);
  add("slice_sizes", &P::parseSliceSizes);
  add("slice", &P::parseSlice);
  add("padding", &P::parsePadding);
  add("window", &P::parseWindow);
  add("dim_labels", &P::parseDimLabels);
  add("operand_layout_constraints", &P::parseOperandLayouts);
  add("outfeed_shape", &P::parseOutfeedShape);
  add("literal", &P::parseLiteralAttribute);
  add("output_to_operand_aliasing", &P::parseOutputAliasing);
  add("replica_groups", &P::parseReplicaGroups);
  add("source_target_pairs", &P::parseSourceTargets);
  add("domain", &P::parseDomain);
}

const llvm::StringMap<Parser::Attribute> &Parser::getAttributes() {
  static const llvm::StringMap<Attribute> attributes = [] {
    llvm::StringMap<Attribute> map;
    addListAttributes(map);
    addNumberAttributes(map);
    addOtherAttributes(map);
    auto add = [&](StringRef name, AttributeParser parse) {
      map[name] = {parse, /*isCommon=*/true};
    };
    add("metadata", &Parser::parseMetadataAttribute);
    add("backend_config", &Parser::parseBackendConfig);
    add("control-predecessors", &Parser::parseControlPredecessors);
    add("statistics", &Parser::parseStatistics);
    add("parameter_replication", &Parser::parseParameterReplication);
    add("sharding", &Parser::parseShardingAttribute);
    add("frontend_attributes", &Parser::parseFrontendAttributes);
    add("origin", &Parser::parseOrigin);
    add("result_accuracy", &Parser::parseResultAccuracy);
    return map;
  }();
  return attributes;
}

LogicalResult Parser::parseAttribute(Instruction &instruction) {
  size_t offset = here();
  StringRef name = cursor.takeWord();
  if (name.empty())
    return emitExpected("an attribute after ','");
  if (failed(expect("=", " after " + name)))
    return failure();
  if (instruction.has(name))
    return emitError(offset,
                     "expected attribute '" + name + "' once, got it again");
  const Opcode &owner = instruction.getAttributeOwner();
  auto entry = getAttributes().find(name);
  if (entry == getAttributes().end()) {
    emitWarning(offset, "unknown attribute '" + name + "' of " + owner.name +
                            " is left out");
    return skipAttribute(instruction);
  }
  // Known ones only: there is an end to them.
  instruction.attributes.push_back(name);
  const Attribute &attribute = entry->second;
  bool isOwn = attribute.isCommon || owner.hasAttribute(name) ||
               instruction.opcode->hasAttribute(name);
  if (!isOwn)
    emitWarning(offset, "attribute '" + name + "' is not one of " + owner.name);
  return (this->*attribute.parse)(instruction);
}

LogicalResult Parser::skipAttribute(Instruction &instruction) {
  if (cursor.skipValue())
    return success();
  return emitExpected("the end of the value of an attribute");
}

LogicalResult
Parser::parseComputationReference(const proto::HloComputationProto *&result) {
  if (cursor.peek() == '{')
    return parseInline(result);
  size_t offset = here();
  StringRef name;
  if (failed(parseName(name, "the name of a computation or '{'")))
    return failure();
  result = computations.lookup(name);
  if (result)
    return success();
  return emitError(offset, "expected a computation that is defined before its "
                           "use, got '%" +
                               name + "'");
}

LogicalResult Parser::parseCalled(Instruction &instruction) {
  // Reading an inline body pushes no attribute here, but one is read after it.
  StringRef attribute = instruction.attributes.back();
  const proto::HloComputationProto *computation;
  if (failed(parseComputationReference(computation)))
    return failure();
  instruction.called.emplace_back(attribute, computation);
  return success();
}

LogicalResult Parser::parseCalledList(Instruction &instruction) {
  StringRef attribute = instruction.attributes.back();
  return parseList("{", "}", [&]() -> LogicalResult {
    const proto::HloComputationProto *computation;
    if (failed(parseComputationReference(computation)))
      return failure();
    instruction.called.emplace_back(attribute, computation);
    return success();
  });
}

LogicalResult Parser::parseThread(Instruction &instruction) {
  std::string thread;
  if (failed(parseString(thread)))
    return failure();
  if (thread != "main")
    instruction.message->set_async_execution_thread(thread);
  return success();
}

LogicalResult Parser::parsePrefetchIndex(Instruction &instruction) {
  int32_t index;
  if (failed(parseInt32(index)))
    return failure();
  instruction.message->set_cross_program_prefetch_index(index);
  instruction.message->set_is_cross_program_prefetch(true);
  return success();
}

LogicalResult Parser::parseIndexVectorDim(Instruction &instruction) {
  int64_t dimension;
  if (failed(parseInteger(dimension)))
    return failure();
  if (instruction.getAttributeOwner().name == "scatter")
    instruction.message->mutable_scatter_dimension_numbers()
        ->set_index_vector_dim(dimension);
  else
    instruction.message->mutable_gather_dimension_numbers()
        ->set_index_vector_dim(dimension);
  return success();
}

LogicalResult Parser::parseEpsilon(Instruction &instruction) {
  double value;
  if (failed(parseDouble(value)))
    return failure();
  instruction.message->set_epsilon(float(value));
  return success();
}

LogicalResult Parser::parseLeftSide(Instruction &instruction) {
  bool value;
  if (failed(parseBool(value)))
    return failure();
  instruction.message->mutable_triangular_solve_options()->set_left_side(value);
  return success();
}

LogicalResult Parser::parseUnitDiagonal(Instruction &instruction) {
  bool value;
  if (failed(parseBool(value)))
    return failure();
  instruction.message->mutable_triangular_solve_options()->set_unit_diagonal(
      value);
  return success();
}

LogicalResult Parser::parseAssociative(Instruction &instruction) {
  bool value;
  if (failed(parseBool(value)))
    return failure();
  instruction.message->set_is_associative(value ? proto::TRI_STATE_TRUE
                                                : proto::TRI_STATE_FALSE);
  return success();
}

LogicalResult Parser::parseLower(Instruction &instruction) {
  bool value;
  if (failed(parseBool(value)))
    return failure();
  if (instruction.getAttributeOwner().name == "cholesky")
    instruction.message->mutable_cholesky_options()->set_lower(value);
  else
    instruction.message->mutable_triangular_solve_options()->set_lower(value);
  return success();
}
