//===- CommandLine.h - What xla-run can be told -----------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_COMMANDLINE_H
#define XLA_LIB_TOOLS_XLARUN_COMMANDLINE_H

#include "xla/Tools/NamedValueFlags.h"
#include "xla/Tools/ReaderFlags.h"
#include "xla/Tools/WatchFlags.h"

#include "llvm/Support/CommandLine.h"

namespace xla::run {
namespace cl = llvm::cl;

enum class BackendKind { Native, GPUEmulator, Interpreter };
enum class Format { Text, JSON };

/// More threads than any machine this runs on has.
inline constexpr int mostThreads = 4096;
/// Threads that an address space has room for.
inline constexpr int mostProcesses = 1024;

/// The command line.
struct CommandLine {
  cl::OptionCategory category{"xla-run options"};
  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<program>"), cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::desc("Function to run (default: the case's, or main)"),
      cl::value_desc("name"), cl::cat(category)};
  cl::opt<BackendKind, false, NamedValueParser<BackendKind>> backend{
      "backend", cl::desc("How to run it"), cl::init(BackendKind::Native),
      cl::values(clEnumValN(BackendKind::Native, "native", "machine code"),
                 clEnumValN(BackendKind::GPUEmulator, "gpu-emulator",
                            "GPU kernels, emulated on the CPU"),
                 clEnumValN(BackendKind::Interpreter, "interpreter",
                            "op by op, slow and simple")),
      cl::cat(category)};
  cl::list<std::string> arguments{
      "arg",
      cl::desc("An argument, in order: 4x8xf32=1,2,3 (repeated to fill), "
               "4x8xf32=uniform(-1,1,7), normal(mean,std,seed), "
               "int(lo,hi,seed), iota(period), or @file.npy. Those not given "
               "are generated"),
      cl::value_desc("spec"), cl::cat(category)};
  cl::opt<std::string> caseFile{
      "case", cl::desc("Arguments and expected results (case.json)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<double, false, NonNegativeParser> relativeBound{
      "rel-error-bound", cl::init(-1), cl::value_desc("number"),
      cl::desc("Relative error that results of a snapshot may have (default: "
               "by their types)"),
      cl::cat(category)};
  cl::opt<double, false, NonNegativeParser> absoluteBound{
      "abs-error-bound", cl::init(-1), cl::value_desc("number"),
      cl::desc("The same for the absolute error"), cl::cat(category)};
  cl::opt<std::string> saveSnapshot{
      "save-snapshot", cl::value_desc("file"),
      cl::desc("Write program, arguments and results as an HloSnapshot"),
      cl::cat(category)};
  ReaderFlags reader{category};
  cl::list<std::string> libraries{
      "load-library",
      cl::desc("Shared library of custom calls: it defines "
               "xla_register_library (xla_runtime.h)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::list<std::string> foreignCalls{
      "custom-call",
      cl::desc("Function of a shared library that has one of XLA's own forms "
               "(xla_ffi.h)"),
      cl::value_desc("target=library:symbol"), cl::cat(category)};
  cl::opt<bool> listUnsupported{
      "list-unsupported",
      cl::desc("Run nothing; print all that the backend refuses"),
      cl::cat(category)};
  cl::opt<bool> print{"print", cl::desc("Print the results"),
                      cl::cat(category)};
  cl::opt<bool> donate{
      "donate",
      cl::desc("Let results take the buffers of arguments that the program "
               "donates; measured runs go on with what the last one left"),
      cl::cat(category)};
  cl::opt<bool> benchmark{"benchmark", cl::desc("Measure compilation and runs"),
                          cl::cat(category)};
  cl::opt<std::string> profile{
      "profile", cl::ValueOptional, cl::value_desc("file.html"),
      cl::desc("Measure runs kernel by kernel; also as a page in the file"),
      cl::cat(category)};
  cl::opt<double, false, NonNegativeParser> peakBytes{
      "peak-bytes", cl::init(0), cl::value_desc("number"),
      cl::desc("Bytes that memory moves in a second, for --profile (default: "
               "measured)"),
      cl::cat(category)};
  cl::opt<double, false, NonNegativeParser> peakFlops{
      "peak-flops", cl::init(0), cl::value_desc("number"),
      cl::desc("Multiplications and additions that the processor does in a "
               "second, likewise"),
      cl::cat(category)};
  bool hasProfile() const { return profile.getNumOccurrences() != 0; }
  cl::opt<int> replicas{
      "replicas", cl::init(1), cl::value_desc("n"),
      cl::desc("Run a grid of processes: this many replicas. --arg then gives "
               "the arguments of process 0, of process 1, ..., or those of one "
               "process for all"),
      cl::cat(category)};
  cl::opt<int> partitions{"partitions", cl::init(1), cl::value_desc("n"),
                          cl::desc("Partitions of each replica"),
                          cl::cat(category)};
  cl::opt<bool> checkNumerics{
      "check-numerics",
      cl::desc("Also run the program after each pass that changes it, and name "
               "the first that changes a result"),
      cl::cat(category)};
  cl::opt<bool> cacheStats{
      "cache-stats",
      cl::desc("Say what the cache of compiled code (XLA_CACHE_DIR) had"),
      cl::cat(category)};
  WatchFlags watch{category};
  cl::opt<int> threads{
      "threads", cl::init(0), cl::value_desc("n"),
      cl::desc("Threads of a run (default: what affinity and control group "
               "allow)"),
      cl::cat(category)};
  cl::opt<int64_t> memoryLimit{
      "memory-limit", cl::init(0), cl::value_desc("bytes"),
      cl::desc("Memory that arguments, results and temporaries may take "
               "(default: 7/8 of what machine and control group allow)"),
      cl::cat(category)};
  cl::opt<std::string> compileOptions{
      "compile-options", cl::value_desc("name=value;..."),
      cl::desc("Compile options, such as opt-level=3;numerics=fast"),
      cl::cat(category)};
  cl::opt<Format, false, NamedValueParser<Format>> format{
      "format", cl::desc("How to say what came of it"), cl::init(Format::Text),
      cl::values(clEnumValN(Format::Text, "text", "lines for people"),
                 clEnumValN(Format::JSON, "json", "one JSON object")),
      cl::cat(category)};
};

/// Refuses, with an error, what one of the ways to look at a program would
/// leave unsaid.
bool checkModes(const CommandLine &line);

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_COMMANDLINE_H
