//===- ShardingText.cpp - Shardings as attributes hold them ---------------===//
//
// A parser by recursive descent over words and punctuation. Tuples nest once.
//
//===----------------------------------------------------------------------===//

#include "ShardingText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace xla;
using llvm::StringRef;
using proto::OpSharding;

namespace {
class Parser {
public:
  Parser(StringRef text, std::string &error) : rest(text), error(error) {}

  bool parse(OpSharding &sharding) {
    return parseSharding(sharding, /*inTuple=*/false) &&
           (skipBlanks().empty() || fail("the end"));
  }

private:
  StringRef skipBlanks() {
    rest = rest.ltrim();
    while (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      rest = rest.drop_front(std::min(end, rest.size() - 2) + 2).ltrim();
    }
    return rest;
  }
  bool consume(StringRef token) {
    skipBlanks();
    return rest.consume_front(token);
  }
  bool expect(StringRef token) { return consume(token) || fail(token); }
  bool fail(const llvm::Twine &expected) {
    if (error.empty())
      error =
          ("expected " + expected + " at '" + rest.take_front(20) + "'").str();
    return false;
  }
  StringRef takeWord() {
    skipBlanks();
    StringRef word =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(word.size());
    return word;
  }
  template <typename FieldT> bool parseNumbers(FieldT *field) {
    do {
      int64_t number;
      skipBlanks();
      if (rest.consumeInteger(10, number))
        return fail("a number");
      field->Add(number);
    } while (consume(","));
    return true;
  }
  bool parseNumber(int64_t &number) {
    skipBlanks();
    return !rest.consumeInteger(10, number) || fail("a number");
  }
  /// Up to the brace that closes the one just taken.
  bool skipBraces() {
    for (unsigned depth = 1; !rest.empty();) {
      char c = rest.front();
      rest = rest.drop_front();
      if (c == '"')
        while (!rest.empty()) {
          char inner = rest.front();
          rest = rest.drop_front(inner == '\\' && rest.size() > 1 ? 2 : 1);
          if (inner == '"')
            break;
        }
      depth += (c == '{') - (c == '}');
      if (depth == 0)
        return true;
    }
    return fail("'}'");
  }

  bool parseSharding(OpSharding &sharding, bool inTuple);
  bool parseWord(StringRef word, OpSharding &sharding);
  bool parseDevices(OpSharding &sharding);
  bool parseLastTileDims(OpSharding &sharding);

  StringRef rest;
  std::string &error;
};
} // namespace

/// The type of which `word` is the name; -1 if of none.
static int getType(StringRef word) {
  return llvm::StringSwitch<int>(word)
      .Case("replicated", OpSharding::REPLICATED)
      .Case("maximal", OpSharding::MAXIMAL)
      .Case("manual", OpSharding::MANUAL)
      .Case("unknown", OpSharding::UNKNOWN)
      .Case("unreduced", OpSharding::UNREDUCED)
      .Default(-1);
}

bool Parser::parseDevices(OpSharding &sharding) {
  sharding.set_type(OpSharding::OTHER);
  if (!expect("=") || !expect("[") ||
      !parseNumbers(sharding.mutable_tile_assignment_dimensions()) ||
      !expect("]"))
    return false;
  if (!consume("<="))
    return parseNumbers(sharding.mutable_tile_assignment_devices());
  if (!expect("[") || !parseNumbers(sharding.mutable_iota_reshape_dims()) ||
      !expect("]"))
    return false;
  if (consume("T"))
    return expect("(") &&
           parseNumbers(sharding.mutable_iota_transpose_perm()) && expect(")");
  // The messages always state a permutation.
  for (int dim = 0, e = sharding.iota_reshape_dims_size(); dim < e; ++dim)
    sharding.add_iota_transpose_perm(dim);
  return true;
}

bool Parser::parseLastTileDims(OpSharding &sharding) {
  if (!expect("=") || !expect("{"))
    return false;
  do {
    int type = getType(takeWord());
    if (type < 0)
      return fail("a kind of sharding");
    sharding.add_last_tile_dims(OpSharding::Type(type));
  } while (consume(","));
  return expect("}");
}

bool Parser::parseWord(StringRef word, OpSharding &sharding) {
  if (int type = getType(word); type >= 0) {
    sharding.set_type(OpSharding::Type(type));
    return true;
  }
  if (word == "devices")
    return parseDevices(sharding);
  if (word == "device") {
    int64_t device;
    if (!expect("=") || !parseNumber(device))
      return false;
    sharding.add_tile_assignment_devices(device);
    return true;
  }
  if (word == "last_tile_dim_replicate") {
    sharding.set_replicate_on_last_tile_dim(true);
    return true;
  }
  if (word == "last_tile_dims")
    return parseLastTileDims(sharding);
  if (word == "shard_as" || word == "shard_like") {
    int64_t group;
    if (!parseNumber(group))
      return false;
    sharding.set_is_shard_group(true);
    sharding.set_shard_group_id(group);
    sharding.set_shard_group_type(word == "shard_as" ? OpSharding::AS
                                                     : OpSharding::LIKE);
    return true;
  }
  if (word == "metadata")
    return expect("=") && expect("{") && skipBraces();
  return fail("a sharding");
}

bool Parser::parseSharding(OpSharding &sharding, bool inTuple) {
  if (!expect("{"))
    return false;
  if (!inTuple && (skipBlanks().starts_with("{") || rest.starts_with("}"))) {
    sharding.set_type(OpSharding::TUPLE);
    if (consume("}"))
      return true;
    do {
      if (!parseSharding(*sharding.add_tuple_shardings(), /*inTuple=*/true))
        return false;
    } while (consume(","));
    return expect("}");
  }
  do {
    if (!parseWord(takeWord(), sharding))
      return false;
    consume(",");
  } while (!skipBlanks().starts_with("}") && !rest.empty());
  return expect("}");
}

bool hlo_export::parseShardingText(StringRef text, OpSharding &sharding,
                                   std::string &error) {
  return Parser(text, error).parse(sharding);
}
