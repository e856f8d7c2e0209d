//===- SourceLines.cpp - Which lines of the source a place is -------------===//

#include "xla/Support/SourceLines.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace xla;

void SourceLines::add(Location loc) {
  if (auto range = dyn_cast<FileLineColRange>(LocationAttr(loc)))
    lines[range.getFilename().str()].insert(range.getStartLine());
  else if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      add(part);
  else if (auto name = dyn_cast<NameLoc>(loc))
    add(name.getChildLoc());
  else if (auto call = dyn_cast<CallSiteLoc>(loc))
    add(call.getCallee());
}

size_t SourceLines::size() const {
  size_t count = 0;
  for (auto &[file, numbers] : lines)
    count += numbers.size();
  return count;
}

std::string SourceLines::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto &[file, numbers] : lines) {
    os << (text.empty() ? "" : "; ") << file;
    char before = ':';
    for (auto it = numbers.begin(); it != numbers.end(); ++it) {
      unsigned first = *it, last = first;
      while (std::next(it) != numbers.end() && *std::next(it) == last + 1)
        last = *++it;
      os << before << first;
      if (last != first)
        os << '-' << last;
      before = ',';
    }
  }
  return text;
}
