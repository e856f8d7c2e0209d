//===- HLOTextTest.cpp - Unit tests of reading and printing HLO text ------===//

#include "xla/Target/HLOText/HLOText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace xla;
using llvm::StringRef;

namespace {
struct Reading {
  proto::HloModuleProto module;
  bool succeeded = false;
  std::vector<HLOTextDiagnostic> errors, warnings;

  explicit Reading(StringRef text) {
    succeeded = llvm::succeeded(
        parseHLOText(text, module, [&](const HLOTextDiagnostic &diagnostic) {
          (diagnostic.isWarning ? warnings : errors).push_back(diagnostic);
        }));
    EXPECT_EQ(succeeded, errors.empty());
  }

  /// Instruction `i` of the entry computation.
  const proto::HloInstructionProto &get(int i) const {
    return module.computations().rbegin()->instructions(i);
  }
};
} // namespace

static std::string print(const proto::HloModuleProto &module,
                         const HLOTextOptions &options = {}) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printHLOText(module, options, os);
  return text;
}

/// Reads an entry computation of these instructions.
static Reading readBody(StringRef body) {
  return Reading(("HloModule m\nENTRY e {\n" + body + "\n}\n").str());
}

static std::string getError(StringRef text) {
  Reading reading(text);
  return reading.errors.empty() ? "" : reading.errors.front().message;
}

TEST(HLOText, ReadsTheTextbookExample) {
  Reading reading(R"(HloModule example

ENTRY main (x: f32[4,8], w: f32[8,16]) -> f32[4,16] {
  %x = f32[4,8] parameter(0)
  %w = f32[8,16] parameter(1)
  %dot = f32[4,16] dot(%x, %w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  %zero = f32[] constant(0)
  %zeros = f32[4,16] broadcast(%zero), dimensions={}
  ROOT %relu = f32[4,16] maximum(%dot, %zeros)
}
)");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_EQ(reading.module.name(), "example");
  EXPECT_EQ(reading.module.entry_computation_name(), "main");
  EXPECT_EQ(reading.get(5).opcode(), "maximum");
  EXPECT_EQ(reading.get(5).operand_ids(0), reading.get(2).id());
  EXPECT_EQ(reading.module.computations(0).root_id(), reading.get(5).id());
  EXPECT_EQ(
      reading.get(2).dot_dimension_numbers().lhs_contracting_dimensions(0), 1);
  EXPECT_EQ(reading.module.host_program_shape().parameters(1).dimensions(1),
            16);
}

TEST(HLOText, SaysWhatIsMissingInLooseSpelling) {
  StringRef noArrow = "HloModule m\nENTRY main (x: f32[4]) f32[4] {\n}\n";
  Reading reading(noArrow);
  ASSERT_EQ(reading.errors.size(), 1u);
  EXPECT_EQ(reading.errors[0].message,
            "expected '->' and the shape of the result of computation 'main', "
            "got 'f32'");
  EXPECT_EQ(reading.errors[0].offset, noArrow.find("f32[4] {"));

  Reading undefined = readBody("%x = f32[] parameter(0)\n"
                               "ROOT %r = f32[] maximum(%x, %zero)");
  ASSERT_EQ(undefined.errors.size(), 1u);
  EXPECT_EQ(undefined.errors[0].message,
            "expected an operand that is defined before its use in computation "
            "'e', got '%zero'");
}

TEST(HLOText, SaysWhatItExpected) {
  EXPECT_EQ(getError("HloModule m\nENTRY e {\n r = f32[] ad()\n}"),
            "expected an opcode, got 'ad'; did you mean 'add'?");
  EXPECT_EQ(getError("HloModule m\nENTRY e {\n c = s8[] constant(200)\n}"),
            "expected an element in the range of s8, got 200");
  EXPECT_EQ(getError("HloModule m\nENTRY e {\n c = s8[3] constant({1, 2})\n}"),
            "expected 3 elements in dimension 0 of s8[3], got 2");
  EXPECT_EQ(
      getError("HloModule m\nENTRY e {\n p = f32[2]{0,1} parameter(0)\n}"),
      "expected a layout with each of the 1 dimensions once");
  EXPECT_EQ(getError("HloModule m\nENTRY e {\n"
                     " p = f32[] parameter(0)\n"
                     " c = pred[] compare(p, p)\n}"),
            "expected attribute 'direction' of compare, got none");
}

TEST(HLOText, KeepsLiteralsInTheOrderOfTheLayout) {
  Reading reading =
      readBody("ROOT c = s32[2,3]{0,1} constant({ {1, 2, 3}, {4, 5, 6} })");
  ASSERT_TRUE(reading.succeeded);
  const auto &values = reading.get(0).literal().s32s();
  EXPECT_EQ(std::vector<int>(values.begin(), values.end()),
            (std::vector<int>{1, 4, 2, 5, 3, 6}));
}

TEST(HLOText, ReadsNaNsHexFloatsAndNegativeZero) {
  Reading reading =
      readBody("ROOT c = f32[5] constant({nan, -nan(0x1), 0x1.8p1, -0, -inf})");
  ASSERT_TRUE(reading.succeeded);
  const auto &values = reading.get(0).literal().f32s();
  auto bits = [&](int i) {
    uint32_t word;
    float value = values[i];
    std::memcpy(&word, &value, sizeof(word));
    return word;
  };
  EXPECT_EQ(bits(0), 0x7FC00000u);
  EXPECT_EQ(bits(1), 0xFF800001u);
  EXPECT_EQ(values[2], 3.0f);
  EXPECT_EQ(bits(3), 0x80000000u);
  EXPECT_EQ(bits(4), 0xFF800000u);
}

TEST(HLOText, PutsTypesBelowAByteInAByteEach) {
  Reading reading = readBody("ROOT c = s4[3] constant({1, -2, 7})");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_EQ(reading.get(0).literal().s4s(), std::string("\x01\x0E\x07", 3));
}

TEST(HLOText, MarksElidedLiterals) {
  Reading reading = readBody("c = f32[1000,1000] constant({...})\n"
                             "ROOT d = (f32[9], s32[]) constant({...})");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_EQ(reading.warnings.size(), 1u);
  EXPECT_TRUE(reading.get(0).literal().is_elided());
  EXPECT_TRUE(reading.get(0).literal().f32s().empty());
  EXPECT_TRUE(reading.get(1).literal().is_elided());
}

TEST(HLOText, LeavesUnknownAttributesOutWithAWarning) {
  Reading reading =
      readBody("ROOT p = f32[] parameter(0), future={a=[1,2]<=[3], b=\"}\"}, "
               "sharding={replicated}");
  ASSERT_TRUE(reading.succeeded);
  ASSERT_EQ(reading.warnings.size(), 1u);
  EXPECT_EQ(reading.warnings[0].message,
            "unknown attribute 'future' of parameter is left out");
  EXPECT_TRUE(reading.get(0).has_sharding());
}

TEST(HLOText, NumbersInstructionsWithinTheirComputation) {
  Reading reading(R"(HloModule m
f { ROOT p = f32[] parameter(0) }
ENTRY e {
  x = f32[4] parameter(0)
  m = f32[4] map(x), to_apply={ ROOT q = f32[] parameter(0) }
  ROOT c = f32[] call(f32[] constant(1)), to_apply=f
})");
  ASSERT_TRUE(reading.succeeded);
  ASSERT_EQ(reading.module.computations_size(), 3);
  EXPECT_EQ(reading.module.computations(1).name(), "_");
  EXPECT_EQ(reading.get(1).called_computation_ids(0), 1);
  EXPECT_EQ(reading.get(2).name(), "constant.anon");
  EXPECT_EQ(reading.get(3).id(), int64_t(2) << 32 | 3);
  EXPECT_EQ(reading.get(3).called_computation_ids(0), 0);
}

TEST(HLOText, OffsetsSurviveLogPrefixes) {
  StringRef text =
      "I0521 12:04:45.883483    1509 service.cc:186] HloModule m\n"
      "I0521 12:04:45.883483    1509 service.cc:186] ENTRY e {\n"
      "I0521 12:04:45.883483    1509 service.cc:186]   ROOT p = f32[] "
      "parameter(0)\n"
      "I0521 12:04:45.883483    1509 service.cc:186] }\n";
  EXPECT_TRUE(isHLOText(text));
  Reading reading(text);
  ASSERT_TRUE(reading.succeeded);
  EXPECT_EQ(size_t(reading.get(0).text_offset() - 1), text.find("p = f32"));
}

TEST(HLOText, ReadsASingleInstruction) {
  Reading reading("%sum = f32[4] add(f32[4] %a, f32[4] %b)");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_EQ(reading.get(0).opcode(), "parameter");
  EXPECT_EQ(reading.get(1).parameter_number(), 1);
  EXPECT_EQ(reading.get(2).opcode(), "add");
}

TEST(HLOText, SplitsAtLinesThatAreSeparatorsOnly) {
  auto pieces =
      splitHLOText("// comment\n// -----\nHloModule a\n"
                   "// ----------\n// ----- heading\n // -----\n// -----,\n"
                   "c = f32[] constant(1)\n"
                   "// -----  \r\nHloModule b\n// -----");
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_TRUE(pieces[0].contains("HloModule a"));
  EXPECT_TRUE(pieces[0].contains("constant"));
  EXPECT_TRUE(pieces[1].contains("HloModule b"));
}

TEST(HLOText, EntryHasTheLayoutsOfItsParametersAndRoot) {
  Reading reading("ENTRY e { ROOT p = f32[2,3]{0,1} parameter(0) }");
  ASSERT_TRUE(reading.succeeded);
  const auto &shape = reading.module.host_program_shape();
  EXPECT_EQ(shape.parameters(0).layout().minor_to_major(0), 0);
  EXPECT_EQ(shape.result().layout().minor_to_major(0), 0);
}

TEST(HLOText, PlacesOfAPieceAreThoseOfTheWhole) {
  StringRef text = "HloModule a\nENTRY e { ROOT p = f32[] parameter(0) }\n"
                   "// -----\n"
                   "HloModule b\nENTRY e { ROOT q = f32[] parameter(0) }\n"
                   "// -----\n"
                   "HloModule c\nENTRY e { ROOT r = f32[] nonsense(0) }\n";
  auto pieces = splitHLOText(text);
  ASSERT_EQ(pieces.size(), 3u);
  proto::HloModuleProto module, none;
  ASSERT_TRUE(llvm::succeeded(parseHLOText(
      text, pieces[1], module, [](const HLOTextDiagnostic &) { FAIL(); })));
  EXPECT_EQ(module.name(), "b");
  EXPECT_EQ(size_t(module.computations(0).instructions(0).text_offset() - 1),
            text.find("q = f32"));
  size_t place = 0;
  EXPECT_TRUE(failed(
      parseHLOText(text, pieces[2], none, [&](const HLOTextDiagnostic &error) {
        place = error.offset;
      })));
  EXPECT_EQ(place, text.find("nonsense"));
}

TEST(HLOText, TellsItselfFromOtherFormats) {
  EXPECT_TRUE(isHLOText("// c\nHloModule m\n"));
  EXPECT_TRUE(isHLOText("e {\n c = s8[] constant(1)\n}"));
  EXPECT_TRUE(isHLOText("add(f32[] a, f32[] b)"));
  EXPECT_FALSE(isHLOText("module {\n func.func @main() { return }\n}"));
  EXPECT_TRUE(isHLOText("ROOT %t = () tuple()"));
  EXPECT_FALSE(isHLOText("func.func @main() {\n}"));
  EXPECT_FALSE(isHLOText("name: \"m\"\ncomputations {\n}"));
  EXPECT_FALSE(isHLOText("hlo_module { name: \"m\" }"));
  EXPECT_FALSE(isHLOText("#loc = loc(unknown)\n"));
  EXPECT_FALSE(isHLOText("%0 = stablehlo.add %a, %b : tensor<f32>"));
  EXPECT_FALSE(isHLOText(""));
}

TEST(HLOText, BoundsNestingAndMemory) {
  std::string deep = "HloModule m\nENTRY e { ROOT p = ";
  for (int i = 0; i < 100000; ++i)
    deep += "(";
  EXPECT_TRUE(StringRef(getError(deep)).contains("levels of nesting"));

  std::string nested = "HloModule m\nENTRY e { ROOT p = f32[] ";
  for (int i = 0; i < 100000; ++i)
    nested += "abs(";
  EXPECT_TRUE(StringRef(getError(nested)).contains("levels of nesting"));

  // Each line doubles a shape that no text gives.
  std::string doubling = "HloModule m\nENTRY e {\n t0 = f32[] parameter(0)\n";
  for (int i = 0; i < 60; ++i)
    doubling += (" t" + llvm::Twine(i + 1) + " = tuple(t" + llvm::Twine(i) +
                 ", t" + llvm::Twine(i) + ")\n")
                    .str();
  EXPECT_TRUE(StringRef(getError(doubling + "}")).contains("does not expand"));

  EXPECT_EQ(getError("HloModule m\nENTRY e {\n"
                     " c = f32[1000000000000] constant({1})\n}"),
            "expected 1000000000000 elements in dimension 0 of "
            "f32[1000000000000], got 1");
  EXPECT_NE(getError("HloModule m\nENTRY e {\n"
                     " c = f32[1000000000000] constant(1)\n}"),
            "");
}

TEST(HLOText, TakesElementsOfALargeTupleWithoutShapes) {
  std::string body = "t = (f32[]";
  for (int i = 1; i < 1000; ++i)
    body += ",f32[]";
  body += ") parameter(0)\n";
  for (int i = 0; i < 1000; ++i)
    body += ("g" + llvm::Twine(i) +
             " = get-tuple-element(t), index=" + llvm::Twine(i) + "\n")
                .str();
  EXPECT_TRUE(readBody(body).succeeded);
}

TEST(HLOText, TakesManyUnknownAttributesInLinearTime) {
  std::string body = "ROOT p = f32[] parameter(0)";
  for (int i = 0; i < 100000; ++i)
    body += (", a" + llvm::Twine(i) + "=1").str();
  Reading reading = readBody(body);
  EXPECT_TRUE(reading.succeeded);
  EXPECT_EQ(reading.warnings.size(), 100000u);
}

TEST(HLOText, MakesNamesUniqueInTheModule) {
  Reading reading(R"(HloModule m
f { ROOT x = f32[] parameter(0) }
g { x.1 = f32[] parameter(0)
 ROOT x = f32[] negate(x.1) }
ENTRY e {
  x = f32[] parameter(0)
  ROOT c = f32[] call(x), to_apply=g
})");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_EQ(reading.module.computations(1).instructions(0).name(), "x.1");
  EXPECT_EQ(reading.module.computations(1).instructions(1).name(), "x.2");
  EXPECT_EQ(reading.get(0).name(), "x.3");
}

TEST(HLOText, PrintsInXLAsForm) {
  Reading reading(
      R"(HloModule m, is_scheduled=true, input_output_alias={ {}: (0, {}) }
ENTRY e {
  p = f32[2,3]{0,1} parameter(0)
  c = bf16[2,2] constant({{1, 0.1}, {-0.0, nan}})
  ROOT s = slice(p), slice={[0:1], [0:3]}, metadata={op_name="a/\"b\"" source_line=3}
})");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_EQ(
      print(reading.module),
      R"(HloModule m, is_scheduled=true, input_output_alias={ {}: (0, {}, may-alias) }, entry_computation_layout={(f32[2,3]{0,1})->f32[1,3]{1,0}}

ENTRY %e (p: f32[2,3]) -> f32[1,3] {
  %p = f32[2,3]{0,1} parameter(0)
  %c = bf16[2,2]{1,0} constant({ { 1, 0.1001 }, { -0.0, nan } })
  ROOT %s = f32[1,3]{1,0} slice(%p), slice={[0:1], [0:3]}, metadata={op_name="a/\"b\"" source_line=3}
}

)");
  EXPECT_TRUE(StringRef(print(reading.module, HLOTextOptions::shortParsable()))
                  .contains("\n  ROOT s = f32[1,3]{1,0} slice(p), slice="));
}

TEST(HLOText, PrintsNumbersThatReadBack) {
  Reading reading =
      readBody("a = f32[4] constant({0.1, 16777217, 3.14159274, nan(0x1)})\n"
               "b = f64[2] constant({0.1, 3.1415926535897931})\n"
               "c = f8e4m3fn[3] constant({448, -nan, 0.001953125})\n"
               "d = c64[] constant((1, -inf))\n"
               "ROOT e = u64[2] constant({18446744073709551615, 0})");
  ASSERT_TRUE(reading.succeeded);
  Reading again(print(reading.module));
  ASSERT_TRUE(again.succeeded);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(reading.get(i).literal().SerializeAsString(),
              again.get(i).literal().SerializeAsString());
}

TEST(HLOText, ChangesNamesThatDoNotRead) {
  Reading reading = readBody("p = f32[] parameter(0)\n"
                             "ROOT n = f32[] negate(p)");
  auto &computation = *reading.module.mutable_computations(0);
  computation.mutable_instructions(0)->set_name("a/b");
  computation.mutable_instructions(1)->set_name("a_b");
  computation.set_name("main (x)");
  std::string text = print(reading.module);
  EXPECT_TRUE(StringRef(text).contains("ROOT %a_b.1 = f32[] negate(%a_b)"));
  EXPECT_TRUE(Reading(text).succeeded);
}

TEST(HLOText, PrintsMalformedModulesWithoutEnd) {
  // A computation that calls itself, operands and elements that are not there.
  Reading reading(R"(HloModule m
f { ROOT p = f32[] parameter(0) }
ENTRY e {
  c = s32[1000,1000] constant({...})
  x = f32[] parameter(0)
  ROOT r = f32[] call(x), to_apply=f
})");
  ASSERT_TRUE(reading.succeeded);
  auto &entry = *reading.module.mutable_computations(1);
  entry.mutable_instructions(2)->set_called_computation_ids(0, entry.id());
  entry.mutable_instructions(2)->set_operand_ids(0, 77);
  entry.mutable_instructions(0)->mutable_literal()->set_is_elided(false);
  entry.mutable_instructions(0)
      ->mutable_shape()
      ->mutable_layout()
      ->set_minor_to_major(0, 99);
  EXPECT_TRUE(StringRef(print(reading.module)).contains("undefined.77"));
  EXPECT_NE(print(reading.module, HLOTextOptions::canonicalForm()), "");
}

TEST(HLOText, BodiesInPlaceOfNamesDoNotMultiplyWithoutEnd) {
  Reading reading =
      readBody("x = f32[] parameter(0)\nROOT r = f32[] tanh(x)\n");
  ASSERT_TRUE(reading.succeeded);
  auto &entry = *reading.module.mutable_computations(0);
  auto &root = *entry.mutable_instructions(1);
  root.set_opcode("conditional");
  root.add_called_computation_ids(entry.id());
  root.add_called_computation_ids(entry.id());
  size_t size = print(reading.module, HLOTextOptions::canonicalForm()).size();
  EXPECT_LT(size, size_t(1) << 23);
}

TEST(HLOText, PrintsAsyncOpsInBothForms) {
  Reading reading = readBody("x = f32[4] parameter(0)\n"
                             "s = ((f32[4]), f32[4], s32[]) abs-start(x)\n"
                             "ROOT d = f32[4] abs-done(s)");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_TRUE(StringRef(print(reading.module))
                  .contains("async-start(%x), calls=%async_wrapped"));
  HLOTextOptions sugared;
  sugared.asyncSugar = true;
  std::string text = print(reading.module, sugared);
  EXPECT_TRUE(StringRef(text).contains("abs-start(%x)\n"));
  EXPECT_TRUE(StringRef(text).contains("abs-done(%s)\n"));
  EXPECT_FALSE(StringRef(text).contains("async_wrapped"));
  EXPECT_TRUE(Reading(text).succeeded);
}

TEST(HLOText, MarksFusionsAndLeavesThemOutOfTheSchedule) {
  Reading reading(R"(HloModule m, is_scheduled=true
f { ROOT p = f32[] parameter(0) }
ENTRY e {
  x = f32[] parameter(0)
  ROOT r = f32[] fusion(x), kind=kLoop, calls=f
})");
  ASSERT_TRUE(reading.succeeded);
  EXPECT_TRUE(reading.module.computations(0).is_fusion_computation());
  EXPECT_FALSE(reading.module.computations(1).is_fusion_computation());
  EXPECT_EQ(reading.module.schedule().sequences().size(), 1u);
}
