/*===- weights.c - Call a program whose weights have a file ----------------===*
 *
 * Calls without weights, with those of another program, and with its own.
 *
 *===----------------------------------------------------------------------===*/

#include "sums.h"

#include <stdio.h>

static float x[sums_x_size], y[sums_y_size];

static void print(const char *what, int32_t code) {
  printf("%s: %d", what, (int)code);
  for (int i = 0; code == XLA_OK && i < 4; ++i)
    printf(" %g", y[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  char error[512] = "";
  xla_call call = xla_copy_call(NULL);
  call.error = error;
  call.error_capacity = sizeof(error);
  if (argc != 3)
    return 2;
  for (int i = 0; i < sums_x_size; ++i)
    x[i] = 1;
  printf("none: %s: %s\n", xla_status_name(sums_run(&call, x, y)), error);
  print("alone", sums_run_alone(NULL, x, y));
  sums_load_weights(argv[2], error, sizeof(error));
  printf("other: %s\n", error);
  if (sums_load_weights(argv[1], error, sizeof(error)) != XLA_OK ||
      sums_load_weights("nowhere", NULL, 0) != XLA_OK)
    return 1;
  print("loaded", sums_run(NULL, x, y));
  y[0] = 0;
  print("alone", sums_run_alone(NULL, x, y));
  return 0;
}
