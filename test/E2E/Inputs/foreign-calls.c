/*===- foreign-calls.c - Functions as XLA calls them -----------------------===*
 *
 * One of each form, which tests load by --custom-call. Nothing is linked.
 *
 *===----------------------------------------------------------------------===*/

#include "xla/Runtime/xla_ffi.h"

#include <stdio.h>
#include <string.h>

/* out = a - b, of three floats. */
void subtract(void *out, const void **in) {
  const float *a = in[0], *b = in[1];
  for (int i = 0; i < 3; ++i)
    ((float *)out)[i] = a[i] - b[i];
}

/* Two results: the sum and the difference. */
void both(void *out, const void **in) {
  void **outs = out;
  const float *a = in[0], *b = in[1];
  for (int i = 0; i < 3; ++i)
    ((float *)outs[0])[i] = a[i] + b[i];
  subtract(outs[1], in);
}

/* Shifts by the length of the text; fails without one. */
void shift(void *out, const void **in, const char *opaque, size_t length,
           XlaCustomCallStatus *status) {
  const char message[] = "no text, and this is cut";
  if (length == 0) {
    XlaCustomCallStatusSetFailure(status, message, strlen("no text"));
    return;
  }
  for (int i = 0; i < 3; ++i)
    ((float *)out)[i] = ((const float *)in[0])[i] + (float)length;
  XlaCustomCallStatusSetSuccess(status);
}

static void print_attributes(const xla_ffi_attributes *attributes, int depth) {
  for (int64_t i = 0; i < attributes->size; ++i) {
    const void *value = attributes->values[i];
    printf("%*s%.*s:", 2 * depth, "", (int)attributes->names[i]->length,
           attributes->names[i]->data);
    if (attributes->types[i] == XLA_FFI_TEXT) {
      const xla_ffi_text *text = value;
      printf(" '%.*s'\n", (int)text->length, text->data);
    } else if (attributes->types[i] == XLA_FFI_SCALAR) {
      const xla_ffi_scalar *scalar = value;
      printf(" scalar of type %d\n", scalar->type);
    } else if (attributes->types[i] == XLA_FFI_ARRAY) {
      const xla_ffi_array *array = value;
      printf(" %d of type %d\n", (int)array->size, array->type);
    } else {
      printf("\n");
      print_attributes(value, depth + 1);
    }
  }
}

static xla_ffi_error *fail(xla_ffi_frame *frame, const char *message) {
  xla_ffi_request request = {sizeof(request), NULL, {{0}}};
  request.fields.new_error.message = message;
  request.fields.new_error.code = 3;
  return frame->api->create_error(&request);
}

/* Prints what it is handed, and hands the argument on. */
xla_ffi_error *typed(xla_ffi_frame *frame) {
  const xla_ffi_buffer *x = frame->arguments.buffers[0];
  const xla_ffi_buffer *out = frame->results.buffers[0];
  if (x->rank != 1)
    return fail(frame, "a vector is wanted");
  printf("stage %d, %d to %d, type %d, %d elements\n", frame->stage,
         (int)frame->arguments.size, (int)frame->results.size, x->type,
         (int)x->dims[0]);
  print_attributes(&frame->attributes, 1);
  fflush(stdout);
  memcpy(out->data, x->data, 4 * (size_t)x->dims[0]);
  return NULL;
}

/* Five elements of four bits, each with its lowest bit turned. */
void flip(void *out, const void **in) {
  for (int i = 0; i < 3; ++i)
    ((char *)out)[i] = ((const char *)in[0])[i] ^ 0x11;
}

void flip_with_text(void *out, const void **in, const char *opaque,
                    size_t length, XlaCustomCallStatus *status) {
  flip(out, in);
}

xla_ffi_error *flip_typed(xla_ffi_frame *frame) {
  const xla_ffi_buffer *x = frame->arguments.buffers[0];
  const xla_ffi_buffer *out = frame->results.buffers[0];
  const void *in = x->data;
  if (x->type != XLA_FFI_S4 || x->dims[0] != 5)
    return fail(frame, "five integers of four bits are wanted");
  flip(out->data, &in);
  return NULL;
}

/* Goes on after it has returned, as far as anybody can tell. */
xla_ffi_error *later(xla_ffi_frame *frame) {
  xla_ffi_request request = {sizeof(request), NULL, {{0}}};
  frame->api->create_future(&request);
  frame->future = request.fields.future.future;
  request.fields.future.error = fail(frame, "failed later");
  frame->api->fail_future(&request);
  return NULL;
}
