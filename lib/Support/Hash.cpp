//===- Hash.cpp - Names for content ---------------------------------------===//

#include "xla/Support/Hash.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

std::string xla::hashPieces(ArrayRef<StringRef> pieces) {
  BLAKE3 hasher;
  for (StringRef piece : pieces) {
    // With its length, so that no two lists run together alike.
    uint8_t size[8];
    support::endian::write64le(size, piece.size());
    hasher.update(size);
    hasher.update(piece);
  }
  return toHex(hasher.final<20>(), /*LowerCase=*/true);
}
