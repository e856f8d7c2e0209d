/*===- Watch.h - Watch over a compilation -------------------------*- C -*-===*\
|*
|* Compiling as xla_compile does, with a hand on it: how far it is, an end
|* before time, and what took how long.
|*
\*===----------------------------------------------------------------------===*/

#ifndef XLA_C_WATCH_H
#define XLA_C_WATCH_H

#include "xla-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where a compilation is. */
typedef struct xla_progress {
  uint32_t abi_version; /* [0] */
  uint32_t struct_size; /* [4] */
  const char *name;     /* [8] the pass that runs, or the kernel begun last */
  int64_t done;         /* [16] kernels that are done, */
  int64_t total;        /* [24] of so many; 0 while passes run */
  double seconds;       /* [32] since it began */
} xla_progress;

/** How to watch. Begins with its version and size; fields beyond the size and
    null pointers ask for nothing. */
typedef struct xla_compile_watch {
  uint32_t abi_version; /* [0] XLA_ABI_VERSION */
  uint32_t struct_size; /* [4] */
  /* [8] Told the diagnostics, [16] with this context. */
  xla_diagnostic_fn report;
  void *report_context;
  /* [24] Asked whether the compilation has to end, often and by any of its
   * threads; says yes for good. [32] Its context. */
  int32_t (*is_cancelled)(void *context);
  void *cancel_context;
  /* [40] Told how far it is, by any thread, one at a time, once it has taken
   * [56] this many seconds; 0: 2. [48] Its context. */
  void (*progress)(void *context, const xla_progress *progress);
  void *progress_context;
  double quiet_seconds;
  /* [64] File that takes what took how long, as Chrome's trace events, which
   * Perfetto opens. */
  const char *trace_file;
} xla_compile_watch;

/** xla_compile, watched. `watch` is not needed after the call. */
XLA_EXPORT xla_program *xla_compile_watched(const char *content, int64_t size,
                                            const char *name,
                                            const char *options,
                                            const xla_compile_watch *watch);

/** Compiles ahead of time: the code goes to the file `path`, whose name says
    what it is: .o (object), .so (shared library) or .xla (package for the
    processor that the options name). Returns XLA_OK, or XLA_FAILED after
    `watch`, which may be null, was told why; then there is no new file. */
XLA_EXPORT int32_t xla_compile_to_file(const char *content, int64_t size,
                                       const char *name, const char *options,
                                       const char *path,
                                       const xla_compile_watch *watch);

/** xla_program_specialize, watched. */
XLA_EXPORT xla_program *xla_program_specialize_watched(
    xla_program *program, const int64_t *dynamic_dims,
    const void *const *arguments, const xla_compile_watch *watch);

#ifdef __cplusplus
}
#endif

#endif /* XLA_C_WATCH_H */
