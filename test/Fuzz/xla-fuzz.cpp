//===- xla-fuzz.cpp - Machine code against the interpreter ----------------===//
//
// xla-fuzz [OPTION...] FIRST COUNT
// xla-fuzz [OPTION...] --matrix=FOLDER [PART OF A NAME]
//
// Generates the programs of seeds FIRST, FIRST + 1, ..., runs each in the ways
// of FuzzCase.h and says which differ, crash or hang. Each runs in a process
// forked from this one. Exit code 1 if any is not right; programs that have no
// native code count as refused, not as wrong.
//
// --print           prints the programs and runs none
// --coverage        prints how many programs hold each op, and runs none
// --reduce          shrinks the programs that are not right, and prints them
// --corrupt         changes a bit of native results: each program is then wrong
// --out=FOLDER      writes the programs that are not right there
// --opt=N           optimization level of all programs
// --seconds=N       ends after that time, however many are left
// --jobs=N          processes at a time
// --matrix=FOLDER   no random programs but each op for each element type, see
//                   Matrix.h; of the other options --print, --corrupt, --opt
//                   and --jobs count
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"
#include "Matrix.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/InitAll.h"
#include "xla/JIT/Executable.h"
#include "xla/Target/ProgramReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>
#include <map>
#include <set>

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;
using conformance::Outcome;
using conformance::Program;
using conformance::Result;

namespace {
struct Options {
  uint64_t first = 0, count = 0;
  bool print = false, coverage = false, reduce = false, corrupt = false;
  std::string out, matrix, matrixFilter;
  std::optional<int64_t> optLevel;
  int64_t seconds = 0;
  conformance::RunnerOptions runner;
};
} // namespace

static Options options;
static MLIRContext *context;
/// What a forked process runs in place of the program of a seed.
static const FuzzCase *candidate;

static FuzzCase createCase(uint64_t seed) {
  return createCase(context, seed, options.optLevel);
}

/// In the forked process. The program's text is its seed.
Result conformance::runProgram(const Program &program,
                               const conformance::RunnerOptions &) {
  if (candidate)
    return runCase(*candidate, options.corrupt);
  if (!options.matrix.empty())
    return runMatrixCells(context, program.text, options.corrupt,
                          options.optLevel);
  uint64_t seed = 0;
  llvm::StringRef(program.text).getAsInteger(10, seed);
  return runCase(createCase(seed), options.corrupt);
}

static Result runOne(const FuzzCase &fuzzCase) {
  candidate = &fuzzCase;
  Result result =
      conformance::runPrograms({{"candidate", ""}}, options.runner)[0];
  candidate = nullptr;
  return result;
}

/// What makes two faults the same, for the reducer: the outcome and the first
/// words of what is said.
static std::string getSignature(const Result &result) {
  return conformance::stringifyOutcome(result.outcome).str() + " " +
         llvm::StringRef(result.message).split(':').first.str();
}

static void report(uint64_t seed, const Result &result) {
  llvm::outs() << "seed " << seed << '\t'
               << conformance::stringifyOutcome(result.outcome) << '\t'
               << result.message << '\n';
  llvm::outs().flush();
  if (result.outcome == Outcome::Refused || result.outcome == Outcome::Invalid)
    return;
  if (options.reduce) {
    FuzzCase fuzzCase = createCase(seed);
    std::string signature = getSignature(result);
    ScopedDiagnosticHandler quiet(context,
                                  [](Diagnostic &) { return success(); });
    reduceCase(fuzzCase, [&](const FuzzCase &smaller) {
      return getSignature(runOne(smaller)) == signature;
    });
    llvm::outs() << "// seed " << seed << ", reduced; "
                 << runOne(fuzzCase).message << "\n";
    fuzzCase.print(llvm::outs());
  }
  if (options.out.empty())
    return;
  std::error_code error;
  llvm::raw_fd_ostream os(
      options.out + "/seed" + std::to_string(seed) + ".mlir", error);
  if (!error)
    createCase(seed).print(os);
}

static bool parseArguments(int argc, char **argv) {
  SmallVector<llvm::StringRef> positional;
  for (llvm::StringRef arg : llvm::ArrayRef(argv, argc).drop_front()) {
    auto [name, text] = arg.split('=');
    int64_t number = 0;
    bool isNumber = !text.getAsInteger(10, number);
    if (!arg.starts_with("--"))
      positional.push_back(arg);
    else if (arg == "--print")
      options.print = true;
    else if (arg == "--coverage")
      options.coverage = true;
    else if (arg == "--reduce")
      options.reduce = true;
    else if (arg == "--corrupt")
      options.corrupt = true;
    else if (name == "--out" && !text.empty())
      options.out = text.str();
    else if (name == "--matrix" && !text.empty())
      options.matrix = text.str();
    else if (name == "--opt" && isNumber)
      options.optLevel = number;
    else if (name == "--seconds" && isNumber)
      options.seconds = number;
    else if (name == "--jobs" && isNumber && number > 0)
      options.runner.jobs = number;
    else
      return false;
  }
  if (!options.matrix.empty()) {
    if (!positional.empty())
      options.matrixFilter = positional[0].str();
    return positional.size() <= 1;
  }
  return positional.size() == 2 &&
         !positional[0].getAsInteger(10, options.first) &&
         !positional[1].getAsInteger(10, options.count);
}

/// How many programs hold each op of hlo, those that none holds too.
static void printCoverage() {
  std::map<llvm::StringRef, uint64_t> counts;
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (isa<hlo::HLODialect>(name.getDialect()))
      counts[name.getStringRef()] = 0;
  for (uint64_t i = 0; i < options.count; ++i) {
    std::set<llvm::StringRef> held;
    createCase(options.first + i).module->walk([&](Operation *op) {
      held.insert(op->getName().getStringRef());
    });
    for (llvm::StringRef name : held)
      if (auto found = counts.find(name); found != counts.end())
        ++found->second;
  }
  for (auto &[name, count] : counts)
    llvm::outs() << count << '\t' << name << '\n';
}

/// Compiles something, so that what is set up once is set up before forking.
static void warmUp() {
  llvm::StringRef text =
      "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = hlo.add %a, %a : tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n}\n";
  auto module = parseProgram(llvm::MemoryBufferRef(text, "warm-up"), context);
  if (!module || failed(Executable::compileProgram(*module)))
    llvm::report_fatal_error("cannot compile an addition");
}

int main(int argc, char **argv) {
  options.runner.timeoutSeconds = 240; // Machines may be busy.
  if (!parseArguments(argc, argv)) {
    llvm::errs()
        << "usage: xla-fuzz [--print] [--coverage] [--reduce] [--corrupt] "
           "[--out=FOLDER] [--opt=N] [--seconds=N] "
           "[--jobs=N] FIRST COUNT | --matrix=FOLDER [NAME]\n";
    return 3;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext theContext(registry, MLIRContext::Threading::DISABLED);
  theContext.loadAllAvailableDialects();
  context = &theContext;
  if (!options.matrix.empty()) {
    if (!options.print)
      warmUp();
    return runMatrix(context, {options.matrix, options.matrixFilter,
                               options.print, options.runner});
  }
  if (options.print) {
    for (uint64_t i = 0; i < options.count; ++i)
      createCase(options.first + i).print(llvm::outs());
    return 0;
  }
  if (options.coverage) {
    printCoverage();
    return 0;
  }
  warmUp();

  auto start = std::chrono::steady_clock::now();
  std::map<Outcome, uint64_t> counts;
  uint64_t done = 0, batch = 64;
  while (done < options.count) {
    std::vector<Program> programs;
    for (uint64_t i = done; i < std::min(done + batch, options.count); ++i) {
      std::string seed = std::to_string(options.first + i);
      programs.push_back({"seed" + seed, seed});
    }
    std::vector<Result> results =
        conformance::runPrograms(programs, options.runner);
    for (auto [i, result] : llvm::enumerate(results)) {
      ++counts[result.outcome];
      if (result.outcome != Outcome::Pass)
        report(options.first + done + i, result);
    }
    done += programs.size();
    std::chrono::duration<double> elapsed =
        std::chrono::steady_clock::now() - start;
    if (options.seconds && elapsed.count() > options.seconds)
      break;
  }
  for (auto &[outcome, number] : counts)
    llvm::outs() << number << " " << conformance::stringifyOutcome(outcome)
                 << "\n";
  return counts[Outcome::Pass] + counts[Outcome::Refused] == done ? 0 : 1;
}
