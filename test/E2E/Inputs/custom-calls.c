/*===- custom-calls.c - A library of custom calls --------------------------===*
 *
 * Functions that tests load with --load-library: what they are handed decides
 * what they return.
 *
 *===----------------------------------------------------------------------===*/

#include "xla/Runtime/xla_runtime.h"

#include <stdio.h>
#include <string.h>

static int64_t count(const xla_buffer *buffer) {
  int64_t n = 1;
  for (int32_t i = 0; i < buffer->rank; ++i)
    n *= buffer->dims[i];
  return n;
}

/* result = argument * context, on floats. */
static int32_t scale(void *context, const xla_custom_call *call) {
  const float *x = call->arguments[0].data;
  float *out = call->results[0].data;
  for (int64_t i = 0, e = count(&call->results[0]); i < e; ++i)
    out[i] = x[i] * *(const float *)context;
  return XLA_OK;
}

/* Adds 1 to the buffer that argument and result share. */
static int32_t increment(void *context, const xla_custom_call *call) {
  float *data = call->results[0].data;
  if (call->arguments[0].data != data)
    return XLA_INVALID_ARGUMENT;
  for (int64_t i = 0, e = count(&call->results[0]); i < e; ++i)
    data[i] += 1;
  return XLA_OK;
}

/* Prints all that it is told; hands the first argument on if there is one. */
static int32_t describe(void *context, const xla_custom_call *call) {
  printf("%s version=%d effect=%d text='%s'\n", call->target, call->api_version,
         call->has_side_effect, call->backend_config);
  for (int32_t i = 0; i < call->num_arguments; ++i) {
    const xla_buffer *buffer = &call->arguments[i];
    printf("  argument %d: type %d", i, buffer->element_type);
    for (int32_t d = 0; d < buffer->rank; ++d)
      printf("%s%lld", d ? "x" : " ", (long long)buffer->dims[d]);
    for (int32_t d = 0; buffer->minor_to_major && d < buffer->rank; ++d)
      printf("%s%lld", d ? "," : " order ",
             (long long)buffer->minor_to_major[d]);
    if (buffer->element_type == XLA_F32)
      for (int64_t k = 0, e = count(buffer); k < e; ++k)
        printf(" %g", ((const float *)buffer->data)[k]);
    printf("\n");
  }
  for (int32_t i = 0; i < call->num_attributes; ++i) {
    const xla_attribute *a = &call->attributes[i];
    printf("  %s:", a->name);
    if (a->element_type == XLA_INVALID_TYPE)
      printf(" '%s'", (const char *)a->data);
    for (int64_t k = 0; k < a->count; ++k) {
      if (a->element_type == XLA_I64)
        printf(" %lld", (long long)((const int64_t *)a->data)[k]);
      if (a->element_type == XLA_F32)
        printf(" %g", ((const float *)a->data)[k]);
      if (a->element_type == XLA_UI8)
        printf(" %d", ((const uint8_t *)a->data)[k]);
      if (a->element_type == XLA_I1)
        printf(" %s", ((const uint8_t *)a->data)[k] ? "true" : "false");
    }
    printf("\n");
  }
  fflush(stdout);
  if (call->num_arguments > 0 && call->num_results > 0)
    memcpy(call->results[0].data, call->arguments[0].data,
           4 * (size_t)count(&call->results[0]));
  return XLA_OK;
}

/* Prints the bytes of a packed argument; gives the complement of each bit. */
static int32_t complement(void *context, const xla_custom_call *call) {
  const xla_buffer *x = &call->arguments[0], *out = &call->results[0];
  int64_t bits = *(const int64_t *)context, n = (count(x) * bits + 7) / 8;
  printf("type %d to %d, %lld of rank %d, order %s:", x->element_type,
         out->element_type, (long long)count(x), x->rank,
         x->minor_to_major ? "other" : "row-major");
  for (int64_t i = 0; i < n; ++i) {
    unsigned char byte = ((const unsigned char *)x->data)[i];
    printf(" %02x", byte);
    ((unsigned char *)out->data)[i] = (unsigned char)~byte;
  }
  printf("\n");
  fflush(stdout);
  return XLA_OK;
}

static int32_t refuse(void *context, const xla_custom_call *call) {
  const xla_host *host = call->call->host;
  return host->fail(host->context, call->call, 42, "no such luck",
                    call->location);
}

static int32_t refuse_silently(void *context, const xla_custom_call *call) {
  return 42;
}

int32_t xla_register_library(uint32_t abi_version, xla_register_fn add) {
  static float two = 2, ten = 10;
  static int64_t pair = 2, nibble = 4;
  if (abi_version != XLA_ABI_VERSION)
    return XLA_INVALID_ARGUMENT;
  add("double", scale, &two);
  add("times ten", scale, &ten);
  add("increment", increment, NULL);
  add("describe", describe, NULL);
  add("complement2", complement, &pair);
  add("complement4", complement, &nibble);
  add("refuse", refuse, NULL);
  add("refuse_silently", refuse_silently, NULL);
  return XLA_OK;
}
