//===- Dot.cpp - Modules as graphs for graphviz ---------------------------===//
//
// First it is decided what is drawn where: each computation at most once, what
// is fused inside of what it is fused into, what is called beside it. So the
// output is linear in the module, whatever calls what. All names and texts come
// from files; they pass through escapeHTML or quote, and identifiers are
// numbers.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Dot/Dot.h"

#include "DotPlan.h"
#include "DrawnProgram.h"
#include "OpText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace xla;

namespace {
/// Bytes of a line in a label.
constexpr size_t kMaxLine = 64;
/// From here on an array is large: its edges and its parameter stand out.
constexpr uint64_t kLarge = 4096;

class DotWriter {
public:
  DotWriter(const DrawnProgram &program, unsigned root,
            const DotOptions &options, raw_ostream &os)
      : program(program), plan(program, root, options.showFusions), root(root),
        options(options), os(os) {
    for (const std::string &name : options.highlighted)
      highlighted.insert(name);
  }

  void write();

private:
  void writeHeader();
  void writeComputation(unsigned computation, unsigned depth);
  void writeFusion(const DrawnOp &op, unsigned depth);
  void writeNode(unsigned index);
  void writeLabel(unsigned index);
  void writeStyle(const DrawnOp &op);
  void writeEdges(unsigned index);
  void writeEdge(unsigned from, unsigned to, StringRef attributes);
  void writeCalls();
  void writeRootTag();

  SmallVector<std::string> getMergedLines(const DrawnOp &op) const;

  const DrawnProgram &program;
  const DotPlan plan;
  const unsigned root;
  const DotOptions &options;
  raw_ostream &os;
  StringSet<> highlighted;
  unsigned numEdges = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// For labels in graphviz' own HTML. XML has no control characters.
static std::string escapeHTML(StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      escaped += ' ';
    else
      escaped += c;
  }
  return escaped;
}

/// A quoted string. Graphviz replaces \N and its like, and HTML's entities.
static std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (StringRef rest = text; !rest.empty(); rest = rest.drop_front()) {
    if (rest.front() == '\\')
      quoted += "\\\\";
    else if (rest.front() == '\n')
      quoted += "\\n";
    else
      quoted += escapeHTML(rest.take_front(1));
  }
  return quoted + "\"";
}

static std::string shorten(StringRef text) {
  return getShownText(text, kMaxLine);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// What a node says of an operand that is drawn in its label only; empty for
/// other operands.
static std::string getMergedText(const DrawnProgram &program, unsigned index) {
  const DrawnOp &op = program.getOps()[index];
  const auto &proto = *op.proto;
  if (!op.isMerged)
    return {};
  if (proto.opcode() == "get-tuple-element")
    return "tuple-element " + std::to_string(proto.tuple_index()) + " of " +
           shorten(program.getOps()[op.operands[0]].proto->name());
  if (proto.opcode() != "constant")
    return {};
  std::string value = getLiteralText(proto.literal());
  std::string shape = shorten(getShapeText(proto.shape(), false));
  if (StringRef(value).contains("..."))
    return shorten(proto.name()) + " (" + shape + ")";
  return shape + " " + shorten(value);
}

/// The operands that have no edge; of many, the first ones.
SmallVector<std::string> DotWriter::getMergedLines(const DrawnOp &op) const {
  constexpr size_t maxLines = 16;
  SmallVector<std::string> lines;
  size_t numMore = 0;
  for (auto [number, operand] : enumerate(op.operands)) {
    unsigned source = plan.leaveFusions(operand);
    std::string text = source == kNone ? "?" : getMergedText(program, source);
    if (text.empty())
      continue;
    if (lines.size() < maxLines)
      lines.push_back("operand " + std::to_string(number) + " = " + text);
    else
      ++numMore;
  }
  if (numMore)
    lines.push_back("and " + std::to_string(numMore) + " more");
  return lines;
}

/// Attributes that are long or say little.
static bool isInLabel(StringRef attribute, const DotOptions &options) {
  return StringSwitch<bool>(attribute)
      .Cases({"parameter_number", "parameter_replication", "sharding"}, false)
      .Cases({"frontend_attributes", "custom_call_target",
              "custom_call_api_version"},
             false)
      .Case("backend_config", options.showBackendConfig)
      .Default(true);
}

void DotWriter::writeLabel(unsigned index) {
  const DrawnOp &op = program.getOps()[index];
  const auto &proto = *op.proto;
  SmallVector<std::string> lines;
  auto add = [&](const Twine &text) {
    lines.push_back(escapeHTML(text.str()));
  };
  std::string opcode = getOpcodeText(proto);
  std::string name = shorten(proto.name());
  if (proto.opcode() == "parameter") {
    add("Parameter " + Twine(proto.parameter_number()));
    add(name);
  } else if (proto.opcode() == "constant") {
    add(name);
    add(shorten(getLiteralText(proto.literal())));
  } else {
    bool isNamed =
        StringRef(name).starts_with(proto.opcode()) && opcode == proto.opcode();
    add(isNamed ? name : opcode + " " + name);
  }
  lines[0] = "<b>" + lines[0] + "</b>";
  for (unsigned callee : op.calls)
    if (StringRef trivial = program.getComputations()[callee].trivialOp;
        !trivial.empty())
      lines.push_back("Subcomputation: <b>" + trivial.str() + "</b>");
  for (const std::string &line : getMergedLines(op))
    add(line);
  for (auto &[name, value] : getAttributes(proto, kMaxLine))
    if (isInLabel(name, options))
      add(Twine(name) + "=" + value);
  add(shorten(getShapeText(proto.shape(), options.showLayouts)));
  os << "label=<" << join(lines, "<br/>") << ">";
}

void DotWriter::writeStyle(const DrawnOp &op) {
  FamilyStyle style = getFamilyStyle(op.family);
  const char *shape = op.proto->opcode() == "while" ? "ellipse" : "rect";
  if (op.family == DrawnFamily::Parameter &&
      countElements(op.proto->shape()) >= kLarge)
    style.fill = "#ffb74d";
  if (highlighted.contains(op.proto->name())) {
    shape = "diamond";
    style.fill = "#b71c1c";
    style.text = "#ffffff";
  }
  os << ", shape=" << shape << ", style=\"filled\", fillcolor=\"" << style.fill
     << "\", fontcolor=\"" << style.text << "\", color=\"#9e9e9e\"";
}

/// What shows while the mouse is over a node.
static std::string getTooltip(const proto::HloInstructionProto &op,
                              const proto::HloModuleProto &module) {
  constexpr size_t limit = 512;
  const proto::OpMetadata &metadata = op.metadata();
  std::string text = shorten(op.name());
  if (!metadata.op_type().empty())
    text += "\nop_type: " + getShownText(metadata.op_type(), limit);
  if (!metadata.op_name().empty())
    text += "\nop_name: " + getShownText(metadata.op_name(), limit);
  std::string source = getSourceText(metadata, module.stack_frame_index());
  if (!source.empty())
    text += "\nsource: " + getShownText(source, limit);
  return text;
}

void DotWriter::writeNode(unsigned index) {
  const DrawnOp &op = program.getOps()[index];
  os << "n" << index << " [id=n" << index << ", ";
  writeLabel(index);
  writeStyle(op);
  os << ", tooltip=" << quote(getTooltip(*op.proto, program.getModule()))
     << "];\n";
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

void DotWriter::writeEdge(unsigned from, unsigned to, StringRef attributes) {
  os << "n" << from << " -> n" << to << " [id=e" << ++numEdges << ", class=\"f"
     << from << " t" << to << "\"" << attributes << "];\n";
}

void DotWriter::writeEdges(unsigned index) {
  const DrawnOp &op = program.getOps()[index];
  for (auto [number, operand] : enumerate(op.operands)) {
    unsigned source = plan.getSource(operand);
    if (source == kNone || !plan.isShown(source))
      continue;
    const proto::ShapeProto &shape = program.getOps()[operand].proto->shape();
    std::string attributes =
        std::string(", arrowhead=") +
        (countElements(shape) < kLarge ? "empty" : "normal") + ", tooltip=" +
        quote(shorten(program.getOps()[source].proto->name()) + " -> " +
              shorten(op.proto->name()) + "\n" +
              shorten(getShapeText(shape, false)));
    if (op.operands.size() > 1)
      attributes +=
          ", headlabel=\" " + std::to_string(number) + " \", labeldistance=2";
    writeEdge(source, index, attributes);
  }
  for (unsigned predecessor : op.controlPredecessors) {
    unsigned source = plan.getSource(predecessor);
    if (source != kNone && plan.isShown(source))
      writeEdge(source, index,
                ", style=dotted, color=gray, label=ctrl, fontcolor=gray");
  }
}

/// Dashed edges from called computations to what calls them.
void DotWriter::writeCalls() {
  for (auto [index, op] : enumerate(program.getOps())) {
    if (!plan.isShown(index) || op.isMerged || plan.isDrawnInPlace(op))
      continue;
    for (unsigned callee : op.calls) {
      const DrawnComputation &called = program.getComputations()[callee];
      bool isBox = plan.isTopLevel(callee) && callee != root;
      // An edge has to come out of the box and end outside of it.
      if (!isBox || callee == op.computation)
        continue;
      unsigned source = plan.getSource(called.root);
      if (source == kNone)
        continue;
      writeEdge(source, index,
                ", ltail=cluster_" + std::to_string(callee) +
                    ", style=dashed, tooltip=" +
                    quote(shorten(called.proto->name()) + " -> " +
                          shorten(op.proto->name())));
    }
  }
}

void DotWriter::writeRootTag() {
  unsigned source = plan.getSource(program.getComputations()[root].root);
  if (source == kNone)
    return;
  os << "root [label=\"ROOT\", shape=circle, style=filled, "
        "fillcolor=\"#bcaaa4\", tooltip=\"result\"];\n"
     << "n" << source << " -> root;\n";
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

void DotWriter::writeHeader() {
  const proto::HloComputationProto &proto =
      *program.getComputations()[root].proto;
  os << "digraph G {\n"
        "rankdir=TB;\ncompound=true;\noutputorder=nodesfirst;\n"
        "fontname=\"Helvetica\";\n"
        "node [fontname=\"Helvetica\", fontsize=10];\n"
        "edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.8];\n"
        "labelloc=t;\ntooltip=\" \";\n"
     << "label=<<b>" << escapeHTML(shorten(program.getModule().name()))
     << "<br/>Computation " << escapeHTML(shorten(proto.name()))
     << (root == program.getEntry() ? "<br/>ENTRY computation" : "")
     << "</b>>;\n";
}

/// Edges of the node under the mouse stand out: out of it in orange, into it in
/// blue. Shown where the picture is looked at as SVG by itself.
static void writeStyleSheet(ArrayRef<unsigned> nodes, raw_ostream &os) {
  // Graphviz reads strings of up to 16384 bytes, and joins them.
  constexpr size_t nodesInString = 64;
  os << "stylesheet=\"data:text/css,\"";
  for (auto [number, node] : enumerate(nodes)) {
    if (number % nodesInString == 0)
      os << "\n+ \"";
    // It is a URL, in which a `#` would begin the fragment.
    os << "%23n" << node << ":hover~.f" << node
       << " path{stroke:orange;stroke-width:3}%23n" << node << ":hover~.t"
       << node << " path{stroke:blue;stroke-width:3}";
    if (number % nodesInString == nodesInString - 1 ||
        number + 1 == nodes.size())
      os << '"';
  }
  os << ";\n";
}

void DotWriter::writeFusion(const DrawnOp &op, unsigned depth) {
  unsigned callee = op.calls[0];
  os << "subgraph cluster_" << callee << " {\nstyle=\"rounded,filled,bold\";\n"
     << "fontsize=11;\nfillcolor=\"#f5f5f5\";\ncolor=\"#cfd8dc\";\nlabelloc=t;"
        "\n"
     << "label=<Fused expression for <b>"
     << escapeHTML(shorten(op.proto->name()))
     << "</b> : " << escapeHTML(getOpcodeText(*op.proto)) << "<br/>"
     << escapeHTML(
            shorten(getShapeText(op.proto->shape(), options.showLayouts)))
     << ">;\ntooltip=" << quote(getTooltip(*op.proto, program.getModule()))
     << ";\n";
  writeComputation(callee, depth + 1);
  os << "}\n";
}

void DotWriter::writeComputation(unsigned computation, unsigned depth) {
  const DrawnComputation &drawn = program.getComputations()[computation];
  for (unsigned i = 0; i < drawn.numOps; ++i) {
    unsigned index = drawn.firstOp + i;
    const DrawnOp &op = program.getOps()[index];
    bool isFusedParameter =
        op.proto->opcode() == "parameter" && !plan.isTopLevel(computation);
    if (op.isMerged || isFusedParameter)
      continue;
    if (plan.isDrawnInPlace(op))
      writeFusion(op, depth);
    else
      writeNode(index);
  }
}

void DotWriter::write() {
  writeHeader();
  std::vector<unsigned> nodes;
  for (auto [index, op] : enumerate(program.getOps()))
    if (plan.hasNode(index))
      nodes.push_back(index);
  writeStyleSheet(nodes, os);
  for (unsigned computation : plan.getTopLevel()) {
    if (computation == root) {
      writeComputation(computation, 0);
      continue;
    }
    os << "subgraph cluster_" << computation
       << " {\nstyle=rounded;\nfontsize=11;\nlabel=<Subcomputation <b>"
       << escapeHTML(
              shorten(program.getComputations()[computation].proto->name()))
       << "</b>>;\n";
    writeComputation(computation, 0);
    os << "}\n";
  }
  for (unsigned node : nodes)
    writeEdges(node);
  writeCalls();
  writeRootTag();
  os << "}\n";
}

Error xla::printDot(const proto::HloModuleProto &module,
                    const DotOptions &options, raw_ostream &os) {
  DrawnProgram program(module);
  unsigned root = options.computation.empty()
                      ? program.getEntry()
                      : program.findComputation(options.computation);
  if (root == kNone && program.getComputations().empty())
    return createStringError("expected a module with a computation to draw");
  if (root == kNone)
    return createStringError("expected the name of a computation to draw, but "
                             "no computation of the module is named '" +
                             options.computation + "'");
  DotWriter(program, root, options, os).write();
  return Error::success();
}
