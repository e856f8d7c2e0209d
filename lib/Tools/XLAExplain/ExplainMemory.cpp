//===- ExplainMemory.cpp - What takes the memory --------------------------===//

#include "Answers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace xla;
using namespace xla::explain;
using llvm::raw_ostream;
using llvm::StringRef;
namespace json = llvm::json;

static bool isInArena(const Decision &buffer) {
  StringRef kind = buffer.object.getString("buffer").value_or("");
  return kind == "temporary" || kind == "scratch";
}

static json::Object describe(const Decision &buffer) {
  json::Object object{{"bytes", buffer.getNumber("bytes")},
                      {"what", buffer.getText()}};
  if (std::string lines = buffer.getLines(); !lines.empty())
    object["lines"] = lines;
  return object;
}

/// The largest of `buffers`.
static json::Array getLargest(std::vector<const Decision *> buffers,
                              size_t most) {
  llvm::stable_sort(buffers, [](const Decision *a, const Decision *b) {
    return a->getNumber("bytes") > b->getNumber("bytes");
  });
  json::Array list;
  for (const Decision *buffer : llvm::ArrayRef(buffers).take_front(most))
    list.push_back(describe(*buffer));
  return list;
}

/// Bytes by source lines, most first.
static json::Array getByLines(llvm::ArrayRef<const Decision *> buffers,
                              size_t most) {
  std::map<std::string, int64_t> sums;
  for (const Decision *buffer : buffers)
    sums[buffer->getLines()] += buffer->getNumber("bytes");
  std::vector<std::pair<std::string, int64_t>> sorted(sums.begin(), sums.end());
  llvm::stable_sort(
      sorted, [](const auto &a, const auto &b) { return a.second > b.second; });
  json::Array list;
  for (auto &[lines, bytes] : llvm::ArrayRef(sorted).take_front(most))
    list.push_back(
        json::Object{{"lines", lines.empty() ? "?" : lines}, {"bytes", bytes}});
  return list;
}

llvm::Expected<json::Object> explain::explainMemory(Decisions decisions,
                                                    size_t most) {
  // Buffers come before the arena that they are in; several programs may be in
  // one file, of which the largest is shown.
  const Decision *arena = nullptr;
  std::vector<const Decision *> buffers, ofArena;
  for (const Decision &decision : decisions) {
    if (decision.pass != "bufferize-host" || decision.outcome != "fact")
      continue;
    if (decision.object.getString("buffer") != "arena") {
      buffers.push_back(&decision);
      continue;
    }
    if (!arena ||
        arena->getNumber("total_bytes") < decision.getNumber("total_bytes")) {
      arena = &decision;
      ofArena = buffers;
    }
    buffers.clear();
  }
  if (!arena)
    return llvm::createStringError(
        "expected decisions of a compilation up to phase 'bufferize', which "
        "say what takes the memory");
  int64_t call = arena->getNumber("live_call");
  std::vector<const Decision *> live, all;
  for (const Decision *buffer : ofArena) {
    all.push_back(buffer);
    if (isInArena(*buffer) && buffer->getNumber("first_call") <= call &&
        call <= buffer->getNumber("last_call"))
      live.push_back(buffer);
  }
  return json::Object{{"total_bytes", arena->getNumber("total_bytes")},
                      {"temporary_bytes", arena->getNumber("bytes")},
                      {"live_bytes", arena->getNumber("live_bytes")},
                      {"live_call", call},
                      {"live_by_lines", getByLines(live, most)},
                      {"live", getLargest(live, most)},
                      {"largest", getLargest(all, most)}};
}

static void printBuffers(const json::Object &answer, StringRef key,
                         StringRef title, raw_ostream &os) {
  const json::Array *list = answer.getArray(key);
  if (list->empty())
    return;
  os << title << "\n";
  forEach(answer, key, [&](const json::Object &one) {
    os << llvm::format("%14lld  ",
                       (long long)one.getInteger("bytes").value_or(0));
    if (auto what = one.getString("what"))
      os << *what << (one.getString("lines") ? "  " : "");
    os << one.getString("lines").value_or("") << "\n";
  });
}

void explain::printMemory(const json::Object &answer, raw_ostream &os) {
  os << "arguments, results, constants and temporaries: "
     << *answer.getInteger("total_bytes") << " bytes ("
     << formatBytes(*answer.getInteger("total_bytes")) << ")\n"
     << "temporaries: " << *answer.getInteger("temporary_bytes")
     << " bytes, of which " << *answer.getInteger("live_bytes")
     << " are needed at once, in call " << *answer.getInteger("live_call")
     << "\n";
  printBuffers(answer, "live_by_lines",
               "needed then, by the lines that make it:", os);
  printBuffers(answer, "live", "needed then, buffer by buffer:", os);
  printBuffers(answer, "largest", "largest buffers of all:", os);
}
