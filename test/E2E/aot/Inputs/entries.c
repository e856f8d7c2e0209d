/*===- entries.c - Call two functions of one object -----------------------===*/

#include "both.h"

#include <stdio.h>

static void print(const float *y) {
  for (int i = 0; i < first_y_size; ++i)
    printf("%g ", y[i]);
  printf("\n");
}

int main(void) {
  float x[first_x_size] = {1, 2, 3, 4}, y[second_y_size];
  static _Alignas(64) char arena[first_arena_bytes + second_arena_bytes + 64];
  if (first_run_alone(arena, x, y))
    return 1;
  print(y);
  if (second_run_alone(arena, x, y))
    return 1;
  print(y);
  return 0;
}
