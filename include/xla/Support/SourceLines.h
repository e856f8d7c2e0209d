//===- SourceLines.h - Which lines of the source a place is -----*- C++ -*-===//

#ifndef XLA_SUPPORT_SOURCELINES_H
#define XLA_SUPPORT_SOURCELINES_H

#include "mlir/IR/Location.h"
#include <map>
#include <set>
#include <string>

namespace xla {

/// Lines of source files, by the names of these.
class SourceLines {
public:
  SourceLines() = default;
  explicit SourceLines(mlir::Location loc) { add(loc); }

  /// Adds the lines that `loc` names: of a fused op those of all its parts, of
  /// an inlined one the callee's.
  void add(mlir::Location loc);

  /// How many there are.
  size_t size() const;

  /// `file:3,7-9; other:1`; empty if there are none.
  std::string str() const;

private:
  std::map<std::string, std::set<unsigned>> lines;
};

} // namespace xla

#endif // XLA_SUPPORT_SOURCELINES_H
