//===- HLOProtoTest.cpp - Unit tests of files of XLA's messages -----------===//

#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/LiteralProto.h"
#include "xla/Target/HLOProto/Snapshot.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <google/protobuf/text_format.h>

using namespace llvm;
using namespace xla;

namespace {
struct ReadResult {
  std::unique_ptr<HLOProtoFile> file;
  std::string error;
  size_t offset = 0;
};
} // namespace

static ReadResult read(StringRef bytes) {
  ReadResult result;
  auto note = [&](size_t offset, const Twine &message) {
    if (result.error.empty())
      result.offset = offset;
    result.error += message.str() + "\n";
  };
  result.file = readHLOProto(MemoryBufferRef(bytes, "test"), note);
  EXPECT_EQ(result.file == nullptr, !result.error.empty());
  return result;
}

static proto::HloModuleProto makeModule() {
  proto::HloModuleProto module;
  module.set_name("m");
  module.set_entry_computation_name("main");
  auto &instruction = *module.add_computations()->add_instructions();
  module.mutable_computations(0)->set_name("main");
  module.mutable_computations(0)->set_text_offset(5);
  instruction.set_name("x");
  instruction.set_opcode("parameter");
  instruction.set_text_offset(7);
  instruction.mutable_shape()->set_element_type(proto::F32);
  return module;
}

template <typename Message>
static void expectKind(const Message &message, HLOProtoKind kind) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(message, &text);
  for (const std::string &content : {message.SerializeAsString(), text}) {
    ReadResult result = read(content);
    ASSERT_TRUE(result.file) << result.error;
    EXPECT_EQ(result.file->kind, kind);
    EXPECT_EQ(result.file->module.name(), "m");
  }
}

TEST(HLOProto, IsFoundByContent) {
  proto::HloProto wrapped;
  *wrapped.mutable_hlo_module() = makeModule();
  wrapped.mutable_hlo_module()->mutable_computations(0)->clear_text_offset();
  proto::HloSnapshot snapshot;
  *snapshot.mutable_hlo() = wrapped;
  proto::HloUnoptimizedSnapshot unoptimized;
  *unoptimized.mutable_hlo_module() = wrapped.hlo_module();
  unoptimized.add_partitions();
  unoptimized.set_version(1);
  expectKind(wrapped.hlo_module(), HLOProtoKind::Module);
  expectKind(wrapped, HLOProtoKind::Proto);
  expectKind(snapshot, HLOProtoKind::Snapshot);
  snapshot.add_arguments()->mutable_shape()->set_element_type(proto::TOKEN);
  expectKind(snapshot, HLOProtoKind::Snapshot);
  expectKind(unoptimized, HLOProtoKind::UnoptimizedSnapshot);
}

TEST(HLOProto, TextBeginsWithAField) {
  EXPECT_TRUE(isHLOProtoText("# proto-file\n\nname: \"m\""));
  EXPECT_TRUE(isHLOProtoText("hlo <"));
  EXPECT_TRUE(isHLOProtoText("hlo_module\n{"));
  EXPECT_FALSE(isHLOProtoText("module {}"));
  EXPECT_FALSE(isHLOProtoText("#map = 1\nmodule { name: 1 }"));
  EXPECT_FALSE(isHLOProtoText("name"));
  EXPECT_FALSE(isHLOProtoText(""));
}

TEST(HLOProto, ReadsPastUnknownFields) {
  std::string bytes = makeModule().SerializeAsString();
  bytes += StringRef("\xfa\x7f\x03xyz\xf8\x7e\x01").str(); // LEN and varint
  EXPECT_TRUE(read(bytes).file);
  EXPECT_TRUE(read("name: 'm' nobody { knows: [1, <>] } computations {}").file);
}

TEST(HLOProto, MarksConstantsWithoutElements) {
  auto isElided = [](StringRef literal) {
    ReadResult result =
        read(("name: 'm' computations { instructions { opcode: 'constant' "
              "literal { " +
              literal + " } } }")
                 .str());
    return result.file && result.file->module.computations(0)
                              .instructions(0)
                              .literal()
                              .is_elided();
  };
  EXPECT_TRUE(isElided("shape { element_type: F32 dimensions: 2 }"));
  EXPECT_TRUE(isElided("shape { element_type: F32 }"));
  EXPECT_FALSE(isElided("shape { element_type: F32 } f32s: 0"));
  EXPECT_FALSE(isElided("shape { element_type: F32 dimensions: 0 }"));
  EXPECT_FALSE(isElided("shape { element_type: TUPLE }"));
}

TEST(HLOProto, ErrorsOfTextHaveAPlace) {
  ReadResult result = read("name: 'm'\n\tid: x computations {}");
  EXPECT_FALSE(result.file);
  EXPECT_EQ(result.offset, 15u);
  EXPECT_EQ(result.error,
            "expected a text proto of HLO: expected integer, got: x\n");
}

TEST(HLOProto, RefusesWhatIsNone) {
  std::string bytes = makeModule().SerializeAsString();
  EXPECT_TRUE(StringRef(read(StringRef(bytes).drop_back(3)).error)
                  .contains("breaks off at byte 9 in field 3"));
  EXPECT_TRUE(StringRef(read("\x1f\x8b\x08").error).contains("gunzip"));
  EXPECT_TRUE(StringRef(read(StringRef("\x08\x01", 2)).error)
                  .contains("without a module"));
  EXPECT_FALSE(read("").file);
  EXPECT_FALSE(read("name: 'm'").file);
  std::string deep(300, '{');
  EXPECT_FALSE(read("computations" + deep).file);
}

static std::string write(const proto::HloModuleProto &module,
                         HLOProtoWriteOptions options = {}) {
  std::string bytes;
  raw_string_ostream os(bytes);
  if (Error error = writeHLOProto(module, os, options))
    return toString(std::move(error));
  return bytes;
}

TEST(HLOProto, WritesNoMemoryFields) {
  ReadResult result = read(write(makeModule()));
  ASSERT_TRUE(result.file);
  const auto &computation = result.file->module.computations(0);
  EXPECT_EQ(computation.text_offset(), 0);
  EXPECT_EQ(computation.instructions(0).text_offset(), 0);
  EXPECT_EQ(
      read(write(makeModule(), {/*wrap=*/true, /*text=*/true})).file->kind,
      HLOProtoKind::Proto);
}

TEST(HLOProto, RefusesToWriteWhatWouldBeLost) {
  proto::HloModuleProto module = makeModule();
  auto &instruction = *module.mutable_computations(0)->mutable_instructions(0);
  instruction.mutable_literal()->add_tuple_literals()->set_is_elided(true);
  EXPECT_TRUE(StringRef(write(module)).contains("constant 'x'"));
}

TEST(HLOProto, HoldsScans) {
  proto::HloModuleProto module = makeModule();
  auto &instruction = *module.mutable_computations(0)->mutable_instructions(0);
  instruction.set_num_carries(1);
  instruction.set_is_reverse(true);
  instruction.set_is_associative(proto::TRI_STATE_FALSE);
  // Fields 94 to 96, as jaxlib numbers them.
  EXPECT_TRUE(StringRef(instruction.SerializeAsString())
                  .contains("\xf0\x05\x01\xf8\x05\x01\x80\x06\x02"));
  ReadResult result = read(write(module));
  ASSERT_TRUE(result.file);
  const auto &scan = result.file->module.computations(0).instructions(0);
  EXPECT_EQ(scan.num_carries(), 1);
  EXPECT_TRUE(scan.is_reverse());
  EXPECT_EQ(scan.is_associative(), proto::TRI_STATE_FALSE);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::string readText(StringRef text) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  proto::LiteralProto literal;
  EXPECT_TRUE(
      google::protobuf::TextFormat::ParseFromString(text.str(), &literal));
  SmallVector<Literal> values;
  if (Error error = readLiteral(literal, &context, values))
    return toString(std::move(error));
  std::string result;
  raw_string_ostream os(result);
  for (const Literal &value : values) {
    os << formatShapedType(value.getType()) << '=';
    value.print(os);
  }
  return result;
}

TEST(LiteralProto, FollowsTheLayout) {
  EXPECT_EQ(readText("shape { element_type: S32 dimensions: 2 dimensions: 3 "
                     "layout { minor_to_major: 0 minor_to_major: 1 } } "
                     "s32s: [1, 4, 2, 5, 3, 6]"),
            "2x3xi32=[[1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(readText("shape { element_type: S4 dimensions: 2 dimensions: 3 "
                     "layout { minor_to_major: 0 minor_to_major: 1 } } "
                     "s4s: \"\\x41\\x52\\xf3\""),
            "2x3xi4=[[1, 2, 3], [4, 5, -1]]");
  // A byte for each element.
  EXPECT_EQ(readText("shape { element_type: S4 dimensions: 2 dimensions: 3 "
                     "layout { minor_to_major: 0 minor_to_major: 1 } } "
                     "s4s: \"\\x01\\x04\\x02\\x05\\x03\\x0f\""),
            "2x3xi4=[[1, 2, 3], [4, 5, -1]]");
  EXPECT_EQ(readText("shape { element_type: TUPLE tuple_shapes { element_type: "
                     "TOKEN } tuple_shapes { element_type: C64 } } "
                     "tuple_literals { shape { element_type: TOKEN } } "
                     "tuple_literals { shape { element_type: C64 } c64s: [1, "
                     "2] }"),
            "complex<f32>=(1.0, 2.0)");
}

TEST(LiteralProto, RefusesWhatDoesNotFit) {
  EXPECT_EQ(readText("shape { element_type: F32 dimensions: 3 } f32s: 1"),
            "expected 12 bytes of elements for a value of type 3xf32, but got "
            "4");
  EXPECT_EQ(readText("shape { element_type: F32 dimensions: -1 }"),
            "expected sizes of 0 or more, but got -1");
  EXPECT_EQ(readText("shape { element_type: F32 dimensions: 1 layout { "
                     "minor_to_major: 1 } } f32s: 1"),
            "expected a layout that lists each of 1 dimensions once, but got 1 "
            "in it");
  EXPECT_EQ(readText("shape { element_type: OPAQUE_TYPE }"),
            "expected an array, but got type opaque_type");
  StringRef large = "shape { element_type: F64 dimensions: 4611686018427387904 "
                    "dimensions: 4611686018427387904 }";
  EXPECT_TRUE(StringRef(readText(large)).starts_with("expected fewer bytes"));
}

TEST(LiteralProto, WritesEveryKind) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  for (int type = proto::PRED; type <= proto::F8E8M0FNU; ++type) {
    mlir::Type element =
        getElementType(static_cast<proto::PrimitiveType>(type), &context);
    if (!element)
      continue;
    Literal value(mlir::RankedTensorType::get({3, 2}, element));
    for (int64_t i = 0; i < 6; ++i)
      value.setComplex(i, {double(i % 2), 1});
    proto::LiteralProto message;
    ASSERT_FALSE(errorToBool(writeLiteral(value, message)));
    SmallVector<Literal> values;
    ASSERT_FALSE(errorToBool(readLiteral(message, &context, values)));
    EXPECT_TRUE(values[0].isBitEqual(value)) << proto::PrimitiveType_Name(type);
  }
}

TEST(LiteralProto, WritesAByteForEachSmallElement) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto type = [&](unsigned width) {
    return mlir::RankedTensorType::get({3},
                                       mlir::IntegerType::get(&context, width));
  };
  for (unsigned width : {2, 4}) {
    Literal value(type(width));
    value.setComplex(0, {1, 0});
    value.setComplex(1, {-2, 0});
    value.setComplex(2, {0, 0});
    proto::LiteralProto message;
    ASSERT_FALSE(errorToBool(writeLiteral(value, message)));
    // As jaxlib writes them: no bits above the element's own.
    char minusTwo = width == 2 ? 2 : 14;
    EXPECT_EQ(width == 2 ? message.s2s() : message.s4s(),
              std::string({1, minusTwo, 0}));
  }
}

//===----------------------------------------------------------------------===//
// Snapshots
//===----------------------------------------------------------------------===//

/// A program with a parameter of s32[4] in two tiles, and the parts of it.
static constexpr StringLiteral partitioned = R"(
  hlo_module {
    name: "m"
    computations {
      instructions {
        name: "x" opcode: "parameter"
        shape { element_type: S32 dimensions: 4 }
        sharding { type: OTHER tile_assignment_dimensions: 2
                   tile_assignment_devices: [1, 0] }
      }
    }
  }
  partitions { arguments { shape { element_type: S32 dimensions: 2 }
                           s32s: [3, 4] } }
  partitions { arguments { shape { element_type: S32 dimensions: 2 }
                           s32s: [1, 2] } }
)";

static std::string readSnapshot(StringRef text) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto file = read(text).file;
  if (!file)
    return "not read";
  auto data = readSnapshotData(*file, &context);
  if (!data)
    return toString(data.takeError());
  std::string result;
  raw_string_ostream os(result);
  for (const auto &list : data->arguments) {
    for (const Literal &value : list)
      value.print(os);
    os << ';';
  }
  return result;
}

static std::string substitute(StringRef text, StringRef from, StringRef to) {
  auto [before, after] = text.split(from);
  return (before + to + after).str();
}

TEST(Snapshot, PutsPartsTogether) {
  EXPECT_EQ(readSnapshot(partitioned), "[1, 2, 3, 4];");
  // The last tile is padded.
  EXPECT_EQ(
      readSnapshot(substitute(partitioned, "dimensions: 4", "dimensions: 3")),
      "[1, 2, 3];");
  // The whole on each device, or programs for parts.
  EXPECT_EQ(
      readSnapshot(substitute(partitioned, "dimensions: 4", "dimensions: 2")),
      "[3, 4];[1, 2];");
}

TEST(Snapshot, RefusesPartsThatDoNotFit) {
  EXPECT_EQ(readSnapshot(substitute(partitioned, "[1, 0]", "[1, 7]")),
            "argument 0: expected one of 2 partitions in the sharding, but got "
            "device 7");
  EXPECT_EQ(readSnapshot(substitute(partitioned, "dimensions: 4",
                                    "dimensions: 1099511627776")),
            "argument 0: expected parts of 549755813888 elements in dimension "
            "0, but got one of type 2xi32");
  EXPECT_EQ(readSnapshot(substitute(partitioned, "dimensions: 4", "")),
            "argument 0: expected parts of rank 0, but got one of type 2xi32");
  EXPECT_EQ(readSnapshot(substitute(partitioned, "OTHER", "MANUAL")),
            "argument 0: expected a sharding in tiles, because the partitions "
            "hold parts of the parameter's type 4xi32");
}
