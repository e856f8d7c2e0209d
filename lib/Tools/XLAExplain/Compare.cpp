//===- Compare.cpp - What changed between two compilations ----------------===//

#include "Answers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace xla;
using namespace xla::explain;
using llvm::raw_ostream;
using llvm::StringRef;
namespace json = llvm::json;

/// Decisions of one kind on one place.
using Group = std::vector<const Decision *>;
using Groups = std::map<std::string, Group>;

static bool hasOneFile(Decisions decisions) {
  llvm::StringSet<> files;
  for (const Decision &decision : decisions)
    if (!decision.file.empty())
      files.insert(decision.file);
  return files.size() <= 1;
}

/// Decisions by what they are about. Names of kernels depend on their content,
/// and so are no part of it, and files are none where there is only one.
static Groups groupDecisions(Decisions decisions, bool withFile) {
  Groups groups;
  for (const Decision &decision : decisions) {
    // Buffers are compared as a sum.
    if (decision.decision == "memory" && decision.outcome == "fact")
      continue;
    std::string key = decision.decision + " " + decision.pass + " " +
                      (withFile ? decision.file : "") + ":" +
                      std::to_string(decision.line) + ":" +
                      std::to_string(decision.column) + " " + decision.name;
    groups[key].push_back(&decision);
  }
  return groups;
}

/// What is in `of` more often than in `other`.
static Group subtract(const Group &of, const Group &other) {
  llvm::StringMap<int64_t> texts;
  for (const Decision *decision : other)
    ++texts[decision->getText()];
  Group rest;
  for (const Decision *decision : of)
    if (--texts[decision->getText()] < 0)
      rest.push_back(decision);
  return rest;
}

static json::Object getTotals(Decisions decisions) {
  json::Object summary = summarize(decisions);
  int64_t kernels = 0, copies = 0;
  for (const Decision &decision : decisions) {
    kernels += decision.decision == "kernel";
    copies += decision.pass == "keep-copy";
  }
  json::Object totals{{"decisions", int64_t(decisions.size())},
                      {"kernels", kernels},
                      {"copies", copies}};
  for (const auto &[key, value] : *summary.getObject("memory"))
    totals[key == "bytes" ? "temporary_bytes" : StringRef(key)] = value;
  return totals;
}

static json::Array getTexts(const Group &group) {
  json::Array texts;
  for (const Decision *decision : group)
    texts.push_back(decision->getText());
  return texts;
}

json::Object explain::compare(Decisions before, Decisions after) {
  bool withFile = !hasOneFile(before) || !hasOneFile(after);
  Groups first = groupDecisions(before, withFile);
  Groups second = groupDecisions(after, withFile);
  for (const auto &[key, group] : second)
    first.try_emplace(key);
  json::Array changes;
  for (const auto &[key, group] : first) {
    const Group &other = second[key];
    Group gone = subtract(group, other), come = subtract(other, group);
    if (gone.empty() && come.empty())
      continue;
    const Decision &one = gone.empty() ? *come.front() : *gone.front();
    changes.push_back(json::Object{{"decision", one.decision},
                                   {"place", one.getPlace()},
                                   {"before", getTexts(gone)},
                                   {"after", getTexts(come)}});
  }
  return json::Object{{"before", getTotals(before)},
                      {"after", getTotals(after)},
                      {"changes", std::move(changes)}};
}

void explain::printComparison(const json::Object &answer, raw_ostream &os) {
  const json::Object &before = *answer.getObject("before");
  const json::Object &after = *answer.getObject("after");
  constexpr std::pair<StringRef, StringRef> totals[] = {
      {"kernels", "kernels"},
      {"copies", "copies that are kept"},
      {"total_bytes", "bytes of memory"},
      {"temporary_bytes", "bytes of temporaries"},
      {"live_bytes", "bytes of temporaries at once"}};
  for (auto [key, text] : totals) {
    int64_t was = before.getInteger(key).value_or(0);
    int64_t is = after.getInteger(key).value_or(0);
    os << text << ": " << was;
    if (is != was)
      os << " -> " << is << (is < was ? " (less)" : " (more)");
    os << "\n";
  }
  const json::Array &changes = *answer.getArray("changes");
  os << (changes.empty() ? "no decision changed" : "decisions that changed:")
     << "\n";
  forEach(answer, "changes", [&](const json::Object &change) {
    StringRef place = change.getString("place").value_or("");
    os << (place.empty() ? "?" : place) << ", "
       << change.getString("decision").value_or("") << ":\n";
    for (auto [key, sign] : {std::pair("before", '-'), std::pair("after", '+')})
      for (const json::Value &text : *change.getArray(key))
        os << "  " << sign << ' ' << text.getAsString().value_or("") << "\n";
  });
}
