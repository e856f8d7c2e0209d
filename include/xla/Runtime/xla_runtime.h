/*===- xla_runtime.h - C ABI of compiled programs -----------------*- C -*-===*
 *
 * What compiled code and whoever calls it agree on. Compiled code is
 * self-contained: everything else comes with the call.
 *
 *   int32_t <entry>(const xla_call *call);   an `xla_entry_fn`
 *   extern const xla_info <entry>_info;      all that a loader needs to know
 *
 * Rules
 *  - Structs that cross the boundary begin with `abi_version` and
 *    `struct_size`. Fields are only appended, never moved or given another
 *    meaning; a reader uses a field only if it lies within `struct_size`.
 *    Unused fields are zero. Pointers are 64 bits wide; `int64_t` sizes.
 *  - Argument and result buffers are dense and row-major unless the info says
 *    otherwise, and need only their element's alignment; the arena and buffers
 *    of `xla_buffer_allocate` have XLA_BUFFER_ALIGNMENT. Buffers of zero size
 *    may be null.
 *  - i1 is one byte, 0 or 1. 2- and 4-bit types are packed, the lower-numbered
 *    element in the lower bits; 6-bit floats take a byte. Complex is (re, im).
 *    Tuples are flattened; tokens take no slot.
 *  - Donation is per call: a result pointer equal to the pointer of an argument
 *    that the info calls donatable means that the argument is consumed. Any
 *    other overlap of a result with an argument or result is an error.
 *  - Compiled code is re-entrant: it has no mutable globals and allocates
 *    nothing unless a result's size is known only to it.
 *  - When an entry returns another code than XLA_OK, results are unspecified,
 *    arguments that were not donated are unchanged, and every buffer still
 *    belongs to whom it did.
 *  - Floating-point state: compiled code expects round to nearest, no traps and
 *    no flushing of subnormals. `xla_invoke` and the default host's threads
 *    establish that and put the caller's state back.
 *
 *===----------------------------------------------------------------------===*/

#ifndef XLA_RUNTIME_XLA_RUNTIME_H
#define XLA_RUNTIME_XLA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define XLA_EXPORT __attribute__((visibility("default")))
#else
#define XLA_EXPORT
#endif

/* Raised only when an existing field or meaning changes. */
#define XLA_ABI_VERSION 1u
/* Bytes to which the arena and our own buffers are aligned. */
#define XLA_BUFFER_ALIGNMENT 64

/* Codes of entries and services, held in int32_t. Others are the program's own
 * (a custom call may return any) and count as failures. */
typedef enum xla_status {
  XLA_OK = 0,
  XLA_INVALID_ARGUMENT = 1, /* a buffer, count or version is not as stated */
  XLA_OUT_OF_MEMORY = 2,
  XLA_CANCELLED = 3,     /* the call's cancel flag was seen */
  XLA_FAILED = 4,        /* the program itself failed: a check, a policy */
  XLA_UNIMPLEMENTED = 5, /* the host has no such service */
  XLA_INTERNAL = 6       /* a bug of the compiler or run time */
} xla_status;

/* Element types. Integers without `u` are signed. */
typedef enum xla_element_type {
  XLA_INVALID_TYPE = 0,
  XLA_I1 = 1,
  XLA_I2 = 2,
  XLA_I4 = 3,
  XLA_I8 = 4,
  XLA_I16 = 5,
  XLA_I32 = 6,
  XLA_I64 = 7,
  XLA_UI2 = 8,
  XLA_UI4 = 9,
  XLA_UI8 = 10,
  XLA_UI16 = 11,
  XLA_UI32 = 12,
  XLA_UI64 = 13,
  XLA_F16 = 14,
  XLA_BF16 = 15,
  XLA_F32 = 16,
  XLA_F64 = 17,
  XLA_C64 = 18,  /* complex of two f32 */
  XLA_C128 = 19, /* complex of two f64 */
  XLA_F4E2M1FN = 20,
  XLA_F6E2M3FN = 21,
  XLA_F6E3M2FN = 22,
  XLA_F8E3M4 = 23,
  XLA_F8E4M3 = 24,
  XLA_F8E4M3FN = 25,
  XLA_F8E4M3FNUZ = 26,
  XLA_F8E4M3B11FNUZ = 27,
  XLA_F8E5M2 = 28,
  XLA_F8E5M2FNUZ = 29,
  XLA_F8E8M0FNU = 30
} xla_element_type;

typedef struct xla_call xla_call;
typedef struct xla_host xla_host;
typedef struct xla_info xla_info;
typedef struct xla_kernel_info xla_kernel_info; /* xla_profile.h */

typedef int32_t (*xla_entry_fn)(const xla_call *call);

/*===----------------------------------------------------------------------===*
 * One call
 *===----------------------------------------------------------------------===*/

/* Told when a kernel begins (`is_end` 0) and ends (1), on the thread that
 * called the entry. Only code compiled with the option `profile` calls it. */
typedef void (*xla_profile_fn)(void *context, const xla_call *call,
                               const char *kernel, int32_t is_end);

/* All that one execution gets. The caller owns it and everything in it until
 * the entry returns. Offsets in brackets are part of the ABI. */
struct xla_call {
  uint32_t abi_version;        /* [0] XLA_ABI_VERSION */
  uint32_t struct_size;        /* [4] sizeof(xla_call) of the caller */
  void *const *arguments;      /* [8] one pointer for each of the info's */
  void *const *results;        /* [16] likewise; null where `result_dims` says
                                  that the callee allocates */
  void *arena;                 /* [24] the info's arena_bytes, temporary */
  int64_t arena_bytes;         /* [32] size of `arena`, at least that */
  const int64_t *dynamic_dims; /* [40] the info's num_dynamic_dims extents, in
                                  order of arguments, then dimensions */
  const xla_host *host;        /* [48] services; never null */
  int32_t replica_id;          /* [56] this device's place, 0 if there is one */
  int32_t partition_id;        /* [60] */
  int32_t thread_limit;        /* [64] threads this call may use; 0: as many as
                                  the host has */
  uint32_t flags;              /* [68] none yet, 0 */
  const volatile int32_t *cancel; /* [72] another thread sets it to nonzero to
                                     stop the call soon; may be null */
  xla_profile_fn profile;         /* [80] may be null */
  void *profile_context;          /* [88] handed to `profile` */
  char *error;            /* [96] takes the first failure's text, NUL-ended;
                             may be null */
  int64_t error_capacity; /* [104] bytes of `error` */
  void **result_buffers;  /* [112] where the callee puts results of a size that
                             only it knows, allocated by the host; null
                             entries otherwise; may be null */
  int64_t *result_dims;   /* [120] takes the dynamic extents of results, in
                             order of results, then dimensions; may be null */
};
#define XLA_CALL_SIZE_1 128u /* its size in the first version */

/*===----------------------------------------------------------------------===*
 * Services
 *===----------------------------------------------------------------------===*/

/* Iterations [begin, end) of a parallel loop. `chunk` numbers the part: no two
 * parts of one loop have the same, and it is below the thread limit, so that it
 * may select scratch memory. Returns XLA_OK or what parallel_for is to
 * return. */
typedef int32_t (*xla_body_fn)(void *data, int64_t begin, int64_t end,
                               int64_t chunk);

/* A typed buffer of a custom call, infeed, outfeed or collective. */
typedef struct xla_buffer {
  void *data;
  const int64_t *dims;
  const int64_t *minor_to_major; /* null: row-major */
  int32_t rank;
  int32_t element_type; /* xla_element_type */
} xla_buffer;

/* An attribute of a custom call: an entry of its backend_config where that is a
 * dictionary; one inside a dictionary in it is called "outer.inner". */
typedef struct xla_attribute {
  const char *name;
  const void *data;     /* `count` elements as buffers hold them, one after the
                           other, or `count` bytes of text and a NUL */
  int64_t count;        /* 1 for a single number, that of elements of a list */
  int32_t element_type; /* xla_element_type; XLA_INVALID_TYPE: text */
  int32_t is_list;      /* 1: a list, perhaps of one number */
} xla_attribute;

/* What a custom call's implementation gets, whatever `api_version` the program
 * states. Buffers are as the program's layouts say, row-major without any:
 * `dims` are those of the program, `minor_to_major` the order in memory.
 * `arguments` are only read, but for one that the program aliases with a
 * result: it is the result's buffer, with the argument's content. Results
 * overlap nothing else. Tuples are flattened, tokens take no slot. */
typedef struct xla_custom_call {
  uint32_t abi_version;        /* [0] */
  uint32_t struct_size;        /* [4] */
  const xla_call *call;        /* [8] */
  const char *target;          /* [16] call_target_name */
  const char *backend_config;  /* [24] its text, "" if none or a dictionary */
  const xla_buffer *arguments; /* [32] */
  const xla_buffer *results;   /* [40] */
  int32_t num_arguments;       /* [48] */
  int32_t num_results;         /* [52] */
  int32_t api_version;         /* [56] of the op */
  int32_t has_side_effect;     /* [60] */
  const xla_attribute *attributes; /* [64] */
  int32_t num_attributes;          /* [72] */
  int32_t reserved;                /* [76] 0 */
  const char *location; /* [80] place in the program's source, or null; for
                           `fail` */
} xla_custom_call;
/* Returns XLA_OK or a code of failure, which becomes the entry's; the text of
 * the failure may be given to the host's `fail` before. Throws nothing. */
typedef int32_t (*xla_custom_call_fn)(void *context,
                                      const xla_custom_call *arguments);

typedef enum xla_collective_kind {
  XLA_ALL_GATHER = 0,
  XLA_ALL_REDUCE = 1,
  XLA_ALL_TO_ALL = 2,
  XLA_COLLECTIVE_BROADCAST = 3,
  XLA_COLLECTIVE_PERMUTE = 4,
  XLA_REDUCE_SCATTER = 5,
  XLA_SEND = 6,
  XLA_RECV = 7,
  XLA_COLLECTIVE_REDUCE = 8
} xla_collective_kind;

/* One collective operation as the program states it. Which processes meet
 * follows from the groups, the channel and `use_global_ids` as StableHLO's
 * specification says; docs/collectives.md has it in a table. Arguments are only
 * read, results overlap nothing. */
typedef struct xla_collective {
  uint32_t abi_version;        /* [0] */
  uint32_t struct_size;        /* [4] */
  int32_t kind;                /* [8] xla_collective_kind */
  int32_t num_buffers;         /* [12] of arguments and of results */
  const xla_buffer *arguments; /* [16] null for recv */
  const xla_buffer *results;   /* [24] null for send */
  /* [32] rows of ids, padded with -1; none: one group of all, or of pairs none,
   * but a send or recv of group_size 0 names its channel alone */
  const int64_t *groups;
  int64_t num_groups;       /* [40] */
  int64_t group_size;       /* [48] */
  int64_t channel_id;       /* [56] 0: none */
  int32_t use_global_ids;   /* [64] use_global_device_ids */
  int32_t is_host_transfer; /* [68] send, recv: the other side is the host */
  int64_t dimension;        /* [72] gather, scatter, split dimension */
  int64_t concat_dimension; /* [80] all_to_all */
  /* [88] combines `count` elements of `from` into `into`, one by one; null if
   * none. Arguments and results have the type that it combines. */
  void (*combine)(void *into, const void *from, int64_t count);
  /* [96] for each buffer the place of the root in the group; null: 0 */
  const int32_t *roots;
  /* [104] the place in the source, for messages; perhaps null */
  const char *location;
} xla_collective;
#define XLA_COLLECTIVE_SIZE_1 112u

/* The table of services that compiled code may call. A host of one's own fills
 * in what it has; an entry that is null is refused with XLA_UNIMPLEMENTED by
 * whoever needs it, except that parallel_for and fail are always there. Every
 * function gets `context` first and may be called from several threads. */
struct xla_host {
  uint32_t abi_version; /* [0] */
  uint32_t struct_size; /* [4] */
  void *context;        /* [8] */

  /* [16] Calls `body` on disjoint parts that cover [0, n), perhaps on several
   * threads, and returns when all are done: XLA_OK, or the code of one that
   * failed, or XLA_CANCELLED. Parts depend on n, grain and the number of
   * threads alone, never on timing, and have at least `grain` iterations (fewer
   * only in a loop that is shorter). Within `body` it runs inline. */
  int32_t (*parallel_for)(void *context, const xla_call *call, int64_t n,
                          int64_t grain, xla_body_fn body, void *data);

  /* [24] Reports a failure; `location` is the place in the source, perhaps
   * null. Returns `code`, which the caller then returns. */
  int32_t (*fail)(void *context, const xla_call *call, int32_t code,
                  const char *message, const char *location);

  /* [32] The implementation of a custom call, or null if there is none of that
   * name. With an implementation `function_context` must be set too: to the
   * context it wants, null if none. An entry asks for all that it may call
   * before anything else runs. */
  xla_custom_call_fn (*find_custom_call)(void *context, const char *target,
                                         void **function_context);

  /* [40] Memory for a result whose size is known only at run time, aligned to
   * XLA_BUFFER_ALIGNMENT; null if there is none. The caller of the entry frees
   * it by the host's own means. */
  void *(*allocate)(void *context, const xla_call *call, int64_t bytes);

  /* [48] Fills `buffers` from the infeed; [56] takes them to the outfeed. */
  int32_t (*infeed)(void *context, const xla_call *call,
                    const xla_buffer *buffers, int64_t count,
                    const char *config);
  int32_t (*outfeed)(void *context, const xla_call *call,
                     const xla_buffer *buffers, int64_t count,
                     const char *config);

  /* [64] Takes part in a collective operation; returns when it is done. */
  int32_t (*collective)(void *context, const xla_call *call,
                        const xla_collective *operation);
};

/*===----------------------------------------------------------------------===*
 * Description of a compiled entry
 *===----------------------------------------------------------------------===*/

/* An argument the caller may give up: see donation above. */
#define XLA_TENSOR_DONATABLE 1u
/* A result that the callee allocates: its size depends on the data. */
#define XLA_TENSOR_CALLEE_ALLOCATED 2u

/* An argument or result. `xla_info::tensor_size` is the distance between
 * two, so that fields can be appended here too. */
typedef struct xla_tensor_info {
  int32_t element_type;          /* [0] xla_element_type */
  int32_t rank;                  /* [4] */
  const int64_t *dims;           /* [8] -1: known only at run time; null if
                                    rank is 0 */
  const int64_t *minor_to_major; /* [16] null: row-major */
  int64_t byte_size;             /* [24] -1: known only at run time */
  const char *name;              /* [32] null: none */
  int32_t alias;                 /* [40] of a result: the argument whose buffer
                                    it takes when donated; -1: none */
  uint32_t flags;                /* [44] XLA_TENSOR_* */
} xla_tensor_info;

/* The constant `<entry>_info` beside an entry. */
struct xla_info {
  uint32_t abi_version;             /* [0] the code was compiled for */
  uint32_t struct_size;             /* [4] */
  const char *name;                 /* [8] of the entry */
  const xla_tensor_info *arguments; /* [16] */
  const xla_tensor_info *results;   /* [24] */
  int32_t num_arguments;            /* [32] */
  int32_t num_results;              /* [36] */
  int32_t tensor_size;              /* [40] sizeof(xla_tensor_info) then */
  int32_t num_dynamic_dims;         /* [44] length of xla_call::dynamic_dims */
  int64_t arena_bytes;              /* [48] temporary memory of one call */
  int64_t arena_alignment;          /* [56] XLA_BUFFER_ALIGNMENT */
  const char *triple;               /* [64] target triple */
  const char *cpu;                  /* [72] processor name, "" if generic */
  const char *features;             /* [80] target features, comma-separated */
  const char *options;              /* [88] compile options, as text */
  const char *version;              /* [96] of the compiler */
  int32_t num_kernels;              /* [104] distinct kernels in the object */
  int32_t num_copies;               /* [108] places where the entry itself
                                       copies a buffer */
  const void **weights;             /* [112] where the code finds the address of
                                       its weights; null: it has none outside */
  int64_t weights_bytes;            /* [120] what lies there */
  const char *weights_id;           /* [128] the name of their content */
  const xla_kernel_info *kernels;   /* [136] null without option `profile` */
  int64_t kernel_size;              /* [144] sizeof(xla_kernel_info) then */
};
/* Its size in the first version, since it has weights, since kernels. */
#define XLA_INFO_SIZE_1 112u
#define XLA_INFO_SIZE_2 136u
#define XLA_INFO_SIZE_3 152u

/*===----------------------------------------------------------------------===*
 * The default host: libxla_runtime
 *===----------------------------------------------------------------------===*/

/* The lower-case name of a code, such as "out of memory". */
XLA_EXPORT const char *xla_status_name(int32_t code);

/* The process-wide default host. Its threads start on first need, number
 * xla_thread_count(), and survive a fork as a fresh pool in the child. */
XLA_EXPORT const xla_host *xla_default_host(void);

/* CPUs that this process may use: the lesser of its affinity mask and its
 * control group's quota (rounded up), at least 1. */
XLA_EXPORT int32_t xla_available_cpus(void);

/* Bytes of memory that this process can ever have: the machine's, or less where
 * a control group limits it. */
XLA_EXPORT int64_t xla_available_memory(void);

/* Threads of the default host, counting the caller's: xla_available_cpus()
 * unless set. Setting is for between calls; a count below 1 restores the
 * default. */
XLA_EXPORT int32_t xla_thread_count(void);
XLA_EXPORT void xla_set_thread_count(int32_t count);

/* Makes a custom call known to the default host; a null function removes it.
 * `target` is copied. A name that stands for one of the functions that the
 * library brings along (docs/custom-calls.md) is taken over. */
XLA_EXPORT void xla_register_custom_call(const char *target,
                                         xla_custom_call_fn function,
                                         void *function_context);

/* The attribute of that name, or null. */
XLA_EXPORT const xla_attribute *xla_find_attribute(const xla_custom_call *call,
                                                   const char *name);

/* A shared library of custom calls defines the function `xla_register_library`
 * of this type, which hands each to `add` (xla_register_custom_call) and
 * returns XLA_OK, or another code to be refused. So it need not be linked with
 * this one. */
typedef void (*xla_register_fn)(const char *target, xla_custom_call_fn function,
                                void *function_context);
typedef int32_t (*xla_library_fn)(uint32_t abi_version, xla_register_fn add);

/* Loads such a library, for good. When it fails, `error`, which may be null,
 * takes the reason, NUL-ended and cut to `error_capacity` bytes. */
XLA_EXPORT int32_t xla_load_library(const char *path, char *error,
                                    int64_t error_capacity);

/* Buffers for arguments, results and arenas, aligned to XLA_BUFFER_ALIGNMENT
 * and not cleared: kept for reuse after they are freed, on huge pages when
 * large. Null when memory is short, or when all buffers together would exceed
 * the machine's or the control group's memory; 0 bytes give a valid pointer.
 * Freeing null does nothing. Kept memory goes back to the system when unused
 * for a few seconds, or by xla_buffer_trim. */
XLA_EXPORT void *xla_buffer_allocate(int64_t bytes);
XLA_EXPORT void xla_buffer_free(void *buffer);
XLA_EXPORT void xla_buffer_trim(void);
/* Bytes handed out, and bytes kept for reuse. */
XLA_EXPORT void xla_buffer_usage(int64_t *used, int64_t *kept);

/* Maps the weights of code that has them in a file of its own, read only, from
 * `path`, for as long as the process lives; processes share them. Before the
 * first call; again does nothing, and so it does for code that has none. The
 * file must be the one that was written with the code, and is read once to see
 * that, unless `flags` has XLA_UNCHECKED_WEIGHTS. When it fails, `error`, which
 * may be null, takes the reason. Packages need none of this: xla_package_load
 * does it. */
#define XLA_UNCHECKED_WEIGHTS 1u
XLA_EXPORT int32_t xla_load_weights(const xla_info *info, const char *path,
                                    uint32_t flags, char *error,
                                    int64_t error_capacity);

/* Calls `entry` safely: checks versions, missing buffers and overlaps against
 * `info`; supplies the default host where `call->host` is null and an arena
 * where `call->arena` is; sets and restores the floating-point state. The call
 * itself is not changed. Results must have been given their buffers, except
 * those that the callee allocates. */
XLA_EXPORT int32_t xla_invoke(xla_entry_fn entry, const xla_info *info,
                              const xla_call *call);

/*===----------------------------------------------------------------------===*
 * Several processes in one address space: libxla_runtime
 *===----------------------------------------------------------------------===*/

/* A grid of replicas times partitions whose processes are threads. It brings
 * its own table of services: the default host's, with collectives that meet in
 * memory. Processes are numbered replica by replica. The default host itself
 * is a grid of one process. What a program sends to itself in a grid of one
 * process belongs to that call of xla_invoke, of which there may be many at the
 * same time; calls share only the queues of the host. An entry that is called
 * without xla_invoke cannot send to itself. */
typedef struct xla_group xla_group;

/* Null for counts below 1 or more than 4096 processes. */
XLA_EXPORT xla_group *xla_group_create(int32_t num_replicas,
                                       int32_t num_partitions);
/* No process may be running. */
XLA_EXPORT void xla_group_destroy(xla_group *group);

/* The services of a group, for its life. A call with them says by its
 * replica_id and partition_id which process it is. */
XLA_EXPORT const xla_host *xla_group_host(xla_group *group);

/* How long a process waits for others or the host before it fails; 60 seconds
 * unless set. */
XLA_EXPORT void xla_group_set_timeout(xla_group *group, double seconds);

/* Calls xla_invoke once for each process, all at the same time: entries, infos
 * and calls are arrays with one for each. Their host and process ids are the
 * group's, whatever stands in the calls. Returns when all have ended: XLA_OK,
 * or the code of the process that failed first, whose number goes to
 * `failed_process`, which may be null. That a process waits for one that has
 * ended, or all wait for each other, is seen at once. */
XLA_EXPORT int32_t xla_group_run(xla_group *group, const xla_entry_fn *entries,
                                 const xla_info *const *infos,
                                 const xla_call *calls,
                                 int32_t *failed_process);

/* Queues between the host and the processes of a group, which share them; null
 * is the default host. Channel 0 is the infeed or outfeed, others belong to
 * recv and send as host transfers. */

/* Copies buffers, row-major, to the end of what processes take from `channel`.
 * XLA_INVALID_ARGUMENT: a buffer of no known element type or shape;
 * XLA_OUT_OF_MEMORY. */
XLA_EXPORT int32_t xla_queue_put(xla_group *group, int64_t channel,
                                 const xla_buffer *buffers, int64_t count);
/* Says that nothing more will be put in: a process that finds its queue empty
 * fails instead of waiting. */
XLA_EXPORT void xla_queue_close(xla_group *group);
/* The oldest buffers that a process has put out in `channel`, valid until they
 * are dropped, and how many they are; null if there are none. */
XLA_EXPORT const xla_buffer *xla_queue_front(xla_group *group, int64_t channel,
                                             int64_t *count);
XLA_EXPORT void xla_queue_pop(xla_group *group, int64_t channel);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* XLA_RUNTIME_XLA_RUNTIME_H */
