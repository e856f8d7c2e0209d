//===- ProgramReader.cpp - Read a program in any known format -------------===//
//
// Detects the format by content, checks the limits of MLIR's recursive parser
// and hands text with our dialect's names to it.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/ProgramReader.h"
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

/// What stands at the front of text, behind blanks and comments.
static StringRef skipBlanksAndComments(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (!text.starts_with("//"))
      return text;
    text = text.drop_front(std::min(text.find('\n'), text.size()));
  }
}

ProgramFormat xla::detectProgramFormat(StringRef content) {
  if (content.starts_with(bytecodeMagic))
    return isPortableArtifact(content) ? ProgramFormat::PortableArtifact
                                       : ProgramFormat::MLIRBytecode;
  auto isControl = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && !llvm::isSpace(c);
  };
  if (llvm::any_of(content.take_front(512), isControl))
    return ProgramFormat::Binary;
  StringRef front = skipBlanksAndComments(content);
  if (front.starts_with("HloModule"))
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
    emitError(skipBlanksAndComments(content).data() - content.data(),
              "HLO text is not supported yet, export the program as StableHLO "
              "text");
    return nullptr;
  case ProgramFormat::Binary:
    emitError(0, "expected StableHLO text, hlo text or MLIR bytecode, but got "
                 "binary data (HLO protos are not supported yet)");
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

OwningOpRef<ModuleOp> xla::parseProgram(llvm::MemoryBufferRef buffer,
                                        MLIRContext *context) {
  if (isPortableArtifact(buffer.getBuffer()))
    return readPortableArtifact(buffer, context);
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
                                        MLIRContext *context) {
  return parseProgram(
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getMemBufferRef(),
      context);
}
