//===- ParseComputation.cpp - Computations of HLO text --------------------===//
//
// A computation is added to the module when it has been read to its end, so
// that those written inline come before what calls them. Ids within are numbers
// from 0 until then.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;

LogicalResult
Parser::parseComputation(const proto::HloComputationProto *&result) {
  DepthGuard guard(*this);
  if (failed(checkDepth()))
    return failure();
  Scope inner(arena);
  size_t offset = here();
  StringRef name;
  if (failed(parseName(name, "the name of a computation")))
    return failure();
  inner.computation->set_name(name.str());
  inner.computation->set_text_offset(offset + 1);
  std::optional<proto::ShapeProto> declared;
  if (cursor.peek() == '(') {
    if (failed(parseSignature(inner, declared)))
      return failure();
  } else if (cursor.peek() != '{') {
    return emitExpected("'(' or '{' after the name of computation '" + name +
                        "'");
  }
  if (failed(parseBody(inner)) || failed(parseComputationAttributes(inner)))
    return failure();
  const proto::ShapeProto &root = inner.root->shape();
  if (declared && !areCompatible(*declared, root))
    return emitError(inner.root->text_offset() - 1,
                     "expected a root of shape " + describeShape(*declared) +
                         ", the result of computation '" + name + "', got " +
                         describeShape(root));
  return addComputation(inner, offset, result);
}

/// `(x: f32[4], y: f32[]) -> f32[4]`. The parameters are said again in the
/// body.
LogicalResult
Parser::parseSignature(Scope &inner,
                       std::optional<proto::ShapeProto> &declared) {
  auto parseParameter = [&]() -> LogicalResult {
    StringRef name;
    proto::ShapeProto shape;
    if (failed(parseName(name, "the name of a parameter")) ||
        failed(expect(":", " after the name of a parameter")))
      return failure();
    return parseShape(shape);
  };
  if (failed(parseList("(", ")", parseParameter)))
    return failure();
  if (!cursor.consume("->"))
    return emitExpected("'->' and the shape of the result of computation '" +
                        Twine(inner.computation->name()) + "'");
  return parseShape(declared.emplace());
}

LogicalResult Parser::parseBody(Scope &inner) {
  size_t start = here();
  if (failed(expect("{", " and instructions")))
    return failure();
  Scope *outer = std::exchange(scope, &inner);
  llvm::scope_exit restore([&] { scope = outer; });
  while (!cursor.consume("}")) {
    if (cursor.atEnd())
      return emitError(start, "expected a '}' for this '{', got none");
    if (failed(parseInstruction(inner)))
      return failure();
  }
  if (inner.computation->instructions().empty())
    return emitError(start, "expected at least one instruction in computation "
                            "'" +
                                Twine(inner.computation->name()) +
                                "', got none");
  if (!inner.root)
    inner.root =
        inner.computation->mutable_instructions()->rbegin().operator->();
  return success();
}

LogicalResult Parser::parseComputationAttributes(Scope &inner) {
  // A list of operands may go on behind an inline computation, so the comma is
  // ours only before the one attribute that there is.
  while (true) {
    size_t before = here();
    if (!cursor.consume(","))
      return success();
    if (!cursor.consume("execution_thread")) {
      cursor.setOffset(before);
      return success();
    }
    std::string thread;
    if (failed(expect("=")) || failed(parseString(thread)))
      return failure();
    if (thread != "main")
      inner.computation->set_execution_thread(thread);
  }
}

/// A body in place of a name.
LogicalResult Parser::parseInline(const proto::HloComputationProto *&result) {
  DepthGuard guard(*this);
  if (failed(checkDepth()))
    return failure();
  Scope inner(arena);
  size_t offset = here();
  inner.computation->set_name(makeComputationName("_"));
  inner.computation->set_text_offset(offset + 1);
  if (failed(parseBody(inner)) || failed(parseComputationAttributes(inner)))
    return failure();
  return addComputation(inner, offset, result);
}

std::string Parser::makeComputationName(StringRef base) {
  unsigned &suffix = lastSuffixes[base];
  std::string name = base.str();
  while (computations.contains(name))
    name = (base + "." + Twine(++suffix)).str();
  return name;
}

/// Gives nested operands names that nothing else has.
void Parser::nameAnonymous(Scope &inner) {
  llvm::StringMap<unsigned> suffixes;
  for (proto::HloInstructionProto *instruction : inner.anonymous) {
    std::string base = instruction->opcode() + ".anon";
    std::string name = base;
    unsigned &suffix = suffixes[base];
    while (inner.instructions.contains(name))
      name = base + "." + std::to_string(++suffix);
    inner.instructions[name] = instruction;
    instruction->set_name(name);
  }
}

/// The wire format wants names that are unique in the module: a number goes
/// behind those that are not, in place of one that is there.
void Parser::makeNamesUnique(Scope &inner) {
  for (proto::HloInstructionProto &instruction :
       *inner.computation->mutable_instructions()) {
    if (instructionNames.try_emplace(instruction.name(), 0).second)
      continue;
    StringRef base = instruction.name();
    auto [front, number] = base.rsplit('.');
    if (!number.empty() && llvm::all_of(number, llvm::isDigit))
      base = front;
    std::string root = base.str(), name;
    do {
      name = root + "." + std::to_string(++instructionNames[root]);
    } while (!instructionNames.try_emplace(name, 0).second);
    instruction.set_name(name);
  }
}

LogicalResult Parser::setProgramShape(Scope &inner) {
  proto::HloComputationProto &computation = *inner.computation;
  llvm::SmallVector<const proto::HloInstructionProto *> parameters;
  for (const auto &instruction : computation.instructions())
    if (instruction.opcode() == "parameter")
      parameters.push_back(&instruction);
  llvm::SmallVector<const proto::HloInstructionProto *> byNumber(
      parameters.size(), nullptr);
  for (const proto::HloInstructionProto *parameter : parameters) {
    int64_t number = parameter->parameter_number();
    size_t offset = parameter->text_offset() - 1;
    if (number < 0 || size_t(number) >= parameters.size())
      return emitError(offset, "expected a parameter number below " +
                                   Twine(parameters.size()) +
                                   ", how many parameters computation '" +
                                   computation.name() + "' has, got " +
                                   Twine(number));
    if (byNumber[number])
      return emitError(offset, "expected parameter number " + Twine(number) +
                                   " once in computation '" +
                                   computation.name() + "', got it again");
    byNumber[number] = parameter;
  }
  proto::ProgramShapeProto &shape = *computation.mutable_program_shape();
  for (const proto::HloInstructionProto *parameter : byNumber) {
    *shape.add_parameters() = parameter->shape();
    shape.add_parameter_names(parameter->name());
  }
  *shape.mutable_result() = inner.root->shape();
  return success();
}

LogicalResult
Parser::addComputation(Scope &inner, size_t offset,
                       const proto::HloComputationProto *&result) {
  proto::HloComputationProto &computation = *inner.computation;
  if (!inner.root)
    inner.root = computation.mutable_instructions()->rbegin().operator->();
  nameAnonymous(inner);
  makeNamesUnique(inner);
  int64_t id = module.computations_size();
  auto complete = [&](auto *ids) {
    for (int64_t &local : *ids)
      local += id << 32;
  };
  for (proto::HloInstructionProto &instruction :
       *computation.mutable_instructions()) {
    instruction.set_id(instruction.id() + (id << 32));
    complete(instruction.mutable_operand_ids());
    complete(instruction.mutable_control_predecessor_ids());
  }
  computation.set_id(id);
  computation.set_root_id(inner.root->id());
  if (failed(setProgramShape(inner)))
    return failure();
  if (!computations.try_emplace(computation.name(), &computation).second)
    return emitError(offset, "expected a name that no other computation has, "
                             "got '" +
                                 Twine(computation.name()) + "'");
  result = &computation;
  module.mutable_computations()->AddAllocated(inner.computation.release());
  return success();
}
