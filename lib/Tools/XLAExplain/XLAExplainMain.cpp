//===- XLAExplainMain.cpp - Entry point of xla-explain --------------------===//
//
// Reads one or two files of decisions and prints one answer.
//
//===----------------------------------------------------------------------===//

#include "xla/Tools/XLAExplainMain.h"
#include "Answers.h"

#include "xla/Tools/ToolSupport.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace xla;
using namespace xla::explain;
namespace cl = llvm::cl;
namespace json = llvm::json;

namespace {
enum class Format { Text, JSON };

/// The command line.
struct CommandLine {
  cl::OptionCategory category{"xla-explain options"};
  cl::opt<std::string> file{cl::Positional, cl::Required,
                            cl::desc("<decisions>"), cl::cat(category)};
  cl::opt<std::string> second{cl::Positional,
                              cl::desc("<decisions of another compilation>"),
                              cl::cat(category)};
  cl::opt<std::string> op{
      "op", cl::value_desc("name|line|file:line|kernel"),
      cl::desc("What was decided about an op: why it was not fused, its "
               "kernel, vectors, tasks"),
      cl::cat(category)};
  cl::opt<bool> memory{"memory", cl::desc("What takes the memory"),
                       cl::cat(category)};
  cl::opt<unsigned> most{"most", cl::init(10), cl::value_desc("n"),
                         cl::desc("Entries of each list of --memory "
                                  "(default: 10)"),
                         cl::cat(category)};
  cl::opt<Format> format{
      "format", cl::desc("How to answer"), cl::init(Format::Text),
      cl::values(clEnumValN(Format::Text, "text", "lines for people"),
                 clEnumValN(Format::JSON, "json", "one JSON object")),
      cl::cat(category)};
};
} // namespace

/// Prints `answer`, by `print` for people.
static int give(const CommandLine &line, json::Object &&answer,
                void (*print)(const json::Object &, llvm::raw_ostream &)) {
  if (line.format == Format::Text)
    print(answer, llvm::outs());
  else
    llvm::outs() << json::Value(std::move(answer)) << "\n";
  return finishOutput(kExitRight);
}

static int give(const CommandLine &line, llvm::Expected<json::Object> answer,
                void (*print)(const json::Object &, llvm::raw_ostream &)) {
  if (answer)
    return give(line, std::move(*answer), print);
  printError(llvm::toString(answer.takeError()));
  return kExitRefused;
}

/// The decisions in `path`; what to exit with where it has none.
static int read(llvm::StringRef path, std::vector<Decision> &decisions) {
  std::unique_ptr<llvm::MemoryBuffer> content = readInput(path);
  if (!content)
    return kExitUsage;
  auto found = readDecisions(content->getBuffer(), path);
  if (!found) {
    printError(llvm::toString(found.takeError()));
    return kExitRefused;
  }
  decisions = std::move(*found);
  return kExitRight;
}

int xla::xlaExplainMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  resetCommandLine();
  CommandLine line;
  if (!parseCommandLine(
          argc, argv,
          "Says why compiled code is as it is, from what xla-compile and "
          "xla-run write with --decisions; of two such files, what is "
          "different.\n\nExit codes: 0 right, 2 refused, 3 usage\n"))
    return kExitUsage;
  if (!line.second.empty() + !line.op.empty() + line.memory > 1) {
    printError("expected one of --op, --memory and a second file");
    return kExitUsage;
  }
  if (line.op.getNumOccurrences() && line.op.empty()) {
    printError("expected an op, a line or a kernel in --op, but got nothing");
    return kExitUsage;
  }
  std::vector<Decision> decisions, other;
  if (int code = read(line.file, decisions))
    return code;
  if (!line.second.empty()) {
    if (int code = read(line.second, other))
      return code;
    return give(line, compare(decisions, other), printComparison);
  }
  if (!line.op.empty())
    return give(line, explainOp(decisions, line.op), printOp);
  if (line.memory)
    return give(line, explainMemory(decisions, line.most), printMemory);
  return give(line, summarize(decisions), printSummary);
}
