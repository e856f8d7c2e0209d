//===- Version.cpp - What --version prints --------------------------------===//
//
// The build system hands the version in as XLA_VERSION.
//
//===----------------------------------------------------------------------===//

#include "xla/Support/Version.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <link.h>
#include <string>

llvm::StringRef xla::getVersion() { return XLA_VERSION; }

namespace {
/// What dl_iterate_phdr looks for, and finds.
struct BuildIdSearch {
  uintptr_t address;
  std::string path, id;
};
} // namespace

/// The GNU build id among the notes in [`at`, `end`); empty if there is none.
static std::string findBuildId(const char *at, const char *end) {
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(at);
    const char *name = at + sizeof(*note);
    const char *content = name + llvm::alignTo(note->n_namesz, 4);
    if (note->n_type == NT_GNU_BUILD_ID &&
        llvm::StringRef(name, note->n_namesz) == llvm::StringRef("GNU\0", 4))
      return llvm::toHex(llvm::StringRef(content, note->n_descsz),
                         /*LowerCase=*/true);
    at = content + llvm::alignTo(note->n_descsz, 4);
  }
  return {};
}

/// Takes down the object that holds `address`, and its build id.
static int visitObject(dl_phdr_info *info, size_t, void *context) {
  auto &search = *static_cast<BuildIdSearch *>(context);
  llvm::ArrayRef<ElfW(Phdr)> headers(info->dlpi_phdr, info->dlpi_phnum);
  auto begin = [&](const ElfW(Phdr) & header) {
    return static_cast<uintptr_t>(info->dlpi_addr + header.p_vaddr);
  };
  bool holdsIt = llvm::any_of(headers, [&](const ElfW(Phdr) & header) {
    return header.p_type == PT_LOAD &&
           search.address - begin(header) < header.p_memsz;
  });
  if (!holdsIt)
    return 0;
  search.path = info->dlpi_name;
  for (const ElfW(Phdr) &header : headers)
    if (header.p_type == PT_NOTE && search.id.empty()) {
      const auto *notes = reinterpret_cast<const char *>(begin(header));
      search.id = findBuildId(notes, notes + header.p_memsz);
    }
  return 1;
}

static std::string makeBuildId() {
  BuildIdSearch search;
  search.address = reinterpret_cast<uintptr_t>(&makeBuildId);
  dl_iterate_phdr(visitObject, &search);
  if (search.id.empty()) {
    // The main program has no name there.
    if (search.path.empty())
      search.path = "/proc/self/exe";
    llvm::sys::fs::file_status status;
    if (!llvm::sys::fs::status(search.path, status))
      search.id =
          std::to_string(status.getSize()) + "-" +
          std::to_string(llvm::sys::toTimeT(status.getLastModificationTime()));
  }
  return search.id + " LLVM " LLVM_VERSION_STRING;
}

llvm::StringRef xla::getBuildId() {
  static const auto *id = new std::string(makeBuildId());
  return *id;
}

void xla::addVersionPrinter() {
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  xla-mlir version " << getVersion() << "\n";
  });
}
