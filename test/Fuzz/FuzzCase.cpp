//===- FuzzCase.cpp - One random program and how it is run ----------------===//
//
// Arguments, compile options, and the ways a program runs.
//
//===----------------------------------------------------------------------===//

#include "FuzzCase.h"
#include "Oracle.h"
#include "xla/Dialect/HLO/IR/HLOOps.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/JIT/ProcessGroup.h"
#include "xla/Pipelines/Pipelines.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include <random>

using namespace mlir;
using namespace xla;
using namespace xla::fuzz;
using conformance::Outcome;

func::FuncOp FuzzCase::getMain() const {
  return module.get().lookupSymbol<func::FuncOp>("main");
}

FuzzCase FuzzCase::clone() const {
  return {OwningOpRef<ModuleOp>(module.get().clone()), given, options};
}

void FuzzCase::print(raw_ostream &os) const {
  os << "// options: " << options.str() << "\n";
  auto printAll = [&](llvm::StringRef what, ArrayRef<Literal> literals) {
    for (auto [i, literal] : llvm::enumerate(literals)) {
      os << "// " << what << i << ": ";
      literal.print(os, /*threshold=*/64);
      os << "\n";
    }
  };
  for (auto [process, arguments] : llvm::enumerate(given.values))
    printAll(given.values.size() == 1
                 ? "argument "
                 : "process " + std::to_string(process) + ", argument ",
             arguments);
  for (ArrayRef<Literal> fed : given.feed)
    printAll("infeed ", fed);
  module.get().print(os);
  os << "\n";
}

//===----------------------------------------------------------------------===//
// Arguments and options
//===----------------------------------------------------------------------===//

/// Small numbers mostly; zeros of both signs, NaN, infinities, the extremes and
/// numbers below the normal range among them.
static Literal createArgument(RankedTensorType type, std::mt19937_64 &random) {
  static const double numbers[] = {0,     1,      -1,     2.5,   -3,    7,
                                   100,   -0.0,   0.1,    -128,  1e30,  0.5,
                                   0.375, -1e-40, 1e-7,   448,   65504, 3e-6,
                                   -0.7,  1.5,    -17.25, 1e300, 255,   1e-310};
  Literal literal(type);
  bool isFloat = literal.getStorage().kind == ElementStorage::Kind::Float;
  // Mostly no special values, which spread to all results.
  unsigned specials = random() % 3 ? 0 : 20;
  auto number = [&] {
    uint64_t bits = random();
    if (specials && bits % specials == 0) {
      double special[] = {std::nan(""), HUGE_VAL, -HUGE_VAL};
      return special[bits / specials % 3];
    }
    if (bits % 4)
      return double(int64_t(bits >> 32 & 0xffff) - 0x8000) / 0x1000;
    return numbers[(bits >> 8) % std::size(numbers)];
  };
  for (int64_t i = 0, e = literal.getNumElements(); i < e; ++i) {
    if (literal.getStorage().isComplex)
      literal.setComplex(i, {number(), number()});
    else if (isFloat)
      literal.setDouble(i, number());
    else if (literal.getStorage().kind == ElementStorage::Kind::Bool)
      literal.setInt(i, random() & 1);
    else if (uint64_t bits = random(); bits % 4)
      literal.setInt(i, int64_t(bits >> 8) % 12 - 3);
    else
      literal.setInt(i, bits % 8 ? int64_t(bits >> 3)
                                 : int64_t((uint64_t(1) << (bits >> 3) % 64) -
                                           (bits >> 10 & 1)));
  }
  return literal;
}

/// Adds a value of `type`, perhaps an argument, to the results of `main`.
static void addResult(func::FuncOp main, Type type, std::mt19937_64 &random) {
  Block &block = main.getBody().front();
  SmallVector<Value> fitting;
  for (Value argument : block.getArguments())
    if (argument.getType() == type && random() % 2)
      fitting.push_back(argument);
  Operation *end = block.getTerminator();
  // Of what is not exact, the oracle judges one result.
  for (Operation &op : block)
    for (Value result : op.getResults())
      if (result.getType() == type &&
          !llvm::is_contained(end->getOperands(), result))
        fitting.push_back(result);
  if (fitting.empty())
    return;
  end->insertOperands(end->getNumOperands(),
                      fitting[random() % fitting.size()]);
  main.setType(FunctionType::get(main.getContext(), main.getArgumentTypes(),
                                 end->getOperandTypes()));
}

/// Lets some arguments of `main` be donated, to a result that they name or to
/// one that the compiler finds.
static void donateArguments(func::FuncOp main, std::mt19937_64 &random) {
  Builder builder(main.getContext());
  llvm::SmallDenseSet<unsigned> taken;
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes())) {
    uint64_t choice = random() % 4;
    if (choice == 0)
      continue;
    addResult(main, type, random);
    if (choice == 1) {
      main.setArgAttr(index, "jax.buffer_donor", builder.getBoolAttr(true));
      continue;
    }
    SmallVector<unsigned> fitting;
    for (auto [number, result] : llvm::enumerate(main.getResultTypes()))
      if (result == type && !taken.contains(number))
        fitting.push_back(number);
    if (fitting.empty())
      continue;
    unsigned result = fitting[random() % fitting.size()];
    taken.insert(result);
    main.setArgAttr(index, "tf.aliasing_output",
                    builder.getI32IntegerAttr(result));
  }
}

FuzzCase xla::fuzz::createCase(MLIRContext *context, uint64_t seed,
                               std::optional<int64_t> optLevel) {
  FuzzCase result;
  result.module = generateProgram(context, seed);
  std::mt19937_64 random(~seed);
  auto createAll = [&](TypeRange types) {
    SmallVector<Literal> literals;
    for (Type type : types)
      literals.push_back(createArgument(cast<RankedTensorType>(type), random));
    return literals;
  };
  for (int64_t i = 0, e = Grid::of(*result.module).size(); i < e; ++i)
    result.given.values.push_back(
        createAll(result.getMain().getArgumentTypes()));
  result.module->walk([&](hlo::InfeedOp infeed) {
    result.given.feed.push_back(
        createAll(infeed.getResults().drop_back().getTypes()));
  });
  donateArguments(result.getMain(), random);
  // What tiny programs would never come to: tasks, scratch buffers, constants
  // on the host, vectors of any width.
  auto choose = [&](std::initializer_list<int64_t> list) {
    return list.begin()[random() % list.size()];
  };
  CompileOptions &options = result.options;
  options.optLevel = choose({0, 0, 0, 0, 0, 0, 1, 2, 2, 3});
  options.vectorBits = choose({0, 0, 128, 256, 512});
  options.taskNanoseconds = choose({20000, 1, 100});
  options.kernelStackBytes = choose({16384, 16384, 64});
  options.smallConstantBytes = choose({4096, 4096, 16});
  options.parallel = choose({1, 1, 1, 0});
  if (optLevel)
    options.optLevel = *optLevel;
  return result;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// One run of machine code in each process.
static llvm::Expected<Traffic> runProcesses(const Executable &executable,
                                            ModuleOp module, const Grid &grid,
                                            const Traffic &given,
                                            int32_t threads) {
  Traffic result;
  bool isFed = false;
  module.walk(
      [&](Operation *op) { isFed |= isa<hlo::InfeedOp, hlo::OutfeedOp>(op); });
  if (grid.size() == 1 && !isFed) {
    RunOptions run;
    run.threadLimit = threads;
    auto values = executable.run(given.values[0], module.getContext(), run);
    if (!values)
      return values.takeError();
    result.values.push_back(std::move(*values));
    return result;
  }
  ProcessGroupOptions run;
  run.threadLimit = threads;
  run.infeed = given.feed;
  run.outfeed = &result.feed;
  SmallVector<const Executable *> programs(grid.size(), &executable);
  auto values = runProcessGroup(programs, grid.replicas, grid.partitions,
                                given.values, module.getContext(), run);
  if (!values)
    return values.takeError();
  result.values = std::move(*values);
  return result;
}

/// A run of machine code whose results take the buffers of what is donated to
/// them.
static llvm::Expected<Traffic> runDonated(const Executable &executable,
                                          MLIRContext *context,
                                          const Traffic &given,
                                          int32_t threads) {
  RunOptions run;
  run.threadLimit = threads;
  run.donate = true;
  auto copies = llvm::map_to_vector(
      given.values[0], [](const Literal &literal) { return literal.clone(); });
  auto values = executable.run(copies, context, run);
  if (!values)
    return values.takeError();
  Traffic result;
  result.values.push_back(std::move(*values));
  return result;
}

/// The program after phase 2 for the interpreter, which knows no kernels: each
/// is a function that is called.
static OwningOpRef<ModuleOp> callKernelsAsFunctions(ModuleOp module) {
  OwningOpRef<ModuleOp> result = module.clone();
  SmallVector<CallKernelOp> calls;
  result->walk([&](CallKernelOp call) { calls.push_back(call); });
  for (CallKernelOp call : calls) {
    OpBuilder builder(call);
    auto plain =
        func::CallOp::create(builder, call.getLoc(), call.getCalleeAttr(),
                             call.getResultTypes(), call.getInputs());
    call.replaceAllUsesWith(plain.getResults());
    call.erase();
  }
  return result;
}

namespace {
/// Judges the ways in which a program runs, until one is wrong.
class Trial {
public:
  Trial(const FuzzCase &fuzzCase, bool corrupt)
      : given(fuzzCase.given), options(fuzzCase.options), corrupt(corrupt),
        module(fuzzCase.module.get().clone()), grid(Grid::of(*module)) {}

  conformance::Result run();

private:
  bool wrong(const Twine &message) {
    result.outcome = Outcome::Wrong;
    result.message = message.str();
    return false;
  }
  bool readBack();
  bool check(StringRef way, const Traffic &got);
  bool interpret(StringRef way, ModuleOp program);
  bool runPhase(Phase phase, bool interpreted);
  bool runNative();
  bool isDonating(const Executable &executable) const;
  bool runInPlace(const Executable &executable, const Traffic &first);

  const Traffic &given;
  CompileOptions options;
  bool corrupt;
  OwningOpRef<ModuleOp> module;
  /// As the module says before phases drop what it says.
  Grid grid;
  std::optional<Oracle> oracle;
  Traffic expected;
  conformance::Result result;
};
} // namespace

/// Printing, parsing and printing gives the same text.
bool Trial::readBack() {
  std::string text, again;
  llvm::raw_string_ostream(text) << *module;
  OwningOpRef<ModuleOp> parsed = parseProgram(
      llvm::MemoryBufferRef(text, "program"), module->getContext());
  if (!parsed)
    return wrong("its own text does not parse");
  llvm::raw_string_ostream(again) << *parsed;
  if (text != again)
    return wrong("its text changes when read");
  module = std::move(parsed);
  return true;
}

bool Trial::check(StringRef way, const Traffic &got) {
  if (sameElements(got, expected))
    return true;
  FailureOr<std::string> message = oracle->judge(given, got);
  if (failed(message))
    return wrong(way + ": the interpreter fails on the judging program");
  return message->empty() || wrong(way + ": " + *message);
}

bool Trial::interpret(StringRef way, ModuleOp program) {
  // Packed types arrive as bytes then, which only compiled code unpacks.
  auto main = program.lookupSymbol<func::FuncOp>("main");
  auto differs = [](auto pair) {
    return std::get<0>(pair) != std::get<1>(pair).getType();
  };
  if (llvm::any_of(llvm::zip_equal(main.getArgumentTypes(), given.values[0]),
                   differs) ||
      llvm::any_of(llvm::zip_equal(main.getResultTypes(), expected.values[0]),
                   differs))
    return true;
  auto got = interpretProcesses(main, grid, given);
  if (failed(got))
    return wrong(way + ": the interpreter fails: " + result.message);
  return check(way, *got);
}

bool Trial::runPhase(Phase phase, bool interpreted) {
  PassManager passes(module->getContext());
  buildPhasePipeline(passes, phase, options);
  if (failed(passes.run(*module))) {
    result.outcome = Outcome::Refused;
    return false;
  }
  if (!interpreted)
    return true;
  OwningOpRef<ModuleOp> program = callKernelsAsFunctions(*module);
  return interpret("after " + std::string(stringifyPhase(phase)), *program);
}

bool Trial::runNative() {
  OwningOpRef<ModuleOp> program = module->clone();
  auto executable = Executable::compileProgram(*module, options);
  if (failed(executable)) {
    result.outcome = Outcome::Refused;
    return false;
  }
  Traffic first;
  for (int threads : {1, 2}) {
    auto got = runProcesses(**executable, *program, grid, given, threads);
    if (!got)
      return wrong("does not run: " + llvm::toString(got.takeError()));
    if (corrupt)
      for (Literal &literal : got->values.back())
        if (literal.getByteSize())
          literal.getBytes()[literal.getByteSize() - 1] ^= 1;
    if (threads == 1) {
      if (!check("native", *got))
        return false;
      first = std::move(*got);
    } else if (!sameElements(first, *got)) {
      return check("native with two threads", *got) &&
             wrong("one thread and two give different bits");
    }
  }
  return corrupt || !isDonating(**executable) ||
         runInPlace(**executable, first);
}

/// Whether some result may take the buffer of an argument.
bool Trial::isDonating(const Executable &executable) const {
  for (int32_t i = 0; i < executable.getInfo().num_results; ++i)
    if (executable.getResult(i).alias >= 0 && grid.size() == 1 &&
        given.feed.empty())
      return true;
  return false;
}

/// Results in the buffers of donated arguments are those in others.
bool Trial::runInPlace(const Executable &executable, const Traffic &first) {
  for (int threads : {1, 2}) {
    auto got = runDonated(executable, module->getContext(), given, threads);
    if (!got)
      return wrong("donated: does not run: " + llvm::toString(got.takeError()));
    Traffic apart = first;
    apart.feed.clear();
    if (!sameElements(apart, *got))
      return wrong("donated: not the results that buffers of their own give");
  }
  return true;
}

conformance::Result Trial::run() {
  ScopedDiagnosticHandler handler(
      module->getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            result.message.empty())
          result.message = diagnostic.str();
        return success();
      });
  auto main = module->lookupSymbol<func::FuncOp>("main");
  exposeInexactValues(main);
  result.outcome = Outcome::Invalid;
  if (failed(verify(*module)))
    return result;
  auto values = interpretProcesses(main, grid, given);
  if (failed(values))
    return result;
  expected = std::move(*values);
  oracle.emplace(main);
  if (readBack() &&
      succeeded(options.resolveTarget([&] { return module->emitError(); })) &&
      runPhase(Phase::HLOOptimize, true) && runPhase(Phase::Fusion, true) &&
      runNative())
    result.outcome = Outcome::Pass;
  return result;
}

conformance::Result xla::fuzz::runCase(const FuzzCase &fuzzCase, bool corrupt) {
  return Trial(fuzzCase, corrupt).run();
}
