/*===- Package.h - Load a compiled program and call it ------------*- C -*-===*\
|*
|* Packages (.xla) hold programs that xla-compile compiled before.
|* libxla_runtime loads them without any compiler:
|*
|*   xla_package *p = xla_package_load("model.xla", NULL);
|*   xla_call call = {XLA_ABI_VERSION, sizeof(xla_call), arguments, results};
|*   int32_t code = xla_package_run(p, &call);
|*   xla_package_destroy(p);
|*
|* Structs begin with their version and size and only grow at the end; a reader
|* uses a field only if it lies within `struct_size`. Unused fields are zero.
|*
\*===----------------------------------------------------------------------===*/

#ifndef XLA_C_PACKAGE_H
#define XLA_C_PACKAGE_H

#include "xla/Runtime/xla_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A program that was loaded. Immutable: any number of threads may call it at
    once. */
typedef struct xla_package xla_package;

/** How to load. */
typedef struct xla_load_options {
  uint32_t abi_version; /* [0] XLA_ABI_VERSION */
  uint32_t struct_size; /* [4] */
  uint32_t flags;       /* [8] XLA_UNCHECKED_WEIGHTS or 0 */
  uint32_t reserved;    /* [12] 0 */
  char *error;          /* [16] takes the reason of a failure, NUL-ended; may be
                           null */
  int64_t error_capacity; /* [24] bytes of `error` */
  const char *weights;    /* [32] the file of weights, for a package that has
                             them in one, or the folder where its files of
                             weights are; null: where the package says, seen
                             from its folder, as for what the file has not */
} xla_load_options;
/** Its size in the first version of this header. */
#define XLA_LOAD_OPTIONS_SIZE_1 32u

/** Loads the package at `path`: maps the first code in it that this processor
    can run, and its weights. `options` may be null. Returns null after a
    failure: no file, not a package or a damaged one, no code for this
    processor, no weights or those of another program. The files must not be
    written to while they are in use; others may take their names. The caller
    owns the result. */
XLA_EXPORT xla_package *xla_package_load(const char *path,
                                         const xla_load_options *options);

/** The same for a package in memory, of which all is copied. One whose weights
    have a file of their own is told where by `options`. */
XLA_EXPORT xla_package *
xla_package_load_memory(const void *content, int64_t size,
                        const xla_load_options *options);

/** What the program takes and gives; lives as long as the program. */
XLA_EXPORT const xla_info *xla_package_info(const xla_package *program);

/** Its entry, for xla_invoke; callable as long as the program lives. */
XLA_EXPORT xla_entry_fn xla_package_entry(const xla_package *program);

/** A package may have several entries. How many; what comes before is about the
    first. */
XLA_EXPORT int32_t xla_package_count(const xla_package *program);

/** The description of the entry number `index`, or of that name, or null if
    there is none; `entry`, which may be null, takes what to call by
    xla_invoke. */
XLA_EXPORT const xla_info *xla_package_at(const xla_package *program,
                                          int32_t index, xla_entry_fn *entry);
XLA_EXPORT const xla_info *xla_package_find(const xla_package *program,
                                            const char *name,
                                            xla_entry_fn *entry);

/** xla_package_find, of the first if `name` is null or empty. If there is none,
    `error`, which may be null, takes what there is, NUL-ended. */
XLA_EXPORT const xla_info *xla_package_choose(const xla_package *program,
                                              const char *name,
                                              xla_entry_fn *entry, char *error,
                                              int64_t error_capacity);

/** Calls xla_invoke with the program's entry. */
XLA_EXPORT int32_t xla_package_run(const xla_package *program,
                                   const xla_call *call);

/** The value of a line `key=value` of a package's metadata, or null: `name`,
    `version`, `source` and what the command line added; lives as long as the
    program. */
XLA_EXPORT const char *xla_package_metadata(const xla_package *program,
                                            const char *key);

/** The kernels for a GPU that a package holds, as PTX, or null; `size`, which
    may be null, takes the length of the text. */
XLA_EXPORT const char *xla_package_ptx(const xla_package *program,
                                       int64_t *size);

/** Unloads the code; null does nothing. No call may be running. */
XLA_EXPORT void xla_package_destroy(xla_package *program);

/** The description of an argument or a result; null beyond the last. */
XLA_EXPORT const xla_tensor_info *xla_info_argument(const xla_info *info,
                                                    int32_t index);
XLA_EXPORT const xla_tensor_info *xla_info_result(const xla_info *info,
                                                  int32_t index);

/** The name of an xla_element_type as programs write it, such as "f32". */
XLA_EXPORT const char *xla_element_type_name(int32_t element_type);

#ifdef __cplusplus
}
#endif

#endif /* XLA_C_PACKAGE_H */
