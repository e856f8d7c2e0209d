/*===- xla_ffi.h - Custom calls written for XLA's own interfaces -----------===*
 *
 * Functions of the three forms that XLA itself calls, by the `api_version` of
 * the op, and the layout of what the third one is handed. The structs are those
 * of XLA's header xla/ffi/api/c_api.h, version 0.3, under names of our own:
 * functions may be compiled against either, and against both in one file.
 *
 *   1     void f(void *out, const void **in)
 *   2, 3  void f(void *out, const void **in, const char *opaque, size_t
 *                opaque_length, XlaCustomCallStatus *status)
 *   4     xla_ffi_error *f(xla_ffi_frame *frame)
 *
 * `in` has a pointer for each operand. `out` is the result's buffer, or, of
 * calls that have not just one result, an array with a pointer for each.
 *
 *===----------------------------------------------------------------------===*/

#ifndef XLA_RUNTIME_XLA_FFI_H
#define XLA_RUNTIME_XLA_FFI_H

#include "xla/Runtime/xla_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*
 * Registration
 *===----------------------------------------------------------------------===*/

/* A function of any of the forms above. */
typedef void (*xla_foreign_fn)(void);

/* Like xla_register_custom_call. Which form `function` has, each call says by
 * its api_version; calls of version 0 fail. */
XLA_EXPORT void xla_register_foreign_call(const char *target,
                                          xla_foreign_fn function);

/* Registers the function `symbol` of a shared library, which is loaded for
 * good. When it fails, `error` is as of xla_load_library. */
XLA_EXPORT int32_t xla_load_foreign_call(const char *target, const char *path,
                                         const char *symbol, char *error,
                                         int64_t error_capacity);

/* What functions of the second form end with: neither means success. `length`
 * bytes of `message` are copied. */
typedef struct XlaCustomCallStatus XlaCustomCallStatus;
XLA_EXPORT void XlaCustomCallStatusSetSuccess(XlaCustomCallStatus *status);
XLA_EXPORT void XlaCustomCallStatusSetFailure(XlaCustomCallStatus *status,
                                              const char *message,
                                              size_t length);

/*===----------------------------------------------------------------------===*
 * Typed calls
 *===----------------------------------------------------------------------===*/

/* Every struct begins with its size and a list of extensions, null here. */
typedef struct xla_ffi_extension {
  size_t struct_size;
  int32_t type;
  struct xla_ffi_extension *next;
} xla_ffi_extension;

typedef struct xla_ffi_error xla_ffi_error;
typedef struct xla_ffi_future xla_ffi_future;
typedef struct xla_ffi_context xla_ffi_context;
typedef struct xla_ffi_api xla_ffi_api;

/* Element types; those that are missing have none here. */
typedef enum xla_ffi_type {
  XLA_FFI_PRED = 1,
  XLA_FFI_S8 = 2,
  XLA_FFI_S16 = 3,
  XLA_FFI_S32 = 4,
  XLA_FFI_S64 = 5,
  XLA_FFI_U8 = 6,
  XLA_FFI_U16 = 7,
  XLA_FFI_U32 = 8,
  XLA_FFI_U64 = 9,
  XLA_FFI_F16 = 10,
  XLA_FFI_F32 = 11,
  XLA_FFI_F64 = 12,
  XLA_FFI_C64 = 15,
  XLA_FFI_BF16 = 16,
  XLA_FFI_C128 = 18,
  XLA_FFI_F8E5M2 = 19,
  XLA_FFI_F8E4M3FN = 20,
  XLA_FFI_S4 = 21,
  XLA_FFI_U4 = 22,
  XLA_FFI_F8E4M3B11FNUZ = 23,
  XLA_FFI_F8E5M2FNUZ = 24,
  XLA_FFI_F8E4M3FNUZ = 25,
  XLA_FFI_S2 = 26,
  XLA_FFI_U2 = 27,
  XLA_FFI_F8E4M3 = 28,
  XLA_FFI_F8E3M4 = 29,
  XLA_FFI_F4E2M1FN = 32,
  XLA_FFI_F8E8M0FNU = 33
} xla_ffi_type;

typedef struct xla_ffi_buffer {
  size_t struct_size;
  xla_ffi_extension *extensions;
  int32_t type; /* xla_ffi_type */
  void *data;
  int64_t rank;
  int64_t *dims;
} xla_ffi_buffer;

/* Arguments or results; each of type 1, an xla_ffi_buffer. */
typedef struct xla_ffi_buffers {
  size_t struct_size;
  xla_ffi_extension *extensions;
  int64_t size;
  int32_t *types;
  void **buffers;
} xla_ffi_buffers;

typedef struct xla_ffi_text {
  const char *data;
  size_t length;
} xla_ffi_text;

typedef struct xla_ffi_scalar {
  int32_t type; /* xla_ffi_type */
  void *data;
} xla_ffi_scalar;

typedef struct xla_ffi_array {
  int32_t type; /* xla_ffi_type */
  size_t size;
  void *data;
} xla_ffi_array;

/* What an attribute is a pointer to. */
typedef enum xla_ffi_attribute {
  XLA_FFI_ARRAY = 1,      /* xla_ffi_array */
  XLA_FFI_DICTIONARY = 2, /* xla_ffi_attributes */
  XLA_FFI_SCALAR = 3,     /* xla_ffi_scalar */
  XLA_FFI_TEXT = 4        /* xla_ffi_text */
} xla_ffi_attribute;

/* In order of their names. */
typedef struct xla_ffi_attributes {
  size_t struct_size;
  xla_ffi_extension *extensions;
  int64_t size;
  int32_t *types; /* xla_ffi_attribute */
  xla_ffi_text **names;
  void **values;
} xla_ffi_attributes;

/* A call. `struct_size` ends with `attributes`, as XLA's does. */
typedef struct xla_ffi_frame {
  size_t struct_size;
  xla_ffi_extension *extensions;
  const xla_ffi_api *api;
  xla_ffi_context *context;
  int32_t stage; /* 3: execute, the only one that is called */
  xla_ffi_buffers arguments;
  xla_ffi_buffers results;
  xla_ffi_attributes attributes;
  xla_ffi_future *future; /* set by functions that go on after they return */
} xla_ffi_frame;

typedef xla_ffi_error *(*xla_ffi_handler)(xla_ffi_frame *frame);

/*===----------------------------------------------------------------------===*
 * Services for typed calls
 *===----------------------------------------------------------------------===*/

typedef struct xla_ffi_version {
  size_t struct_size;
  xla_ffi_extension *extensions;
  int32_t major_version;
  int32_t minor_version;
} xla_ffi_version;

/* What services take is a struct of their own for each, which begins like all
 * others. The fields that follow stand behind the service. */
typedef struct xla_ffi_request {
  size_t struct_size;
  xla_ffi_extension *extensions;
  union {
    void *pointers[10];
    /* create_error */
    struct {
      const char *message;
      int32_t code;
    } new_error;
    /* get_message, destroy_error */
    struct {
      xla_ffi_error *error;
      const char *message;
    } error;
    /* register_handler: all but `execute` is null, or the service fails */
    struct {
      xla_ffi_text name, platform;
      xla_ffi_handler instantiate, prepare, initialize, execute;
      uint32_t traits;
    } handler;
    /* register_type: sets the id, or takes it where it is not 0 */
    struct {
      xla_ffi_text name;
      int64_t *id;
    } type;
    /* allocate_memory, free_memory */
    struct {
      xla_ffi_context *context;
      size_t size, alignment;
      void *data;
    } new_memory;
    struct {
      xla_ffi_context *context;
      size_t size;
      void *data;
    } old_memory;
    /* schedule: runs the task before it returns */
    struct {
      xla_ffi_context *context;
      void (*task)(void *data);
      void *data;
    } task;
    /* get_num_threads */
    struct {
      xla_ffi_context *context;
      int64_t *count;
    } threads;
    /* create_future, complete_future, fail_future, which takes the error */
    struct {
      xla_ffi_future *future;
      xla_ffi_error *error;
    } future;
    /* get_run_id */
    struct {
      xla_ffi_context *context;
      int64_t id;
    } run;
    /* get_device_ordinal */
    struct {
      xla_ffi_context *context;
      int32_t ordinal;
    } device;
  } fields;
} xla_ffi_request;

typedef xla_ffi_error *(*xla_ffi_service)(xla_ffi_request *request);

/* Streams, user contexts and states of handlers are those of other devices and
 * hosts: these services fail. */
struct xla_ffi_api {
  size_t struct_size;
  xla_ffi_extension *extensions;
  xla_ffi_version version;
  const void *internal_api; /* null */
  xla_ffi_service create_error;
  void (*get_message)(xla_ffi_request *request);
  void (*destroy_error)(xla_ffi_request *request);
  xla_ffi_service register_handler;
  xla_ffi_service get_stream;
  xla_ffi_service register_type;
  xla_ffi_service get_user_context;
  xla_ffi_service set_state;
  xla_ffi_service get_state;
  xla_ffi_service allocate_memory;
  xla_ffi_service free_memory;
  xla_ffi_service schedule;
  xla_ffi_service get_num_threads;
  xla_ffi_service create_future;
  xla_ffi_service complete_future;
  xla_ffi_service fail_future;
  xla_ffi_service get_run_id;
  xla_ffi_service get_device_ordinal;
};

#ifdef __cplusplus
}
#endif

#endif /* XLA_RUNTIME_XLA_FFI_H */
