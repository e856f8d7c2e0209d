//===- Import.h - hlo programs from classic HLO -----------------*- C++ -*-===//
//
// Classic HLO, whether it came as text or as a proto, is held as messages
// (Target/HLOProto). This is the way from there to the hlo dialect.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_HLOMODULE_IMPORT_H
#define XLA_TARGET_HLOMODULE_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace xla {
namespace proto {
class HloModuleProto;
} // namespace proto

struct ImportOptions {
  /// The file's name, for locations.
  llvm::StringRef fileName;
  /// The text that `text_offset` of instructions and computations counts in;
  /// empty if the module was no text. Needed during the call only.
  llvm::StringRef text;
  /// Constants whose elements the text left out, `{...}`, become zeros. Else
  /// they become calls of `xla.elided_constant`, which nothing runs.
  bool zeroElidedConstants = false;
};

/// The program of `module` as a verified module of hlo, chlo and func: the
/// entry computation is the function `main`, tuples are lists of values,
/// fusions are inlined, and what is called by `call` and its like are private
/// functions. Types are logical: layouts count only where an instruction's
/// meaning depends on them (`bitcast`, custom calls, literals).
///
/// Loads the dialects it needs. No module makes it crash, and what it builds is
/// at most a fixed multiple of what `module` holds. Errors go to the context's
/// diagnostic handlers, at the line of the text or, without text, at a location
/// named `module:computation:instruction`; null after one. What is ignored is
/// named in a remark.
mlir::OwningOpRef<mlir::ModuleOp>
importHLOModule(const proto::HloModuleProto &module, mlir::MLIRContext *context,
                const ImportOptions &options = {});

} // namespace xla

#endif // XLA_TARGET_HLOMODULE_IMPORT_H
