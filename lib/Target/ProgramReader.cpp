//===- ProgramReader.cpp - Read a program in any known format -------------===//
//
// Detects the format by content. Text of MLIR is checked against the limits of
// its recursive parser and handed to it with our dialect's names, and what
// other dialects compute of shapes becomes hlo; classic HLO is read as messages
// and imported.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/ProgramReader.h"
#include "xla/Conversion/ShapeToHLO.h"
#include "xla/Support/DenseResource.h"
#include "xla/Target/HLOModule/Import.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/Snapshot.h"
#include "xla/Target/HLOText/HLOText.h"
#include "xla/Target/StableHLO/StableHLOText.h"
#include "xla/Target/TextLimits.h"
#include "xla/Target/VHLO/BytecodeChecks.h"
#include "xla/Target/VHLO/PortableArtifact.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using xla::ProgramFormat;

static constexpr llvm::StringLiteral bytecodeMagic = "ML\xEFR";

ProgramFormat xla::detectProgramFormat(StringRef content) {
  if (content.starts_with(bytecodeMagic))
    return isPortableArtifact(content) ? ProgramFormat::PortableArtifact
                                       : ProgramFormat::MLIRBytecode;
  auto isControl = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && !llvm::isSpace(c);
  };
  // Any text says what it is before this.
  constexpr size_t front = 4096;
  if (llvm::any_of(content.take_front(front), isControl) ||
      content.starts_with("\x1f\x8b") || isHLOProtoText(content))
    return ProgramFormat::HLOProto;
  if (isHLOText(content))
    return ProgramFormat::HLOText;
  return ProgramFormat::MLIRText;
}

std::unique_ptr<llvm::MemoryBuffer> xla::prepareProgramForParser(
    llvm::MemoryBufferRef buffer,
    function_ref<void(size_t, const Twine &)> emitError) {
  StringRef content = buffer.getBuffer();
  switch (detectProgramFormat(content)) {
  case ProgramFormat::MLIRBytecode:
    return llvm::MemoryBuffer::getMemBuffer(buffer,
                                            /*RequiresNullTerminator=*/false);
  case ProgramFormat::PortableArtifact:
    // MLIR's parser would give the ops of the format instead of those of hlo.
    emitError(0, "expected a program in text or MLIR bytecode, but got a "
                 "portable artifact; convert it by xla-translate");
    return nullptr;
  case ProgramFormat::HLOText:
    emitError(0, "expected a program in MLIR text or bytecode, but got HLO "
                 "text; convert it by xla-translate");
    return nullptr;
  case ProgramFormat::HLOProto:
    emitError(0, "expected a program in MLIR text or bytecode, but got a proto "
                 "of HLO; convert it by xla-translate");
    return nullptr;
  case ProgramFormat::MLIRText:
    break;
  }
  if (auto error = findTextLimitError(content)) {
    emitError(error->offset, error->message);
    return nullptr;
  }
  return llvm::MemoryBuffer::getMemBufferCopy(renameStableHLOToHLO(content),
                                              buffer.getBufferIdentifier());
}

/// The location of the character at `offset`, as MLIR's parser would give it.
static Location getLocation(llvm::MemoryBufferRef buffer, size_t offset,
                            MLIRContext *context) {
  StringRef before = buffer.getBuffer().take_front(offset);
  unsigned line = before.count('\n') + 1;
  unsigned column = before.size() - (before.rfind('\n') + 1) + 1;
  return FileLineColLoc::get(context, buffer.getBufferIdentifier(), line,
                             column);
}

//===----------------------------------------------------------------------===//
// Classic HLO
//===----------------------------------------------------------------------===//

/// The text of module number `wanted` of `text`; nullopt after an error.
static std::optional<StringRef>
choosePiece(StringRef text, unsigned wanted,
            function_ref<void(const xla::HLOTextDiagnostic &)> report) {
  SmallVector<StringRef> pieces = xla::splitHLOText(text);
  auto fail = [&](StringRef place, const Twine &message) {
    size_t offset = place.begin() - text.begin();
    report({offset, /*isWarning=*/false, message.str()});
    return std::nullopt;
  };
  if (wanted > std::max<size_t>(pieces.size(), 1))
    return fail(text.take_back(0), "expected module " + Twine(wanted) +
                                       " in the file, but it has " +
                                       Twine(pieces.size()));
  if (wanted == 0 && pieces.size() > 1)
    return fail(pieces[1], "expected one module in a file, but got " +
                               Twine(pieces.size()) +
                               "; --module=N of the tools chooses one");
  return pieces.empty() ? text : pieces[std::max(wanted, 1u) - 1];
}

static std::unique_ptr<xla::HLOProtoFile>
readHLOText(llvm::MemoryBufferRef buffer, MLIRContext *context,
            const xla::ProgramReaderOptions &options) {
  auto report = [&](const xla::HLOTextDiagnostic &diagnostic) {
    Location loc = getLocation(buffer, diagnostic.offset, context);
    if (diagnostic.isWarning)
      emitWarning(loc) << diagnostic.message;
    else
      emitError(loc) << diagnostic.message;
  };
  StringRef text = buffer.getBuffer();
  std::optional<StringRef> piece = choosePiece(text, options.module, report);
  auto file = std::make_unique<xla::HLOProtoFile>();
  if (!piece || failed(xla::parseHLOText(text, *piece, file->module, report)))
    return nullptr;
  return file;
}

/// Where messages on the whole of a binary file go: it has no lines.
static Location getFileLocation(llvm::MemoryBufferRef buffer,
                                MLIRContext *context) {
  return FileLineColLoc::get(context, buffer.getBufferIdentifier(), /*line=*/0,
                             /*column=*/0);
}

/// False after an error: of the other formats, a file holds one program.
static bool checkNumber(llvm::MemoryBufferRef buffer, MLIRContext *context,
                        const xla::ProgramReaderOptions &options) {
  if (options.module <= 1)
    return true;
  emitError(getFileLocation(buffer, context))
      << "expected module " << options.module
      << " in the file, but it has one: only HLO text holds several";
  return false;
}

/// The messages in HLO text or a proto; null after an error.
static std::unique_ptr<xla::HLOProtoFile>
readHLOFile(llvm::MemoryBufferRef buffer, ProgramFormat format,
            MLIRContext *context, const xla::ProgramReaderOptions &options) {
  if (format == ProgramFormat::HLOText)
    return readHLOText(buffer, context, options);
  if (!checkNumber(buffer, context, options))
    return nullptr;
  bool isText = xla::isHLOProtoText(buffer.getBuffer());
  return xla::readHLOProto(buffer, [&](size_t offset, const Twine &message) {
    emitError(isText ? getLocation(buffer, offset, context)
                     : getFileLocation(buffer, context),
              message);
  });
}

static OwningOpRef<ModuleOp>
importHLOFile(llvm::MemoryBufferRef buffer, ProgramFormat format,
              MLIRContext *context, const xla::ProgramReaderOptions &options,
              xla::SnapshotData *snapshot) {
  auto file = readHLOFile(buffer, format, context, options);
  if (!file)
    return nullptr;
  xla::ImportOptions import;
  import.fileName = buffer.getBufferIdentifier();
  import.zeroElidedConstants = options.zeroElidedConstants;
  if (format == ProgramFormat::HLOText)
    import.text = buffer.getBuffer();
  if (snapshot && format == ProgramFormat::HLOProto) {
    auto data = xla::readSnapshotData(*file, context);
    if (!data) {
      emitError(getFileLocation(buffer, context))
          << "in the snapshot: " << llvm::toString(data.takeError());
      return nullptr;
    }
    *snapshot = std::move(*data);
  }
  return xla::importHLOModule(file->module, context, import);
}

std::unique_ptr<xla::proto::HloModuleProto>
xla::parseHLOModule(llvm::MemoryBufferRef buffer, MLIRContext *context,
                    const ProgramReaderOptions &options) {
  ProgramFormat format = detectProgramFormat(buffer.getBuffer());
  if (!isClassicHLO(format)) {
    emitError(getFileLocation(buffer, context),
              "expected HLO text or a proto of HLO");
    return nullptr;
  }
  auto file = readHLOFile(buffer, format, context, options);
  if (!file)
    return nullptr;
  return std::make_unique<proto::HloModuleProto>(std::move(file->module));
}

//===----------------------------------------------------------------------===//
// What MLIR's parser reads
//===----------------------------------------------------------------------===//

/// Reports the first op whose resource is missing or does not fit its type:
/// MLIR leaves that to whoever reads the values.
static LogicalResult checkResources(ModuleOp module) {
  std::string problem;
  AttrTypeWalker walker;
  walker.addWalk([&](DenseResourceElementsAttr attr) {
    problem = llvm::toString(xla::checkDenseResource(attr));
    return problem.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  WalkResult result = module->walk([&](Operation *op) -> WalkResult {
    if (!walker.walk(op->getAttrDictionary()).wasInterrupted())
      return WalkResult::advance();
    return op->emitOpError(problem);
  });
  return failure(result.wasInterrupted());
}

namespace {
/// Says what to do about bytecode of StableHLO itself, where MLIR's reader
/// misses its dialect.
class ForeignBytecode : public ScopedDiagnosticHandler {
public:
  explicit ForeignBytecode(MLIRContext *context)
      : ScopedDiagnosticHandler(context) {
    setHandler([](Diagnostic &diagnostic) -> LogicalResult {
      if (StringRef(diagnostic.str())
              .starts_with("dialect 'stablehlo' is unknown")) {
        Diagnostic named(diagnostic.getLocation(), diagnostic.getSeverity());
        named
            << "expected MLIR bytecode of hlo, but got bytecode of StableHLO, "
               "which only programs of one version read; write the program "
               "as text or as a portable artifact";
        diagnostic = std::move(named);
      }
      return failure(); // For those that print.
    });
  }
};
} // namespace

/// Reads text or bytecode of MLIR; null after an error.
static OwningOpRef<ModuleOp> parseMLIR(llvm::MemoryBufferRef buffer,
                                       ProgramFormat format,
                                       MLIRContext *context) {
  std::unique_ptr<llvm::MemoryBuffer> prepared = xla::prepareProgramForParser(
      buffer, [&](size_t offset, const Twine &message) {
        emitError(getLocation(buffer, offset, context), message);
      });
  if (!prepared)
    return nullptr;
  ParserConfig config(context);
  std::optional<ForeignBytecode> foreign;
  if (format == ProgramFormat::MLIRBytecode) {
    foreign.emplace(context);
    if (failed(xla::checkBytecodeLimits(buffer.getBuffer(),
                                        getFileLocation(buffer, context),
                                        xla::BytecodeKind::Module)))
      return nullptr;
    xla::attachEntryChecks(config, buffer.getBufferSize(),
                           xla::BytecodeKind::Module);
  }
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(prepared), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(sourceMgr, config);
  // Names of resources stand nowhere else in a text.
  bool mayHaveResources = format == ProgramFormat::MLIRBytecode ||
                          buffer.getBuffer().contains("dense_resource");
  if (module && mayHaveResources && failed(checkResources(*module)))
    return nullptr;
  if (module && xla::hasShapeComputations(*module) &&
      (failed(xla::legalizeShapeToHLO(*module)) || failed(verify(*module))))
    return nullptr;
  return module;
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

size_t xla::countPrograms(StringRef content) {
  if (detectProgramFormat(content) != ProgramFormat::HLOText)
    return 1;
  return std::max<size_t>(splitHLOText(content).size(), 1);
}

OwningOpRef<ModuleOp> xla::parseProgram(llvm::MemoryBufferRef buffer,
                                        MLIRContext *context,
                                        const ProgramReaderOptions &options,
                                        SnapshotData *snapshot) {
  ProgramFormat format = detectProgramFormat(buffer.getBuffer());
  if (isClassicHLO(format))
    return importHLOFile(buffer, format, context, options, snapshot);
  if (!checkNumber(buffer, context, options))
    return nullptr;
  if (format == ProgramFormat::PortableArtifact)
    return readPortableArtifact(buffer, context);
  return parseMLIR(buffer, format, context);
}

OwningOpRef<ModuleOp> xla::parseProgram(llvm::SourceMgr &sourceMgr,
                                        MLIRContext *context,
                                        const ProgramReaderOptions &options,
                                        SnapshotData *snapshot) {
  return parseProgram(
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getMemBufferRef(),
      context, options, snapshot);
}
