//===- DotTest.cpp - Pictures of modules ----------------------------------===//

#include "xla/Target/Dot/Dot.h"

#include "llvm/Support/raw_ostream.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

using namespace llvm;
using namespace xla;
using proto::HloModuleProto;

namespace {
/// Reads a module in which $F stands for the shape f32[], $V for f32[4] and $T
/// for a tuple of the former.
HloModuleProto parse(StringRef text) {
  const std::pair<StringRef, StringRef> shapes[] = {
      {"$F", "shape { element_type: F32 }"},
      {"$V", "shape { element_type: F32 dimensions: 4 }"},
      {"$T",
       "shape { element_type: TUPLE tuple_shapes { element_type: F32 } }"}};
  std::string full = text.str();
  for (auto [name, shape] : shapes)
    for (size_t at; (at = full.find(name)) != std::string::npos;)
      full.replace(at, name.size(), shape);
  HloModuleProto module;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(full, &module));
  return module;
}

bool has(StringRef text, StringRef part) { return text.contains(part); }
bool lacks(StringRef text, StringRef part) { return !text.contains(part); }

std::string draw(const HloModuleProto &module, const DotOptions &options = {}) {
  std::string text;
  raw_string_ostream os(text);
  if (Error error = printDot(module, options, os))
    return "error: " + toString(std::move(error));
  return text;
}

std::string drawHTML(const HloModuleProto &module) {
  std::string text;
  raw_string_ostream os(text);
  printHTML(module, os);
  return text;
}

/// The part of a page that holds the program.
StringRef getProgram(StringRef page) {
  return page.split("type=\"application/json\">")
      .second.split("</script>")
      .first;
}

/// A reduce by `add` of what is fused: negate(parameter) + 2.
HloModuleProto makeFused() {
  return parse(R"(
    name: "m" entry_computation_id: 3 entry_computation_name: "main"
    computations { name: "adder" id: 1 root_id: 3
      instructions { name: "x" opcode: "parameter" id: 1 $F }
      instructions { name: "y" opcode: "parameter" id: 2 parameter_number: 1 $F }
      instructions { name: "s" opcode: "add" id: 3 operand_ids: [1, 2] $F } }
    computations { name: "fused" id: 2 root_id: 4
      instructions { name: "p" opcode: "parameter" id: 1 $V }
      instructions { name: "two" opcode: "parameter" id: 2 parameter_number: 1 $V }
      instructions { name: "n" opcode: "negate" id: 3 operand_ids: 1 $V }
      instructions { name: "plus" opcode: "add" id: 4 operand_ids: [3, 2] $V } }
    computations { name: "main" id: 3 root_id: 5
      instructions { name: "a" opcode: "parameter" id: 1 $V }
      instructions { name: "c" opcode: "constant" id: 2 $V
        literal { $V f32s: [2, 2, 2, 2] } }
      instructions { name: "zero" opcode: "constant" id: 3 $F
        literal { $F f32s: 0 } }
      instructions { name: "f" opcode: "fusion" fusion_kind: "kLoop" id: 4 $V
        operand_ids: [1, 2] called_computation_ids: 2
        metadata { op_name: "jit(f)/add" source_file: "f.py" source_line: 7 } }
      instructions { name: "r" opcode: "reduce" id: 5 operand_ids: [4, 3] $F
        dimensions: 0 called_computation_ids: 1 } }
  )");
}
} // namespace

TEST(Dot, FusionsAreDrawnInPlace) {
  std::string dot = draw(makeFused());
  EXPECT_PRED2(has, dot, "ENTRY computation");
  EXPECT_PRED2(has, dot, "Fused expression for <b>f</b> : fusion:kLoop");
  // Nodes count through the module: a is 7, f's negate 5, its sum 6, r 11.
  EXPECT_PRED2(has, dot, "n7 -> n5 ");
  EXPECT_PRED2(has, dot, "n6 -> n11 ");
  EXPECT_PRED2(has, dot, "n11 -> root;");
  EXPECT_PRED2(lacks, dot, "\nn3 [");
  EXPECT_PRED2(has, dot, "source: f.py:7");
}

TEST(Dot, ConstantsAndReducersAreInLabels) {
  std::string dot = draw(makeFused());
  EXPECT_PRED2(has, dot, "operand 1 = f32[] 0");
  // Through the fusion's parameter.
  EXPECT_PRED2(has, dot, "operand 1 = f32[4] {2, 2, 2, 2}");
  EXPECT_PRED2(has, dot, "Subcomputation: <b>add</b>");
  EXPECT_PRED2(has, dot, "dimensions={0}");
}

TEST(Dot, FusionsMayStayClosed) {
  DotOptions options;
  options.showFusions = false;
  options.highlighted = {"f"};
  std::string dot = draw(makeFused(), options);
  EXPECT_PRED2(lacks, dot, "subgraph");
  EXPECT_PRED2(has, dot, "n10 -> n11 ");
  EXPECT_PRED2(has, dot, "shape=diamond");
}

TEST(Dot, ComputationByName) {
  DotOptions options;
  options.computation = "fused";
  std::string dot = draw(makeFused(), options);
  EXPECT_PRED2(has, dot, "Parameter 1");
  EXPECT_PRED2(lacks, dot, "ENTRY");
  options.computation = "lost";
  EXPECT_EQ(draw(makeFused(), options),
            "error: expected the name of a computation to draw, but no "
            "computation of the module is named 'lost'");
  EXPECT_EQ(draw(parse("name: \"m\"")),
            "error: expected a module with a computation to draw");
}

TEST(Dot, BodiesOfLoopsAreBoxes) {
  std::string dot = draw(parse(R"(
    name: "m" entry_computation_id: 2
    computations { name: "body" id: 1 root_id: 3
      instructions { name: "t" opcode: "parameter" id: 1 $T }
      instructions { name: "e" opcode: "get-tuple-element" id: 2 operand_ids: 1 $F }
      instructions { name: "u" opcode: "tuple" id: 3 operand_ids: 2 $T } }
    computations { name: "main" id: 2 root_id: 2
      instructions { name: "i" opcode: "parameter" id: 1 $T }
      instructions { name: "w" opcode: "while" id: 2 operand_ids: 1 $T
        called_computation_ids: 1 } }
  )"));
  EXPECT_PRED2(has, dot, "subgraph cluster_0");
  EXPECT_PRED2(has, dot, "ltail=cluster_0");
  EXPECT_PRED2(has, dot, "shape=ellipse");
  EXPECT_PRED2(has, dot, "operand 0 = tuple-element 0 of t");
  EXPECT_PRED2(has, dot, "n0 -> n2 ");
}

TEST(Dot, NarrowConstants) {
  std::string text = "name: \"m\" computations { name: \"main\" root_id: 99 ";
  auto add = [&](std::string type, std::string values, int id) {
    text += "instructions { name: \"c\" opcode: \"constant\" id: " +
            std::to_string(id) + " shape { element_type: " + type +
            " dimensions: 2 } literal { shape { element_type: " + type +
            " dimensions: 2 } " + values + " } }\n";
  };
  add("S4", R"(s4s: "\x1f")", 1);
  add("U4", R"(u4s: "\x0c\x03")", 7);
  add("BF16", R"(bf16s: "\x80\x3f\x80\xff")", 2);
  add("PRED", "preds: [true, false]", 3);
  add("C64", "c64s: [1, -2, 0.5, 3]", 4);
  add("F8E4M3FN", R"(f8e4m3fns: "\x38\x7f")", 5);
  add("F6E2M3FN", R"(f6e2m3fns: "\x01\x3f")", 8);
  add("F32", "f32s: 1", 6); // One is missing.
  std::string dot = draw(parse(text + "}"));
  for (const char *expected :
       {"{-1, 1}", "{12, 3}", "{1, -inf}", "{true, false}",
        "{(1, -2), (0.5, 3)}", "{1, nan}", "{0.125, -7.5}", "{1}"})
    EXPECT_PRED2(has, dot, expected);
}

TEST(Dot, TextsAreEscaped) {
  HloModuleProto module = makeFused();
  const char *evil = "</b>]]><script>\"&\\N'\n\x01</script>";
  module.set_name(evil);
  for (auto &computation : *module.mutable_computations()) {
    computation.set_name(evil + computation.name());
    for (auto &op : *computation.mutable_instructions()) {
      op.set_name(evil + op.name());
      op.mutable_metadata()->set_op_name(evil);
      op.mutable_metadata()->set_source_file(evil);
      op.set_custom_call_target(evil);
      op.set_backend_config("\xff\xfe<!--");
    }
  }
  DotOptions options;
  options.showBackendConfig = true;
  std::string dot = draw(module, options);
  EXPECT_PRED2(lacks, dot, "<script");
  EXPECT_PRED2(lacks, dot, "</script");
  EXPECT_PRED2(has, dot, "&lt;script&gt;&quot;&amp;\\N'  &lt;/script&gt;");
  EXPECT_PRED2(has, dot, "&lt;script&gt;&quot;&amp;\\\\N'\\n");
  EXPECT_PRED2(lacks, dot, "\x01");
  std::string page = drawHTML(module);
  EXPECT_PRED2(lacks, getProgram(page), "<");
  EXPECT_PRED2(lacks, getProgram(page), "\xff");
  EXPECT_PRED2(has, getProgram(page), "\\u003cscript>");
}

TEST(Dot, WhatDoesNotHoldTogetherIsDrawn) {
  // Operands that nothing has, elements of themselves, a fusion that calls its
  // own computation, twice the same id, ids at the ends of their range.
  HloModuleProto module = parse(R"(
    name: "m" entry_computation_id: 77
    computations { id: -9223372036854775808 root_id: 9
      instructions { name: "a" opcode: "add" id: 1 operand_ids: [1, 42, 2] }
      instructions { name: "e" opcode: "get-tuple-element" id: 2 operand_ids: 3 }
      instructions { name: "g" opcode: "get-tuple-element" id: 3 operand_ids: 2 }
      instructions { name: "f" opcode: "fusion" id: 9223372036854775807
        operand_ids: [3, 3] called_computation_ids: -9223372036854775808
        control_predecessor_ids: [1, 5] }
      instructions { name: "f" opcode: "" id: 1 called_computation_ids: 5
        shape { element_type: 99 dimensions: -3 } } }
    computations { id: 5 root_id: 1
      instructions { name: "p" opcode: "parameter" id: 1 parameter_number: -7 }
      instructions { name: "c" opcode: "constant" id: 2
        literal { shape { element_type: S4 dimensions: 4 } } } }
    computations { id: 6 }
  )");
  std::string dot = draw(module);
  EXPECT_PRED2(has, dot, "digraph");
  for (const char *name : {"", "x"}) {
    DotOptions options;
    options.computation = name;
    EXPECT_FALSE(draw(module, options).empty());
  }
  EXPECT_PRED2(has, drawHTML(module), "\"operands\":[0,-1,1]");
  EXPECT_PRED2(has, drawHTML(HloModuleProto()), "</html>");
}

TEST(Dot, DeepFusionsStayLinear) {
  // Each computation fuses the one before it, twice.
  HloModuleProto module;
  module.set_name("deep");
  constexpr int depth = 2000;
  for (int i = 0; i < depth; ++i) {
    auto *computation = module.add_computations();
    computation->set_id(i);
    computation->set_root_id(2);
    for (int k = 0; k < 3; ++k) {
      auto *op = computation->add_instructions();
      op->set_id(k);
      op->set_opcode(k && i ? "fusion" : "parameter");
      op->mutable_shape()->set_element_type(proto::F32);
      if (k)
        op->add_operand_ids(0);
      if (k && i)
        op->add_called_computation_ids(i - 1);
    }
  }
  module.set_entry_computation_id(depth - 1);
  EXPECT_LT(draw(module).size(), size_t(depth) * 3000);
}

TEST(Dot, StringsAreAsShortAsGraphvizReads) {
  HloModuleProto module;
  auto *computation = module.add_computations();
  constexpr int size = 1000;
  for (int i = 0; i <= size; ++i) {
    auto *op = computation->add_instructions();
    op->set_id(i);
    op->set_opcode(i < size ? "constant" : "tuple");
    op->set_name(std::string(1000, 'n'));
    for (int operand = 0; operand < size && i == size; ++operand)
      op->add_operand_ids(operand);
  }
  computation->set_root_id(size);
  for (auto &op : *computation->mutable_instructions())
    op.mutable_backend_config()->assign(50000, '"');
  std::string dot = draw(module);
  EXPECT_PRED2(has, dot, "and 984 more");
  // A node and an edge for each where they do not take part in a label.
  for (auto &op : *computation->mutable_instructions())
    op.set_opcode("custom-call");
  SmallVector<StringRef> lines;
  std::string large = draw(module);
  StringRef(large).split(lines, '\n');
  EXPECT_GT(lines.size(), size_t(2 * size));
  for (StringRef line : lines)
    EXPECT_LT(line.size(), 16384u);
}

TEST(Dot, PageIsSelfContained) {
  std::string page = drawHTML(makeFused());
  for (const char *outside : {"http:", "https:", "src=", "@import", "url("})
    EXPECT_PRED2(lacks, page, outside);
  EXPECT_PRED2(has, page, "default-src 'none'");
  EXPECT_PRED2(has, getProgram(page), R"("trivial":"add")");
  EXPECT_PRED2(has, getProgram(page), R"("source":"f.py:7")");
}
