//===- RandomBits.h - Counter-based generators of random bits --*- C++ -*-===//
//
// The two generators that rng_bit_generator names, after Salmon et al.,
// "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
//
//===----------------------------------------------------------------------===//

#ifndef XLA_INTERPRETER_RANDOMBITS_H
#define XLA_INTERPRETER_RANDOMBITS_H

#include <array>
#include <cstdint>

namespace xla::interpreter {

/// Threefry with two 32-bit words and 20 rounds.
inline std::array<uint32_t, 2> threefry2x32(std::array<uint32_t, 2> key,
                                            std::array<uint32_t, 2> counter) {
  static const int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDAu};
  uint32_t x0 = counter[0] + keys[0], x1 = counter[1] + keys[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : rotations[group % 2]) {
      x0 += x1;
      x1 = (x1 << rotation | x1 >> (32 - rotation)) ^ x0;
    }
    x0 += keys[(group + 1) % 3];
    x1 += keys[(group + 2) % 3] + group + 1;
  }
  return {x0, x1};
}

/// Philox with four 32-bit words and 10 rounds.
inline std::array<uint32_t, 4> philox4x32(std::array<uint32_t, 2> key,
                                          std::array<uint32_t, 4> counter) {
  for (int round = 0; round < 10; ++round) {
    uint64_t a = uint64_t(counter[0]) * 0xD2511F53u;
    uint64_t b = uint64_t(counter[2]) * 0xCD9E8D57u;
    counter = {uint32_t(b >> 32) ^ counter[1] ^ key[0], uint32_t(b),
               uint32_t(a >> 32) ^ counter[3] ^ key[1], uint32_t(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

/// The low and the high word.
inline std::array<uint32_t, 2> splitWords(uint64_t value) {
  return {uint32_t(value), uint32_t(value >> 32)};
}

inline uint64_t joinWords(uint32_t low, uint32_t high) {
  return uint64_t(high) << 32 | low;
}

} // namespace xla::interpreter

#endif // XLA_INTERPRETER_RANDOMBITS_H
