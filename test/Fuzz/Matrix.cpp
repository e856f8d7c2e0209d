//===- Matrix.cpp - Every op for every element type -----------------------===//
//
// Makes the cells of the table from programs with gaps, asks the verifier which
// of them are allowed, and runs those. The cells of a row run as one program;
// only where that is not right does each run by itself.
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "xla/Dialect/CHLO/IR/CHLOOps.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Support/ElementKind.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;
using conformance::Outcome;
using conformance::Result;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
/// An element type as programs spell it, and what goes with it.
struct ElementName {
  std::string name, part, integer, expressed;
  unsigned width;
};

/// An op, or a variant of it, for one type.
struct Cell {
  std::string row, type, text;
  bool allowed = false;
  Result result;
};

/// A program with gaps.
struct Template {
  SmallVector<std::string> rows;
  std::string values, text;
};

/// What a cell is known to give.
struct Expectation {
  std::string row, type, outcome;
  bool met = false;
};
} // namespace

static std::vector<ElementName> listElementNames() {
  std::vector<ElementName> list;
  for (unsigned i = 0; i <= unsigned(ElementKind::C128); ++i) {
    ElementKind kind = ElementKind(i);
    std::string name = stringifyElementKind(kind).str();
    unsigned width = getBitWidth(kind);
    std::string part =
        isComplex(kind) ? stringifyElementKind(getPartKind(kind)).str() : name;
    list.push_back({name, part, "i" + std::to_string(width), name, width});
  }
  struct {
    const char *type;
    unsigned width;
    const char *expressed;
  } quantized[] = {
      {"i2:f32, 0.5:-1", 2, "f32"},        {"i4:f32, 0.5:1", 4, "f32"},
      {"i8:f32, 0.25:3", 8, "f32"},        {"u8:f32, 0.5:128", 8, "f32"},
      {"i8<-127:127>:f32, 0.1", 8, "f32"}, {"i16:bf16, 0.125", 16, "bf16"},
      {"i8:f16, 0.5:-2", 8, "f16"},        {"i32:f32, 0.01", 32, "f32"},
      {"i8:f64, 0.01:5", 8, "f64"}};
  for (auto &[type, width, expressed] : quantized) {
    std::string name = "!quant.uniform<" + std::string(type) + ">";
    list.push_back({name, name, "i" + std::to_string(width), expressed, width});
  }
  return list;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static bool readTemplates(StringRef folder, std::vector<Template> &templates) {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (StringRef(it->path()).ends_with(".mlir"))
      files.push_back(it->path());
  llvm::sort(files);
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return false;
    SmallVector<StringRef> parts;
    (*buffer)->getBuffer().split(parts, "// -----\n");
    for (StringRef part : parts) {
      // The comment just before the program.
      size_t start = part.find("func.func");
      if (start == StringRef::npos)
        return false;
      Template read;
      read.text = part.drop_front(start).str();
      StringRef comment = part.take_front(start);
      comment = comment.drop_front(comment.rfind("\n\n") + 1);
      SmallVector<StringRef> lines, names;
      comment.split(lines, '\n');
      for (StringRef line : lines)
        if (line.consume_front("// values "))
          read.values = line.str();
        else if (line.consume_front("// "))
          line.split(names, ", ");
      for (StringRef name : names)
        read.rows.push_back(name.str());
      templates.push_back(std::move(read));
    }
  }
  return !templates.empty();
}

/// The op of a row: "hlo.reduce" for "reduce/add".
static std::string getOpName(StringRef row) {
  StringRef op = row.split('/').first;
  return op.starts_with("chlo.") ? op.str() : "hlo." + op.str();
}

static std::string fill(const Template &from, StringRef row,
                        const ElementName &type, const ElementName &other,
                        size_t number) {
  auto [op, variant] = row.split('/');
  std::string text =
      "// values " + (from.values.empty() ? "edges" : from.values) + "\n";
  for (size_t i = 0, e = from.text.size(); i < e; ++i) {
    if (from.text[i] != '$' || i + 1 == e) {
      text += from.text[i];
      continue;
    }
    switch (from.text[++i]) {
    case 'O':
      text += op;
      break;
    case 'V':
      text += variant;
      break;
    case 'T':
      text += type.name;
      break;
    case 'U':
      text += other.name;
      break;
    case 'R':
      text += type.part;
      break;
    case 'I':
      text += type.integer;
      break;
    case 'E':
      text += type.expressed;
      break;
    case 'W':
      text += std::to_string(type.width);
      break;
    case 'N':
      text += std::to_string(number);
      break;
    default:
      text += from.text[i];
    }
  }
  return text;
}

/// Whether the verifier allows the cell. What parses holds the row's op.
static bool isAllowed(MLIRContext *context, const Cell &cell) {
  auto module = parseSourceString<ModuleOp>(cell.text, ParserConfig(context));
  if (!module)
    return false;
  bool holdsOp = false;
  module->walk([&](Operation *op) {
    holdsOp |= op->getName().getStringRef() == getOpName(cell.row);
  });
  if (!holdsOp)
    llvm::report_fatal_error(llvm::Twine("no op of this name in the program "
                                         "of ") +
                             cell.row);
  return true;
}

static std::vector<Cell> makeCells(MLIRContext *context,
                                   const MatrixOptions &options,
                                   ArrayRef<Template> templates) {
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  std::vector<ElementName> types = listElementNames();
  std::vector<Cell> cells;
  for (const Template &from : templates) {
    bool hasType = StringRef(from.text).contains("$T");
    bool hasOther = StringRef(from.text).contains("$U");
    for (const std::string &row : from.rows)
      for (const ElementName &other :
           ArrayRef(types).take_front(hasOther ? types.size() : 1))
        for (const ElementName &type :
             ArrayRef(types).take_front(hasType ? types.size() : 1)) {
          Cell cell;
          cell.row = hasOther ? row + "/" + other.name : row;
          if (!StringRef(cell.row).contains(options.filter))
            continue;
          cell.type = hasType ? type.name : "-";
          cell.text = fill(from, cell.row, type, other, cells.size());
          cell.allowed = isAllowed(context, cell);
          cells.push_back(std::move(cell));
        }
  }
  return cells;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void runCells(std::vector<Cell> &cells,
                     const conformance::RunnerOptions &runner) {
  // Rows, then the cells of the rows that are not right.
  std::vector<conformance::Program> programs;
  std::vector<SmallVector<Cell *>> members;
  for (Cell &cell : cells) {
    if (!cell.allowed)
      continue;
    if (programs.empty() || programs.back().name != cell.row) {
      programs.push_back({cell.row, cell.text});
      members.push_back({&cell});
      continue;
    }
    programs.back().text += "// -----\n" + cell.text;
    members.back().push_back(&cell);
  }
  std::vector<Cell *> left;
  for (auto [result, row] :
       llvm::zip_equal(conformance::runPrograms(programs, runner), members))
    for (Cell *cell : row) {
      cell->result = result;
      if (result.outcome != Outcome::Pass && row.size() > 1)
        left.push_back(cell);
    }
  programs.clear();
  for (Cell *cell : left)
    programs.push_back({cell->row, cell->text});
  for (auto [result, cell] :
       llvm::zip_equal(conformance::runPrograms(programs, runner), left))
    cell->result = result;
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

/// Ops without element types, or that need a host.
static bool needsNoProgram(StringRef op) {
  static const llvm::StringSet<> ops = {"hlo.fusion", "hlo.return",
                                        "hlo.infeed", "hlo.outfeed",
                                        "hlo.send",   "hlo.recv"};
  return ops.contains(op);
}

/// Says which ops have no program, and which programs no type suits.
static bool reportGaps(MLIRContext *context, ArrayRef<Cell> cells) {
  llvm::StringSet<> covered;
  for (const Cell &cell : cells)
    if (cell.allowed)
      covered.insert(getOpName(cell.row));
  bool complete = true;
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    StringRef dialect = op.getDialectNamespace(), name = op.getStringRef();
    if ((dialect == "hlo" || dialect == "chlo") && !needsNoProgram(name) &&
        !covered.contains(name)) {
      llvm::outs() << "no program for " << name << "\n";
      complete = false;
    }
  }
  return complete;
}

static char getLetter(const Cell &cell) {
  if (!cell.allowed)
    return ' ';
  switch (cell.result.outcome) {
  case Outcome::Pass:
    return '.';
  case Outcome::Wrong:
    return 'D';
  case Outcome::Refused:
    return 'R';
  case Outcome::Invalid:
    return 'I';
  default:
    return 'C';
  }
}

static void printTable(ArrayRef<Cell> cells) {
  llvm::outs() << "columns:";
  for (auto [i, type] : llvm::enumerate(listElementNames()))
    llvm::outs() << (i ? ", " : " ") << type.name;
  llvm::outs() << "\n. ok, D differs, R refused natively, I by the interpreter,"
                  " C crash, blank: not allowed\n";
  while (!cells.empty()) {
    ArrayRef<Cell> row = cells.take_while(
        [&](const Cell &cell) { return cell.row == cells.front().row; });
    cells = cells.drop_front(row.size());
    if (llvm::none_of(row, [](const Cell &cell) { return cell.allowed; }))
      continue;
    llvm::outs() << llvm::left_justify(row.front().row, 40);
    for (const Cell &cell : row)
      llvm::outs() << getLetter(cell);
    llvm::outs() << "\n";
  }
}

static std::vector<Expectation> readExpectations(StringRef folder) {
  std::vector<Expectation> list;
  auto buffer = llvm::MemoryBuffer::getFile(folder + "/expected.tsv");
  if (!buffer)
    return list;
  SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, false);
  for (StringRef line : lines) {
    SmallVector<StringRef> fields;
    line.split(fields, '\t');
    if (!line.starts_with("#") && fields.size() == 4)
      list.push_back({fields[0].str(), fields[1].str(), fields[2].str()});
  }
  return list;
}

/// Says what is neither right nor expected, and what is expected and right.
static bool reportCells(ArrayRef<Cell> cells,
                        std::vector<Expectation> expectations,
                        StringRef filter) {
  bool right = true;
  for (const Cell &cell : cells) {
    StringRef outcome = conformance::stringifyOutcome(cell.result.outcome);
    auto expected = llvm::find_if(expectations, [&](const Expectation &known) {
      return known.row == cell.row &&
             (known.type == "*" || known.type == cell.type);
    });
    if (!cell.allowed)
      continue;
    if (expected != expectations.end() && expected->outcome == outcome) {
      expected->met = true;
    } else if (cell.result.outcome != Outcome::Pass) {
      right = false;
      llvm::outs() << cell.row << '\t' << cell.type << '\t' << outcome << '\t'
                   << cell.result.message << '\n';
    }
  }
  for (const Expectation &known : expectations)
    if (!known.met && StringRef(known.row).contains(filter)) {
      right = false;
      llvm::outs() << known.row << '\t' << known.type << "\tis not "
                   << known.outcome << " any more\n";
    }
  return right;
}

int xla::fuzz::runMatrix(MLIRContext *context, const MatrixOptions &options) {
  std::vector<Template> templates;
  if (!readTemplates(options.folder, templates)) {
    llvm::errs() << "no programs in " << options.folder << "\n";
    return 3;
  }
  std::vector<Cell> cells = makeCells(context, options, templates);
  if (options.print) {
    for (const Cell &cell : cells)
      if (cell.allowed)
        llvm::outs() << "// " << cell.row << " " << cell.type << "\n"
                     << cell.text << "// -----\n";
    return 0;
  }
  runCells(cells, options.runner);
  printTable(cells);
  bool right = !options.filter.empty() || reportGaps(context, cells);
  right &= reportCells(cells, readExpectations(options.folder), options.filter);
  std::map<Outcome, int> counts;
  for (const Cell &cell : cells)
    if (cell.allowed)
      ++counts[cell.result.outcome];
  for (auto &[outcome, number] : counts)
    llvm::outs() << number << " " << conformance::stringifyOutcome(outcome)
                 << "\n";
  return right ? 0 : 1;
}
