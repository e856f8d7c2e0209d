/*===- Cache.h - Programs and kernels that were compiled before ---*- C -*-===*\
|*
|* xla_compile compiles a program once: called again with the same bytes, name
|* and options, it gives what it has. Kernels are kept by their content, in
|* memory and, where XLA_CACHE_DIR or the option cache-dir names one, in a
|* folder. docs/caching.md says what decides a hit.
|*
\*===----------------------------------------------------------------------===*/

#ifndef XLA_C_CACHE_H
#define XLA_C_CACHE_H

#include "xla/Runtime/xla_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the caches of this process have done since it began or since
    xla_cache_clear. Parts are kernels, and what is left of a program without
    them. */
typedef struct xla_cache_info {
  uint32_t abi_version;    /* [0] */
  uint32_t struct_size;    /* [4] */
  int64_t program_hits;    /* [8] calls that found program or version */
  int64_t program_misses;  /* [16] those that did not */
  int64_t programs_loaded; /* [24] of the misses, found in the folder */
  int64_t programs_kept;   /* [32] now, in memory */
  int64_t part_hits;       /* [40] parts that were in memory */
  int64_t parts_loaded;    /* [48] in the folder */
  int64_t parts_compiled;  /* [56] in neither */
  int64_t files_rejected;  /* [64] damaged files that were removed */
  int64_t files_written;   /* [72] */
  int64_t bytes_kept;      /* [80] of parts in memory, now */
} xla_cache_info;

/** Fills in as much of `info` as its struct_size, which must be set, has room
    for. */
XLA_EXPORT void xla_cache_get_info(xla_cache_info *info);

/** Forgets what is kept in memory, and sets the numbers above to zero. Programs
    that are held stay; folders are left alone. */
XLA_EXPORT void xla_cache_clear(void);

#ifdef __cplusplus
}
#endif

#endif /* XLA_C_CACHE_H */
