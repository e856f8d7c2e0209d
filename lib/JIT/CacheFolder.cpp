//===- CacheFolder.cpp - Files of the cache of code -----------------------===//
//
// A file is a header and the content; the header has a checksum over key and
// content. LLVM's pruning of caches keeps the folder small: it removes what was
// used longest ago, and looks only at files of the names that are used here.
//
//===----------------------------------------------------------------------===//

#include "CacheFolder.h"
#include "CacheCounters.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using xla::CacheFolder;
namespace fs = llvm::sys::fs;

namespace {
/// The begin of a file. All that is not here in this form is not ours.
struct Header {
  char magic[8];
  uint8_t checksum[BLAKE3Result<>().size()];
  support::ulittle64_t size;

  static Header make(StringRef key, StringRef content) {
    Header header = {};
    memcpy(header.magic, "xlacode1", sizeof(header.magic));
    BLAKE3 hasher;
    hasher.update(key);
    hasher.update(content);
    auto checksum = hasher.final();
    llvm::copy(checksum, header.checksum);
    header.size = content.size();
    return header;
  }
};
} // namespace

/// The share of the limit that a process may write before it prunes, and that
/// one file may take.
static constexpr int64_t kPruneShare = 16, kFileShare = 4;
/// Processes that write little do not all look through the folder.
static constexpr auto kPruneInterval = std::chrono::seconds(60);

std::string CacheFolder::getFile(StringRef key) const {
  SmallString<128> file(path);
  // The prefix that pruning goes by.
  sys::path::append(file, "llvmcache-" + key);
  return file.str().str();
}

bool CacheFolder::contains(StringRef key) const {
  return fs::exists(getFile(key));
}

void CacheFolder::warn(const std::string &message) {
  std::call_once(warned, [&] {
    WithColor::warning() << "no code is kept in '" << path << "': " << message
                         << "\n";
  });
}

std::unique_ptr<MemoryBuffer> CacheFolder::find(StringRef key) {
  std::string file = getFile(key);
  // A pipe would wait for a writer.
  if (!fs::is_regular_file(file))
    return nullptr;
  // The time of use decides what is pruned.
  auto descriptor = fs::openNativeFileForRead(file, fs::OF_UpdateAtime);
  if (!descriptor) {
    consumeError(descriptor.takeError());
    return nullptr;
  }
  // Read, not mapped: a mapping of a file that someone cuts short kills.
  auto buffer = MemoryBuffer::getOpenFile(*descriptor, file, /*FileSize=*/-1,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  fs::closeFile(*descriptor);
  if (!buffer)
    return nullptr;
  StringRef bytes = (*buffer)->getBuffer();
  if (bytes.size() >= sizeof(Header)) {
    StringRef content = bytes.drop_front(sizeof(Header));
    Header expected = Header::make(key, content);
    if (memcmp(bytes.data(), &expected, sizeof(Header)) == 0)
      return MemoryBuffer::getMemBufferCopy(content, "cached code");
  }
  ++getCacheCounters().filesRejected;
  fs::remove(file);
  return nullptr;
}

void CacheFolder::insert(StringRef key, StringRef content) {
  int64_t size = static_cast<int64_t>(content.size() + sizeof(Header));
  if (size > limit / kFileShare)
    return;
  if (std::error_code code = fs::create_directories(
          path, /*IgnoreExisting=*/true, fs::perms::owner_all))
    return warn(code.message());
  // Should this process die now, pruning will find the file by its name.
  SmallString<128> model(getFile("new-%%%%%%%%%%%%")), file;
  int descriptor;
  if (std::error_code code = fs::createUniqueFile(model, descriptor, file))
    return warn(code.message());
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  Header header = Header::make(key, content);
  os << StringRef(reinterpret_cast<const char *>(&header), sizeof(header))
     << content;
  os.close();
  std::error_code code = os.error();
  os.clear_error();
  if (!code)
    code = fs::rename(file, getFile(key));
  if (code) {
    fs::remove(file);
    return warn(code.message());
  }
  ++getCacheCounters().filesWritten;
  prune(size);
}

void CacheFolder::prune(int64_t written) {
  CachePruningPolicy policy;
  policy.Interval = kPruneInterval;
  int64_t before = bytesWritten.load(), after;
  bool isFirst, isFull;
  do {
    isFirst = before < 0;
    after = std::max<int64_t>(before, 0) + written;
    isFull = after > limit / kPruneShare;
  } while (!bytesWritten.compare_exchange_weak(before, isFull ? 0 : after));
  if (isFull)
    policy.Interval = std::chrono::seconds(0);
  else if (!isFirst)
    return;
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizePercentageOfAvailableSpace = 0;
  policy.MaxSizeBytes = static_cast<uint64_t>(limit);
  pruneCache(path, policy);
}
