//===- Symbols.cpp - What objects refer to, and linking them --------------===//
//
// The check that compiled code is self-contained, and the way to a shared
// library.
//
//===----------------------------------------------------------------------===//

#include "xla/Target/Object/Object.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;

/// The name of the function of `object` that holds `offset` of `section`.
static std::string findFunction(const ObjectFile &object,
                                const SectionRef &section, uint64_t offset) {
  for (const ELFSymbolRef symbol : object.symbols()) {
    auto in = symbol.getSection();
    auto address = symbol.getAddress();
    auto name = symbol.getName();
    if (!in || !address || !name) {
      consumeError(in.takeError());
      consumeError(address.takeError());
      consumeError(name.takeError());
      continue;
    }
    if (*in == section && symbol.getELFType() == ELF::STT_FUNC &&
        *address <= offset && offset < *address + symbol.getSize())
      return name->str();
  }
  return "an unknown function";
}

/// A function that refers to `wanted`.
static std::string findUser(const ObjectFile &object, const SymbolRef &wanted) {
  for (const SectionRef &relocations : object.sections()) {
    auto section = relocations.getRelocatedSection();
    if (!section) {
      consumeError(section.takeError());
      continue;
    }
    for (const RelocationRef &relocation : relocations.relocations())
      if (relocation.getSymbol() != object.symbol_end() &&
          *relocation.getSymbol() == wanted)
        return findFunction(object, **section, relocation.getOffset());
  }
  return "nothing";
}

Error xla::checkUndefinedSymbols(
    ArrayRef<std::unique_ptr<MemoryBuffer>> buffers,
    ArrayRef<StringRef> provided) {
  // The linker provides the last one.
  StringSet<> known = {"memcpy", "memmove", "memset", "_GLOBAL_OFFSET_TABLE_"};
  known.insert_range(provided);
  struct Undefined {
    const ObjectFile *object;
    SymbolRef symbol;
    StringRef name;
  };
  SmallVector<Undefined> undefined;
  SmallVector<std::unique_ptr<ObjectFile>> objects;
  for (const std::unique_ptr<MemoryBuffer> &buffer : buffers) {
    auto object = ObjectFile::createELFObjectFile(buffer->getMemBufferRef());
    if (!object)
      return object.takeError();
    for (const SymbolRef &symbol : (*object)->symbols()) {
      auto flags = symbol.getFlags();
      if (!flags)
        return flags.takeError();
      auto name = symbol.getName();
      if (!name)
        return name.takeError();
      if (!(*flags & SymbolRef::SF_Undefined))
        known.insert(*name);
      else if (!name->empty()) // The null symbol has no name.
        undefined.push_back({object->get(), symbol, *name});
    }
    objects.push_back(std::move(*object));
  }
  for (const Undefined &one : undefined)
    if (!known.contains(one.name))
      return createStringError("internal error: expected compiled code without "
                               "library calls, but @" +
                               findUser(*one.object, one.symbol) +
                               " refers to '" + one.name + "'");
  return Error::success();
}

/// Writes `content` to a new temporary file, whose name is put into `path`.
static Error writeTemporary(StringRef content, SmallVectorImpl<char> &path) {
  int descriptor;
  if (std::error_code code =
          sys::fs::createTemporaryFile("xla", "o", descriptor, path))
    return createStringError("no temporary file: " + code.message());
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << content;
  os.close();
  std::error_code code = os.error();
  os.clear_error(); // Or the stream would end the process.
  if (!code)
    return Error::success();
  sys::fs::remove(path);
  return createStringError("cannot write a temporary file: " + code.message());
}

/// Runs `linker`; half of a library may stand at `path` after an error.
static Error runLinker(StringRef linker, StringRef input, StringRef path) {
  SmallString<128> messages;
  if (std::error_code code =
          sys::fs::createTemporaryFile("xla", "log", messages))
    return createStringError("no temporary file: " + code.message());
  FileRemover removeMessages(messages);
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(messages),
                                          StringRef(messages)};
  std::string error;
  int status = sys::ExecuteAndWait(
      linker,
      {linker, "-shared", "-z", "noexecstack", "-z", "relro", "-o", path,
       input},
      std::nullopt, redirects, /*SecondsToWait=*/60, /*MemoryLimit=*/0, &error);
  if (status == 0)
    return Error::success();
  if (auto text = MemoryBuffer::getFile(messages))
    error += (*text)->getBuffer().rtrim();
  return createStringError(error);
}

Error xla::linkSharedLibrary(MemoryBufferRef object, StringRef path,
                             function_ref<Error()> prepare) {
  std::string linker;
  for (StringRef name : {"ld.lld-22", "ld.lld", "ld"})
    if (auto found = sys::findProgramByName(name)) {
      linker = *found;
      break;
    }
  if (linker.empty())
    return createStringError("expected a linker (ld.lld or ld) on PATH");
  SmallString<128> input, output(path);
  if (Error error = writeTemporary(object.getBuffer(), input))
    return error;
  FileRemover removeInput(input);
  // A device cannot be replaced.
  bool isReplaced = !sys::fs::exists(path) || sys::fs::is_regular_file(path);
  if (isReplaced)
    if (std::error_code code = sys::fs::getPotentiallyUniqueFileName(
            path + ".temp-%%%%%%", output))
      return createStringError("linking " + path +
                               " failed: " + code.message());
  FileRemover removeOutput;
  if (isReplaced)
    removeOutput.setFile(output);
  if (Error error = runLinker(linker, input, output))
    return createStringError("linking " + path +
                             " failed: " + toString(std::move(error)));
  if (prepare)
    if (Error error = prepare())
      return error;
  if (!isReplaced)
    return Error::success();
  if (std::error_code code = sys::fs::rename(output, path))
    return createStringError("linking " + path + " failed: " + code.message());
  removeOutput.releaseFile();
  return Error::success();
}
