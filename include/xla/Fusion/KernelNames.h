//===- KernelNames.h - How kernels are named --------------------*- C++ -*-===//
//
// A kernel is named `<label>_<digits of the hash of its content>`.
//
//===----------------------------------------------------------------------===//

#ifndef XLA_FUSION_KERNELNAMES_H
#define XLA_FUSION_KERNELNAMES_H

#include <cstddef>

namespace xla {
/// Hexadecimal digits of the content hash that end the name of a kernel.
inline constexpr std::size_t kNumHashDigits = 16;
} // namespace xla

#endif // XLA_FUSION_KERNELNAMES_H
