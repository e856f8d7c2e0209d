//===- BytecodeLimits.cpp - What MLIR's reader takes on trust -------------===//
//
// A walk over the container: sections, tables and the tree of ops. MLIR's
// reader allocates what a count says before it looks for the bytes, follows
// use-list orders without bounds, and lets regions nest as deep as they come;
// here each of these is measured first. Whatever else may be wrong, that reader
// notices.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/TextLimits.h"
#include "xla/Target/VHLO/BytecodeChecks.h"

#include "mlir/Bytecode/Encoding.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <optional>

using namespace mlir;
namespace bytecode = mlir::bytecode;
namespace Section = mlir::bytecode::Section;

namespace {
/// A position in bytes. After the end was passed, `isGood` is false and all
/// that is read is zero.
class Cursor {
public:
  explicit Cursor(StringRef bytes = {}) : rest(bytes) {}

  bool isGood() const { return good; }
  bool isAtEnd() const { return rest.empty(); }
  size_t size() const { return rest.size(); }
  const char *position() const { return rest.data(); }
  void fail() { good = false; }

  StringRef takeBytes(uint64_t count) {
    if (count > rest.size()) {
      good = false;
      rest = rest.take_back(0);
      return {};
    }
    StringRef taken = rest.take_front(count);
    rest = rest.drop_front(count);
    return taken;
  }

  uint8_t takeByte() {
    StringRef byte = takeBytes(1);
    return byte.empty() ? 0 : static_cast<uint8_t>(byte.front());
  }

  /// The low zeros of the first byte count the bytes that follow.
  uint64_t takeNumber() {
    uint8_t first = takeByte();
    if (first & 1)
      return first >> 1;
    unsigned more = first == 0 ? 8 : llvm::countr_zero(unsigned(first));
    StringRef bytes = takeBytes(more);
    uint64_t value = 0;
    for (size_t i = bytes.size(); i != 0; --i)
      value = value << 8 | static_cast<uint8_t>(bytes[i - 1]);
    if (first == 0)
      return value;
    // Seven bytes more leave no bit of the first.
    uint64_t low = first >> (more + 1);
    return more == 7 ? value : value << (7 - more) | low;
  }

  /// The number of things to come, each of which takes a byte at least.
  uint64_t takeCount() {
    uint64_t count = takeNumber();
    if (count > rest.size())
      good = false;
    return good ? count : 0;
  }

  void skipNumbers(uint64_t count) {
    for (; count != 0 && good; --count)
      takeNumber();
  }

private:
  StringRef rest;
  bool good = true;
};

/// How often values are used, numbered as operands name them.
class UseCounts {
public:
  /// A region begins that defines `count` values.
  void push(uint64_t count) {
    begins.push_back(uses.size());
    nexts.push_back(uses.size());
    uses.resize(uses.size() + count);
  }

  /// A region ends: whether the orders of its values are within their uses.
  bool pop() {
    bool isRight = true;
    uint64_t begin = begins.pop_back_val();
    nexts.pop_back();
    while (!orders.empty() && orders.back().first >= begin) {
      isRight &= orders.back().second < uses[orders.back().first];
      orders.pop_back();
    }
    uses.resize(begin);
    return isRight;
  }

  bool isEmpty() const { return begins.empty(); }

  /// The number of the first of `count` new values, nothing if there is no
  /// room.
  std::optional<uint64_t> define(uint64_t count) {
    if (nexts.empty() || count > uses.size() - nexts.back())
      return std::nullopt;
    uint64_t first = nexts.back();
    nexts.back() += count;
    return first;
  }

  bool use(uint64_t value) {
    if (value >= uses.size())
      return false;
    ++uses[value];
    return true;
  }

  /// An order of the uses of `value` that names `index`.
  void order(uint64_t value, uint64_t index) {
    orders.push_back({value, index});
  }

private:
  llvm::SmallVector<uint64_t> uses, begins, nexts;
  llvm::SmallVector<std::pair<uint64_t, uint64_t>> orders;
};

/// Walks one file. `problem` is set where it stops.
class Scanner {
public:
  Scanner(StringRef content, xla::BytecodeKind kind)
      : content(content), kind(kind) {}

  StringRef run() {
    scanSections();
    return problem;
  }

private:
  void fail(StringRef what) {
    if (problem.empty())
      problem = what;
  }

  bool isArtifact() const {
    return kind == xla::BytecodeKind::PortableArtifact;
  }

  bool hasFailed(const Cursor &cursor, StringRef what) {
    if (!cursor.isGood())
      fail(what);
    return !problem.empty();
  }

  /// A section's number and bytes. What is aligned is so from the first byte
  /// on.
  std::pair<unsigned, StringRef> takeSection(Cursor &cursor) {
    unsigned id = cursor.takeByte();
    uint64_t length = cursor.takeNumber();
    if (id & 0x80) {
      uint64_t alignment = cursor.takeNumber();
      if (!llvm::isPowerOf2_64(alignment) || alignment > 4096)
        cursor.fail();
      if (cursor.isGood()) {
        size_t offset = cursor.position() - content.data();
        cursor.takeBytes(llvm::alignTo(offset, alignment) - offset);
      }
    }
    return {id & 0x7f, cursor.takeBytes(length)};
  }

  void scanSections() {
    Cursor cursor(content);
    cursor.takeBytes(4); // the magic number
    version = cursor.takeNumber();
    while (cursor.isGood() && cursor.takeByte() != 0) {
    } // the producer
    std::array<std::optional<StringRef>, Section::kNumSections> sections;
    while (cursor.isGood() && !cursor.isAtEnd()) {
      auto [id, bytes] = takeSection(cursor);
      if (id >= Section::kNumSections)
        cursor.fail();
      else
        sections[id] = bytes;
    }
    if (hasFailed(cursor, "its sections run past its end"))
      return;
    auto scan = [&](unsigned id, void (Scanner::*scanSection)(Cursor)) {
      if (problem.empty() && sections[id])
        (this->*scanSection)(Cursor(*sections[id]));
    };
    if (!sections[Section::kIR] || !sections[Section::kString])
      return fail("it has no ops");
    if (isArtifact() && sections[Section::kResource] &&
        !sections[Section::kResource]->empty())
      return fail("it has resources, which portable artifacts do not have");
    scan(Section::kString, &Scanner::scanStrings);
    scan(Section::kDialect, &Scanner::scanDialects);
    scan(Section::kProperties, &Scanner::scanProperties);
    scan(Section::kAttrTypeOffset, &Scanner::scanOffsets);
    if (sections[Section::kAttrType])
      attributeBytes = *sections[Section::kAttrType];
    if (problem.empty())
      scanTextEntries();
    scan(Section::kIR, &Scanner::scanIR);
  }

  void scanStrings(Cursor cursor) {
    uint64_t count = cursor.takeCount();
    uint64_t total = 0;
    for (uint64_t i = 0; i != count && cursor.isGood(); ++i) {
      uint64_t size = cursor.takeNumber();
      // Each has a zero at its end.
      if (size == 0 || size > cursor.size() || (total += size) > content.size())
        cursor.fail();
    }
    hasFailed(cursor, "its strings run past its end");
  }

  void scanDialects(Cursor cursor) {
    uint64_t count = cursor.takeCount();
    for (uint64_t i = 0; i != count && cursor.isGood(); ++i) {
      uint64_t name = cursor.takeNumber();
      if (version >= bytecode::kDialectVersioning && (name & 1))
        takeSection(cursor);
    }
    if (version >= bytecode::kElideUnknownBlockArgLocation)
      cursor.takeCount();
    hasFailed(cursor, "its table of dialects runs past its end");
  }

  void scanProperties(Cursor cursor) {
    cursor.takeCount();
    hasFailed(cursor, "its table of properties runs past its end");
  }

  /// Attributes and types, in groups of one dialect: their sizes.
  void scanOffsets(Cursor cursor) {
    uint64_t left[2] = {cursor.takeCount(), cursor.takeCount()};
    uint64_t offset = 0;
    for (uint64_t &count : left) {
      while (count != 0 && cursor.isGood()) {
        cursor.takeNumber(); // the dialect
        uint64_t group = cursor.takeNumber();
        if (group == 0 || group > count)
          cursor.fail();
        for (uint64_t i = 0; i != group && cursor.isGood(); ++i) {
          uint64_t size = cursor.takeNumber();
          if ((size & 1) == 0)
            textEntries.push_back({offset, size >> 1});
          offset += size >> 1;
          if (offset > content.size())
            cursor.fail();
        }
        count -= cursor.isGood() ? group : 0;
      }
    }
    hasFailed(cursor, "its table of attributes runs past its end");
  }

  /// What MLIR's parser reads as text must not nest deeper than it bears.
  void scanTextEntries() {
    for (auto [offset, size] : textEntries) {
      StringRef text = attributeBytes.substr(offset, size);
      if (xla::findTextLimitError(text))
        return fail("it has an attribute in text that nests too deep");
    }
  }

  //===--- Ops ---===//

  /// A region list that is being walked.
  struct Level {
    uint64_t regionsLeft = 0;
    uint64_t blocksLeft = 0;
    uint64_t opsLeft = 0;
    bool inRegion = false;
    bool isIsolated = false;
    /// The bytes of isolated regions, which are a section of their own.
    std::optional<Cursor> own;
  };

  void scanIR(Cursor top) {
    llvm::SmallVector<Level> levels(1);
    llvm::SmallVector<UseCounts> scopes(1);
    scopes.back().push(0);
    levels.back().inRegion = true;
    levels.back().blocksLeft = 1;
    // MLIR's reader has no scope yet for values of the outermost block.
    if (Cursor(top).takeNumber() & 1)
      return fail("its outermost block has arguments");
    scanBlockHeader(top, levels.back(), scopes.back());
    while (!levels.empty() && problem.empty()) {
      Cursor &cursor = getCursor(levels, top);
      if (hasFailed(cursor, "its ops run past its end"))
        return;
      step(cursor, levels, scopes);
    }
  }

  static Cursor &getCursor(llvm::SmallVectorImpl<Level> &levels, Cursor &top) {
    for (Level &level : llvm::reverse(levels))
      if (level.own)
        return *level.own;
    return top;
  }

  /// Goes on by an op, or to the next block, region or level.
  void step(Cursor &cursor, llvm::SmallVectorImpl<Level> &levels,
            llvm::SmallVectorImpl<UseCounts> &scopes) {
    Level &level = levels.back();
    if (level.opsLeft != 0) {
      --level.opsLeft;
      return scanOp(cursor, levels, scopes);
    }
    if (level.inRegion && --level.blocksLeft != 0)
      return scanBlockHeader(cursor, level, scopes.back());
    if (level.inRegion) {
      level.inRegion = false;
      if (!scopes.back().pop())
        fail("it orders the uses of a value that has fewer");
    }
    if (level.regionsLeft != 0) {
      --level.regionsLeft;
      return scanRegionHeader(cursor, level, scopes.back());
    }
    if (level.isIsolated)
      scopes.pop_back();
    levels.pop_back();
  }

  void scanRegionHeader(Cursor &cursor, Level &level, UseCounts &scope) {
    uint64_t blocks = cursor.takeCount();
    if (blocks == 0)
      return;
    scope.push(cursor.takeCount());
    level.inRegion = true;
    level.blocksLeft = blocks;
    scanBlockHeader(cursor, level, scope);
  }

  void scanBlockHeader(Cursor &cursor, Level &level, UseCounts &scope) {
    uint64_t header = cursor.takeNumber();
    level.opsLeft = header >> 1;
    if (level.opsLeft > cursor.size())
      cursor.fail();
    if ((header & 1) == 0)
      return;
    uint64_t arguments = cursor.takeCount();
    for (uint64_t i = 0; i != arguments && cursor.isGood(); ++i) {
      uint64_t type = cursor.takeNumber();
      if (version < bytecode::kElideUnknownBlockArgLocation || (type & 1))
        cursor.takeNumber();
    }
    std::optional<uint64_t> first = scope.define(arguments);
    if (!first)
      return fail("it defines more values than it says");
    if (version >= bytecode::kUseListOrdering && cursor.takeByte() != 0)
      scanUseOrders(cursor, *first, arguments, scope);
  }

  void scanUseOrders(Cursor &cursor, uint64_t first, uint64_t count,
                     UseCounts &scope) {
    uint64_t ordered = count > 1 ? cursor.takeCount() : 1;
    for (uint64_t i = 0; i != ordered && cursor.isGood(); ++i) {
      uint64_t value = count > 1 ? cursor.takeNumber() : 0;
      uint64_t header = cursor.takeNumber();
      uint64_t most = 0;
      for (uint64_t left = header >> 1; left != 0 && cursor.isGood(); --left)
        most = std::max(most, cursor.takeNumber());
      if (value >= count)
        return fail("it orders the uses of a value that is none");
      scope.order(first + value, most);
    }
  }

  void scanOp(Cursor &cursor, llvm::SmallVectorImpl<Level> &levels,
              llvm::SmallVectorImpl<UseCounts> &scopes) {
    using namespace bytecode::OpEncodingMask;
    UseCounts &scope = scopes.back();
    cursor.takeNumber(); // the name
    uint8_t mask = cursor.takeByte();
    cursor.takeNumber(); // the location
    if (mask & kHasAttrs)
      cursor.takeNumber();
    if (mask & kHasProperties)
      cursor.takeNumber();
    uint64_t results = mask & kHasResults ? cursor.takeCount() : 0;
    cursor.skipNumbers(results);
    uint64_t operands = mask & kHasOperands ? cursor.takeCount() : 0;
    for (uint64_t i = 0; i != operands && cursor.isGood(); ++i)
      if (!scope.use(cursor.takeNumber()))
        return fail("it uses a value that is none");
    if ((mask & kHasSuccessors) && isArtifact())
      return fail("it has branches, which portable artifacts do not have");
    if (mask & kHasSuccessors)
      cursor.skipNumbers(cursor.takeCount());
    // Ops outside of all regions that count values define none.
    std::optional<uint64_t> first = scope.define(results);
    if (version >= bytecode::kUseListOrdering && (mask & kHasUseListOrders)) {
      if (!first)
        return fail("it orders the uses of a value that is none");
      scanUseOrders(cursor, *first, results, scope);
    } else if (!first && levels.size() > 1) {
      return fail("it defines more values than it says");
    }
    if (mask & kHasInlineRegions)
      scanRegions(cursor, levels, scopes);
  }

  void scanRegions(Cursor &cursor, llvm::SmallVectorImpl<Level> &levels,
                   llvm::SmallVectorImpl<UseCounts> &scopes) {
    Level level;
    uint64_t header = cursor.takeNumber();
    level.regionsLeft = header >> 1;
    level.isIsolated = header & 1;
    if (level.regionsLeft == 0)
      return;
    if (level.regionsLeft > cursor.size())
      return cursor.fail();
    if (levels.size() == kMaxDepth)
      return fail("its regions nest too deep");
    if (level.isIsolated)
      scopes.emplace_back();
    if (level.isIsolated && version >= bytecode::kLazyLoading) {
      auto [id, bytes] = takeSection(cursor);
      if (id != Section::kIR)
        return cursor.fail();
      level.own = Cursor(bytes);
    }
    levels.push_back(std::move(level));
  }

  static constexpr size_t kMaxDepth = 200;

  StringRef content;
  xla::BytecodeKind kind;
  StringRef problem;
  StringRef attributeBytes;
  uint64_t version = 0;
  llvm::SmallVector<std::pair<uint64_t, uint64_t>> textEntries;
};
} // namespace

LogicalResult xla::checkBytecodeLimits(StringRef content, Location loc,
                                       BytecodeKind kind) {
  StringRef problem = Scanner(content, kind).run();
  if (problem.empty())
    return success();
  return emitError(loc, "expected ")
         << (kind == BytecodeKind::PortableArtifact ? "a portable artifact"
                                                    : "bytecode")
         << " that is whole, but " << problem;
}
