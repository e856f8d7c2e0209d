//===- ParseModule.cpp - Modules, tables, kinds of HLO text ---------------===//
//
// The level of the file. Log prefixes are overwritten with blanks in a copy, so
// that offsets stay those of the text given.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace xla;
using namespace xla::hlotext;

/// Length of a prefix like "I0521 12:04:45.883483    1509 service.cc:186] " at
/// the start of `line`, 0 if there is none.
static size_t getLogPrefixLength(StringRef line) {
  StringRef rest = line;
  auto skipDigits = [&](size_t least) {
    size_t count = rest.find_if_not(llvm::isDigit);
    rest = rest.drop_front(std::min(count, rest.size()));
    return std::min(count, line.size()) >= least;
  };
  if (rest.size() < 5 || !StringRef("IWEF").contains(rest.front()))
    return 0;
  rest = rest.drop_front();
  if (!skipDigits(4) || !rest.consume_front(" ") || !skipDigits(2) ||
      !rest.consume_front(":") || !skipDigits(2) || !rest.consume_front(":") ||
      !skipDigits(2) || !rest.consume_front(".") || !skipDigits(1))
    return 0;
  rest = rest.ltrim(' ');
  if (!skipDigits(1) || !rest.consume_front(" "))
    return 0;
  size_t colon = rest.find(':');
  if (colon == StringRef::npos || rest.take_front(colon).contains(' '))
    return 0;
  rest = rest.drop_front(colon + 1);
  if (!skipDigits(1) || !rest.consume_front("]"))
    return 0;
  rest.consume_front(" ");
  return rest.begin() - line.begin();
}

/// A copy of `text` with blanks for log prefixes; empty if it has none.
static std::string blankLogPrefixes(StringRef text) {
  std::string copy;
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    if (size_t length = getLogPrefixLength(text.slice(start, end))) {
      if (copy.empty())
        copy = text.str();
      copy.replace(start, length, length, ' ');
    }
    start = end + 1;
  }
  return copy;
}

/// True if a computation or a module comes next, false if an instruction.
bool Parser::looksLikeComputation() {
  size_t before = cursor.getOffset();
  bool result = cursor.lookingAt("ENTRY");
  cursor.consume("%");
  if (!result && !cursor.takeWord().empty()) {
    result = cursor.peek() == '{';
    // What tells `name (x: f32[]) -> f32[] {` from `add(f32[] x, f32[] y)`
    // comes behind the closing parenthesis.
    if (cursor.consume("(")) {
      for (unsigned open = 1; open != 0 && !cursor.atEnd();
           cursor.setOffset(cursor.getOffset() + 1)) {
        open += cursor.peek() == '(';
        open -= cursor.peek() == ')';
      }
      result = !cursor.atEnd() && cursor.peek() != ',';
    }
  }
  cursor.setOffset(before);
  return result;
}

LogicalResult Parser::parse() {
  if (cursor.lookingAt("HloModule"))
    return parseModule();
  module.set_name("module");
  if (!looksLikeComputation())
    return parseSingle();
  if (failed(parseComputations()))
    return failure();
  module.set_name("module_" + entry->name());
  return finishModule(std::nullopt);
}

LogicalResult Parser::parseModule() {
  if (failed(expect("HloModule")))
    return failure();
  StringRef name;
  if (failed(parseName(name, "the name of the module")))
    return failure();
  module.set_name(name.str());
  std::optional<proto::ProgramShapeProto> entryLayout;
  while (cursor.consume(","))
    if (failed(parseModuleAttribute(entryLayout)))
      return failure();
  if (failed(parseTables()) || failed(parseComputations()))
    return failure();
  return finishModule(entryLayout);
}

LogicalResult Parser::parseModuleAttribute(
    std::optional<proto::ProgramShapeProto> &entryLayout) {
  size_t offset = here();
  StringRef name = cursor.takeWord();
  if (name.empty())
    return emitExpected("an attribute of the module");
  if (failed(expect("=", " after " + name)))
    return failure();
  int64_t count;
  bool flag;
  if (name == "is_scheduled")
    return parseBool(isScheduled);
  if (name == "entry_computation_layout") {
    entryLayoutOffset = offset;
    return parseEntryLayout(entryLayout.emplace());
  }
  if (name == "input_output_alias")
    return parseAliases();
  if (name == "buffer_donor")
    return parseDonors();
  if (name == "frontend_attributes")
    return parseFrontendAttributes(*module.mutable_frontend_attributes());
  if (name == "replica_count" || name == "num_partitions") {
    if (failed(parseInteger(count)))
      return failure();
    name == "replica_count" ? module.set_replica_count(count)
                            : module.set_num_partitions(count);
    return success();
  }
  // What follows has no field of the module: it belongs to the options that XLA
  // compiles with.
  if (name == "alias_passthrough_params")
    return parseBool(flag);
  if (name == "allow_spmd_sharding_propagation_to_parameters" ||
      name == "allow_spmd_sharding_propagation_to_output")
    return parsePropagation();
  emitWarning(offset, "attribute '" + name + "' of the module is left out");
  if (cursor.skipValue())
    return success();
  return emitExpected("the end of the value of " + name);
}

LogicalResult Parser::parseEntryLayout(proto::ProgramShapeProto &layout) {
  if (failed(expect("{")) ||
      failed(parseList("(", ")",
                       [&] { return parseShape(*layout.add_parameters()); })) ||
      failed(expect("->", " before the result")) ||
      failed(parseShape(*layout.mutable_result())))
    return failure();
  return expect("}");
}

LogicalResult
Parser::parseShapeIndex(google::protobuf::RepeatedField<int64_t> *index) {
  return parseIntegers(index);
}

/// `{ {0}: (1, {}, must-alias), ... }`
LogicalResult Parser::parseAliases() {
  auto parseItem = [&]() -> LogicalResult {
    proto::AliasEntryProto &entry =
        *module.mutable_input_output_alias()->add_entries();
    entry.set_kind(proto::AliasEntryProto::MAY_ALIAS);
    int64_t parameter;
    if (failed(parseShapeIndex(entry.mutable_output_shape_index())) ||
        failed(expect(":")))
      return failure();
    // In files of 2019 and before, the parameter stands alone.
    bool isAlone = cursor.peek() != '(';
    if ((!isAlone && failed(expect("("))) || failed(parseInteger(parameter)))
      return failure();
    entry.set_parameter_number(parameter);
    if (isAlone)
      return success();
    if (failed(expect(",")) ||
        failed(parseShapeIndex(entry.mutable_parameter_shape_index())))
      return failure();
    if (cursor.consume(",")) {
      if (cursor.consume("must-alias") || cursor.consume("must_alias"))
        entry.set_kind(proto::AliasEntryProto::MUST_ALIAS);
      else if (!cursor.consume("may-alias") && !cursor.consume("may_alias"))
        return emitExpected("may-alias or must-alias");
    }
    return expect(")");
  };
  return parseList("{", "}", parseItem);
}

/// `{ (0, {}), ... }`
LogicalResult Parser::parseDonors() {
  return parseList("{", "}", [&]() -> LogicalResult {
    proto::BufferDonorEntryProto &entry =
        *module.mutable_buffer_donor()->add_entries();
    int64_t parameter;
    if (failed(expect("(")) || failed(parseInteger(parameter)) ||
        failed(expect(",")) ||
        failed(parseShapeIndex(entry.mutable_parameter_shape_index())))
      return failure();
    entry.set_parameter_number(parameter);
    return expect(")");
  });
}

/// `true` or `{true,false}`
LogicalResult Parser::parsePropagation() {
  bool flag;
  if (cursor.peek() != '{')
    return parseBool(flag);
  return parseList("{", "}", [&] { return parseBool(flag); });
}

LogicalResult Parser::parseTables() {
  proto::StackFrameIndexProto tables;
  auto parseNames = [&](auto *names) {
    return [this, names] { return parseString(*names->Add()); };
  };
  if (failed(
          parseTable("FileNames", parseNames(tables.mutable_file_names()))) ||
      failed(parseTable("FunctionNames",
                        parseNames(tables.mutable_function_names()))) ||
      failed(parseLocationTables(tables)))
    return failure();
  if (tables.ByteSizeLong() != 0)
    *module.mutable_stack_frame_index() = std::move(tables);
  return success();
}

/// The keyword and rows that are numbered from 1 on.
LogicalResult Parser::parseTable(StringRef keyword,
                                 llvm::function_ref<LogicalResult()> parseRow) {
  if (!cursor.consume(keyword))
    return success();
  for (int64_t row = 1; llvm::isDigit(cursor.peek()); ++row) {
    size_t offset = here();
    int64_t number;
    if (failed(parseInteger(number)))
      return failure();
    if (number != row)
      return emitError(offset, "expected row " + Twine(row) + " of " + keyword +
                                   ", got " + Twine(number));
    if (failed(parseRow()))
      return failure();
  }
  return success();
}

LogicalResult Parser::parseLocationTables(proto::StackFrameIndexProto &tables) {
  using Location = proto::FileLocationProto;
  using Frame = proto::StackFrameProto;
  auto parseInto = [&](auto &message, auto set) -> LogicalResult {
    int32_t value;
    if (failed(parseInt32(value)))
      return failure();
    (message.*set)(value);
    return success();
  };
  auto unknown = [&](StringRef field, size_t offset) {
    return emitError(offset,
                     "expected a field of the table, got '" + field + "'");
  };
  auto parseLocation = [&] {
    Location &location = *tables.add_file_locations();
    return parseFields([&](StringRef field, size_t offset) -> LogicalResult {
      auto set = llvm::StringSwitch<void (Location::*)(int32_t)>(field)
                     .Case("file_name_id", &Location::set_file_name_id)
                     .Case("function_name_id", &Location::set_function_name_id)
                     .Case("line", &Location::set_line)
                     .Case("end_line", &Location::set_end_line)
                     .Case("column", &Location::set_column)
                     .Case("end_column", &Location::set_end_column)
                     .Default(nullptr);
      return set ? parseInto(location, set) : unknown(field, offset);
    });
  };
  auto parseFrame = [&] {
    Frame &frame = *tables.add_stack_frames();
    return parseFields([&](StringRef field, size_t offset) -> LogicalResult {
      if (field == "file_location_id")
        return parseInto(frame, &Frame::set_file_location_id);
      if (field != "parent_frame_id")
        return unknown(field, offset);
      // Stored as 0 for none, written as 1.
      if (failed(parseInto(frame, &Frame::set_parent_frame_id)))
        return failure();
      frame.set_parent_frame_id(std::max(frame.parent_frame_id() - 1, 0));
      return success();
    });
  };
  return failure(failed(parseTable("FileLocations", parseLocation)) ||
                 failed(parseTable("StackFrames", parseFrame)));
}

LogicalResult Parser::parseComputations() {
  bool entryIsMarked = false;
  do {
    size_t offset = here();
    if (cursor.lookingAt("HloModule"))
      return emitError(offset, "expected one module, got a second one; part "
                               "the text with lines '// -----'");
    bool isEntry = cursor.consume("ENTRY");
    if (isEntry && entryIsMarked)
      return emitError(offset, "expected one ENTRY computation, got a second");
    const proto::HloComputationProto *computation;
    if (failed(parseComputation(computation)))
      return failure();
    // Without a mark it is the last one.
    if (isEntry || !entryIsMarked)
      entry = computation;
    entryIsMarked |= isEntry;
  } while (!cursor.atEnd());
  return success();
}

LogicalResult Parser::parseSingle() {
  Scope single(arena);
  single.computation->set_name("entry_computation");
  single.makesParameters = true;
  scope = &single;
  size_t offset = here();
  LogicalResult result = parseInstruction(single);
  scope = nullptr;
  if (failed(result) || failed(addComputation(single, offset, entry)))
    return failure();
  if (!cursor.atEnd())
    return emitExpected("the end of the text after a single instruction");
  module.set_name(entry->instructions().rbegin()->name());
  return finishModule(std::nullopt);
}

/// Computations that fusions call are known as such in files.
void Parser::markFusions() {
  // The id of a computation is its place in the module.
  for (const proto::HloComputationProto &computation : module.computations())
    for (const auto &instruction : computation.instructions())
      if (instruction.opcode() == "fusion")
        for (int64_t id : instruction.called_computation_ids())
          module.mutable_computations(int(id))->set_is_fusion_computation(true);
}

LogicalResult Parser::finishModule(
    const std::optional<proto::ProgramShapeProto> &entryLayout) {
  module.set_entry_computation_name(entry->name());
  module.set_entry_computation_id(entry->id());
  proto::ProgramShapeProto &shape = *module.mutable_host_program_shape();
  shape = entry->program_shape();
  // Without the attribute, parameters and root say how they lie.
  if (entryLayout &&
      entryLayout->parameters_size() == shape.parameters_size()) {
    *shape.mutable_parameters() = entryLayout->parameters();
    *shape.mutable_result() = entryLayout->result();
  } else if (entryLayout) {
    return emitError(entryLayoutOffset,
                     "expected entry_computation_layout of " +
                         Twine(shape.parameters_size()) + " parameters, as " +
                         entry->name() + " has them, got " +
                         Twine(entryLayout->parameters_size()));
  }
  markFusions();
  if (!isScheduled)
    return success();
  for (const proto::HloComputationProto &computation : module.computations()) {
    // The order within a fusion is the fusion's own affair.
    if (computation.is_fusion_computation())
      continue;
    auto &sequence =
        (*module.mutable_schedule()->mutable_sequences())[computation.id()];
    for (const auto &instruction : computation.instructions())
      sequence.add_instruction_ids(instruction.id());
  }
  return success();
}

LogicalResult xla::parseHLOText(StringRef text, StringRef piece,
                                proto::HloModuleProto &module,
                                HLOTextHandler report) {
  size_t start = piece.begin() - text.begin();
  StringRef upToEnd = text.take_front(start + piece.size());
  std::string copy = blankLogPrefixes(upToEnd);
  return Parser(copy.empty() ? upToEnd : StringRef(copy), start, module, report)
      .parse();
}

/// True if `[ROOT] name = ` and a type or opcode come next.
static bool looksLikeInstruction(Cursor cursor) {
  cursor.consume("ROOT");
  cursor.consume("%");
  if (cursor.takeWord().empty() || !cursor.consume("="))
    return false;
  while (cursor.consume("("))
    ;
  if (cursor.consume(")"))
    return true;
  StringRef word = cursor.takeWord();
  return findElementType(word) || findOpcode(word) || word == "b";
}

bool xla::isHLOText(StringRef text) {
  size_t start = 0;
  // A log prefix before the module, as far as there is one.
  while (size_t length =
             getLogPrefixLength(text.slice(start, text.find('\n', start)))) {
    StringRef rest = text.slice(start + length, text.find('\n', start));
    if (!rest.trim().empty()) {
      start += length;
      break;
    }
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  }
  Cursor cursor(text.drop_front(start));
  if (cursor.consume("HloModule") || cursor.consume("ENTRY"))
    return true;
  Cursor behind = cursor;
  behind.consume("%");
  StringRef name = behind.takeWord();
  // `name {` is a computation if an instruction follows.
  if (!name.empty() && behind.consume("{"))
    return looksLikeInstruction(behind);
  return looksLikeInstruction(cursor) ||
         (!name.empty() && behind.peek() == '(' &&
          (cursor.peek() == '%' || findOpcode(name)));
}

llvm::SmallVector<StringRef> xla::splitHLOText(StringRef text) {
  // Any other line of dashes is decoration, or a heading.
  auto isSeparator = [](StringRef rest) {
    return rest.take_until([](char c) { return c == '\n'; }).rtrim() ==
           "// -----";
  };
  llvm::SmallVector<StringRef> pieces;
  size_t start = 0, line = 0;
  auto endPiece = [&](size_t end) {
    StringRef piece = text.slice(start, end);
    if (!Cursor(piece).atEnd())
      pieces.push_back(piece);
    start = end;
  };
  while (line < text.size()) {
    if (isSeparator(text.substr(line)))
      endPiece(line);
    line = std::min(text.find('\n', line), text.size() - 1) + 1;
  }
  endPiece(text.size());
  return pieces;
}
