//===- Export.h - From the hlo dialect to classic HLO -----------*- C++ -*-===//
//
// Writes a program as XLA's HloModuleProto, the form in which text and proto
// files of classic HLO are made.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_HLOMODULE_EXPORT_H
#define XLA_TARGET_HLOMODULE_EXPORT_H

#include "xla/Target/HLOProto/HLO.pb.h"

#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>

namespace xla {

struct HLOExportOptions {
  /// The function that becomes ENTRY; empty: @main, else the only public one.
  std::string entry;
  /// The root of ENTRY is a tuple even of one result, as XLA's clients compile.
  bool returnTuple = false;
  /// Ops of chlo that have an opcode only since late (`acos`, `acosh`, `asin`,
  /// `asinh`, `atanh`, `cosh`, `sinh`, `mulhi`, `ragged_dot`) keep it instead
  /// of becoming formulas. XLA reads them, and does not compile them
  /// everywhere.
  bool recentOpcodes = false;
};

/// `module` as classic HLO; the module itself does not change. It needs the
/// dialects of `xla::registerAllDialects`.
///
/// Every op becomes the opcode of the same meaning. What has none is decomposed
/// first: chlo's functions, quantized arithmetic (values become their stored
/// integers), deprecated ops, einsum, and dynamic ops where shapes follow from
/// constants. Regions become computations; values that they use from around
/// them become operands. Tokens, tuples, calls, composites, custom calls and
/// bounded dimensions stay what they are. All layouts are row-major but those
/// that a custom call or an infeed states.
///
/// Fails with a diagnostic at the op that has no form in HLO: unless said
/// otherwise in docs/limits.md, element types without a name in HLO, shapes
/// that nothing determines, and regions of collectives that use values from
/// around them.
mlir::FailureOr<std::unique_ptr<proto::HloModuleProto>>
exportHLOModule(mlir::ModuleOp module, const HLOExportOptions &options = {});

} // namespace xla

#endif // XLA_TARGET_HLOMODULE_EXPORT_H
