//===- CommandLine.h - What xla-compile can be told -------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLACOMPILE_COMMANDLINE_H
#define XLA_LIB_TOOLS_XLACOMPILE_COMMANDLINE_H

#include "Emit.h"

#include "xla/Tools/NamedValueFlags.h"
#include "xla/Tools/ReaderFlags.h"
#include "xla/Tools/WatchFlags.h"

#include "llvm/Support/CommandLine.h"

namespace xla::compile {
namespace cl = llvm::cl;

/// The command line.
struct CommandLine {
  cl::OptionCategory category{"xla-compile options"};
  cl::opt<std::string> file{cl::Positional, cl::init("-"),
                            cl::desc("<program>"), cl::cat(category)};
  cl::opt<Output, false, NamedValueParser<Output>> emit{
      "emit",
      cl::desc("What to write (default: what the name of the output file "
               "ends in, else obj, ptx for a GPU; mlir with --stop-after)"),
      cl::init(Output::Object),
      cl::values(
          clEnumValN(Output::MLIR, "mlir", "IR after the last phase"),
          clEnumValN(Output::LLVMIR, "llvm-ir", "optimised LLVM IR"),
          clEnumValN(Output::Assembly, "asm", "assembly"),
          clEnumValN(Output::Object, "obj", "object file with the C ABI"),
          clEnumValN(Output::SharedLibrary, "so", "shared library"),
          clEnumValN(Output::Package, "xla",
                     "package: code for one or more processors that loads "
                     "without a compiler"),
          clEnumValN(Output::PTX, "ptx", "PTX of the device kernels"),
          clEnumValN(Output::Cubin, "cubin", "the same, assembled by ptxas")),
      cl::cat(category)};
  cl::opt<std::string> output{"o",
                              cl::desc("Where to write it (default: -, "
                                       "standard output)"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<std::string> target{
      "target", cl::value_desc("triple,..."),
      cl::desc("Target triple, or x86_64, aarch64, nvptx64 (default: this "
               "machine); for a package, several"),
      cl::cat(category)};
  cl::opt<std::string> cpu{
      "cpu", cl::value_desc("name,..."),
      cl::desc("Processor (default: this one, or the target's baseline); for "
               "a package, several, of which the best one is taken where it is "
               "loaded"),
      cl::cat(category)};
  cl::opt<std::string> gpu{"gpu-arch", cl::value_desc("sm_NN"),
                           cl::desc("GPU architecture (default: sm_90)"),
                           cl::cat(category)};
  cl::opt<std::string> features{"features", cl::value_desc("+a,-b"),
                                cl::desc("Processor features"),
                                cl::cat(category)};
  cl::opt<std::string> entry{"entry", cl::value_desc("name,..."),
                             cl::init("main"),
                             cl::desc("Function to compile, or several with "
                                      "commas between them, or * for all that "
                                      "are public"),
                             cl::cat(category)};
  cl::opt<std::string> symbol{
      "symbol", cl::value_desc("name"),
      cl::desc("What the function is called in the compiled code, and its "
               "description NAME_info (default: as in the program)"),
      cl::cat(category)};
  cl::list<std::string> refine{
      "refine", cl::value_desc("spec"),
      cl::desc(
          "What is known of an argument of a program that leaves shapes to "
          "the call, in order: 4x8xf32, or i64=4 where the value is a size "
          "(the argument stays, and is not read), or '' for nothing"),
      cl::cat(category)};
  cl::opt<std::string> stopAfter{
      "stop-after", cl::value_desc("phase"),
      cl::desc("Last phase to run: hlo-optimize, fusion, linalg, codegen, "
               "bufferize or lower"),
      cl::cat(category)};
  cl::opt<std::string> startFrom{
      "start-from", cl::value_desc("phase"),
      cl::desc("First phase to run, or emit (default: the one after what "
               "the program says is complete)"),
      cl::cat(category)};
  std::string compileOptionsText =
      "Other compile options, such as opt-level=3. All: " +
      CompileOptions::getNames();
  cl::opt<std::string> compileOptions{
      "compile-options", cl::value_desc("name=value;..."),
      cl::desc(compileOptionsText), cl::cat(category)};
  cl::opt<std::string> header{
      "header", cl::value_desc("file"),
      cl::desc("Write a C and C++ header for the object, library or package; "
               "@main gets the name of the file unless --symbol gives one"),
      cl::cat(category)};
  cl::opt<std::string> weights{
      "weights", cl::value_desc("embed|package|file[:name]"),
      cl::desc("Where large constants go (compile option weight-bytes): into "
               "the code (default), into the package once for all processors, "
               "or into a file beside the output, which is mapped at load"),
      cl::cat(category)};
  cl::list<std::string> metadata{"metadata", cl::value_desc("key=value"),
                                 cl::desc("A line of the package's metadata"),
                                 cl::cat(category)};
  ReaderFlags reader{category};
  WatchFlags watch{category};
  cl::opt<bool> counters{"xla-counters", cl::desc("Print what passes counted"),
                         cl::cat(category)};
};

} // namespace xla::compile

#endif // XLA_LIB_TOOLS_XLACOMPILE_COMMANDLINE_H
