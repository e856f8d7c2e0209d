//===- Parser.h - The reader of HLO text ------------------------*- C++ -*-===//
//
// Recursive descent over a Cursor, straight into the messages. The files:
// ParseModule, ParseComputation, ParseInstruction, ParseShape, ParseLiteral,
// and for attributes ParseAttributes (the table), ParseOpAttributes,
// ParseDistribution (what concerns several devices), ParseMesh, ParseMetadata.
//
// A function that fails has reported an error.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_LIB_TARGET_HLOTEXT_PARSER_H
#define XLA_LIB_TARGET_HLOTEXT_PARSER_H

#include "Cursor.h"
#include "Opcodes.h"
#include "xla/Target/HLOText/HLOText.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace xla::hlotext {
using llvm::failed;
using llvm::failure;
using llvm::LogicalResult;
using llvm::StringRef;
using llvm::succeeded;
using llvm::success;
using llvm::Twine;

/// A message that is not yet part of another one, on the arena of the module if
/// it has one.
template <typename T> class Detached {
public:
  explicit Detached(google::protobuf::Arena *arena)
      : message(google::protobuf::Arena::CreateMessage<T>(arena)),
        owned(arena == nullptr) {}
  Detached(const Detached &) = delete;
  Detached &operator=(const Detached &) = delete;
  ~Detached() {
    if (owned)
      delete message;
  }
  T *get() const { return message; }
  T *operator->() const { return message; }
  T &operator*() const { return *message; }
  /// For AddAllocated, which frees it.
  T *release() {
    owned = false;
    return message;
  }

private:
  T *message;
  bool owned;
};

/// A computation that is being read.
struct Scope {
  explicit Scope(google::protobuf::Arena *arena) : computation(arena) {}

  Detached<proto::HloComputationProto> computation;
  llvm::StringMap<proto::HloInstructionProto *> instructions;
  /// Nested operands, which get their names in the end.
  llvm::SmallVector<proto::HloInstructionProto *> anonymous;
  proto::HloInstructionProto *root = nullptr;
  /// In a single instruction, unknown operands become parameters.
  bool makesParameters = false;
};

/// An instruction that is being read.
struct Instruction {
  explicit Instruction(google::protobuf::Arena *arena) : message(arena) {}

  Detached<proto::HloInstructionProto> message;
  const Opcode *opcode = nullptr;
  /// The op that an asynchronous start begins, where written as one word.
  const Opcode *wrapped = nullptr;
  /// Of the shape or opcode, for messages.
  size_t offset = 0;
  bool hasShape = false;
  llvm::SmallVector<proto::HloInstructionProto *, 4> operands;
  /// Attributes read so far.
  llvm::SmallVector<StringRef, 8> attributes;
  /// By attribute: `to_apply`, `condition`, and so on.
  llvm::SmallVector<std::pair<StringRef, const proto::HloComputationProto *>, 2>
      called;

  bool has(StringRef attribute) const {
    return llvm::is_contained(attributes, attribute);
  }
  /// The op that the attributes are for.
  const Opcode &getAttributeOwner() const {
    return wrapped ? *wrapped : *opcode;
  }
};

class Parser {
public:
  Parser(StringRef text, size_t start, proto::HloModuleProto &module,
         HLOTextHandler report)
      : cursor(text), module(module), arena(module.GetArena()), report(report),
        budget(uint64_t(64) * (text.size() - start) + (16u << 20)) {
    cursor.setOffset(start);
  }

  /// Reads the text from `start` to its end.
  LogicalResult parse();
  /// Reads a text that is one sharding.
  LogicalResult parseOnlySharding(proto::OpSharding &sharding);

private:
  // Basics.
  LogicalResult emitError(size_t offset, const Twine &message);
  /// "expected WHAT, got ...", here.
  LogicalResult emitExpected(const Twine &what);
  void emitWarning(size_t offset, const Twine &message);
  LogicalResult expect(StringRef token, const Twine &context = "");
  size_t here();
  /// Counts memory that is not in proportion to the text read.
  LogicalResult charge(uint64_t bytes, size_t offset);
  /// Items in brackets, parted by commas, which may be missing after the last.
  LogicalResult parseList(StringRef open, StringRef close,
                          llvm::function_ref<LogicalResult()> parseItem);
  /// Words with `=` in braces, parted by blanks or commas.
  LogicalResult
  parseFields(llvm::function_ref<LogicalResult(StringRef, size_t)> parseField);
  LogicalResult parseInteger(int64_t &value);
  LogicalResult parseInt32(int32_t &value);
  LogicalResult parseDouble(double &value);
  LogicalResult parseBool(bool &value);
  LogicalResult parseString(std::string &value);
  LogicalResult parseStringOrBalanced(std::string &value);
  LogicalResult parseName(StringRef &name, const Twine &what);
  template <typename Repeated> LogicalResult parseIntegers(Repeated *values);

  class DepthGuard {
  public:
    explicit DepthGuard(Parser &parser) : parser(parser) { ++parser.depth; }
    ~DepthGuard() { --parser.depth; }

  private:
    Parser &parser;
  };
  LogicalResult checkDepth();

  // ParseModule.
  LogicalResult parseModule();
  LogicalResult
  parseModuleAttribute(std::optional<proto::ProgramShapeProto> &entryLayout);
  LogicalResult parseEntryLayout(proto::ProgramShapeProto &layout);
  LogicalResult parseAliases();
  LogicalResult parseDonors();
  LogicalResult
  parseShapeIndex(google::protobuf::RepeatedField<int64_t> *index);
  LogicalResult parsePropagation();
  LogicalResult parseTables();
  LogicalResult parseTable(StringRef keyword,
                           llvm::function_ref<LogicalResult()> parseRow);
  LogicalResult parseLocationTables(proto::StackFrameIndexProto &tables);
  LogicalResult parseComputations();
  LogicalResult parseSingle();
  LogicalResult
  finishModule(const std::optional<proto::ProgramShapeProto> &entryLayout);
  void markFusions();
  bool looksLikeComputation();

  // ParseComputation.
  LogicalResult parseComputation(const proto::HloComputationProto *&result);
  LogicalResult parseSignature(Scope &scope,
                               std::optional<proto::ShapeProto> &declared);
  LogicalResult parseBody(Scope &scope);
  LogicalResult parseComputationAttributes(Scope &scope);
  LogicalResult parseInline(const proto::HloComputationProto *&result);
  LogicalResult addComputation(Scope &scope, size_t offset,
                               const proto::HloComputationProto *&result);
  LogicalResult setProgramShape(Scope &scope);
  void nameAnonymous(Scope &scope);
  void makeNamesUnique(Scope &scope);
  std::string makeComputationName(StringRef base);

  // ParseInstruction.
  LogicalResult parseInstruction(Scope &scope);
  LogicalResult parseRightSide(Scope &scope, Instruction &instruction,
                               bool isNested);
  bool startsShape();
  LogicalResult parseOpcode(Instruction &instruction);
  LogicalResult parseArguments(Scope &scope, Instruction &instruction);
  LogicalResult parseOperand(Scope &scope, Instruction &instruction);
  LogicalResult parseNested(Scope &scope, Instruction &instruction);
  LogicalResult addParameter(Scope &scope, StringRef name, size_t offset,
                             const proto::ShapeProto &shape,
                             proto::HloInstructionProto *&result);
  LogicalResult finishInstruction(Instruction &instruction);
  LogicalResult checkAttributes(const Instruction &instruction);
  void setCalled(Instruction &instruction);
  void setDefaults(Instruction &instruction);
  LogicalResult inferShape(Instruction &instruction);
  LogicalResult wrapAsync(Instruction &instruction);
  LogicalResult addInstruction(Scope &scope, Instruction &instruction,
                               proto::HloInstructionProto *&result);

  // ParseShape.
  LogicalResult parseShape(proto::ShapeProto &shape);
  LogicalResult parseTupleShape(proto::ShapeProto &shape);
  LogicalResult parseDimensions(proto::ShapeProto &shape);
  LogicalResult parseLayout(proto::ShapeProto &shape);
  LogicalResult parseLevels();
  LogicalResult parseLayoutDetails(proto::LayoutProto &layout);
  LogicalResult parseTiles(proto::LayoutProto &layout);
  LogicalResult parseSplits(proto::LayoutProto &layout);

  // ParseLiteral.
  LogicalResult parseLiteral(const proto::ShapeProto &shape,
                             proto::LiteralProto &literal);
  LogicalResult parseArrayLiteral(proto::LiteralProto &literal);
  LogicalResult parseElements(proto::LiteralProto &literal, int dimension);
  LogicalResult parseElement(proto::LiteralProto &literal,
                             const ElementType &type);
  LogicalResult parseIntegerElement(proto::LiteralProto &literal,
                                    const ElementType &type);
  LogicalResult parseFloatElement(proto::LiteralProto &literal,
                                  const ElementType &type);
  LogicalResult fillLiteral(proto::LiteralProto &literal, size_t offset);
  bool consumeElided();
  void markElided(proto::LiteralProto &literal, size_t offset);

  // Attributes.
  using AttributeParser = LogicalResult (Parser::*)(Instruction &);
  struct Attribute {
    AttributeParser parse;
    /// Of any op.
    bool isCommon;
  };
  static const llvm::StringMap<Attribute> &getAttributes();
  static void addListAttributes(llvm::StringMap<Attribute> &map);
  static void addNumberAttributes(llvm::StringMap<Attribute> &map);
  static void addOtherAttributes(llvm::StringMap<Attribute> &map);
  LogicalResult parseAttribute(Instruction &instruction);
  template <auto set> LogicalResult parseNumberInto(Instruction &instruction);
  template <auto set> LogicalResult parseFlagInto(Instruction &instruction);
  template <auto set> LogicalResult parseStringInto(Instruction &instruction);
  template <auto get> LogicalResult parseListInto(Instruction &instruction);
  template <auto get> LogicalResult parseDotListInto(Instruction &instruction);
  template <auto get>
  LogicalResult parseRaggedListInto(Instruction &instruction);
  template <auto get>
  LogicalResult parseGatherListInto(Instruction &instruction);
  template <auto get>
  LogicalResult parseScatterListInto(Instruction &instruction);
  template <typename Enum>
  LogicalResult parseEnum(bool (*parse)(google::protobuf::ConstStringParam,
                                        Enum *),
                          StringRef prefix, const Twine &what, Enum &value);

  LogicalResult parseCalled(Instruction &instruction);
  LogicalResult parseCalledList(Instruction &instruction);
  LogicalResult
  parseComputationReference(const proto::HloComputationProto *&result);
  LogicalResult parseEpsilon(Instruction &instruction);
  LogicalResult parseFusionKind(Instruction &instruction);
  LogicalResult parseDirection(Instruction &instruction);
  LogicalResult parseComparisonType(Instruction &instruction);
  LogicalResult parseFftType(Instruction &instruction);
  LogicalResult parseTranspose(Instruction &instruction);
  LogicalResult parsePaddingType(Instruction &instruction);
  LogicalResult parseSchedule(Instruction &instruction);
  LogicalResult parseApiVersion(Instruction &instruction);
  LogicalResult parseRandomDistribution(Instruction &instruction);
  LogicalResult parseAlgorithm(Instruction &instruction);
  LogicalResult parseOperandPrecision(Instruction &instruction);
  LogicalResult parseThread(Instruction &instruction);
  LogicalResult parsePrefetchIndex(Instruction &instruction);
  LogicalResult parseIndexVectorDim(Instruction &instruction);
  LogicalResult parseLower(Instruction &instruction);
  LogicalResult parseLeftSide(Instruction &instruction);
  LogicalResult parseUnitDiagonal(Instruction &instruction);
  LogicalResult parseAssociative(Instruction &instruction);
  LogicalResult skipAttribute(Instruction &instruction);

  // ParseOpAttributes.
  LogicalResult parseSliceSizes(Instruction &instruction);
  LogicalResult parseSlice(Instruction &instruction);
  LogicalResult parsePadding(Instruction &instruction);
  LogicalResult parseWindow(Instruction &instruction);
  LogicalResult parseWindowField(proto::Window &window, StringRef field,
                                 size_t offset);
  LogicalResult parseDimLabels(Instruction &instruction);
  LogicalResult parseOperandLayouts(Instruction &instruction);
  LogicalResult parseOutfeedShape(Instruction &instruction);
  LogicalResult parseLiteralAttribute(Instruction &instruction);
  LogicalResult parseOutputAliasing(Instruction &instruction);

  // ParseDistribution.
  LogicalResult parseShardingAttribute(Instruction &instruction);
  LogicalResult parseSharding(proto::OpSharding &sharding);
  LogicalResult parseOneSharding(proto::OpSharding &sharding);
  LogicalResult parseDevices(proto::OpSharding &sharding);
  LogicalResult parseShardingMetadata(
      google::protobuf::RepeatedPtrField<proto::OpMetadata> &list);
  LogicalResult parseLastTileDims(proto::OpSharding &sharding);
  LogicalResult parseShardingWord(proto::OpSharding &sharding);
  LogicalResult spreadSharding(const proto::ShapeProto &shape,
                               proto::OpSharding &sharding, size_t offset);
  LogicalResult parseReplicaGroups(Instruction &instruction);
  LogicalResult
  parseIotaTail(google::protobuf::RepeatedField<int64_t> *reshape,
                google::protobuf::RepeatedField<int32_t> *permutation);
  LogicalResult parseSourceTargets(Instruction &instruction);
  LogicalResult parseParameterReplication(Instruction &instruction);
  LogicalResult parseDomain(Instruction &instruction);

  // ParseMesh.
  /// Number and size of each axis.
  using MeshAxes = llvm::StringMap<std::pair<int64_t, int64_t>>;
  using AxisRefs = google::protobuf::RepeatedPtrField<proto::AxisRefProto>;
  bool startsMesh();
  LogicalResult parseNamedSharding(proto::NamedShardingProto &sharding);
  LogicalResult parseMesh(proto::MeshProto &mesh, MeshAxes &axes);
  LogicalResult parseMeshAxis(proto::MeshProto &mesh, MeshAxes &axes);
  LogicalResult parseAxisName(std::string &name);
  LogicalResult parseMeshDimensions(proto::NamedShardingProto &sharding,
                                    const MeshAxes &axes);
  LogicalResult parseAxisRefs(const MeshAxes &axes, AxisRefs &list);
  LogicalResult parseAxisRef(const MeshAxes &axes, AxisRefs &list);

  // ParseMetadata.
  LogicalResult parseMetadataAttribute(Instruction &instruction);
  LogicalResult parseMetadata(proto::OpMetadata &metadata);
  LogicalResult parseMetadataField(proto::OpMetadata &metadata, StringRef field,
                                   size_t offset);
  LogicalResult skipField();
  LogicalResult parseFrontendAttributes(Instruction &instruction);
  LogicalResult parseFrontendAttributes(proto::FrontendAttributes &attributes);
  LogicalResult parseBackendConfig(Instruction &instruction);
  LogicalResult parseControlPredecessors(Instruction &instruction);
  LogicalResult parseStatistics(Instruction &instruction);
  LogicalResult parseOrigin(Instruction &instruction);
  LogicalResult parseOriginLeaves(proto::OriginalValueProto &origin,
                                  llvm::SmallVectorImpl<int64_t> &index);
  LogicalResult parseResultAccuracy(Instruction &instruction);

  Cursor cursor;
  proto::HloModuleProto &module;
  google::protobuf::Arena *arena;
  HLOTextHandler report;
  llvm::StringMap<const proto::HloComputationProto *> computations;
  /// Names given out for computations without one, by base.
  llvm::StringMap<unsigned> lastSuffixes;
  /// Names of instructions of the whole module, and the last number that was
  /// put behind one.
  llvm::StringMap<unsigned> instructionNames;
  const proto::HloComputationProto *entry = nullptr;
  size_t entryLayoutOffset = 0;
  Scope *scope = nullptr;
  unsigned depth = 0;
  uint64_t budget;
  bool isScheduled = false;
  bool warnedOfElided = false;
  bool failedOnce = false;
};

template <typename Repeated>
LogicalResult Parser::parseIntegers(Repeated *values) {
  return parseList("{", "}", [&] {
    int64_t value;
    if (failed(parseInteger(value)))
      return failure();
    values->Add(value);
    return success();
  });
}
} // namespace xla::hlotext

#endif // XLA_LIB_TARGET_HLOTEXT_PARSER_H
