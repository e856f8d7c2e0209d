//===- xla-conformance.cpp - Runs a conformance suite ---------------------===//
//
// xla-conformance [options] ROOT FOLDER...
//
//   --backend=interpreter   what runs the programs
//   --jobs=N                processes at once
//   --timeout=SECONDS       per program
//   --filter=TEXT           only programs whose name contains TEXT
//   --expected=FILE         a table of the programs known not to pass; exit 1
//                           if another one does not pass either, or if one of
//                           them ends worse than it says
//   --record=FILE           writes that table
//   --list                  prints every program that does not pass
//   --show[=dense]          runs the programs in the interpreter and prints
//   what
//                           they give, and nothing else
//   --args=[dense<1> : tensor<2xi32>, ...]   what they take then
//   --opt=N                 optimisation of native code, 0 unless given
//   --by-op                 prints a table with a line for each operation, as
//                           the suite names it
//
// Prints how many programs of each folder passed, were refused, ... Programs
// whose expected values are off count as passed where contracts.md says so;
// tables and lists name them all the same.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace xla::conformance;
using llvm::StringRef;

namespace {
struct Arguments {
  RunnerOptions runner;
  std::string root, filter, expected, record;
  std::vector<std::string> folders;
  std::string argumentText;
  bool list = false, byOp = false, show = false, showDense = false;
};
} // namespace

static bool parseArguments(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i < argc; ++i) {
    StringRef arg = argv[i];
    unsigned seconds;
    if (arg.consume_front("--backend="))
      arguments.runner.backend = arg.str();
    else if (arg.consume_front("--jobs=")) {
      if (arg.getAsInteger(10, arguments.runner.jobs) ||
          arguments.runner.jobs == 0)
        return false;
    } else if (arg.consume_front("--timeout=")) {
      if (arg.getAsInteger(10, seconds))
        return false;
      arguments.runner.timeoutSeconds = seconds;
    } else if (arg.consume_front("--filter="))
      arguments.filter = arg.str();
    else if (arg.consume_front("--expected="))
      arguments.expected = arg.str();
    else if (arg.consume_front("--record="))
      arguments.record = arg.str();
    else if (arg.consume_front("--args="))
      arguments.argumentText = arg.str();
    else if (arg == "--show" || arg == "--show=dense") {
      arguments.show = true;
      arguments.showDense = arg == "--show=dense";
    } else if (arg == "--list")
      arguments.list = true;
    else if (arg == "--by-op")
      arguments.byOp = true;
    else if (arg.consume_front("--opt=")) {
      if (arg.getAsInteger(10, arguments.runner.optLevel))
        return false;
    } else if (arg.starts_with("--"))
      return false;
    else if (arguments.root.empty())
      arguments.root = arg.str();
    else
      arguments.folders.push_back(arg.str());
  }
  return !arguments.folders.empty();
}

/// Names and outcomes of the table's lines; false if it cannot be read.
static bool readTable(StringRef path, llvm::StringMap<std::string> &table) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    llvm::errs() << path << ": " << buffer.getError().message() << "\n";
    return false;
  }
  llvm::SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    if (line.starts_with("#"))
      continue;
    auto [name, rest] = line.split('\t');
    table[name] = rest.split('\t').first.str();
  }
  return true;
}

static bool isGood(Outcome outcome) {
  return outcome == Outcome::Pass || outcome == Outcome::Skipped;
}

static void writeTable(StringRef path, const std::vector<Program> &programs,
                       const std::vector<Result> &results) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error) {
    llvm::errs() << path << ": " << error.message() << "\n";
    return;
  }
  os << "# Programs that do not pass by their own checks: name, outcome, first "
        "diagnostic.\n";
  for (size_t i = 0; i < programs.size(); ++i)
    if (!isGood(results[i].outcome))
      os << programs[i].name << '\t' << stringifyOutcome(results[i].outcome)
         << '\t' << StringRef(results[i].message).take_front(160) << '\n';
}

static bool passes(Outcome outcome) {
  return outcome == Outcome::Pass || outcome == Outcome::Bounded;
}

/// How many programs of a group ended how.
using Counts = std::map<Outcome, unsigned>;

static void printCounts(StringRef group, Counts &outcomes) {
  unsigned total = 0, passed = 0;
  for (auto &[outcome, count] : outcomes) {
    total += outcome == Outcome::Skipped ? 0 : count;
    passed += passes(outcome) ? count : 0;
  }
  llvm::outs() << group << ": " << passed << " of " << total << " pass";
  if (unsigned bounded = outcomes[Outcome::Bounded])
    llvm::outs() << " (" << bounded << " bounded)";
  for (auto &[outcome, count] : outcomes)
    if (!passes(outcome) && count)
      llvm::outs() << ", " << count << " " << stringifyOutcome(outcome);
}

static void printSummary(const std::vector<Program> &programs,
                         const std::vector<Result> &results, bool byOp) {
  std::map<std::string, Counts> families, operations;
  std::map<std::string, double> seconds;
  for (size_t i = 0; i < programs.size(); ++i) {
    std::string family = programs[i].getFamily().str();
    ++families[family][results[i].outcome];
    ++operations[programs[i].getOperation().str()][results[i].outcome];
    seconds[family] += results[i].seconds;
  }
  if (byOp)
    for (auto &[operation, outcomes] : operations) {
      llvm::outs() << "  ";
      printCounts(operation, outcomes);
      llvm::outs() << "\n";
    }
  for (auto &[family, outcomes] : families) {
    printCounts(family, outcomes);
    llvm::outs() << llvm::format(" (%.1f s)\n", seconds[family]);
  }
}

/// True unless a program ends worse than the table says.
static bool compareWithTable(const std::vector<Program> &programs,
                             const std::vector<Result> &results,
                             const llvm::StringMap<std::string> &table) {
  bool good = true;
  for (size_t i = 0; i < programs.size(); ++i) {
    auto known = table.find(programs[i].name);
    StringRef outcome = stringifyOutcome(results[i].outcome);
    if (isGood(results[i].outcome)) {
      if (known != table.end())
        llvm::outs() << programs[i].name << ": passes now, was "
                     << known->second << "; update the table\n";
      continue;
    }
    // A known refusal must not become a wrong result or a crash.
    if (known != table.end() &&
        (known->second == outcome || results[i].outcome == Outcome::Refused ||
         results[i].outcome == Outcome::Bounded))
      continue;
    good = false;
    llvm::outs() << programs[i].name << ": " << outcome << ", expected "
                 << (known == table.end() ? "pass" : known->second) << ": "
                 << results[i].message << "\n";
  }
  return good;
}

int main(int argc, char **argv) {
  Arguments arguments;
  if (!parseArguments(argc, argv, arguments)) {
    llvm::errs()
        << "usage: xla-conformance [--backend=NAME] [--jobs=N] "
           "[--timeout=S] [--filter=TEXT] [--expected=FILE] "
           "[--record=FILE] [--list] [--opt=N] [--by-op] ROOT FOLDER...\n";
    return 3;
  }
  std::vector<Program> programs;
  for (const std::string &folder : arguments.folders)
    for (Program &program :
         readPrograms(arguments.root, folder, arguments.filter))
      programs.push_back(std::move(program));
  if (programs.empty()) {
    llvm::errs() << "no programs found\n";
    return 3;
  }
  if (arguments.show)
    return showPrograms(programs, arguments.showDense, arguments.argumentText)
               ? 0
               : 1;
  std::vector<Result> results = runPrograms(programs, arguments.runner);
  if (arguments.list)
    for (size_t i = 0; i < programs.size(); ++i)
      if (!isGood(results[i].outcome))
        llvm::outs() << programs[i].name << '\t'
                     << stringifyOutcome(results[i].outcome) << '\t'
                     << results[i].message << '\n';
  printSummary(programs, results, arguments.byOp);
  if (!arguments.record.empty())
    writeTable(arguments.record, programs, results);
  if (!arguments.expected.empty()) {
    llvm::StringMap<std::string> table;
    if (!readTable(arguments.expected, table))
      return 3;
    if (!compareWithTable(programs, results, table))
      return 1;
  }
  return 0;
}
