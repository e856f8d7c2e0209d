//===- PrintMetadata.cpp - Strings, metadata, origins as HLO text ---------===//
//
// What the reader in ParseMetadata reads.
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"
#include "FloatText.h"
#include "Printer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cstring>

using namespace xla;
using namespace xla::hlotext;
using llvm::raw_ostream;
using llvm::StringRef;

void xla::hlotext::printQuoted(StringRef text, raw_ostream &os) {
  os << '"';
  for (char c : text) {
    switch (c) {
    case '\n':
      os << "\\n";
      break;
    case '\r':
      os << "\\r";
      break;
    case '\t':
      os << "\\t";
      break;
    case '"':
    case '\'':
    case '\\':
      os << '\\' << c;
      break;
    default:
      if (llvm::isPrint(c))
        os << c;
      else
        os << '\\' << llvm::format("%03o", unsigned(uint8_t(c)));
    }
  }
  os << '"';
}

/// True if XLA's reader takes `text` as one dictionary: braces balance outside
/// of strings, and the last closes the first.
static bool isBalanced(StringRef text) {
  if (!text.starts_with("{") || Cursor(text).takeBalanced() != text)
    return false;
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i + 1 == text.size();
    }
  }
  return false;
}

void xla::hlotext::printQuotedOrBalanced(StringRef text, raw_ostream &os) {
  if (isBalanced(text))
    os << text;
  else
    printQuoted(text, os);
}

void xla::hlotext::printDouble(double value, raw_ostream &os) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  printFloat(bits, getElementType(proto::F64), os);
}

void xla::hlotext::printMetadata(const proto::OpMetadata &metadata,
                                 raw_ostream &os) {
  StringRef separator = "";
  auto begin = [&](StringRef name) -> raw_ostream & {
    os << separator << name << '=';
    separator = " ";
    return os;
  };
  auto text = [&](StringRef name, StringRef value) {
    if (!value.empty())
      printQuoted(value, begin(name));
  };
  auto number = [&](StringRef name, int64_t value) {
    if (value != 0)
      begin(name) << value;
  };
  os << '{';
  text("op_type", metadata.op_type());
  text("op_name", metadata.op_name());
  text("source_file", metadata.source_file());
  number("source_line", metadata.source_line());
  number("source_end_line", metadata.source_end_line());
  number("source_column", metadata.source_column());
  number("source_end_column", metadata.source_end_column());
  if (!metadata.profile_type().empty())
    printNumbers(metadata.profile_type(), begin("profile_type"));
  text("deduplicated_name", metadata.deduplicated_name());
  text("scheduling_name", metadata.scheduling_name());
  number("stack_frame_id", metadata.stack_frame_id());
  os << '}';
}

void xla::hlotext::printFrontendAttributes(
    const proto::FrontendAttributes &attributes, raw_ostream &os) {
  // A map of the wire has no order of its own.
  llvm::SmallVector<std::pair<StringRef, StringRef>> sorted;
  for (const auto &entry : attributes.map())
    sorted.emplace_back(entry.first, entry.second);
  llvm::sort(sorted);
  os << '{';
  llvm::interleave(
      sorted, os,
      [&](const auto &entry) {
        os << sanitizeName(entry.first) << '=';
        printQuotedOrBalanced(entry.second, os);
      },
      ",");
  os << '}';
}

using OriginElements = llvm::ArrayRef<const proto::OriginalValueElementProto *>;

/// Prints the elements that agree in the first `depth` numbers of their index.
static void printOriginTree(OriginElements elements, int depth,
                            raw_ostream &os) {
  constexpr int maxDepth = 100;
  if (elements.empty() || elements.front()->shape_index_size() <= depth ||
      depth > maxDepth) {
    os << '{';
    if (!elements.empty() && elements.front()->has_original_array()) {
      const auto &array = elements.front()->original_array();
      printQuoted(array.instruction_name(), os);
      if (!array.shape_index().empty()) {
        os << ' ';
        printNumbers(array.shape_index(), os);
      }
    }
    os << '}';
    return;
  }
  os << '(';
  for (bool isFirst = true; !elements.empty(); isFirst = false) {
    size_t count = 1;
    while (count < elements.size() &&
           elements[count]->shape_index_size() > depth &&
           elements[count]->shape_index(depth) ==
               elements.front()->shape_index(depth))
      ++count;
    os << (isFirst ? "" : ", ");
    printOriginTree(elements.take_front(count), depth + 1, os);
    elements = elements.drop_front(count);
  }
  os << ')';
}

void xla::hlotext::printOrigin(const proto::OriginalValueProto &origin,
                               raw_ostream &os) {
  if (origin.is_synthetic_call()) {
    os << "{[synthetic_call]}";
    return;
  }
  llvm::SmallVector<const proto::OriginalValueElementProto *> elements;
  for (const proto::OriginalValueElementProto &element : origin.elements())
    elements.push_back(&element);
  os << '{';
  printOriginTree(elements, 0, os);
  os << '}';
}
