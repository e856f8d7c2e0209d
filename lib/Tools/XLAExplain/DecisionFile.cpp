//===- DecisionFile.cpp - Decisions, read back ----------------------------===//

#include "DecisionFile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

using namespace xla;
using namespace xla::explain;
using llvm::StringRef;
using llvm::Twine;

std::string Decision::getPlace() const {
  if (line == 0)
    return file;
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string Decision::getLines() const {
  if (!lines.empty() || line == 0)
    return lines;
  return file + ":" + std::to_string(line);
}

bool Decision::isAbout(int64_t number) const {
  if (number == line)
    return true;
  // `file:3,7-9; other:1`
  llvm::SmallVector<StringRef> files, ranges;
  StringRef(lines).split(files, "; ");
  for (StringRef one : files) {
    ranges.clear();
    one.rsplit(':').second.split(ranges, ',');
    for (StringRef range : ranges) {
      auto [first, last] = range.split('-');
      int64_t from = 0, to = 0;
      if (first.getAsInteger(10, from))
        continue;
      if (last.getAsInteger(10, to))
        to = from;
      if (from <= number && number <= to)
        return true;
    }
  }
  return false;
}

/// Whether brackets nest no deeper than those of a decision may: LLVM's reader
/// of JSON calls itself for each. Brackets in strings count as well; sources
/// have no names like that.
static bool isShallow(StringRef text) {
  constexpr int most = 64;
  int depth = 0;
  for (char c : text) {
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (depth > most)
      return false;
  }
  return true;
}

/// Nothing where `object` is none of ours.
static std::optional<Decision> makeDecision(llvm::json::Object &&object) {
  Decision decision;
  auto get = [&](StringRef key) {
    return object.getString(key).value_or("").str();
  };
  decision.decision = get("decision");
  decision.outcome = get("outcome");
  decision.what = get("what");
  if (decision.decision.empty() || decision.outcome.empty() ||
      decision.what.empty())
    return std::nullopt;
  decision.why = get("why");
  decision.kernel = get("kernel");
  decision.file = get("file");
  decision.lines = get("lines");
  decision.name = get("name");
  decision.pass = get("pass");
  decision.line = object.getInteger("line").value_or(0);
  decision.column = object.getInteger("column").value_or(0);
  decision.object = std::move(object);
  return decision;
}

llvm::Expected<std::vector<Decision>> explain::readDecisions(StringRef content,
                                                             StringRef path) {
  std::vector<Decision> decisions;
  for (int64_t number = 1; !content.empty(); ++number) {
    auto [text, rest] = content.split('\n');
    content = rest;
    if (text.trim().empty())
      continue;
    auto value = isShallow(text)
                     ? llvm::json::parse(text)
                     : llvm::createStringError("brackets that nest too deeply");
    llvm::json::Object *object = value ? value->getAsObject() : nullptr;
    std::optional<Decision> decision;
    if (object)
      decision = makeDecision(std::move(*object));
    if (decision) {
      decisions.push_back(std::move(*decision));
      continue;
    }
    std::string why = value ? "one without 'decision', 'outcome' or 'what'"
                            : llvm::toString(value.takeError());
    return llvm::createStringError(
        path + ":" + Twine(number) +
        ": expected a decision as xla-compile --decisions writes it, but got " +
        why);
  }
  if (decisions.empty())
    return llvm::createStringError(path + ": expected decisions, but got none");
  return decisions;
}
