/*===- Registration.h - Our dialects and passes for MLIR's C API --*- C -*-===*\
|*
|* For programs that hold MLIR objects of their own through libxla_compiler,
|* which is the one library with both MLIR's C API and our dialects.
|*
\*===----------------------------------------------------------------------===*/

#ifndef XLA_C_REGISTRATION_H
#define XLA_C_REGISTRATION_H

#include "mlir-c/IR.h"
#include "xla-c/Watch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Adds every dialect that can occur between StableHLO and LLVM IR, ours and
    MLIR's, to `registry`. Nothing is loaded. */
MLIR_CAPI_EXPORTED void xla_register_all_dialects(MlirDialectRegistry registry);

/** Registers our passes and pipelines and MLIR's by name, for pass pipelines
    given as text. Once is enough; again does nothing. */
MLIR_CAPI_EXPORTED void xla_register_all_passes(void);

/** Reads a program of any format that xla_compile takes into `context`, which
    knows our dialects. `watch`, which may be null, is told what is wrong with
    it; nothing else of it is used. A null module after an error. The caller
    owns the result. */
MLIR_CAPI_EXPORTED MlirModule xla_read_module(MlirContext context,
                                              const char *content, int64_t size,
                                              const char *name,
                                              const xla_compile_watch *watch);

/** The version of this project, such as "0.1.0". Never null, never freed. */
MLIR_CAPI_EXPORTED const char *xla_version(void);

#ifdef __cplusplus
}
#endif

#endif /* XLA_C_REGISTRATION_H */
