//===- MutateBytes.cpp - Bytes with wrong places --------------------------===//
//
// Changes bytes of any format. Half of the copies have one change only: most
// others fail at the first of several.
//
//===----------------------------------------------------------------------===//

#include "Mutator.h"

using namespace xla::fuzz;

namespace {
class BytesMutator : public Mutator {
public:
  explicit BytesMutator(Files files) : files(std::move(files)) {}

private:
  static constexpr size_t kHeader = 24;

  std::string make() override {
    std::string bytes = files[pick(files.size())];
    // The first bytes say what it is; without them nothing would be read.
    unsigned left = pick(2) ? 1 : 1 + pick(4);
    for (; left != 0 && bytes.size() > kHeader; --left)
      change(bytes);
    return bytes;
  }

  void change(std::string &bytes) {
    size_t place = kHeader + pick(bytes.size() - kHeader);
    size_t length = 1 + pick(std::min<size_t>(bytes.size() - place, 64));
    switch (pick(7)) {
    case 0:
      bytes[place] ^= char(1 << pick(8));
      break;
    case 1:
      bytes[place] = char(random());
      break;
    case 2: // a number of nine bytes
      bytes.replace(place, 1,
                    std::string(1, '\0') +
                        std::string(8, char(pick(2) ? -1 : 0x7f)));
      break;
    case 3:
      bytes.erase(place, length);
      break;
    case 4:
      bytes.insert(place, bytes.substr(place, length));
      break;
    case 5: {
      const std::string &other = files[pick(files.size())];
      size_t from = pick(other.size());
      std::string piece = other.substr(from, length);
      bytes.replace(place, piece.size(), piece);
      break;
    }
    case 6:
      bytes.resize(place);
      break;
    }
  }

  Files files;
};
} // namespace

std::unique_ptr<Mutator> xla::fuzz::createBytesMutator(Files files) {
  return std::make_unique<BytesMutator>(std::move(files));
}
