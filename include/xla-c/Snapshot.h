/*===- Snapshot.h - The runs that snapshots hold ------------------*- C -*-===*\
|*
|* A snapshot (HloSnapshot or HloUnoptimizedSnapshot, which XLA and this
|* compiler dump) holds a program and a run of it. xla_compile takes it for the
|* program; this is the run:
|*
|*   xla_snapshot *s = xla_snapshot_read(bytes, size, "run.pb", report, 0);
|*   xla_program *p = xla_compile(bytes, size, "run.pb", "", report, 0);
|*   xla_call call = {XLA_ABI_VERSION, sizeof(xla_call),
|*                    xla_snapshot_arguments(s, 0), results};
|*   xla_invoke(xla_program_entry(p), xla_program_info(p), &call);
|*   int32_t same = xla_snapshot_compare(s, results, report, 0);
|*
\*===----------------------------------------------------------------------===*/

#ifndef XLA_C_SNAPSHOT_H
#define XLA_C_SNAPSHOT_H

#include "xla-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A run: the arguments of each process, and perhaps the results of one. */
typedef struct xla_snapshot xla_snapshot;

/** Reads the run in `content`, a snapshot as bytes or as text; `name` stands
    for it in diagnostics. Arguments that several partitions hold parts of are
    put together. Returns null after `report`, which may be null, was told why.
    The caller owns the result. */
XLA_EXPORT xla_snapshot *xla_snapshot_read(const char *content, int64_t size,
                                           const char *name,
                                           xla_diagnostic_fn report,
                                           void *context);

/** Types and shapes of a process's arguments and of the results; without
    results where none were kept. There is no code that it describes. It lives
    as long as the snapshot. */
XLA_EXPORT const xla_info *xla_snapshot_info(const xla_snapshot *snapshot);

/** How many processes the run is of. */
XLA_EXPORT int32_t xla_snapshot_num_processes(const xla_snapshot *snapshot);

/** The arguments of a process, as xla_call takes them, with a null behind them;
    null only if there is no such process. The values live as long as the
    snapshot. */
XLA_EXPORT void *const *xla_snapshot_arguments(const xla_snapshot *snapshot,
                                               int32_t process);

/** The results, with a null behind them; null only where none were kept. */
XLA_EXPORT void *const *xla_snapshot_results(const xla_snapshot *snapshot);

/** Compares `results`, as many and of such types as the snapshot's, with them,
    as `xla-run` does: integers exactly, floats as closely as two right
    compilers may be expected to be. XLA_OK if they agree or none were kept;
    else XLA_FAILED, after `report`, which may be null, was told of each that
    does not. */
XLA_EXPORT int32_t xla_snapshot_compare(const xla_snapshot *snapshot,
                                        void *const *results,
                                        xla_diagnostic_fn report,
                                        void *context);

/** Frees it; null does nothing. */
XLA_EXPORT void xla_snapshot_destroy(xla_snapshot *snapshot);

#ifdef __cplusplus
}
#endif

#endif /* XLA_C_SNAPSHOT_H */
