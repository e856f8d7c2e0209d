//===- ProgramReader.h - Read a program in any known format -----*- C++ -*-===//
//
// The one door through which every tool and binding reads programs. The format
// is found by content, never by file name.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_PROGRAMREADER_H
#define XLA_TARGET_PROGRAMREADER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class MemoryBufferRef;
class SourceMgr;
} // namespace llvm

namespace xla {
struct SnapshotData;
namespace proto {
class HloModuleProto;
} // namespace proto

/// What a program file holds.
enum class ProgramFormat {
  /// StableHLO, CHLO or hlo text: MLIR text whose StableHLO names are renamed.
  MLIRText,
  /// MLIR bytecode of our own dialects.
  MLIRBytecode,
  /// StableHLO's portable artifact: bytecode of vhlo.
  PortableArtifact,
  /// HLO text, as XLA's dumps and `as_text("hlo")` have it.
  HLOText,
  /// A proto of HLO, binary or text: HloModuleProto, HloProto, HloSnapshot,
  /// HloUnoptimizedSnapshot. Binary data that is nothing else counts as one.
  HLOProto,
};

/// Finds the format of `content` from its first bytes.
ProgramFormat detectProgramFormat(llvm::StringRef content);

/// What a reader of programs may be told.
struct ProgramReaderOptions {
  /// Constants that HLO text has as `{...}` become zeros. Else nothing runs
  /// them.
  bool zeroElidedConstants = false;
  /// Which of the modules of a file of HLO text, from 1 on; 0: the only one.
  unsigned module = 0;
};

/// How many programs a file holds: modules of HLO text are parted by lines
/// `// -----`.
size_t countPrograms(llvm::StringRef content);

/// Reads the main file of `sourceMgr` as a verified module. Errors go to the
/// context's diagnostic handlers; locations name the buffer and the line and
/// column of the text as it stands in `sourceMgr`, so a
/// `SourceMgrDiagnosticHandler` on `sourceMgr` shows the user's own lines.
/// The context needs the dialects of `xla::registerAllDialects`.
/// `snapshot`, if not null, takes the values that came with the program.
/// Returns null after an error.
mlir::OwningOpRef<mlir::ModuleOp>
parseProgram(llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context,
             const ProgramReaderOptions &options = {},
             SnapshotData *snapshot = nullptr);

/// The same for a buffer that the caller keeps alive during the call.
mlir::OwningOpRef<mlir::ModuleOp>
parseProgram(llvm::MemoryBufferRef buffer, mlir::MLIRContext *context,
             const ProgramReaderOptions &options = {},
             SnapshotData *snapshot = nullptr);

/// Whether MLIR's own parser reads the format, from what
/// `prepareProgramForParser` makes of it.
inline bool isReadByMLIR(ProgramFormat format) {
  return format == ProgramFormat::MLIRText ||
         format == ProgramFormat::MLIRBytecode;
}

/// Whether a file of the format holds a module of classic HLO.
inline bool isClassicHLO(ProgramFormat format) {
  return format == ProgramFormat::HLOText || format == ProgramFormat::HLOProto;
}

/// The module of classic HLO in HLO text or a proto as it stands there, with
/// fusions and layouts, where `parseProgram` gives its meaning. Errors go where
/// those of `parseProgram` go; other formats are one. Returns null after one.
std::unique_ptr<proto::HloModuleProto>
parseHLOModule(llvm::MemoryBufferRef buffer, mlir::MLIRContext *context,
               const ProgramReaderOptions &options = {});

/// The text or bytecode that MLIR's own parser reads in place of `buffer`, with
/// the same lines and columns. Null after `emitError` was called with an offset
/// into `buffer` and a message: also for the formats that it does not read. For
/// tools that must parse by other means.
std::unique_ptr<llvm::MemoryBuffer> prepareProgramForParser(
    llvm::MemoryBufferRef buffer,
    llvm::function_ref<void(size_t offset, const llvm::Twine &message)>
        emitError);
} // namespace xla

#endif // XLA_TARGET_PROGRAMREADER_H
