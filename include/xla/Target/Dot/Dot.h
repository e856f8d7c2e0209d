//===- Dot.h - Pictures of classic HLO modules ------------------*- C++ -*-===//
//
// Draws a module: as the text of a graph for graphviz (.dot), and as a page
// that shows itself in a browser (.html). Both take a module of any origin;
// what does not hold together (ids that nothing has, cycles) is drawn as far as
// it goes.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_DOT_DOT_H
#define XLA_TARGET_DOT_DOT_H

#include "xla/Target/HLOProto/HLO.pb.h"

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace xla {

/// What a graph for graphviz shows.
struct DotOptions {
  /// Name of the computation to draw, with those that it calls; the entry where
  /// empty.
  std::string computation;
  /// Names of instructions that stand out, as dark red diamonds.
  std::vector<std::string> highlighted;
  /// Whether what is fused is drawn in place, rather than a fusion as one node.
  bool showFusions = true;
  /// Whether layouts of arrays with two dimensions and more are shown.
  bool showLayouts = true;
  bool showBackendConfig = false;
};

/// Writes one directed graph: a node for each instruction, coloured by its
/// family, an edge from each operand, a cluster for each fusion and each called
/// computation, however often it is called. Constants, elements of tuples, and
/// reducers of one operation are part of the label of what uses them. Error: no
/// computation has the name that `options` give, or the module has none at all.
llvm::Error printDot(const proto::HloModuleProto &module,
                     const DotOptions &options, llvm::raw_ostream &os);

/// Writes a page that needs nothing but a browser: no network, no plug-in. It
/// shows the entry with all that it calls collapsed; boxes open by a click. An
/// address `page.html#computation/instruction/...` opens the page at an
/// instruction; each further name lies in a computation that the one before it
/// calls.
void printHTML(const proto::HloModuleProto &module, llvm::raw_ostream &os);

} // namespace xla

#endif // XLA_TARGET_DOT_DOT_H
