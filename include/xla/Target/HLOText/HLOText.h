//===- HLOText.h - Text of classic HLO modules ------------------*- C++ -*-===//
//
// Reads and prints the text that XLA writes into its dumps ("HloModule m,
// ..."). The form in memory is xla::proto::HloModuleProto.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TARGET_HLOTEXT_HLOTEXT_H
#define XLA_TARGET_HLOTEXT_HLOTEXT_H

#include "xla/Target/HLOProto/HLO.pb.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace xla {
/// What the reader has to say about one place of the text.
struct HLOTextDiagnostic {
  /// Offset of the offending character from the start of the text.
  size_t offset = 0;
  /// A warning does not stop the reader: something was left out or filled in.
  bool isWarning = false;
  std::string message;
};

using HLOTextHandler = llvm::function_ref<void(const HLOTextDiagnostic &)>;

/// True if `text` looks like HLO text: a module, computations, or a single
/// instruction, after comments and log prefixes. Reads the first tokens only.
bool isHLOText(llvm::StringRef text);

/// The pieces of a text that holds several modules, parted by lines that are
/// `// -----`, blanks at the end aside; a longer line is a comment. The pieces
/// point into `text`; those without anything but blanks and comments are left
/// out.
llvm::SmallVector<llvm::StringRef> splitHLOText(llvm::StringRef text);

/// Reads one module, a list of computations, or a single instruction, whose
/// operands then become parameters, into `module`, which must be empty. `piece`
/// is where in `text` it stands, one of `splitHLOText`; all offsets count from
/// the start of `text`.
///
/// - Ids: the n-th computation has id n, its k-th instruction n << 32 | k, as
///   XLA's reader numbers them. Instructions stay in the order of the text.
///   Names that another computation has already get a number behind them, for
///   the wire format wants names unique in the module.
/// - Every array shape has a layout. Where the text has none it is row-major;
///   where a result has no shape it is inferred.
/// - `text_offset` of computations and instructions is the offset of their name
///   plus one.
/// - Literals are in the order of their layout. Of `{...}` the shape is kept
///   and `is_elided` is set, with one warning for the module.
/// - An attribute that XLA does not know is left out with a warning.
///
/// Nesting is bounded, and so is memory: by a multiple of the length of the
/// text. On failure at least one error has been reported, and `module` is to be
/// thrown away.
llvm::LogicalResult parseHLOText(llvm::StringRef text, llvm::StringRef piece,
                                 proto::HloModuleProto &module,
                                 HLOTextHandler report);
inline llvm::LogicalResult parseHLOText(llvm::StringRef text,
                                        proto::HloModuleProto &module,
                                        HLOTextHandler report) {
  return parseHLOText(text, text, module, report);
}

/// Reads a sharding as it stands in HLO text, and in the attribute
/// `mhlo.sharding`, which must be all of `text`. False with what was wrong in
/// `error`.
bool parseShardingText(llvm::StringRef text, proto::OpSharding &sharding,
                       std::string &error);

/// Prints what `parseShardingText` reads, without metadata.
void printShardingText(const proto::OpSharding &sharding,
                       llvm::raw_ostream &os);

struct HLOTextOptions {
  /// `%` before names.
  bool percent = true;
  /// Shapes before operands, as versions before 2023 printed them.
  bool operandShapes = false;
  /// Parameters and result after the name of a computation.
  bool computationSignatures = true;
  /// `/*index=5*/` in long lists.
  bool indexComments = true;
  /// Constants of more than 10 elements and tuples as `{...}`, which cannot be
  /// run any more.
  bool elideLargeConstants = false;
  bool metadata = true;
  bool backendConfig = true;
  bool controlPredecessors = true;
  /// `foo-start` instead of `async-start` with a computation of one `foo`.
  bool asyncSugar = false;
  /// Called computations in place of their names, and instructions named by
  /// their number.
  bool canonical = false;

  /// What is shortest and still reads: no `%`, metadata, signatures, comments,
  /// control predecessors.
  static HLOTextOptions shortParsable();
  /// A form that does not depend on names: for comparisons.
  static HLOTextOptions canonicalForm();
};

/// Prints `module` as text that XLA's own parser accepts. Names with characters
/// that HLO text does not have are changed, uniquely. Ids need not be XLA's;
/// dangling ones are printed as names that do not read, never followed.
void printHLOText(const proto::HloModuleProto &module,
                  const HLOTextOptions &options, llvm::raw_ostream &os);
} // namespace xla

#endif // XLA_TARGET_HLOTEXT_HLOTEXT_H
