//===- ParseMetadata.cpp - Attributes of HLO text that any op has ---------===//
//
// Metadata, frontend attributes, configurations, origins.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace xla;
using namespace xla::hlotext;

LogicalResult Parser::parseMetadataAttribute(Instruction &instruction) {
  return parseMetadata(*instruction.message->mutable_metadata());
}

LogicalResult Parser::parseMetadata(proto::OpMetadata &metadata) {
  return parseFields([&](StringRef field, size_t offset) {
    return parseMetadataField(metadata, field, offset);
  });
}

LogicalResult Parser::parseMetadataField(proto::OpMetadata &metadata,
                                         StringRef field, size_t offset) {
  using Metadata = proto::OpMetadata;
  auto string =
      llvm::StringSwitch<std::string *(Metadata::*)()>(field)
          .Case("op_type", &Metadata::mutable_op_type)
          .Case("op_name", &Metadata::mutable_op_name)
          .Case("source_file", &Metadata::mutable_source_file)
          .Case("deduplicated_name", &Metadata::mutable_deduplicated_name)
          .Case("scheduling_name", &Metadata::mutable_scheduling_name)
          .Default(nullptr);
  if (string)
    return parseString(*(metadata.*string)());
  auto number = llvm::StringSwitch<void (Metadata::*)(int32_t)>(field)
                    .Case("source_line", &Metadata::set_source_line)
                    .Case("source_end_line", &Metadata::set_source_end_line)
                    .Case("source_column", &Metadata::set_source_column)
                    .Case("source_end_column", &Metadata::set_source_end_column)
                    .Case("stack_frame_id", &Metadata::set_stack_frame_id)
                    .Default(nullptr);
  int32_t value;
  if (number) {
    if (failed(parseInt32(value)))
      return failure();
    (metadata.*number)(value);
    return success();
  }
  int64_t size;
  if (field == "size_of_generated_code_in_bytes") {
    if (failed(parseInteger(size)))
      return failure();
    metadata.set_size_of_generated_code_in_bytes(size);
    return success();
  }
  if (field == "size_of_memory_working_set_in_bytes") {
    if (failed(parseInteger(size)))
      return failure();
    metadata.set_size_of_memory_working_set_in_bytes(size);
    return success();
  }
  if (field == "profile_type")
    return parseList("{", "}", [&]() -> LogicalResult {
      if (failed(parseInt32(value)))
        return failure();
      metadata.add_profile_type(proto::ProfileType(value));
      return success();
    });
  emitWarning(offset, "metadata '" + field + "' is left out");
  return skipField();
}

/// The value of a field, which ends at a blank.
LogicalResult Parser::skipField() {
  if (cursor.peek() == '{')
    return cursor.takeBalanced().empty() ? emitExpected("a '}' for every '{'")
                                         : success();
  if (cursor.peek() == '"' || cursor.peek() == '\'')
    return cursor.takeString().empty() ? emitExpected("a string") : success();
  if (cursor.takeWord().empty() && cursor.takeNumber().empty())
    return emitExpected("a value");
  return success();
}

LogicalResult Parser::parseFrontendAttributes(Instruction &instruction) {
  return parseFrontendAttributes(
      *instruction.message->mutable_frontend_attributes());
}

/// `{key="value",key={json}}`
LogicalResult
Parser::parseFrontendAttributes(proto::FrontendAttributes &attributes) {
  return parseFields([&](StringRef key, size_t) {
    return parseStringOrBalanced((*attributes.mutable_map())[key.str()]);
  });
}

LogicalResult Parser::parseBackendConfig(Instruction &instruction) {
  return parseStringOrBalanced(*instruction.message->mutable_backend_config());
}

LogicalResult Parser::parseControlPredecessors(Instruction &instruction) {
  return parseList("{", "}", [&]() -> LogicalResult {
    size_t offset = here();
    StringRef name;
    if (failed(parseName(name, "the name of an instruction")))
      return failure();
    const proto::HloInstructionProto *predecessor =
        scope->instructions.lookup(name);
    if (!predecessor)
      return emitError(offset, "expected an instruction that is defined "
                               "before, got '%" +
                                   name + "'");
    instruction.message->add_control_predecessor_ids(predecessor->id());
    return success();
  });
}

/// `{visualizing_index=0,stat=12.5}`
LogicalResult Parser::parseStatistics(Instruction &instruction) {
  proto::StatisticsViz &statistics =
      *instruction.message->mutable_statistics_viz();
  return parseFields([&](StringRef name, size_t) -> LogicalResult {
    int64_t index;
    double value;
    if (name == "visualizing_index") {
      if (failed(parseInteger(index)))
        return failure();
      statistics.set_stat_index_to_visualize(index);
      return success();
    }
    if (failed(parseDouble(value)))
      return failure();
    proto::Statistic &statistic = *statistics.add_statistics();
    statistic.set_stat_name(name.str());
    statistic.set_stat_val(value);
    return success();
  });
}

/// `{({"a"}, {"b" {0}})}`, of an array `{{"a"}}`, or `{[synthetic_call]}`.
LogicalResult Parser::parseOrigin(Instruction &instruction) {
  proto::OriginalValueProto &origin =
      *instruction.message->mutable_original_value();
  if (failed(expect("{")))
    return failure();
  if (cursor.consume("[")) {
    if (failed(expect("synthetic_call")) || failed(expect("]")))
      return failure();
    origin.set_is_synthetic_call(true);
    return expect("}");
  }
  llvm::SmallVector<int64_t> index;
  if (failed(parseOriginLeaves(origin, index)))
    return failure();
  return expect("}");
}

LogicalResult Parser::parseOriginLeaves(proto::OriginalValueProto &origin,
                                        llvm::SmallVectorImpl<int64_t> &index) {
  DepthGuard guard(*this);
  if (failed(checkDepth()))
    return failure();
  if (cursor.peek() == '(') {
    index.push_back(0);
    if (failed(parseList("(", ")", [&]() -> LogicalResult {
          if (failed(parseOriginLeaves(origin, index)))
            return failure();
          ++index.back();
          return success();
        })))
      return failure();
    index.pop_back();
    return success();
  }
  if (failed(expect("{")))
    return failure();
  proto::OriginalValueElementProto &element = *origin.add_elements();
  element.mutable_shape_index()->Add(index.begin(), index.end());
  if (cursor.consume("}"))
    return success(); // Nothing is known of this leaf.
  proto::OriginalArrayProto &array = *element.mutable_original_array();
  if (failed(parseString(*array.mutable_instruction_name())))
    return failure();
  if (cursor.peek() == '{' &&
      failed(parseIntegers(array.mutable_shape_index())))
    return failure();
  return expect("}");
}

/// `{mode=highest}` or `{tolerance={atol=0,rtol=0,ulps=2}}`
LogicalResult Parser::parseResultAccuracy(Instruction &instruction) {
  using Accuracy = proto::ResultAccuracy;
  Accuracy &accuracy = *instruction.message->mutable_result_accuracy();
  auto parseTolerance = [&](StringRef field, size_t offset) -> LogicalResult {
    proto::Tolerance &tolerance = *accuracy.mutable_tolerance();
    double value;
    int64_t ulps;
    if (field == "ulps") {
      if (failed(parseInteger(ulps)))
        return failure();
      tolerance.set_ulps(ulps);
      return success();
    }
    if (field != "atol" && field != "rtol")
      return emitError(offset,
                       "expected atol, rtol or ulps, got '" + field + "'");
    if (failed(parseDouble(value)))
      return failure();
    field == "atol" ? tolerance.set_atol(value) : tolerance.set_rtol(value);
    return success();
  };
  return parseFields([&](StringRef field, size_t offset) -> LogicalResult {
    if (field == "tolerance")
      return parseFields(parseTolerance);
    if (field != "mode")
      return emitError(offset,
                       "expected mode or tolerance, got '" + field + "'");
    bool isHighest = cursor.lookingAt("highest");
    if (!cursor.consume("highest") && !cursor.consume("default"))
      return emitExpected("highest or default");
    accuracy.set_mode(isHighest ? Accuracy::HIGHEST : Accuracy::DEFAULT);
    return success();
  });
}
