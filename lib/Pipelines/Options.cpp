//===- Options.cpp - Everything a compilation can be told -----------------===//
//
// One list of fields serves the text form, the attribute form and their
// readers.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/Options.h"
#include "xla/Dialect/XLA/IR/XLAOps.h"
#include "xla/Support/LLVMTargets.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace xla;

namespace {
/// What a numeric option may be.
struct NumberRange {
  int64_t least = 0, most = 0;
  int64_t leastPower = 0; ///< If not 0: `least`, or a power of two from this.

  bool contains(int64_t value) const {
    if (leastPower == 0)
      return value >= least && value <= most;
    return value == least || (value >= leastPower && value <= most &&
                              llvm::isPowerOf2_64(uint64_t(value)));
  }
};
} // namespace

namespace {
/// One option: its name in text, and what it may be.
struct Field {
  StringRef name;
  NumberRange range = {};
  /// Whether it is part of cache keys and of the module.
  bool changesCode = true;
};
} // namespace

template <typename Options, typename Callback>
void CompileOptions::forEachField(Options &options, Callback &&callback) {
  constexpr int64_t mostThreads = 4096;
  callback(Field{"entry"}, options.entry);
  callback(Field{"triple"}, options.triple);
  callback(Field{"cpu"}, options.cpu);
  callback(Field{"features"}, options.features);
  callback(Field{"vector-bits", {0, 4096, /*leastPower=*/64}},
           options.vectorBits);
  callback(Field{"gpu-block-size", {0, 1 << 16}}, options.gpuBlockSize);
  callback(Field{"numerics"}, options.numerics);
  callback(Field{"small-constant-bytes", {0, 1 << 30}},
           options.smallConstantBytes);
  callback(Field{"kernel-stack-bytes", {0, 1 << 20}}, options.kernelStackBytes);
  callback(Field{"parallel"}, options.parallel);
  callback(Field{"task-nanoseconds", {1, int64_t(1) << 40}},
           options.taskNanoseconds);
  callback(Field{"opt-level", {0, 3}}, options.optLevel);
  callback(Field{"weights"}, options.weights);
  callback(Field{"weight-bytes", {1, maxTensorBytes}}, options.weightBytes);
  callback(Field{"constant-limit-bytes", {0, int64_t(1) << 31}},
           options.constantLimitBytes);
  callback(Field{"memory-limit-bytes", {0, maxTensorBytes}},
           options.memoryLimitBytes);
  callback(Field{"max-temp-bytes", {0, maxTensorBytes}}, options.maxTempBytes);
  callback(Field{"profile"}, options.profile);
  callback(Field{"threads", {0, mostThreads}, /*changesCode=*/false},
           options.threads);
  callback(Field{"compile-threads", {0, mostThreads}, /*changesCode=*/false},
           options.compileThreads);
  callback(Field{"time-limit-milliseconds",
                 {0, int64_t(1) << 40},
                 /*changesCode=*/false},
           options.timeLimitMilliseconds);
  callback(Field{"compile-memory-bytes",
                 {0, maxTensorBytes},
                 /*changesCode=*/false},
           options.compileMemoryBytes);
  callback(Field{"dump-to", {}, /*changesCode=*/false}, options.dumpTo);
  callback(Field{"decisions", {}, /*changesCode=*/false}, options.decisions);
  callback(Field{"weights-file", {}, /*changesCode=*/false},
           options.weightsFile);
  callback(Field{"cache-dir", {}, /*changesCode=*/false}, options.cacheDir);
  callback(Field{"cache-limit-bytes",
                 {0, maxTensorBytes},
                 /*changesCode=*/false},
           options.cacheLimitBytes);
}

static std::string toText(const std::string &value) { return value; }
static std::string toText(int64_t value) { return std::to_string(value); }
static std::string toText(bool value) { return value ? "true" : "false"; }
static std::string toText(Numerics value) {
  return value == Numerics::Strict ? "strict" : "fast";
}

static std::string toText(WeightsPlace value) {
  return value == WeightsPlace::Embed     ? "embed"
         : value == WeightsPlace::Package ? "package"
                                          : "file";
}

static bool fromText(StringRef text, std::string &value, NumberRange) {
  value = text.str();
  return true;
}
static bool fromText(StringRef text, int64_t &value, NumberRange range) {
  return !text.getAsInteger(10, value) && range.contains(value);
}
static bool fromText(StringRef text, bool &value, NumberRange) {
  value = text == "true";
  return value || text == "false";
}
static bool fromText(StringRef text, Numerics &value, NumberRange) {
  value = text == "fast" ? Numerics::Fast : Numerics::Strict;
  return text == "strict" || text == "fast";
}

static bool fromText(StringRef text, WeightsPlace &value, NumberRange) {
  value = text == "embed"     ? WeightsPlace::Embed
          : text == "package" ? WeightsPlace::Package
                              : WeightsPlace::File;
  return toText(value) == text;
}

static std::string getKind(const std::string &, NumberRange) {
  return "a string";
}
static std::string getKind(int64_t, NumberRange range) {
  std::string least = std::to_string(range.least);
  return (range.leastPower ? least + " or a power of two from " +
                                 std::to_string(range.leastPower)
                           : "a number from " + least) +
         " to " + std::to_string(range.most);
}
static std::string getKind(bool, NumberRange) { return "true or false"; }
static std::string getKind(Numerics, NumberRange) { return "strict or fast"; }
static std::string getKind(WeightsPlace, NumberRange) {
  return "embed, package or file";
}

/// Puts a backslash before what would end a value or an escape.
static std::string escape(StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (c == ';' || c == '\\')
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// Takes `text` up to the first semicolon that no backslash stands before, and
/// drops the backslashes.
static std::string takeEscaped(StringRef &text) {
  std::string taken;
  size_t i = 0;
  for (; i < text.size() && text[i] != ';'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size())
      ++i;
    taken += text[i];
  }
  text = text.drop_front(std::min(i + 1, text.size()));
  return taken;
}

std::string CompileOptions::format(bool onlyOfCode) const {
  std::string text;
  forEachField(*this, [&](Field field, const auto &value) {
    if (onlyOfCode && !field.changesCode)
      return;
    if (!text.empty())
      text += ';';
    text += (field.name + "=" + escape(toText(value))).str();
  });
  return text;
}

std::string CompileOptions::str() const { return format(/*onlyOfCode=*/false); }

std::string CompileOptions::getCodeText() const {
  return format(/*onlyOfCode=*/true);
}

std::string CompileOptions::getNames(bool onlyOfCode) {
  std::string names;
  const CompileOptions options;
  forEachField(options, [&](Field field, const auto &) {
    if (!onlyOfCode || field.changesCode)
      names += (names.empty() ? "" : ", ") + field.name.str();
  });
  return names;
}

LogicalResult
CompileOptions::setField(StringRef key, StringRef content, bool onlyOfCode,
                         function_ref<InFlightDiagnostic()> emitError) {
  bool known = false, valid = true;
  std::string kind;
  forEachField(*this, [&](Field field, auto &value) {
    if (field.name != key || (onlyOfCode && !field.changesCode))
      return;
    known = true;
    kind = getKind(value, field.range);
    valid = fromText(content, value, field.range);
  });
  if (!known)
    return emitError() << "expected the name of a compile option ("
                       << getNames(onlyOfCode) << "), but got '" << key << "'";
  if (!valid)
    return emitError() << "expected " << kind << " for compile option '" << key
                       << "', but got '" << content << "'";
  return success();
}

LogicalResult
CompileOptions::parse(StringRef text,
                      function_ref<InFlightDiagnostic()> emitError) {
  while (!text.empty()) {
    std::string part = takeEscaped(text);
    if (part.empty())
      continue;
    auto [key, content] = StringRef(part).split('=');
    if (failed(setField(key, content, /*onlyOfCode=*/false, emitError)))
      return failure();
  }
  return success();
}

DictionaryAttr CompileOptions::toAttribute(MLIRContext *context) const {
  Builder builder(context);
  NamedAttrList attributes;
  forEachField(*this, [&](Field field, const auto &value) {
    using Value = std::decay_t<decltype(value)>;
    if (!field.changesCode)
      return;
    if constexpr (std::is_same_v<Value, bool>)
      attributes.append(field.name, builder.getBoolAttr(value));
    else if constexpr (std::is_same_v<Value, int64_t>)
      attributes.append(field.name, builder.getI64IntegerAttr(value));
    else
      attributes.append(field.name, builder.getStringAttr(toText(value)));
  });
  return attributes.getDictionary(context);
}

LogicalResult
CompileOptions::fromAttribute(DictionaryAttr attribute,
                              function_ref<InFlightDiagnostic()> emitError) {
  for (NamedAttribute named : attribute) {
    std::string text;
    if (auto string = dyn_cast<StringAttr>(named.getValue()))
      text = string.str();
    else if (auto flag = dyn_cast<BoolAttr>(named.getValue()))
      text = toText(flag.getValue());
    else if (auto number = dyn_cast<IntegerAttr>(named.getValue()))
      text = toText(int64_t(number.getInt()));
    else
      return emitError() << "expected a string, number or boolean for compile "
                            "option '"
                         << named.getName().strref() << "', but got "
                         << named.getValue();
    if (failed(setField(named.getName().strref(), text, /*onlyOfCode=*/true,
                        emitError)))
      return failure();
  }
  return success();
}

FailureOr<CompileOptions> CompileOptions::of(Operation *op) {
  ModuleOp module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  CompileOptions options;
  auto attribute =
      module ? module->getAttrOfType<DictionaryAttr>(kOptionsAttr) : nullptr;
  if (!attribute)
    return options;
  if (failed(options.fromAttribute(attribute,
                                   [&] { return module.emitOpError(); })))
    return failure();
  return options;
}

bool CompileOptions::isForGPU() const { return llvm::Triple(triple).isNVPTX(); }

TargetAttr CompileOptions::getTarget(MLIRContext *context) const {
  return TargetAttr::get(context, triple, cpu, features, vectorBits);
}

static bool hasFeature(const llvm::MCSubtargetInfo &known, StringRef name) {
  return llvm::any_of(known.getAllProcessorFeatures(),
                      [&](const llvm::SubtargetFeatureKV &feature) {
                        return name == feature.Key;
                      });
}

/// The features of the CPU this runs on that LLVM chooses by, in a fixed order.
static std::string getHostFeatures(const llvm::MCSubtargetInfo &known) {
  llvm::StringMap<bool> map = llvm::sys::getHostCPUFeatures();
  SmallVector<std::string> features;
  for (const auto &feature : map)
    if (hasFeature(known, feature.first()))
      features.push_back((feature.second ? "+" : "-") + feature.first().str());
  llvm::sort(features, [](const std::string &lhs, const std::string &rhs) {
    return StringRef(lhs).drop_front() < StringRef(rhs).drop_front();
  });
  return llvm::join(features, ",");
}

/// Reports a CPU or a feature that the target does not have: LLVM would warn
/// many times, and end the process where code cannot be made.
static LogicalResult checkKnown(const llvm::MCSubtargetInfo &known,
                                StringRef cpu, StringRef features,
                                function_ref<InFlightDiagnostic()> emitError) {
  if (!cpu.empty() && !known.isCPUStringValid(cpu))
    return emitError() << "expected a CPU that LLVM knows for "
                       << known.getTargetTriple().getArchName() << ", but got '"
                       << cpu << "'";
  SmallVector<StringRef> parts;
  features.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    bool isKnown = (part.starts_with("+") || part.starts_with("-")) &&
                   hasFeature(known, part.drop_front());
    if (!isKnown)
      return emitError() << "expected features of "
                         << known.getTargetTriple().getArchName()
                         << " as +name or -name, but got '" << part << "'";
  }
  return success();
}

LogicalResult
CompileOptions::resolveTarget(function_ref<InFlightDiagnostic()> emitError) {
  llvm::Triple given(triple);
  if (!triple.empty() && given.getArch() != llvm::Triple::x86_64 &&
      !given.isAArch64() && !given.isNVPTX())
    return emitError() << "expected a target of x86-64, AArch64 or NVPTX, but "
                          "got '"
                       << triple << "'";
  bool isGiven = vectorBits && !triple.empty() && cpu != "native";
  llvm::Triple host(llvm::sys::getDefaultTargetTriple());
  if (triple.empty())
    triple = host.str();
  triple = llvm::Triple::normalize(triple);
  llvm::Triple wanted(triple);
  std::unique_ptr<llvm::MCSubtargetInfo> known =
      createSubtarget(wanted, "", "");
  if (!known)
    return emitError() << "expected a target triple that LLVM knows, but got '"
                       << triple << "'";
  // What the levels of x86-64 are called for short.
  if (wanted.isX86() && llvm::is_contained({"v2", "v3", "v4"}, cpu))
    cpu = "x86-64-" + cpu;
  if (failed(
          checkKnown(*known, cpu == "native" ? "" : cpu, features, emitError)))
    return failure();
  if (isGiven)
    return success();
  if (cpu.empty() || cpu == "native") {
    bool isHost = wanted.getArch() == host.getArch();
    cpu = isHost             ? llvm::sys::getHostCPUName().str()
          : wanted.isX86()   ? "x86-64"
          : wanted.isNVPTX() ? defaultGPU.str()
                             : "generic";
    if (isHost)
      features =
          getHostFeatures(*known) + (features.empty() ? "" : ",") + features;
  }
  if (wanted.isNVPTX() && features.empty())
    features = defaultGPUFeatures.str();
  if (vectorBits)
    return success();
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget =
      createSubtarget(wanted, cpu, features);
  vectorBits = 128;
  if (wanted.isX86() && subtarget && subtarget->checkFeatures("+avx512f"))
    vectorBits = 512;
  else if (wanted.isX86() && subtarget && subtarget->checkFeatures("+avx"))
    vectorBits = 256;
  return success();
}
