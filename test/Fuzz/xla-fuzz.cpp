//===- xla-fuzz.cpp - Machine code against the interpreter ----------------===//
//
// xla-fuzz FIRST COUNT [FOLDER]
//
// Generates the programs of seeds FIRST, FIRST + 1, ..., runs each natively and
// in the interpreter on the same arguments, and compares the results. Says
// which seeds differ, crash or hang, and writes their programs to FOLDER. Each
// program runs in a process of its own. Exit code 1 if any is not right;
// programs that have no native code count as refused, not as wrong.
//
// xla-fuzz --print SEED prints a program.
//
//===----------------------------------------------------------------------===//

#include "../Conformance/Programs.h"
#include "Generator.h"
#include "mlir/IR/Diagnostics.h"
#include "xla/InitAll.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/JIT/Executable.h"
#include "xla/Support/Agreement.h"
#include "xla/Target/ProgramReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace mlir;
using namespace xla;
using namespace xla::conformance;

/// Small numbers, zeros of both signs, NaN and infinity among them.
static SmallVector<Literal> createArguments(func::FuncOp function) {
  static const double numbers[] = {0,   1,    -1,  2.5,  -3,  7,
                                   100, -0.0, 0.1, -128, 1e30};
  SmallVector<Literal> arguments;
  uint64_t state = 1;
  for (Type type : function.getArgumentTypes()) {
    Literal literal(cast<RankedTensorType>(type));
    bool isFloat = literal.getStorage().kind == ElementStorage::Kind::Float;
    for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      uint64_t bits = state >> 33;
      if (!isFloat)
        literal.setInt(i, int64_t(bits % 8 ? bits % 19 : bits) - 5);
      else if (bits % 50 == 0)
        literal.setDouble(i, bits % 100 ? std::nan("") : HUGE_VAL);
      else
        literal.setDouble(i, numbers[bits % std::size(numbers)]);
    }
    if (literal.getStorage().kind == ElementStorage::Kind::Bool)
      for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i)
        literal.setInt(i, i % 3 == 0);
    arguments.push_back(std::move(literal));
  }
  return arguments;
}

/// The forked process: `backend` has no meaning here.
Result xla::conformance::runProgram(const Program &program,
                                    llvm::StringRef backend) {
  Result result;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
        result.message.empty())
      result.message = diagnostic.str();
    return success();
  });
  result.outcome = Outcome::Invalid;
  OwningOpRef<ModuleOp> module =
      parseProgram(llvm::MemoryBufferRef(program.text, program.name), &context);
  if (!module)
    return result;
  auto function = module->lookupSymbol<func::FuncOp>("main");
  SmallVector<Literal> arguments = createArguments(function);
  auto expected = interpreter::evaluate(function, arguments);
  if (failed(expected))
    return result;

  result.outcome = Outcome::Refused;
  auto executable = Executable::compileProgram(*module);
  if (failed(executable))
    return result;
  auto got = (*executable)->run(arguments, &context);
  if (!got) {
    result.message = llvm::toString(got.takeError());
    return result;
  }
  result.outcome = Outcome::Pass;
  for (auto [i, pair] : llvm::enumerate(llvm::zip(*got, *expected))) {
    AgreementReport report = compareLiterals(
        std::get<0>(pair), std::get<1>(pair), AgreementRule::bitEqual());
    if (report.agrees())
      continue;
    result.outcome = Outcome::Wrong;
    result.message =
        ("result " + llvm::Twine(i) + ": " + report.describe()).str();
    break;
  }
  return result;
}

int main(int argc, char **argv) {
  uint64_t first, count = 1;
  if (argc == 3 && llvm::StringRef(argv[1]) == "--print" &&
      !llvm::StringRef(argv[2]).getAsInteger(10, first)) {
    llvm::outs() << fuzz::generateProgram(first);
    return 0;
  }
  if (argc < 3 || llvm::StringRef(argv[1]).getAsInteger(10, first) ||
      llvm::StringRef(argv[2]).getAsInteger(10, count)) {
    llvm::errs() << "usage: xla-fuzz FIRST COUNT [FOLDER] | --print SEED\n";
    return 3;
  }
  std::vector<Program> programs;
  for (uint64_t i = 0; i < count; ++i)
    programs.push_back(
        {"seed" + std::to_string(first + i), fuzz::generateProgram(first + i)});
  RunnerOptions options;
  options.timeoutSeconds = 60;
  std::vector<Result> results = runPrograms(programs, options);
  std::map<Outcome, unsigned> counts;
  for (size_t i = 0; i < programs.size(); ++i) {
    ++counts[results[i].outcome];
    if (results[i].outcome == Outcome::Pass)
      continue;
    llvm::outs() << programs[i].name << '\t'
                 << stringifyOutcome(results[i].outcome) << '\t'
                 << results[i].message << '\n';
    if (argc <= 3)
      continue;
    std::error_code error;
    llvm::raw_fd_ostream os(
        std::string(argv[3]) + "/" + programs[i].name + ".mlir", error);
    if (!error)
      os << programs[i].text;
  }
  for (auto &[outcome, number] : counts)
    llvm::outs() << number << " " << stringifyOutcome(outcome) << "\n";
  return counts[Outcome::Pass] + counts[Outcome::Refused] == count ? 0 : 1;
}
