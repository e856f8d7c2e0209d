//===- ParseInstruction.cpp - Instructions of HLO text --------------------===//
//
// `[ROOT] name = [shape] opcode(operands), attributes`. An operand may be an
// instruction itself, without a name and attributes.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;

LogicalResult Parser::parseInstruction(Scope &inner) {
  bool isRoot = cursor.consume("ROOT");
  size_t offset = here();
  StringRef name;
  // The name of a single instruction may be left out.
  size_t before = cursor.getOffset();
  if (inner.makesParameters &&
      (startsShape() || cursor.takeWord().empty() || cursor.peek() == '(')) {
    cursor.setOffset(before);
    if (cursor.peek() != '%')
      name = "root";
  }
  cursor.setOffset(before);
  if (name.empty() &&
      (failed(parseName(name, "the name of an instruction or '}'")) ||
       failed(expect("=", " after the name of an instruction"))))
    return failure();

  Instruction instruction(arena);
  instruction.message->set_name(name.str());
  instruction.message->set_text_offset(offset + 1);
  if (failed(parseRightSide(inner, instruction, /*isNested=*/false)))
    return failure();
  proto::HloInstructionProto *added;
  if (failed(addInstruction(inner, instruction, added)))
    return failure();
  if (!inner.instructions.try_emplace(name, added).second)
    return emitError(offset, "expected a name that no other instruction of "
                             "computation '" +
                                 Twine(inner.computation->name()) +
                                 "' has, got '" + name + "'");
  if (isRoot && inner.root)
    return emitError(offset, "expected one ROOT in computation '" +
                                 Twine(inner.computation->name()) +
                                 "', got a second");
  if (isRoot)
    inner.root = added;
  return success();
}

bool Parser::startsShape() {
  if (cursor.peek() == '(')
    return true;
  size_t before = cursor.getOffset();
  StringRef word = cursor.takeWord();
  char next = cursor.peek();
  cursor.setOffset(before);
  return (next == '[' && findElementType(word)) || (next == '(' && word == "b");
}

LogicalResult Parser::parseRightSide(Scope &inner, Instruction &instruction,
                                     bool isNested) {
  instruction.offset = here();
  if (startsShape()) {
    if (failed(parseShape(*instruction.message->mutable_shape())))
      return failure();
    instruction.hasShape = true;
  }
  instruction.offset = here();
  if (failed(parseOpcode(instruction)) ||
      failed(parseArguments(inner, instruction)))
    return failure();
  while (!isNested && cursor.consume(","))
    if (failed(parseAttribute(instruction)))
      return failure();
  return finishInstruction(instruction);
}

LogicalResult Parser::parseOpcode(Instruction &instruction) {
  StringRef word = cursor.takeWord();
  if (word.empty())
    return emitExpected("an opcode");
  instruction.opcode = findOpcode(word);
  if (!instruction.opcode) {
    // `foo-start` means an async-start of one `foo`.
    StringRef base = word;
    StringRef async = base.consume_back("-start")    ? "async-start"
                      : base.consume_back("-update") ? "async-update"
                      : base.consume_back("-done")   ? "async-done"
                                                     : "";
    if (!async.empty() && findOpcode(base)) {
      instruction.opcode = findOpcode(async);
      if (async == "async-start")
        instruction.wrapped = findOpcode(base);
    }
  }
  if (!instruction.opcode) {
    StringRef like = suggestOpcode(word);
    return emitError(
        instruction.offset,
        "expected an opcode, got '" + word + "'" +
            (like.empty() ? "" : "; did you mean '" + like + "'?"));
  }
  instruction.message->set_opcode(instruction.opcode->name.str());
  return success();
}

LogicalResult Parser::parseArguments(Scope &inner, Instruction &instruction) {
  proto::HloInstructionProto &message = *instruction.message;
  StringRef opcode = instruction.opcode->name;
  if (opcode == "parameter" || opcode == "constant") {
    if (!instruction.hasShape)
      return emitError(instruction.offset, "expected a shape before '" +
                                               opcode +
                                               "', which has none to infer");
    if (failed(expect("(", " after the opcode")))
      return failure();
    int64_t number;
    if (opcode == "constant") {
      if (failed(parseLiteral(message.shape(), *message.mutable_literal())))
        return failure();
    } else if (failed(parseInteger(number))) {
      return failure();
    } else {
      message.set_parameter_number(number);
    }
    return expect(")", " after the value");
  }
  if (cursor.peek() != '(')
    return emitExpected("'(' after the opcode '" + opcode + "'");
  if (failed(parseList("(", ")",
                       [&] { return parseOperand(inner, instruction); })))
    return failure();
  const Opcode &owner = instruction.getAttributeOwner();
  size_t count = instruction.operands.size();
  if (owner.acceptsOperands(count))
    return success();
  int expected = owner.numOperands;
  return emitError(
      instruction.offset,
      "expected " +
          (expected < 0 ? "at least " + Twine(-expected - 1)
                        : Twine(expected)) +
          (expected == 1 || expected == -2 ? " operand" : " operands") +
          " of " + owner.name + ", got " + Twine(count));
}

LogicalResult Parser::parseOperand(Scope &inner, Instruction &instruction) {
  size_t offset = here();
  proto::ShapeProto shape;
  bool hasShape = startsShape();
  if (hasShape && failed(parseShape(shape)))
    return failure();
  size_t nameOffset = here();
  if (cursor.peek() != '%') {
    StringRef word = cursor.takeWord();
    bool isNested = !word.empty() && cursor.peek() == '(';
    cursor.setOffset(nameOffset);
    if (isNested) {
      cursor.setOffset(offset);
      return parseNested(inner, instruction);
    }
  }
  StringRef name;
  if (failed(parseName(name, "an operand")))
    return failure();
  proto::HloInstructionProto *operand = inner.instructions.lookup(name);
  if (!operand && inner.makesParameters && hasShape) {
    if (failed(addParameter(inner, name, nameOffset, shape, operand)))
      return failure();
  } else if (!operand) {
    return emitError(nameOffset,
                     "expected an operand that is defined before its use in "
                     "computation '" +
                         Twine(inner.computation->name()) + "', got '%" + name +
                         "'");
  }
  if (hasShape && !areCompatible(shape, operand->shape()))
    return emitError(
        offset, "expected the shape " + describeShape(operand->shape()) +
                    " of operand '" + name + "', got " + describeShape(shape));
  instruction.operands.push_back(operand);
  return success();
}

LogicalResult Parser::parseNested(Scope &inner, Instruction &instruction) {
  DepthGuard guard(*this);
  if (failed(checkDepth()))
    return failure();
  Instruction nested(arena);
  nested.message->set_text_offset(here() + 1);
  if (failed(parseRightSide(inner, nested, /*isNested=*/true)))
    return failure();
  proto::HloInstructionProto *added;
  if (failed(addInstruction(inner, nested, added)))
    return failure();
  inner.anonymous.push_back(added);
  instruction.operands.push_back(added);
  return success();
}

LogicalResult Parser::addParameter(Scope &inner, StringRef name, size_t offset,
                                   const proto::ShapeProto &shape,
                                   proto::HloInstructionProto *&result) {
  Instruction parameter(arena);
  parameter.message->set_name(name.str());
  parameter.message->set_opcode("parameter");
  parameter.message->set_text_offset(offset + 1);
  parameter.message->set_parameter_number(inner.instructions.size());
  *parameter.message->mutable_shape() = shape;
  if (failed(addInstruction(inner, parameter, result)))
    return failure();
  inner.instructions[name] = result;
  return success();
}

LogicalResult Parser::addInstruction(Scope &inner, Instruction &instruction,
                                     proto::HloInstructionProto *&result) {
  proto::HloInstructionProto &message = *instruction.message;
  message.set_id(inner.computation->instructions_size());
  for (const proto::HloInstructionProto *operand : instruction.operands)
    message.add_operand_ids(operand->id());
  result = instruction.message.release();
  inner.computation->mutable_instructions()->AddAllocated(result);
  return success();
}

LogicalResult Parser::finishInstruction(Instruction &instruction) {
  if (failed(checkAttributes(instruction)))
    return failure();
  if (instruction.wrapped)
    return wrapAsync(instruction);
  setCalled(instruction);
  if (!instruction.hasShape && failed(inferShape(instruction)))
    return failure();
  setDefaults(instruction);
  // One sharding for a tuple means each of its elements.
  proto::HloInstructionProto &message = *instruction.message;
  if (message.has_sharding())
    return spreadSharding(message.shape(), *message.mutable_sharding(),
                          instruction.offset);
  return success();
}

/// Checks that what must be given has been given.
LogicalResult Parser::checkAttributes(const Instruction &instruction) {
  const Opcode &owner = instruction.getAttributeOwner();
  for (StringRef rest = owner.attributes; !rest.empty();) {
    StringRef name;
    std::tie(name, rest) = rest.split(' ');
    if (name.consume_front("!") && !instruction.has(name))
      return emitError(instruction.offset, "expected attribute '" + name +
                                               "' of " + owner.name +
                                               ", got none");
  }
  if (owner.name == "conditional" && !instruction.has("branch_computations") &&
      (!instruction.has("true_computation") ||
       !instruction.has("false_computation")))
    return emitError(instruction.offset,
                     "expected 'branch_computations', or 'true_computation' "
                     "and 'false_computation', of conditional");
  return success();
}

/// Sets the ids of called computations in the order of the wire format.
void Parser::setCalled(Instruction &instruction) {
  auto &called = instruction.called;
  // The update and the end of an asynchronous op call what its start calls.
  StringRef opcode = instruction.opcode->name;
  if (opcode == "async-update" || opcode == "async-done") {
    called.clear();
    return;
  }
  auto addIf = [&](bool isFirst) {
    for (const auto &[attribute, computation] : called)
      if (isFirst ==
          llvm::is_contained({"body", "select", "true_computation"}, attribute))
        instruction.message->add_called_computation_ids(computation->id());
  };
  addIf(true);
  addIf(false);
}

LogicalResult Parser::inferShape(Instruction &instruction) {
  const Opcode &opcode = *instruction.opcode;
  if (!opcode.infer)
    return emitError(instruction.offset, "expected a shape before '" +
                                             opcode.name +
                                             "', which has none to infer");
  llvm::SmallVector<const proto::ShapeProto *> operands;
  for (const proto::HloInstructionProto *operand : instruction.operands)
    operands.push_back(&operand->shape());
  llvm::SmallVector<const proto::HloComputationProto *> called;
  for (const auto &entry : instruction.called)
    called.push_back(entry.second);
  // Shapes grow without text where results have all operands in them; elsewhere
  // a result is about as large as one of the shapes that it follows from.
  constexpr uint64_t bytesPerNode = 256;
  if (opcode.name == "tuple" || opcode.name == "sort" ||
      opcode.name == "scatter") {
    uint64_t nodes = 0;
    for (const proto::ShapeProto *operand : operands)
      nodes += countNodes(*operand);
    if (failed(charge(nodes * bytesPerNode, instruction.offset)))
      return failure();
  }
  Inference inference{*instruction.message, operands, called, {}, {}};
  if (!opcode.infer(inference))
    return emitError(instruction.offset, "cannot infer the shape of " +
                                             opcode.name + ": " +
                                             inference.error);
  *instruction.message->mutable_shape() = std::move(inference.result);
  return charge(countNodes(instruction.message->shape()) * bytesPerNode,
                instruction.offset);
}

/// What XLA's reader fills in.
void Parser::setDefaults(Instruction &instruction) {
  proto::HloInstructionProto &message = *instruction.message;
  StringRef opcode = instruction.opcode->name;
  bool isDot = opcode == "dot" || opcode == "scaled-dot";
  bool isConvolution = opcode == "convolution";
  bool isCustomCall = opcode == "custom-call";
  if (isDot)
    message.mutable_dot_dimension_numbers();
  if (opcode == "scan" && !instruction.has("is_associative"))
    message.set_is_associative(proto::TRI_STATE_FALSE);
  if (opcode == "ragged-dot")
    message.mutable_ragged_dot_dimension_numbers()
        ->mutable_dot_dimension_numbers();
  if (isDot || isConvolution || isCustomCall || opcode == "ragged-dot") {
    proto::PrecisionConfig &config = *message.mutable_precision_config();
    size_t count = isCustomCall ? instruction.operands.size() : 2;
    if (config.operand_precision().empty())
      for (size_t i = 0; i < count; ++i)
        config.add_operand_precision(proto::PrecisionConfig::DEFAULT);
  }
  if ((isConvolution || isCustomCall) && message.feature_group_count() == 0)
    message.set_feature_group_count(1);
  if ((isConvolution || isCustomCall) && message.batch_group_count() == 0)
    message.set_batch_group_count(1);
  if (isCustomCall &&
      message.custom_call_api_version() == proto::API_VERSION_UNSPECIFIED)
    message.set_custom_call_api_version(proto::API_VERSION_ORIGINAL);
  if (isConvolution || opcode == "reduce-window" ||
      opcode == "select-and-scatter")
    message.mutable_window();
  if (opcode == "map" && message.dimensions().empty())
    for (int i = 0; i < message.shape().dimensions_size(); ++i)
      message.add_dimensions(i);
  if (opcode == "compare" && message.comparison_type().empty()) {
    TypeClass operand =
        getElementType(instruction.operands[0]->shape().element_type())
            .typeClass;
    message.set_comparison_type(operand == TypeClass::Signed ? "SIGNED"
                                : operand == TypeClass::Unsigned ||
                                        operand == TypeClass::Predicate
                                    ? "UNSIGNED"
                                    : "FLOAT");
  }
  if (opcode == "outfeed" && !instruction.has("outfeed_shape"))
    *message.mutable_outfeed_shape() = instruction.operands[0]->shape();
}

/// Splits what has been read as `foo-start` into an async-start, which keeps
/// what any op may have, and the message of a `foo`.
static void splitAsync(proto::HloInstructionProto &start, const Opcode &opcode,
                       proto::HloInstructionProto &wrapped) {
  wrapped.Swap(&start);
  start.set_name(wrapped.name());
  start.set_opcode("async-start");
  start.set_text_offset(wrapped.text_offset());
  start.mutable_shape()->Swap(wrapped.mutable_shape());
  *wrapped.mutable_shape() = start.shape().tuple_shapes(1);
  wrapped.set_name(opcode.name.str());
  wrapped.set_opcode(opcode.name.str());
  start.set_async_execution_thread(wrapped.async_execution_thread());
  wrapped.clear_async_execution_thread();
  start.mutable_control_predecessor_ids()->Swap(
      wrapped.mutable_control_predecessor_ids());
  start.mutable_backend_config()->swap(*wrapped.mutable_backend_config());
  if (wrapped.has_metadata())
    start.mutable_metadata()->Swap(wrapped.mutable_metadata());
  if (wrapped.has_sharding())
    start.mutable_sharding()->Swap(wrapped.mutable_sharding());
  if (wrapped.has_frontend_attributes())
    start.mutable_frontend_attributes()->Swap(
        wrapped.mutable_frontend_attributes());
  wrapped.clear_metadata();
  wrapped.clear_sharding();
  wrapped.clear_frontend_attributes();
}

/// Makes an async-start of what has been read as `foo-start`: a computation of
/// one `foo`, which gets the attributes of its own.
LogicalResult Parser::wrapAsync(Instruction &instruction) {
  proto::HloInstructionProto &start = *instruction.message;
  if (!instruction.hasShape || start.shape().tuple_shapes_size() < 2)
    return emitError(instruction.offset,
                     "expected the shape ((operands), result, ...) before the "
                     "start of an asynchronous op, got " +
                         describeShape(start.shape()));
  Scope wrapper(arena);
  proto::HloComputationProto &computation = *wrapper.computation;
  computation.set_name(makeComputationName("async_wrapped"));
  computation.set_text_offset(instruction.offset + 1);
  Instruction inner(arena);
  inner.opcode = instruction.wrapped;
  inner.offset = instruction.offset;
  inner.hasShape = true;
  inner.called = std::move(instruction.called);
  inner.attributes = instruction.attributes;
  for (const proto::HloInstructionProto *operand : instruction.operands) {
    std::string name = "async_param";
    if (!wrapper.instructions.empty())
      name += "." + std::to_string(wrapper.instructions.size());
    proto::HloInstructionProto *parameter;
    if (failed(charge(operand->shape().ByteSizeLong(), instruction.offset)) ||
        failed(addParameter(wrapper, name, instruction.offset, operand->shape(),
                            parameter)))
      return failure();
    inner.operands.push_back(parameter);
  }
  splitAsync(start, *inner.opcode, *inner.message);
  computation.set_execution_thread(start.async_execution_thread());
  if (failed(finishInstruction(inner)) ||
      failed(addInstruction(wrapper, inner, wrapper.root)))
    return failure();
  const proto::HloComputationProto *added;
  if (failed(addComputation(wrapper, instruction.offset, added)))
    return failure();
  start.add_called_computation_ids(added->id());
  if (start.has_sharding())
    return spreadSharding(start.shape(), *start.mutable_sharding(),
                          instruction.offset);
  return success();
}
