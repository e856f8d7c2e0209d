//===- DumpFiles.cpp - Names and places of dumps --------------------------===//
//
// [timestamp.]module_0000.<name>.<suffix>: the names that users of XLA look
// for.
//
//===----------------------------------------------------------------------===//

#include "DumpFiles.h"

#include "xla/Support/XLAFlags.h"
#include "xla/Target/Dot/Dot.h"
#include "xla/Target/HLOModule/Export.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOText/HLOText.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <mutex>

using namespace mlir;
using namespace xla;

/// Modules that were numbered so far.
static std::atomic<int64_t> numModules{0};

bool xla::mayDumpModule(StringRef name, StringRef folder) {
  const XLAFlags &flags = getXLAFlags();
  return (!folder.empty() || flags.dumps()) &&
         (flags.dumpMaxModules < 0 || numModules < flags.dumpMaxModules) &&
         (flags.dumpModules.empty() ||
          llvm::Regex(flags.dumpModules).match(name));
}

/// `name` without what file names do not have; empty if it is too long for one.
static std::string getFileName(StringRef name) {
  std::string result = name.str();
  for (char &c : result)
    if (StringRef("/\\[]: ").contains(c) || static_cast<unsigned char>(c) < 32)
      c = '_';
  // What most file systems allow.
  return result.size() > 255 ? "" : result;
}

DumpFiles::DumpFiles(StringRef name, StringRef folder)
    : folder(folder.empty() ? getXLAFlags().dumpTo : folder.str()) {
  llvm::raw_string_ostream os(prefix);
  if (getXLAFlags().dumpIncludeTimestamp)
    os << std::chrono::duration_cast<std::chrono::microseconds>(
              std::chrono::system_clock::now().time_since_epoch())
              .count()
       << '.';
  os << llvm::format("module_%04lld.", static_cast<long long>(numModules++));
  std::string file = getFileName(name);
  if (!file.empty())
    os << file << '.';
}

/// Says once what keeps dumps from being written.
static void warn(const Twine &message) {
  static std::once_flag once;
  std::string text = message.str();
  std::call_once(once, [&] { llvm::WithColor::warning() << text << "\n"; });
}

void DumpFiles::write(StringRef suffix, StringRef content, bool isText) {
  std::string name = (prefix + suffix).str();
  if (folder.empty() || folder == "-") {
    if (!isText)
      return warn(
          "dumps that are not text need a folder (--xla_dump_to, or the "
          "compile option dump-to)");
    // One call, so that programs that compile at once do not mix.
    llvm::outs() << "*** Begin " + name + " ***\n" + content.str() +
                        "*** End " + name + " ***\n";
    return llvm::outs().flush();
  }
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return warn("cannot make the folder of dumps '" + folder +
                "': " + code.message());
  SmallString<256> path(folder);
  llvm::sys::path::append(path, name);
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (!code) {
    os << content;
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    warn("cannot write the dump '" + path + "': " + code.message());
}

void DumpFiles::writeMLIR(StringRef suffix, ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo(
                        !getXLAFlags().dumpDisableMetadata));
  os << "\n";
  write((suffix + ".mlir").str(), text);
}

void DumpFiles::writeProgram(StringRef suffix, ModuleOp module,
                             StringRef entry) {
  const XLAFlags &flags = getXLAFlags();
  HLOExportOptions options;
  options.entry = entry.str();
  std::unique_ptr<proto::HloModuleProto> exported;
  {
    // Why it has no form in HLO is no matter of the compilation.
    ScopedDiagnosticHandler quiet(module.getContext(),
                                  [](Diagnostic &) { return success(); });
    auto result = exportHLOModule(module, options);
    if (succeeded(result))
      exported = std::move(*result);
  }
  if (!exported)
    return writeMLIR(suffix, module);
  bool hasForm = flags.dumpAsProto || flags.dumpAsDot || flags.dumpAsHTML ||
                 flags.dumpAsURL;
  if (flags.dumpAsText || !hasForm) {
    HLOTextOptions style;
    style.elideLargeConstants = !flags.dumpLargeConstants;
    style.metadata = !flags.dumpDisableMetadata;
    style.asyncSugar = flags.syntaxSugarAsyncOps;
    std::string text;
    llvm::raw_string_ostream os(text);
    printHLOText(*exported, style, os);
    write((suffix + ".txt").str(), text);
  }
  if (flags.dumpAsProto) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    if (llvm::Error error = writeHLOProto(*exported, os, {/*wrap=*/true}))
      warn(llvm::toString(std::move(error)));
    else
      write((suffix + ".hlo.pb").str(), bytes, /*isText=*/false);
  }
  if (flags.dumpAsDot) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (llvm::Error error = printDot(*exported, DotOptions(), os))
      warn(llvm::toString(std::move(error)));
    else
      write((suffix + ".dot").str(), text);
  }
  if (flags.dumpAsURL && !flags.hasFolder())
    warn("--xla_dump_hlo_as_url needs a folder in --xla_dump_to");
  bool writesURL = flags.dumpAsURL && flags.hasFolder();
  if (flags.dumpAsHTML || writesURL) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printHTML(*exported, os);
    write((suffix + ".html").str(), text);
  }
  if (writesURL)
    writeURL(suffix);
}

/// True for what stands for itself in a URL.
static bool isPlainInURL(char c) {
  return llvm::isAlnum(c) || StringRef("/-_.~").contains(c);
}

void DumpFiles::writeURL(StringRef suffix) {
  SmallString<256> path(getXLAFlags().dumpTo);
  llvm::sys::path::append(path, prefix + suffix + ".html");
  if (std::error_code code = llvm::sys::fs::make_absolute(path))
    return warn("--xla_dump_to: " + code.message());
  std::string url;
  llvm::raw_string_ostream os(url);
  os << "file://";
  for (char c : path)
    if (isPlainInURL(c))
      os << c;
    else
      os << llvm::format("%%%02X", unsigned(static_cast<unsigned char>(c)));
  write((suffix + ".url").str(), url + "\n");
}
