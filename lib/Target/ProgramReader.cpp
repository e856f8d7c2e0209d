//===- ProgramReader.cpp - Read a program in any known format -------------===//
//
// Detects the format by content. Text of MLIR is checked against the limits of
// its recursive parser and handed to it with our dialect's names; classic HLO
// is read as messages and imported.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/ProgramReader.h"
#include "xla/Target/HLOModule/Import.h"
#include "xla/Target/HLOProto/HLOProto.h"
#include "xla/Target/HLOProto/Snapshot.h"
#include "xla/Target/HLOText/HLOText.h"
#include "xla/Target/StableHLO/StableHLOText.h"
#include "xla/Target/TextLimits.h"
#include "xla/Target/VHLO/PortableArtifact.h"

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

static std::unique_ptr<xla::HLOProtoFile>
readHLOText(llvm::MemoryBufferRef buffer, MLIRContext *context) {
  auto report = [&](const xla::HLOTextDiagnostic &diagnostic) {
    Location loc = getLocation(buffer, diagnostic.offset, context);
    if (diagnostic.isWarning)
      emitWarning(loc) << diagnostic.message;
    else
      emitError(loc) << diagnostic.message;
  };
  SmallVector<StringRef> pieces = xla::splitHLOText(buffer.getBuffer());
  if (pieces.size() > 1) {
    size_t offset = pieces[1].data() - buffer.getBufferStart();
    report({offset, /*isWarning=*/false,
            "expected one module in a file, but got " +
                std::to_string(pieces.size()) +
                "; split it at the lines '// -----'"});
    return nullptr;
  }
  auto file = std::make_unique<xla::HLOProtoFile>();
  if (failed(xla::parseHLOText(buffer.getBuffer(), file->module, report)))
    return nullptr;
  return file;
}

/// Where messages on the whole of a binary file go: it has no lines.
static Location getFileLocation(llvm::MemoryBufferRef buffer,
                                MLIRContext *context) {
  return FileLineColLoc::get(context, buffer.getBufferIdentifier(), /*line=*/0,
                             /*column=*/0);
}

/// The messages in HLO text or a proto; null after an error.
static std::unique_ptr<xla::HLOProtoFile>
readHLOFile(llvm::MemoryBufferRef buffer, ProgramFormat format,
            MLIRContext *context) {
  if (format == ProgramFormat::HLOText)
    return readHLOText(buffer, context);
  bool isText = xla::isHLOProtoText(buffer.getBuffer());
  return xla::readHLOProto(buffer, [&](size_t offset, const Twine &message) {
    emitError(isText ? getLocation(buffer, offset, context)
                     : getFileLocation(buffer, context),
              message);
  });
}

static OwningOpRef<ModuleOp> importHLOFile(llvm::MemoryBufferRef buffer,
                                           ProgramFormat format,
                                           MLIRContext *context,
                                           xla::ImportOptions options,
                                           xla::SnapshotData *snapshot) {
  auto file = readHLOFile(buffer, format, context);
  if (!file)
    return nullptr;
  if (format == ProgramFormat::HLOText)
    options.text = buffer.getBuffer();
  if (snapshot && format == ProgramFormat::HLOProto) {
    auto data = xla::readSnapshotData(*file, context);
    if (!data) {
      emitError(getFileLocation(buffer, context))
          << "in the snapshot: " << llvm::toString(data.takeError());
      return nullptr;
    }
    *snapshot = std::move(*data);
  }
  return xla::importHLOModule(file->module, context, options);
}

std::unique_ptr<xla::proto::HloModuleProto>
xla::parseHLOModule(llvm::MemoryBufferRef buffer, MLIRContext *context) {
  ProgramFormat format = detectProgramFormat(buffer.getBuffer());
  if (!isClassicHLO(format)) {
    emitError(getFileLocation(buffer, context),
              "expected HLO text or a proto of HLO");
    return nullptr;
  }
  auto file = readHLOFile(buffer, format, context);
  if (!file)
    return nullptr;
  return std::make_unique<proto::HloModuleProto>(std::move(file->module));
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> xla::parseProgram(llvm::MemoryBufferRef buffer,
                                        MLIRContext *context,
                                        const ProgramReaderOptions &options,
                                        SnapshotData *snapshot) {
  ImportOptions import;
  import.fileName = buffer.getBufferIdentifier();
  import.zeroElidedConstants = options.zeroElidedConstants;
  ProgramFormat format = detectProgramFormat(buffer.getBuffer());
  switch (format) {
  case ProgramFormat::PortableArtifact:
    return readPortableArtifact(buffer, context);
  case ProgramFormat::HLOText:
  case ProgramFormat::HLOProto:
    return importHLOFile(buffer, format, context, import, snapshot);
  case ProgramFormat::MLIRText:
  case ProgramFormat::MLIRBytecode:
    break;
  }
  std::unique_ptr<llvm::MemoryBuffer> prepared =
      prepareProgramForParser(buffer, [&](size_t offset, const Twine &message) {
        emitError(getLocation(buffer, offset, context), message);
      });
  if (!prepared)
    return nullptr;
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(std::move(prepared), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sourceMgr, context);
}

OwningOpRef<ModuleOp> xla::parseProgram(llvm::SourceMgr &sourceMgr,
                                        MLIRContext *context,
                                        const ProgramReaderOptions &options,
                                        SnapshotData *snapshot) {
  return parseProgram(
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getMemBufferRef(),
      context, options, snapshot);
}
