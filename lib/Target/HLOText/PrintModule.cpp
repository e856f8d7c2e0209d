//===- PrintModule.cpp - Modules and computations as HLO text -------------===//
//
// The header, the tables of stack frames, and the computations in their order.
//
//===----------------------------------------------------------------------===//

#include "Printer.h"

#include "Cursor.h"
#include "llvm/ADT/StringExtras.h"

using namespace xla;
using namespace xla::hlotext;
using llvm::StringRef;

HLOTextOptions HLOTextOptions::shortParsable() {
  HLOTextOptions options;
  options.percent = false;
  options.computationSignatures = false;
  options.indexComments = false;
  options.metadata = false;
  options.controlPredecessors = false;
  return options;
}

HLOTextOptions HLOTextOptions::canonicalForm() {
  HLOTextOptions options = shortParsable();
  options.operandShapes = true;
  options.backendConfig = false;
  options.canonical = true;
  return options;
}

std::string xla::hlotext::sanitizeName(StringRef name) {
  std::string valid;
  for (char c : name)
    valid += isNameCharacter(c) ? c : '_';
  if (valid.empty() || !isNameStart(valid.front()))
    valid.insert(0, "_");
  return valid;
}

/// A valid name that XLA's reader takes for one without a `%`, too.
static std::string makeWord(StringRef name) {
  constexpr StringRef keywords[] = {"HloModule",
                                    "ENTRY",
                                    "ROOT",
                                    "true",
                                    "false",
                                    "inf",
                                    "nan",
                                    "maximal",
                                    "replicated",
                                    "manual",
                                    "unknown",
                                    "unreduced",
                                    "shard_as",
                                    "shard_like",
                                    "FileNames",
                                    "StackFrames",
                                    "FileLocations",
                                    "FunctionNames",
                                    "last_tile_dim_replicate"};
  std::string word = sanitizeName(name);
  if (findElementType(word) || llvm::is_contained(keywords, word))
    word += "_";
  return word;
}

/// `base`, or with a number behind it if something else has that name.
static std::string makeUnique(const std::string &base,
                              llvm::StringMap<unsigned> &used) {
  std::string name = base;
  while (!used.try_emplace(name).second)
    name = base + "." + std::to_string(++used[base]);
  return name;
}

void Printer::nameComputations() {
  llvm::StringMap<unsigned> used;
  for (const Computation &computation : module.computations()) {
    computations.try_emplace(computation.id(), &computation);
    computationNames[&computation] =
        makeUnique(options.percent ? sanitizeName(computation.name())
                                   : makeWord(computation.name()),
                   used);
    // What the importer allows of copies, and some for small modules.
    maxInlined += 64 * uint64_t(computation.instructions_size());
  }
  maxInlined += 4096;
}

Printer::Names Printer::nameInstructions(const Computation &computation) const {
  Names result;
  llvm::StringMap<unsigned> used;
  unsigned number = 0;
  for (const Message &message : computation.instructions()) {
    uint32_t id = uint32_t(message.id());
    std::string name = options.percent ? sanitizeName(message.name())
                                       : makeWord(message.name());
    // Element types are no names to XLA, although a `%` stands before.
    if (options.percent && findElementType(name))
      name += "_";
    if (options.canonical)
      name = "tmp_" + std::to_string(number++);
    result.names.try_emplace(id, makeUnique(name, used));
    result.messages.try_emplace(id, &message);
  }
  return result;
}

const Printer::Computation *Printer::findComputation(int64_t id) const {
  auto entry = computations.find(id);
  return entry == computations.end() ? nullptr : entry->second;
}

const Printer::Computation *Printer::findEntry() const {
  if (const Computation *entry = findComputation(module.entry_computation_id()))
    if (module.entry_computation_name().empty() ||
        entry->name() == module.entry_computation_name())
      return entry;
  for (const Computation &computation : module.computations())
    if (computation.name() == module.entry_computation_name())
      return &computation;
  return module.computations().empty() ? nullptr
                                       : &*module.computations().rbegin();
}

/// True if `message` begins an asynchronous op that prints as `foo-start`: its
/// computation is one instruction of the parameters in their order, on the
/// thread that the start names.
bool Printer::isSugared(const Message &message) const {
  if (message.opcode() != "async-start" ||
      message.called_computation_ids_size() != 1)
    return false;
  const Computation *called =
      findComputation(message.called_computation_ids(0));
  if (!called ||
      called->instructions_size() != message.operand_ids_size() + 1 ||
      called->execution_thread() != message.async_execution_thread())
    return false;
  const Message &root = *called->instructions().rbegin();
  // Attributes of the root that would be taken for the start's.
  if (root.operand_ids_size() != message.operand_ids_size() ||
      root.id() != called->root_id() || !findOpcode(root.opcode()) ||
      findOpcode(root.opcode() + "-start") || root.opcode() == "parameter" ||
      root.opcode() == "constant" || root.opcode() == "async-start" ||
      root.has_sharding() || root.has_frontend_attributes() ||
      !root.backend_config().empty())
    return false;
  for (int i = 0; i < root.operand_ids_size(); ++i) {
    const Message &parameter = called->instructions(i);
    if (parameter.opcode() != "parameter" ||
        parameter.parameter_number() != i ||
        parameter.id() != root.operand_ids(i))
      return false;
  }
  return true;
}

void Printer::findSugared() {
  if (!options.asyncSugar)
    return;
  for (const Computation &computation : module.computations())
    for (const Message &message : computation.instructions())
      if (isSugared(message))
        sugared[findComputation(message.called_computation_ids(0))] = true;
}

void Printer::print() {
  nameComputations();
  findSugared();
  entry = findEntry();
  printHeader();
  printTables();
  for (const Computation &computation : module.computations())
    if (!sugared.count(&computation))
      printComputation(computation);
}

void Printer::printHeader() {
  os << "HloModule " << makeWord(module.name());
  if (module.has_schedule() && !module.schedule().sequences().empty())
    os << ", is_scheduled=true";
  printAliases();
  if (module.has_host_program_shape()) {
    const proto::ProgramShapeProto &shape = module.host_program_shape();
    os << ", entry_computation_layout={(";
    for (int i = 0; i < shape.parameters_size(); ++i) {
      os << (i == 0 ? "" : ", ");
      if (options.indexComments && i != 0 && i % 5 == 0)
        os << "/*index=" << i << "*/";
      printShape(shape.parameters(i), /*withLayout=*/true, os,
                 options.indexComments);
    }
    os << ")->";
    printShape(shape.result(), /*withLayout=*/true, os, options.indexComments);
    os << '}';
  }
  if (module.replica_count() > 1)
    os << ", replica_count=" << module.replica_count();
  if (module.num_partitions() > 1)
    os << ", num_partitions=" << module.num_partitions();
  if (!module.frontend_attributes().map().empty()) {
    os << ", frontend_attributes=";
    printFrontendAttributes(module.frontend_attributes(), os);
  }
  os << "\n\n";
}

void Printer::printAliases() {
  if (!module.input_output_alias().entries().empty()) {
    os << ", input_output_alias={ ";
    llvm::interleave(
        module.input_output_alias().entries(), os,
        [&](const proto::AliasEntryProto &entry) {
          printNumbers(entry.output_shape_index(), os);
          os << ": (" << entry.parameter_number() << ", ";
          printNumbers(entry.parameter_shape_index(), os);
          os << (entry.kind() == proto::AliasEntryProto::MUST_ALIAS
                     ? ", must-alias)"
                     : ", may-alias)");
        },
        ", ");
    os << " }";
  }
  if (module.buffer_donor().entries().empty())
    return;
  os << ", buffer_donor={ ";
  llvm::interleave(
      module.buffer_donor().entries(), os,
      [&](const proto::BufferDonorEntryProto &entry) {
        os << '(' << entry.parameter_number() << ", ";
        printNumbers(entry.parameter_shape_index(), os);
        os << ')';
      },
      ", ");
  os << " }";
}

void Printer::printTables() {
  const proto::StackFrameIndexProto &tables = module.stack_frame_index();
  if (!options.metadata)
    return;
  auto printNames = [&](StringRef title, const auto &names) {
    if (names.empty())
      return;
    os << title << '\n';
    for (auto [i, name] : llvm::enumerate(names)) {
      os << i + 1 << ' ';
      printQuoted(name, os);
      os << '\n';
    }
    os << '\n';
  };
  printNames("FileNames", tables.file_names());
  printNames("FunctionNames", tables.function_names());
  if (!tables.file_locations().empty()) {
    os << "FileLocations\n";
    for (auto [i, location] : llvm::enumerate(tables.file_locations()))
      os << i + 1 << " {file_name_id=" << location.file_name_id()
         << " function_name_id=" << location.function_name_id()
         << " line=" << location.line() << " end_line=" << location.end_line()
         << " column=" << location.column()
         << " end_column=" << location.end_column() << "}\n";
    os << '\n';
  }
  if (tables.stack_frames().empty())
    return;
  os << "StackFrames\n";
  for (auto [i, frame] : llvm::enumerate(tables.stack_frames()))
    os << i + 1 << " {file_location_id=" << frame.file_location_id()
       << " parent_frame_id=" << int64_t(frame.parent_frame_id()) + 1 << "}\n";
  os << '\n';
}

void Printer::printSignature(const Computation &computation) {
  const proto::ProgramShapeProto &shape = computation.program_shape();
  llvm::StringMap<unsigned> used;
  os << " (";
  for (int i = 0; i < shape.parameters_size(); ++i) {
    std::string name = i < shape.parameter_names_size()
                           ? sanitizeName(shape.parameter_names(i))
                           : "arg" + std::to_string(i);
    os << (i == 0 ? "" : ", ") << makeUnique(name, used) << ": ";
    printShape(shape.parameters(i), /*withLayout=*/false, os,
               options.indexComments);
  }
  os << ") -> ";
  printShape(shape.result(), /*withLayout=*/false, os, options.indexComments);
}

void Printer::printComputation(const Computation &computation) {
  if (&computation == entry)
    os << "ENTRY ";
  os << (options.percent ? "%" : "") << computationNames[&computation];
  if (options.computationSignatures && computation.has_program_shape())
    printSignature(computation);
  os << " {\n";
  printBody(computation, 1);
  os << '}';
  if (!computation.execution_thread().empty()) {
    os << ", execution_thread=";
    printQuoted(computation.execution_thread(), os);
  }
  os << "\n\n";
}

void Printer::printBody(const Computation &computation, unsigned indent) {
  Names own = nameInstructions(computation);
  const Names *outer = std::exchange(names, &own);
  for (const Message &message : computation.instructions()) {
    os.indent(2 * indent);
    if (message.id() == computation.root_id())
      os << "ROOT ";
    printInstruction(message, indent);
    os << '\n';
  }
  names = outer;
}

void xla::printHLOText(const proto::HloModuleProto &module,
                       const HLOTextOptions &options, llvm::raw_ostream &os) {
  Printer(module, options, os).print();
}
