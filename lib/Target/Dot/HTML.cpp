//===- HTML.cpp - Modules as pages that draw themselves -------------------===//
//
// The page is page.html with its style sheet, its scripts and the program, as
// JSON, in it. The scripts lay the graph out; here it is only written down. The
// JSON has no `<`, so that no text of the program ends the element it stands
// in, and the scripts put texts into the page as texts only.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Dot/Dot.h"

#include "DrawnProgram.h"
#include "OpText.h"
#include "PageFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace xla;

/// Bytes of a name, an attribute, a shape.
static constexpr size_t kMaxText = 2000;

static std::string shorten(StringRef text) {
  return getShownText(text, kMaxText);
}

static void writeIndices(json::OStream &json, StringRef name,
                         ArrayRef<unsigned> indices) {
  if (indices.empty())
    return;
  json.attributeArray(name, [&] {
    for (unsigned index : indices)
      json.value(index == kNone ? int64_t(-1) : int64_t(index));
  });
}

static void writeText(json::OStream &json, StringRef name, StringRef text) {
  if (!text.empty())
    json.attribute(name, shorten(text));
}

/// Defaults are left out: most instructions have few of these.
static void writeOp(json::OStream &json, const DrawnOp &op,
                    const proto::StackFrameIndexProto &frames) {
  const proto::HloInstructionProto &proto = *op.proto;
  json.objectBegin();
  json.attribute("name", shorten(proto.name()));
  json.attribute("opcode", getOpcodeText(proto));
  json.attribute("family", static_cast<int64_t>(op.family));
  writeText(json, "shape", getShapeText(proto.shape(), false));
  std::string withLayout = getShapeText(proto.shape(), true);
  if (withLayout != getShapeText(proto.shape(), false))
    writeText(json, "layout", withLayout);
  writeIndices(json, "operands", op.operands);
  writeIndices(json, "control", op.controlPredecessors);
  writeIndices(json, "calls", op.calls);
  if (op.isMerged)
    json.attribute("merged", true);
  if (proto.opcode() == "parameter")
    json.attribute("parameter", proto.parameter_number());
  if (proto.has_literal())
    writeText(json, "value", getLiteralText(proto.literal()));
  json.attributeArray("attributes", [&] {
    for (auto &[name, value] : getAttributes(proto, kMaxText))
      json.array([&, &name = name, &value = value] {
        json.value(shorten(name));
        json.value(value);
      });
  });
  const proto::OpMetadata &metadata = proto.metadata();
  writeText(json, "opType", metadata.op_type());
  writeText(json, "opName", metadata.op_name());
  writeText(json, "source", getSourceText(metadata, frames));
  if (metadata.stack_frame_id() > 0)
    json.attribute("frame", metadata.stack_frame_id());
  json.objectEnd();
}

static void writeComputation(json::OStream &json,
                             const DrawnComputation &computation) {
  json.object([&] {
    json.attribute("name", shorten(computation.proto->name()));
    json.attribute("first", computation.firstOp);
    json.attribute("count", computation.numOps);
    if (computation.root != kNone)
      json.attribute("root", computation.root);
    writeText(json, "trivial", computation.trivialOp);
  });
}

static void writeProgram(const DrawnProgram &program, raw_ostream &os) {
  const proto::StackFrameIndexProto &frames =
      program.getModule().stack_frame_index();
  json::OStream json(os);
  json.objectBegin();
  json.attribute("name", shorten(program.getModule().name()));
  if (program.getEntry() != kNone)
    json.attribute("entry", program.getEntry());
  json.attributeArray("families", [&] {
    for (unsigned i = 0; i < kNumDrawnFamilies; ++i) {
      const FamilyStyle &style = getFamilyStyle(static_cast<DrawnFamily>(i));
      json.object([&] {
        json.attribute("name", style.name);
        json.attribute("fill", style.fill);
        json.attribute("text", style.text);
      });
    }
  });
  json.attributeArray("frames", [&] {
    for (const proto::StackFrameProto &frame : frames.stack_frames())
      json.object([&] {
        json.attribute("place", shorten(getFrameText(frame, frames)));
        json.attribute("parent", frame.parent_frame_id());
      });
  });
  json.attributeArray("computations", [&] {
    for (const DrawnComputation &computation : program.getComputations())
      writeComputation(json, computation);
  });
  json.attributeArray("ops", [&] {
    for (const DrawnOp &op : program.getOps())
      writeOp(json, op, frames);
  });
  json.objectEnd();
}

/// In JSON a `<` stands in strings only.
static void writeWithoutTags(StringRef text, raw_ostream &os) {
  while (!text.empty()) {
    auto [before, after] = text.split('<');
    os << before;
    if (before.size() < text.size())
      os << "\\u003c";
    text = after;
  }
}

void xla::printHTML(const proto::HloModuleProto &module, raw_ostream &os) {
  DrawnProgram program(module);
  std::string json;
  raw_string_ostream jsonOS(json);
  writeProgram(program, jsonOS);
  // The marks stand in this order.
  StringRef rest = kPage;
  auto copyUntil = [&](StringRef mark) {
    auto [before, after] = rest.split(mark);
    os << before;
    rest = after;
  };
  copyUntil("/* style */");
  os << kPageStyle;
  copyUntil("/* program */");
  writeWithoutTags(json, os);
  copyUntil("/* script */");
  os << kLayoutScript << kProgramScript << kViewScript << kPageScript;
  os << rest;
}
