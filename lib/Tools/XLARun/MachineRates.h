//===- MachineRates.h - What the machine can do -----------------*- C++ -*-===//

#ifndef XLA_LIB_TOOLS_XLARUN_MACHINERATES_H
#define XLA_LIB_TOOLS_XLARUN_MACHINERATES_H

namespace xla::run {

/// Limits that kernels are compared with, in a second; 0: not known.
struct MachineRates {
  /// Bytes that copying large blocks reads and writes.
  double bytes = 0;
  /// Multiplications and additions of f32 in the widest vectors.
  double flops = 0;

  /// What `threads` threads do, 0: all, measured in some ten milliseconds: the
  /// best of some tries. What is set in `known` is taken from there.
  static MachineRates measure(int threads, MachineRates known);
};

} // namespace xla::run

#endif // XLA_LIB_TOOLS_XLARUN_MACHINERATES_H
