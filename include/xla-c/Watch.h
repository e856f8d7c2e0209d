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

/** How serious a message is. */
typedef enum xla_severity {
  XLA_NOTE = 0,
  XLA_WARNING = 1,
  XLA_ERROR = 2,
  XLA_REMARK = 3
} xla_severity;

/** One message of the compiler. Lives, and so does all that it points to, as
    long as the call that tells it. */
typedef struct xla_message xla_message;
struct xla_message {
  uint32_t abi_version; /* [0] */
  uint32_t struct_size; /* [4] */
  int32_t severity;     /* [8] xla_severity */
  int32_t line;         /* [12] in the program, from 1; 0: not known */
  int32_t column;       /* [16] from 1; 0: not known */
  int32_t num_notes;    /* [20] length of `notes` */
  const char *message;  /* [24] */
  const char *file;     /* [32] what the line is in; "": not known */
  const xla_message *const *notes; /* [40] what belongs to it */
};

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
  /* [72] Told each error, warning and remark by itself, its notes inside, in
   * the order of the text that `report` gets; [80] with this context. */
  void (*message)(void *context, const xla_message *message);
  void *message_context;
} xla_compile_watch;

/** xla_compile, watched. `watch` is not needed after the call. */
XLA_EXPORT xla_program *xla_compile_watched(const char *content, int64_t size,
                                            const char *name,
                                            const char *options,
                                            const xla_compile_watch *watch);

/** Compiles ahead of time: the code goes to the file `path`, whose name says
    what it is: .o (object), .so (shared library) or .xla (package for the
    processor that the options name). The option entry may name several
    functions, with commas between them, or be `*` for all that are public. With
    the option weights=file large constants go to a file beside it. Returns
    XLA_OK, or XLA_FAILED after `watch`, which may be null, was told why; then
    there is no new file. */
XLA_EXPORT int32_t xla_compile_to_file(const char *content, int64_t size,
                                       const char *name, const char *options,
                                       const char *path,
                                       const xla_compile_watch *watch);

/** The files that a compilation writes. Begins with its version and size. */
typedef struct xla_output {
  uint32_t abi_version; /* [0] XLA_ABI_VERSION */
  uint32_t struct_size; /* [4] */
  const char *path;     /* [8] the code, as in xla_compile_to_file */
  /* [16] A C and C++ header for it; null: none. */
  const char *header;
  /* [24] What the entry is called in the code and the header, for one entry
   * only; null: as in the program, but the header's name for an entry `main`.
   */
  const char *symbol;
} xla_output;

/** xla_compile_to_file with more to say of the files. */
XLA_EXPORT int32_t xla_compile_to_output(const char *content, int64_t size,
                                         const char *name, const char *options,
                                         const xla_output *output,
                                         const xla_compile_watch *watch);

/** xla_program_specialize, watched. */
XLA_EXPORT xla_program *xla_program_specialize_watched(
    xla_program *program, const int64_t *dynamic_dims,
    const void *const *arguments, const xla_compile_watch *watch);

#ifdef __cplusplus
}
#endif

#endif /* XLA_C_WATCH_H */
