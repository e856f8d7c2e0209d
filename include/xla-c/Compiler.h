/*===- Compiler.h - Compile a program and call it -----------------*- C -*-===*\
|*
|* The compiler behind a C ABI. A compiled program is called as any compiled
|* code is, through xla_invoke of xla/Runtime/xla_runtime.h:
|*
|*   xla_program *p = xla_compile(text, size, "model.mlir", "", report, 0);
|*   xla_call call = {XLA_ABI_VERSION, sizeof(xla_call), arguments, results};
|*   const xla_info *info = xla_program_info(p);
|*   int32_t code = xla_invoke(xla_program_entry(p), info, &call);
|*   xla_program_destroy(p);
|*
|* A program that leaves shapes to the call has no entry. It gives programs that
|* have one, for the shapes of a call: xla_program_specialize.
|*
\*===----------------------------------------------------------------------===*/

#ifndef XLA_C_COMPILER_H
#define XLA_C_COMPILER_H

#include "xla/Runtime/xla_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled program in this process. Immutable: any number of threads may
    call it at once. */
typedef struct xla_program xla_program;

/** Told the diagnostics of a compilation, with the lines of the program they
    point at. `text` is NUL-ended and lives during the call. */
typedef void (*xla_diagnostic_fn)(void *context, const char *text);

/** Compiles the program in `content`, of any format that the tools read, for
    this machine. `name` stands for it in diagnostics; `options` is
    `name=value;...` as in `xla.options`, "" for the defaults. Returns null
    after `report`, which may be null, was told why. Two threads may compile at
    once. The caller owns the result. */
XLA_EXPORT xla_program *xla_compile(const char *content, int64_t size,
                                    const char *name, const char *options,
                                    xla_diagnostic_fn report, void *context);

/** The code of a program for one call. `dynamic_dims` are the extents of the
    dimensions that are -1 in the info, in order of arguments, then dimensions;
    `arguments` has a pointer for each argument, of which only those are read
    whose values decide shapes. Compiles unless such a call was seen lately; the
    last 16 versions are kept. Returns null after `report`, which may be null,
    was told why, a failed shape assertion among it. Threads may call this at
    once. The caller owns the result, which may outlive `program`. */
XLA_EXPORT xla_program *xla_program_specialize(xla_program *program,
                                               const int64_t *dynamic_dims,
                                               const void *const *arguments,
                                               xla_diagnostic_fn report,
                                               void *context);

/** What the program takes and gives; lives as long as the program. */
XLA_EXPORT const xla_info *xla_program_info(const xla_program *program);

/** The options it was compiled with, all of them, as xla_compile takes them;
    lives as long as the program. Those that change code stand in the info
    too. */
XLA_EXPORT const char *xla_program_options(const xla_program *program);

/** Its entry, for xla_invoke; callable as long as the program lives. Null where
    the program leaves shapes to the call. */
XLA_EXPORT xla_entry_fn xla_program_entry(const xla_program *program);

/** Unloads the code; null does nothing. No call may be running. */
XLA_EXPORT void xla_program_destroy(xla_program *program);

#ifdef __cplusplus
}
#endif

#endif /* XLA_C_COMPILER_H */
