//===- HLOProto.h - Files of XLA's messages ---------------------*- C++ -*-===//
//
// Reads and writes the files in which XLA and its frameworks keep modules of
// classic HLO: HloModuleProto, HloProto, HloSnapshot and
// HloUnoptimizedSnapshot, as binary and as text (.pb, .hlo.pb, .pbtxt). Source:
// the field numbers in HLO.proto and HLOData.proto.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_HLOPROTO_HLOPROTO_H
#define XLA_TARGET_HLOPROTO_HLOPROTO_H

#include "xla/Target/HLOProto/HLO.pb.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class Twine;
class raw_ostream;
} // namespace llvm

namespace xla {

/// The messages that a file may hold.
enum class HLOProtoKind { Module, Proto, Snapshot, UnoptimizedSnapshot };

/// The name of the message, e.g. "HloSnapshot".
llvm::StringRef stringifyHLOProtoKind(HLOProtoKind kind);

/// What a file holds: always a module, and what a snapshot has besides.
struct HLOProtoFile {
  HLOProtoKind kind = HLOProtoKind::Module;
  proto::HloModuleProto module;
  /// Arguments: of a snapshot, one list or none; of an unoptimized snapshot,
  /// one list for each partition.
  std::vector<proto::HloInputs> inputs;
  /// The result of a snapshot's run.
  std::optional<proto::LiteralProto> result;
};

/// Takes an offset into the file, 0 where no better place is known, and a
/// message.
using HLOProtoErrorFn =
    llvm::function_ref<void(size_t offset, const llvm::Twine &message)>;

/// True if `content` begins like a text proto of one of the messages.
bool isHLOProtoText(llvm::StringRef content);

/// Reads any of the messages, binary or text, found by content. Fields that the
/// schema lacks are skipped, constants without elements are marked as elided.
/// The module has a name and computations; nothing else is checked. Returns
/// null after `emitError` was called: for damaged bytes, text with errors (at
/// the place of each), other messages, 2 GiB and more, compressed files.
std::unique_ptr<HLOProtoFile> readHLOProto(llvm::MemoryBufferRef buffer,
                                           HLOProtoErrorFn emitError);

/// How a module is written.
struct HLOProtoWriteOptions {
  /// Whether HloProto, which holds the module, is written instead of
  /// HloModuleProto.
  bool wrap = false;
  /// Text (.pbtxt) instead of binary.
  bool text = false;
};

/// Writes `module` without the fields that exist in memory only. Equal modules
/// give equal bytes. Errors: what the wire format cannot hold (elided
/// constants, 2 GiB and more).
llvm::Error writeHLOProto(const proto::HloModuleProto &module,
                          llvm::raw_ostream &os,
                          const HLOProtoWriteOptions &options = {});

/// Writes a snapshot: its module as `writeHLOProto` does, and the rest as it
/// is.
llvm::Error writeHLOSnapshot(proto::HloSnapshot snapshot,
                             llvm::raw_ostream &os);
llvm::Error writeHLOSnapshot(proto::HloUnoptimizedSnapshot snapshot,
                             llvm::raw_ostream &os);

} // namespace xla

#endif // XLA_TARGET_HLOPROTO_HLOPROTO_H
