//===- Summary.cpp - A compilation in some lines --------------------------===//

#include "Answers.h"

#include "llvm/Support/Format.h"
#include <map>

using namespace xla;
using namespace xla::explain;
using llvm::raw_ostream;
using llvm::StringRef;
namespace json = llvm::json;

std::string explain::formatBytes(int64_t bytes) {
  static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
  double amount = double(bytes);
  size_t unit = 0;
  for (; amount >= 1000 && unit + 1 < std::size(units); ++unit)
    amount /= 1000;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format(unit ? "%.1f " : "%.0f ", amount) << units[unit];
  return text;
}

void explain::forEach(const json::Object &answer, StringRef key,
                      llvm::function_ref<void(const json::Object &)> visit) {
  if (const json::Array *list = answer.getArray(key))
    for (const json::Value &value : *list)
      if (const json::Object *object = value.getAsObject())
        visit(*object);
}

namespace {
/// Decisions of one kind.
struct Count {
  int64_t done = 0, notDone = 0, facts = 0;
  std::map<std::string, int64_t> obstacles;
};
} // namespace

json::Object explain::summarize(Decisions decisions) {
  std::map<std::string, Count> counts;
  json::Object memory;
  std::map<std::string, int64_t> classes;
  for (const Decision &decision : decisions) {
    Count &count = counts[decision.decision];
    if (decision.outcome == "done")
      ++count.done;
    else if (decision.outcome == "fact")
      ++count.facts;
    else
      ++count.notDone;
    if (decision.outcome == "not done")
      ++count.obstacles[decision.why.empty() ? decision.what : decision.why];
    if (decision.decision == "kernel")
      ++classes[decision.object.getString("class").value_or("other").str()];
    if (decision.object.getString("buffer") == "arena")
      for (StringRef key : {"bytes", "live_bytes", "total_bytes"})
        memory[key] =
            memory.getInteger(key).value_or(0) + decision.getNumber(key);
  }
  json::Array kinds;
  for (auto &[kind, count] : counts) {
    // The most frequent reasons first.
    std::vector<std::pair<std::string, int64_t>> sorted(count.obstacles.begin(),
                                                        count.obstacles.end());
    llvm::stable_sort(sorted, [](const auto &a, const auto &b) {
      return a.second > b.second;
    });
    json::Array obstacles;
    for (auto &[why, times] : sorted)
      obstacles.push_back(json::Object{{"why", why}, {"times", times}});
    kinds.push_back(json::Object{{"decision", kind},
                                 {"done", count.done},
                                 {"not_done", count.notDone},
                                 {"facts", count.facts},
                                 {"obstacles", std::move(obstacles)}});
  }
  json::Array kernels;
  for (auto &[name, times] : classes)
    kernels.push_back(json::Object{{"class", name}, {"kernels", times}});
  return json::Object{{"decisions", int64_t(decisions.size())},
                      {"kinds", std::move(kinds)},
                      {"kernels", std::move(kernels)},
                      {"memory", std::move(memory)}};
}

void explain::printSummary(const json::Object &answer, raw_ostream &os) {
  constexpr size_t most = 5;
  os << *answer.getInteger("decisions") << " decisions\n";
  forEach(answer, "kinds", [&](const json::Object &kind) {
    int64_t done = *kind.getInteger("done");
    int64_t notDone = *kind.getInteger("not_done");
    if (done + notDone == 0)
      return;
    os << *kind.getString("decision") << ": " << done << " done, " << notDone
       << " not done\n";
    size_t count = 0;
    forEach(kind, "obstacles", [&](const json::Object &obstacle) {
      if (count++ < most)
        os << "  " << *obstacle.getInteger("times")
           << " times: " << *obstacle.getString("why") << "\n";
    });
  });
  bool first = true;
  forEach(answer, "kernels", [&](const json::Object &one) {
    os << (first ? "kernels: " : ", ") << *one.getInteger("kernels") << ' '
       << *one.getString("class");
    first = false;
  });
  if (!first)
    os << "\n";
  const json::Object *memory = answer.getObject("memory");
  if (!memory->empty())
    os << "memory: " << formatBytes(*memory->getInteger("total_bytes"))
       << ", temporaries " << formatBytes(*memory->getInteger("bytes"))
       << ", of which " << formatBytes(*memory->getInteger("live_bytes"))
       << " are needed at once (--memory says by what)\n";
}
