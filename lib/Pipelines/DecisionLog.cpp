//===- DecisionLog.cpp - What the compiler decided, and why ---------------===//
//
// A streamer of MLIR's remarks that writes JSON lines.
//
//===----------------------------------------------------------------------===//

#include "xla/Pipelines/DecisionLog.h"
#include "xla/Support/SourceLines.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace xla;

/// `EstimatedGain` as `estimated_gain`.
static std::string toSnakeCase(StringRef key) {
  std::string text;
  for (char c : key) {
    if (llvm::isUpper(c) && !text.empty())
      text += '_';
    text += llvm::toLower(c);
  }
  return text;
}

/// What a framework calls the value: the outermost name around a place.
static StringRef getName(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().strref() : "";
}

static StringRef getOutcome(llvm::remarks::Type type) {
  return type == llvm::remarks::Type::Passed   ? "done"
         : type == llvm::remarks::Type::Missed ? "not done"
                                               : "fact";
}

/// Writes where a decision belongs.
static void writePlace(Location loc, llvm::json::OStream &json) {
  // MLIR looks for no place in what frameworks nest: names and calls.
  if (auto place = loc->findInstanceOf<FileLineColLoc>()) {
    json.attribute("file", place.getFilename().strref());
    json.attribute("line", place.getLine());
    json.attribute("column", place.getColumn());
  }
  SourceLines lines(loc);
  if (lines.size() > 1)
    json.attribute("lines", lines.str());
  if (StringRef name = getName(loc); !name.empty())
    json.attribute("name", llvm::json::fixUTF8(name));
}

static void writeRemark(const remark::detail::Remark &remark,
                        llvm::json::OStream &json) {
  json.attribute("decision", remark.getCategoryName());
  json.attribute("outcome", getOutcome(remark.getRemarkType()));
  std::string text;
  for (const auto &arg : remark.getArgs())
    if (arg.key == "Remark")
      text += arg.val;
  auto [what, why] = StringRef(text).split(": ");
  json.attribute("what", llvm::json::fixUTF8(what));
  if (!why.empty())
    json.attribute("why", llvm::json::fixUTF8(why));
  for (const auto &arg : remark.getArgs()) {
    if (arg.key == "Remark")
      continue;
    int64_t number;
    double real;
    if (!StringRef(arg.val).getAsInteger(10, number))
      json.attribute(toSnakeCase(arg.key), number);
    else if (!StringRef(arg.val).getAsDouble(real))
      json.attribute(toSnakeCase(arg.key), real);
    else
      json.attribute(toSnakeCase(arg.key), llvm::json::fixUTF8(arg.val));
  }
  // MLIR has a text where there is none.
  if (StringRef kernel = remark.getFunction(); !kernel.starts_with("<"))
    json.attribute("kernel", llvm::json::fixUTF8(kernel));
  writePlace(remark.getLocation(), json);
  json.attribute("pass", remark.getRemarkName());
}

namespace {
class LineStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit LineStreamer(raw_ostream &os) : os(os) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    llvm::json::OStream json(os);
    json.object([&] { writeRemark(remark, json); });
    os << '\n';
  }

private:
  raw_ostream &os;
};
} // namespace

std::shared_ptr<DecisionLog> DecisionLog::open(StringRef path,
                                               std::string &error) {
  std::error_code code;
  std::shared_ptr<DecisionLog> log(new DecisionLog(path, code));
  if (!code)
    return log;
  error = ("cannot open '" + path + "': " + code.message()).str();
  return nullptr;
}

void DecisionLog::begin(MLIRContext &context) {
  remark::RemarkCategories all;
  // `all` would only add to kinds that are asked for.
  all.passed = all.missed = all.analysis = all.failed = ".*";
  // Remarks come in the order of the program.
  wasThreaded = context.isMultithreadingEnabled();
  context.disableMultithreading();
  // It fails where a streamer cannot begin; this one has nothing to begin.
  (void)succeeded(remark::enableOptimizationRemarks(
      context, std::make_unique<LineStreamer>(os),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), all));
}

void DecisionLog::end(MLIRContext &context) {
  context.setRemarkEngine(nullptr);
  if (wasThreaded)
    context.enableMultithreading();
}

std::string DecisionLog::flush() {
  os.flush();
  std::error_code code = os.error();
  if (!code)
    return "";
  os.clear_error();
  return "cannot write " + (path == "-" ? "standard output" : path) + ": " +
         code.message();
}
