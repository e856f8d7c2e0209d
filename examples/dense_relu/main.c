/* Calls the compiled dense layer: see README.md, step 4.
 *
 *   xla-compile examples/dense_relu/model.mlir --symbol=dense -o dense.o
 *   cc -Iinclude examples/dense_relu/main.c dense.o -o dense && ./dense
 *
 * The object needs no library. The program gives it all memory, temporaries
 * included; libxla_runtime's xla_invoke does so itself, checks the buffers, and
 * brings threads.
 */

#include "xla/Runtime/xla_runtime.h"

#include <stdio.h>
#include <stdlib.h>

int32_t dense(const xla_call *call);
extern const xla_info dense_info;

int main(void) {
  static float x[4][8], w[8][16], b[16], y[4][16];
  for (int i = 0; i < 8; ++i)
    x[0][i] = w[i][0] = (float)i;
  b[1] = 0.5f;

  void *arguments[] = {x, w, b};
  void *results[] = {y};
  char text[256] = "";
  xla_call call = {0};
  call.abi_version = XLA_ABI_VERSION;
  call.struct_size = sizeof(call);
  call.arguments = arguments;
  call.results = results;
  call.error = text;
  call.error_capacity = sizeof(text);
  if (dense_info.arena_bytes)
    call.arena = aligned_alloc((size_t)dense_info.arena_alignment,
                               (size_t)dense_info.arena_bytes);
  int32_t code = dense(&call);
  if (code == XLA_OK)
    printf("%g %g %g\n", y[0][0], y[0][1], y[1][1]); /* 140 0.5 0.5 */
  else
    fprintf(stderr, "failed: %s\n", text);
  free(call.arena);
  return code;
}
