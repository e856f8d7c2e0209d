//===- Mutator.h - Input files with wrong places ----------------*- C++ -*-===//
//
// What the fuzzer of the readers reads: changed copies of files that are right.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_TEST_FUZZ_MUTATOR_H
#define XLA_TEST_FUZZ_MUTATOR_H

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace xla::fuzz {

/// Makes changed copies of a set of files. Equal seeds give equal copies.
class Mutator {
public:
  virtual ~Mutator() = default;

  std::string make(uint64_t seed) {
    random.seed(seed);
    return make();
  }

protected:
  virtual std::string make() = 0;

  size_t pick(size_t count) { return random() % count; }

  std::mt19937_64 random;
};

using Files = std::vector<std::string>;

/// Words exchanged for words of other places, numbers made large or negative,
/// characters flipped, pieces cut out, doubled or taken from elsewhere.
std::unique_ptr<Mutator> createTextMutator(Files files);

/// Bits flipped, bytes replaced, numbers made large, pieces cut out, doubled or
/// taken from another file, ends cut off. The first bytes, which say what a
/// file is, stay.
std::unique_ptr<Mutator> createBytesMutator(Files files);

/// Modules and snapshots of HLO (text or protos) with other fields, as the
/// bytes of protos; of some, bytes are changed besides. Null after printing why
/// a file does not read.
std::unique_ptr<Mutator> createProtoMutator(Files files);

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_MUTATOR_H
