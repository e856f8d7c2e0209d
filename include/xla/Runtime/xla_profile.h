/*===- xla_profile.h - What is known of kernels before they run ----*- C -*-===*
 *
 * Code compiled with the option `profile` tells `xla_call::profile` of each
 * kernel by its name, and has here what it does. A kernel that fails begins and
 * does not end: the entry returns. Rules are those of xla_runtime.h.
 *
 *===----------------------------------------------------------------------===*/

#ifndef XLA_RUNTIME_XLA_PROFILE_H
#define XLA_RUNTIME_XLA_PROFILE_H

#include "xla/Runtime/xla_runtime.h"

/* One of the num_kernels of an `xla_info`, whose `kernel_size` is the distance
 * between two. */
struct xla_kernel_info {
  const char *name;  /* [0] as `profile` is told it */
  const char *lines; /* [8] what it computes of the program's source, such as
                        a.mlir:3,7-9; b.py:1, perhaps "" */
  double bytes;      /* [16] of its arguments and results: what a call moves
                        that reads and writes each once; 0: not known */
  double flops;      /* [24] arithmetic of a call, bodies of loops once */
  double transcendentals; /* [32] functions such as exp, likewise */
};

#endif /* XLA_RUNTIME_XLA_PROFILE_H */
