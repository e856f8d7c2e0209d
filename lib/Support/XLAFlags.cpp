//===- XLAFlags.cpp - Flags that users of XLA set -------------------------===//
//
// A table for the flags with an effect, a list for those without.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/XLAFlags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using xla::XLAFlags;

//===----------------------------------------------------------------------===//
// One flag
//===----------------------------------------------------------------------===//

namespace {
struct BoolFlag {
  StringLiteral name;
  bool XLAFlags::*field;
};
struct StringFlag {
  StringLiteral name;
  std::string XLAFlags::*field;
  bool isRegex;
};
} // namespace

static constexpr BoolFlag boolFlags[] = {
    {"xla_dump_hlo_as_text", &XLAFlags::dumpAsText},
    {"xla_dump_hlo_as_proto", &XLAFlags::dumpAsProto},
    {"xla_dump_hlo_as_dot", &XLAFlags::dumpAsDot},
    {"xla_dump_hlo_as_html", &XLAFlags::dumpAsHTML},
    {"xla_dump_hlo_as_url", &XLAFlags::dumpAsURL},
    {"xla_dump_hlo_snapshots", &XLAFlags::dumpSnapshots},
    {"xla_enable_dumping", &XLAFlags::enableDumping},
    {"xla_dump_large_constants", &XLAFlags::dumpLargeConstants},
    {"xla_dump_disable_metadata", &XLAFlags::dumpDisableMetadata},
    {"xla_dump_include_timestamp", &XLAFlags::dumpIncludeTimestamp},
    {"xla_syntax_sugar_async_ops", &XLAFlags::syntaxSugarAsyncOps},
};

static constexpr StringFlag stringFlags[] = {
    {"xla_dump_to", &XLAFlags::dumpTo, false},
    {"xla_dump_hlo_module_re", &XLAFlags::dumpModules, true},
    {"xla_dump_hlo_pass_re", &XLAFlags::dumpPasses, true},
};

/// Flags of XLA that change nothing here.
static constexpr StringLiteral withoutEffect[] = {
    "xla_allow_excess_precision",
    "xla_backend_extra_options",
    "xla_backend_optimization_level",
    "xla_cpu_enable_concurrency_optimized_scheduler",
    "xla_cpu_enable_fast_math",
    "xla_cpu_enable_fast_min_max",
    "xla_cpu_fast_math_honor_division",
    "xla_cpu_fast_math_honor_functions",
    "xla_cpu_fast_math_honor_infs",
    "xla_cpu_fast_math_honor_nans",
    "xla_cpu_max_isa",
    "xla_cpu_multi_thread_eigen",
    "xla_cpu_parallel_codegen_split_count",
    "xla_cpu_prefer_vector_width",
    "xla_cpu_strict_dot_conv_math",
    "xla_cpu_use_thunk_runtime",
    "xla_disable_all_hlo_passes",
    "xla_disable_hlo_passes",
    "xla_dump_compress_protos",
    "xla_dump_full_hlo_config",
    "xla_dump_fusion_visualization",
    "xla_dump_hlo_as_long_text",
    "xla_dump_hlo_pipeline_re",
    "xla_dump_hlo_unoptimized_snapshots",
    "xla_dump_module_metadata",
    "xla_enable_hlo_passes_only",
    "xla_force_host_platform_device_count",
    "xla_gpu_autotune_level",
    "xla_gpu_cuda_data_dir",
    "xla_gpu_deterministic_ops",
    "xla_hlo_graph_addresses",
    "xla_hlo_graph_sharding_color",
    "xla_hlo_profile",
};

static Error expect(StringRef what, StringRef name, StringRef value) {
  return createStringError("expected " + what + " in --" + name +
                           ", but got '" + value + "'");
}

static Error setBool(bool &field, StringRef name, StringRef value) {
  if (value.empty() || value == "1" || value.equals_insensitive("true"))
    field = true;
  else if (value == "0" || value.equals_insensitive("false"))
    field = false;
  else
    return expect("true or false", name, value);
  return Error::success();
}

static Error setString(std::string &field, StringRef name, StringRef value,
                       bool isRegex) {
  std::string message;
  if (isRegex && !Regex(value).isValid(message))
    return expect("a regular expression", name, value);
  field = value.str();
  return Error::success();
}

Error XLAFlags::add(StringRef flag) {
  StringRef text = flag;
  text.consume_front("--") || text.consume_front("-");
  auto [name, value] = text.split('=');
  for (const BoolFlag &known : boolFlags)
    if (known.name == name)
      return setBool(this->*known.field, name, value);
  for (const StringFlag &known : stringFlags)
    if (known.name == name && !text.contains('='))
      return createStringError("expected a value in --" + name);
    else if (known.name == name)
      return setString(this->*known.field, name, value, known.isRegex);
  if (name == "xla_dump_max_hlo_modules")
    return value.getAsInteger(10, dumpMaxModules)
               ? expect("a number", name, value)
               : Error::success();
  if (!is_contained(withoutEffect, name))
    unknown.push_back(flag.str());
  return Error::success();
}

bool XLAFlags::dumps() const {
  return enableDumping && (!dumpTo.empty() || dumpAsText || dumpAsProto ||
                           dumpAsDot || dumpAsHTML || dumpAsURL);
}

//===----------------------------------------------------------------------===//
// Many
//===----------------------------------------------------------------------===//

/// The pieces of `text` between blanks; quotes keep blanks, and go.
static SmallVector<std::string> split(StringRef text) {
  SmallVector<std::string> pieces;
  std::string piece;
  char quote = 0;
  bool inside = false;
  auto end = [&] {
    if (inside)
      pieces.push_back(std::move(piece));
    piece.clear();
    inside = false;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '"' || c == '\'')) {
      quote = c;
      inside = true;
    } else if (!quote && isSpace(c)) {
      end();
    } else {
      if (c == '\\' && quote == '"' && i + 1 < text.size())
        c = text[++i];
      piece += c;
      inside = true;
    }
  }
  end();
  return pieces;
}

Error XLAFlags::addAll(StringRef text) {
  text = text.trim();
  std::unique_ptr<MemoryBuffer> file;
  if (!text.empty() && !text.starts_with("-")) {
    auto opened = MemoryBuffer::getFile(text, /*IsText=*/true);
    if (!opened)
      return createStringError("expected flags, or the name of a file with "
                               "flags, but '" +
                               text +
                               "' is neither: " + opened.getError().message());
    file = std::move(*opened);
    text = file->getBuffer();
  }
  for (const std::string &flag : split(text))
    if (Error error = add(flag))
      return error;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// What the command line said.
static std::vector<std::string> &getCommandLine() {
  static std::vector<std::string> flags;
  return flags;
}

Error xla::setCommandLineXLAFlags(const std::vector<std::string> &flags) {
  XLAFlags checked;
  for (const std::string &flag : flags)
    if (Error error = checked.add(flag))
      return error;
  getCommandLine() = flags;
  return Error::success();
}

static XLAFlags readXLAFlags() {
  XLAFlags flags;
  if (auto text = sys::Process::GetEnv("XLA_FLAGS"))
    if (Error error = flags.addAll(*text))
      WithColor::warning(errs())
          << "in XLA_FLAGS: " << toString(std::move(error)) << "\n";
  for (const std::string &flag : getCommandLine())
    cantFail(flags.add(flag));
  if (!flags.unknown.empty())
    WithColor::warning(errs())
        << "flags that are not known are ignored: " << join(flags.unknown, " ")
        << "\n";
  return flags;
}

const XLAFlags &xla::getXLAFlags() {
  static const XLAFlags flags = readXLAFlags();
  return flags;
}
