//===- ExplainOp.cpp - What was decided about an op -----------------------===//

#include "Answers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace xla;
using namespace xla::explain;
using llvm::raw_ostream;
using llvm::StringRef;
namespace json = llvm::json;

/// `hlo.add` of `stablehlo.add`, `mhlo.add` or `add`.
static std::string spellOp(StringRef op) {
  for (StringRef dialect : {"stablehlo.", "mhlo.", "hlo."})
    if (op.consume_front(dialect))
      break;
  return ("hlo." + op).str();
}

/// Whether `text` holds `word`, and no longer name.
static bool holdsWord(StringRef text, StringRef word) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  for (size_t at = text.find(word); at != StringRef::npos;
       at = text.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !isPart(text[at - 1])) &&
        (end == text.size() || !isPart(text[end])))
      return true;
  }
  return false;
}

/// The line that `op` names, as a number or behind a file; 0 if it does not.
static int64_t getLine(StringRef op) {
  int64_t line = 0;
  StringRef last = op.contains(':') ? op.rsplit(':').second : op;
  return last.getAsInteger(10, line) ? 0 : line;
}

static bool isAbout(const Decision &decision, StringRef op) {
  if (int64_t line = getLine(op)) {
    StringRef file = op.contains(':') ? op.rsplit(':').first : "";
    return decision.isAbout(line) &&
           StringRef(decision.getLines()).contains(file);
  }
  std::string name = spellOp(op);
  return decision.kernel == op || holdsWord(decision.what, name) ||
         (decision.decision == "kernel" && holdsWord(decision.why, name)) ||
         (!decision.name.empty() && StringRef(decision.name).contains(op));
}

/// The ops and lines that decisions are about, to choose from.
static std::string listSubjects(Decisions decisions) {
  constexpr size_t most = 12;
  std::set<std::string> ops;
  std::set<int64_t> lines;
  for (const Decision &decision : decisions) {
    if (decision.line)
      lines.insert(decision.line);
    for (StringRef word : llvm::split(decision.what, ' '))
      if (word.starts_with("hlo."))
        ops.insert(word.str());
  }
  auto list = [&](auto range, auto print) {
    std::string text;
    size_t count = 0;
    for (const auto &one : range)
      if (count++ < most)
        text += (text.empty() ? "" : ", ") + print(one);
    return text + (count > most ? " and others" : "");
  };
  return "decisions are about " +
         list(ops, [](const std::string &op) { return op; }) + " and lines " +
         list(lines, [](int64_t line) { return std::to_string(line); });
}

llvm::Expected<json::Object> explain::explainOp(Decisions decisions,
                                                StringRef op) {
  std::set<std::string> kernels;
  std::vector<const Decision *> found;
  for (const Decision &decision : decisions)
    if (isAbout(decision, op)) {
      found.push_back(&decision);
      if (decision.decision == "kernel")
        kernels.insert(decision.kernel);
    }
  if (found.empty())
    return llvm::createStringError(
        "expected an op, a line or a kernel that decisions are about in --op, "
        "but got '" +
        op + "'; " + listSubjects(decisions));
  // Of the kernels that it is in, what was decided later.
  for (const Decision &decision : decisions)
    if (kernels.count(decision.kernel) && !llvm::is_contained(found, &decision))
      found.push_back(&decision);
  json::Array list;
  for (const Decision *decision : found)
    list.push_back(json::Object(decision->object));
  return json::Object{{"op", op}, {"decisions", std::move(list)}};
}

void explain::printOp(const json::Object &answer, raw_ostream &os) {
  os << "decisions about " << *answer.getString("op") << "\n";
  forEach(answer, "decisions", [&](const json::Object &one) {
    os << one.getString("decision").value_or("") << " ("
       << one.getString("outcome").value_or("") << ")";
    if (auto file = one.getString("file"))
      os << " at " << *file << ':' << one.getInteger("line").value_or(0) << ':'
         << one.getInteger("column").value_or(0);
    os << ": " << one.getString("what").value_or("");
    if (auto why = one.getString("why"))
      os << ": " << *why;
    // The numbers behind it, in one order.
    std::vector<std::pair<std::string, int64_t>> numbers;
    for (const auto &[key, value] : one)
      if (auto number = value.getAsInteger();
          number && key != "line" && key != "column")
        numbers.emplace_back(StringRef(key).str(), *number);
    llvm::sort(numbers);
    for (const auto &[index, number] : llvm::enumerate(numbers))
      os << (index ? ", " : " (") << number.first << ' ' << number.second;
    os << (numbers.empty() ? "" : ")");
    if (auto kernel = one.getString("kernel"))
      os << " [" << *kernel << ']';
    os << "\n";
  });
}
