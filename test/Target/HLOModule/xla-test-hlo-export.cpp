//===- xla-test-hlo-export.cpp - Whole suites as HLO modules --------------===//
//
// xla-test-hlo-export OUT ROOT FOLDER [FILTER]
// xla-test-hlo-export OUT --model MODEL.mlir CASE.json
//
// Writes every program of a conformance suite as OUT/<n>.pb, with the arguments
// it is to run on and the results that the interpreter gives for them, as files
// of bytes. What a program checks becomes its results, its constants become
// arguments. Of a program that starts processes, those are written, and not
// run. OUT/manifest.jsonl says what each program became, one line each; the
// output counts.
//
// Each module is also imported again and evaluated: its results have to be
// those of the program, up to rounding where functions have become formulas.
//
//===----------------------------------------------------------------------===//

#include "../../Conformance/SelfCheck.h"
#include "../../Conformance/Sizes.h"
#include "xla/Dialect/HLO/IR/Quantization.h"
#include "xla/Dialect/HLO/Transforms/RefineShapes.h"
#include "xla/Dialect/Interpreter/IR/InterpreterOps.h"
#include "xla/InitAll.h"
#include "xla/Interpreter/Interpreter.h"
#include "xla/Support/Agreement.h"
#include "xla/Support/Case.h"
#include "xla/Target/HLOModule/Export.h"
#include "xla/Target/HLOModule/Import.h"
#include "xla/Target/ProgramReader.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace mlir;
using namespace xla;
using namespace xla::conformance;
namespace json = llvm::json;

namespace {
class Writer {
public:
  Writer(StringRef folder, const DialectRegistry &registry)
      : folder(folder), registry(registry) {}

  void writeProgram(const Program &program);
  void writeModel(StringRef path, StringRef casePath);
  int finish();

private:
  /// Writes `entry`; runs it on `arguments` where there are some.
  void write(StringRef name, func::FuncOp entry,
             std::optional<ArrayRef<Literal>> arguments);
  /// Writes a program that takes arguments, at the first size it allows.
  void writeSized(StringRef name, func::FuncOp entry);
  void note(StringRef name, StringRef outcome, json::Object entry = {});
  void noteProblem(StringRef name, StringRef outcome, std::string problem) {
    json::Object entry;
    entry["message"] = std::move(problem);
    note(name, outcome, std::move(entry));
  }
  void writeFile(const Twine &name, StringRef bytes);
  /// Whether what `proto` says has the same results, in words.
  std::string compareImported(const proto::HloModuleProto &proto,
                              MLIRContext *context, ArrayRef<Literal> arguments,
                              ArrayRef<Literal> expected);
  json::Array writeLiterals(StringRef kind, ArrayRef<Literal> literals);
  std::string takeMessage() { return std::exchange(message, std::string()); }

  StringRef folder;
  const DialectRegistry &registry;
  std::string lines, message;
  unsigned index = 0;
  std::map<std::string, unsigned> counts;
};
} // namespace

void Writer::note(StringRef name, StringRef outcome, json::Object entry) {
  ++counts[outcome.str()];
  entry["name"] = name;
  entry["outcome"] = outcome;
  llvm::raw_string_ostream(lines) << json::Value(std::move(entry)) << "\n";
}

void Writer::writeFile(const Twine &name, StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream os((folder + "/" + name).str(), error);
  if (error)
    llvm::errs() << folder << "/" << name << ": " << error.message() << "\n";
  else
    os << bytes;
}

json::Array Writer::writeLiterals(StringRef kind, ArrayRef<Literal> literals) {
  json::Array array;
  for (auto [number, literal] : llvm::enumerate(literals)) {
    std::string file = (Twine(index) + "." + kind + Twine(number)).str();
    ArrayRef<char> bytes = literal.getByteArray();
    writeFile(file, StringRef(bytes.data(), bytes.size()));
    std::string element;
    llvm::raw_string_ostream(element) << literal.getElementType();
    array.push_back(json::Object{{"type", element},
                                 {"shape", json::Array(literal.getShape())},
                                 {"file", file}});
  }
  return array;
}

/// `literals` as what they store: quantized values are integers in HLO.
static SmallVector<Literal> getStored(ArrayRef<Literal> literals) {
  return llvm::map_to_vector(literals, [](const Literal &literal) {
    return literal.withType(
        cast<RankedTensorType>(hlo::getStorageType(literal.getType())));
  });
}

std::string Writer::compareImported(const proto::HloModuleProto &proto,
                                    MLIRContext *context,
                                    ArrayRef<Literal> arguments,
                                    ArrayRef<Literal> expected) {
  OwningOpRef<ModuleOp> imported = importHLOModule(proto, context);
  if (!imported)
    return "not imported: " + takeMessage();
  interpreter::Options limits;
  limits.maxSeconds = 60;
  FailureOr<SmallVector<Literal>> results =
      interpreter::evaluate(*imported, "main", getStored(arguments), limits);
  if (failed(results))
    return "not run: " + takeMessage();
  if (results->size() != expected.size())
    return "another number of results";
  StringRef outcome = "equal";
  for (auto [got, want] : llvm::zip(*results, getStored(expected))) {
    if (compareLiterals(got, want, AgreementRule::bitEqual()).agrees())
      continue;
    AgreementRule rule = AgreementRule::ulps(64);
    // Near the zeros of a function f64 has too many digits for that.
    rule.close = true;
    rule.rtol = 1e-12;
    AgreementReport report = compareLiterals(got, want, rule);
    if (!report.agrees())
      return "differs: " + report.describe();
    outcome = "equal up to rounding";
  }
  return outcome.str();
}

void Writer::write(StringRef name, func::FuncOp entry,
                   std::optional<ArrayRef<Literal>> arguments) {
  auto module = entry->getParentOfType<ModuleOp>();
  ++index;
  HLOExportOptions options;
  options.entry = entry.getName().str();
  FailureOr<std::unique_ptr<proto::HloModuleProto>> proto =
      exportHLOModule(module, options);
  if (failed(proto))
    return noteProblem(name, "refused", takeMessage());
  std::string file = std::to_string(index) + ".pb";
  writeFile(file, (*proto)->SerializeAsString());
  json::Object line{{"file", file}};
  if (arguments) {
    line["arguments"] = writeLiterals("a", *arguments);
    interpreter::Options limits;
    limits.maxSeconds = 60;
    FailureOr<SmallVector<Literal>> results =
        interpreter::evaluate(entry, *arguments, limits);
    if (succeeded(results)) {
      line["results"] = writeLiterals("r", *results);
      std::string outcome =
          compareImported(**proto, module.getContext(), *arguments, *results);
      ++counts["imported again, " + StringRef(outcome).split(':').first.str()];
      line["imported"] = std::move(outcome);
    } else {
      line["message"] = takeMessage();
    }
  }
  note(name, "written", std::move(line));
}

/// What only the interpreter does goes.
static void dropPrints(ModuleOp module) {
  module.walk([](Operation *op) {
    if (auto probe = dyn_cast<interpreter::ProbeOp>(op))
      probe.getResult().replaceAllUsesWith(probe.getOperand());
    if (isa<interpreter::ProbeOp, interpreter::PrintOp>(op))
      op->erase();
  });
}

void Writer::writeSized(StringRef name, func::FuncOp entry) {
  if (!hlo::hasOpenShapes(entry->getParentOfType<ModuleOp>())) {
    auto arguments = createArguments(entry, /*size=*/1, /*step=*/0, /*seed=*/0);
    return write(name, entry,
                 arguments ? std::optional(ArrayRef<Literal>(*arguments))
                           : std::nullopt);
  }
  for (int64_t size = 1; size <= 8; ++size)
    for (int64_t step : {1, 0}) {
      auto arguments = createArguments(entry, size, step, /*seed=*/0);
      if (!arguments)
        return write(name, entry, std::nullopt);
      // A size that the program does not allow.
      if (failed(interpreter::evaluate(entry, *arguments)))
        continue;
      takeMessage();
      OwningOpRef<ModuleOp> fixed = makeStatic(entry, *arguments);
      if (!fixed)
        return noteProblem(name, "refused", takeMessage());
      return write(name, fixed->lookupSymbol<func::FuncOp>(entry.getName()),
                   ArrayRef<Literal>(*arguments));
    }
  noteProblem(name, "invalid", takeMessage());
}

void Writer::writeProgram(const Program &program) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module =
      parseProgram(llvm::MemoryBufferRef(program.text, program.name), &context);
  // Files have parts that hold comments only.
  if (module && module->getBody()->empty())
    return;
  func::FuncOp entry = module ? findEntry(*module) : func::FuncOp();
  if (!entry)
    return noteProblem(program.name, "invalid", takeMessage());
  dropPrints(*module);
  llvm::SetVector<StringAttr> processes;
  entry.walk([&](interpreter::RunParallelOp op) {
    op->getAttrDictionary().walk(
        [&](FlatSymbolRefAttr name) { processes.insert(name.getAttr()); });
  });
  for (StringAttr name : processes)
    if (auto function = module->lookupSymbol<func::FuncOp>(name))
      write(program.name + "@" + name.str(), function, std::nullopt);
  if (!processes.empty())
    return;
  if (failed(inlineCalls(entry)))
    return noteProblem(program.name, "invalid", takeMessage());
  if (func::FuncOp checks = splitChecks(entry))
    checks.erase();
  if (entry.getNumArguments() != 0)
    return writeSized(program.name, entry);
  SmallVector<Literal> arguments = hideConstants(entry);
  // Some constants are declared with open shapes.
  SmallVector<hlo::KnownArgument> known;
  for (const Literal &literal : arguments)
    known.push_back({literal.getType(), {}});
  if (hlo::hasOpenShapes(*module) && failed(hlo::refineShapes(entry, known)))
    return noteProblem(program.name, "refused", takeMessage());
  write(program.name, entry, ArrayRef<Literal>(arguments));
}

void Writer::writeModel(StringRef path, StringRef casePath) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  llvm::Expected<Case> run = Case::read(casePath, &context);
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!run || !buffer) {
    consumeError(run.takeError());
    return noteProblem(path, "invalid", "cannot read the files");
  }
  OwningOpRef<ModuleOp> module = parseProgram(**buffer, &context);
  auto entry =
      module ? module->lookupSymbol<func::FuncOp>(run->entry) : func::FuncOp();
  if (!entry)
    return noteProblem(path, "invalid", takeMessage());
  SmallVector<Literal> arguments;
  for (const ArgumentSpec &spec : run->arguments) {
    llvm::Expected<Literal> literal = spec.generate(&context);
    if (!literal)
      return noteProblem(path, "invalid", llvm::toString(literal.takeError()));
    arguments.push_back(std::move(*literal));
  }
  OwningOpRef<ModuleOp> fixed;
  if (hlo::hasOpenShapes(*module)) {
    fixed = makeStatic(entry, arguments);
    if (!fixed)
      return noteProblem(path, "refused", takeMessage());
    entry = fixed->lookupSymbol<func::FuncOp>(run->entry);
  }
  write(path, entry, ArrayRef<Literal>(arguments));
}

int Writer::finish() {
  writeFile("manifest.jsonl", lines);
  for (const auto &[outcome, count] : counts)
    llvm::outs() << outcome << ": " << count << "\n";
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (argc != 4 && argc != 5) {
    llvm::errs() << "usage: xla-test-hlo-export OUT ROOT FOLDER [FILTER]\n"
                    "       xla-test-hlo-export OUT --model MODEL CASE\n";
    return 3;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  llvm::sys::fs::create_directories(argv[1]);
  Writer writer(argv[1], registry);
  if (StringRef(argv[2]) == "--model" && argc == 5)
    writer.writeModel(argv[3], argv[4]);
  else
    for (const Program &program :
         readPrograms(argv[2], argv[3], argc == 5 ? argv[4] : ""))
      writer.writeProgram(program);
  return writer.finish();
}
