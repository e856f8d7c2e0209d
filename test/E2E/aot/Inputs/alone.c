/*===- alone.c - Call a program without any library -----------------------===*/

#include "affine.h"

#include <stdio.h>

int main(void) {
  static float x[affine_x_size], y[affine_y_size];
  static _Alignas(64) char arena[affine_arena_bytes + 64];
  for (int i = 0; i < affine_x_size; ++i)
    x[i] = (float)i;
  int32_t code = affine_run_alone(arena, x, y);
  /* A processor that there is no code for is the host's to hear of. */
  char error[128] = "";
  xla_call call = xla_serial_call();
  void *const arguments[] = {x}, *const results[] = {y};
  call.arguments = arguments;
  call.results = results;
  call.arena = arena;
  call.error = error;
  call.error_capacity = sizeof(error);
  if (affine(&call) != code)
    return 1;
  printf("%d %s: %g %g %g\n", (int)code, error, y[0], y[1],
         y[affine_y_size - 1]);
  return 0;
}
