//===- Generator.h - Random programs ----------------------------*- C++ -*-===//

#ifndef XLA_TEST_FUZZ_GENERATOR_H
#define XLA_TEST_FUZZ_GENERATOR_H

#include <cstdint>
#include <string>

namespace xla::fuzz {

/// A module with a function @main of a few small tensors, decided by `seed`.
/// Its ops are defined exactly (integers, IEEE elementwise, data movement), so
/// that every result has to agree to the bit.
std::string generateProgram(uint64_t seed);

} // namespace xla::fuzz

#endif // XLA_TEST_FUZZ_GENERATOR_H
