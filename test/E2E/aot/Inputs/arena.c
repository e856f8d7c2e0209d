/*===- arena.c - Call a program with and without temporary memory ---------===*/

#include "chain.h"

#include <stdio.h>

int main(void) {
  float x[] = {1, 1, 1, 1}, y[4];
  static _Alignas(64) char arena[chain_arena_bytes + 64];
  int32_t without = chain_run_alone(NULL, x, y);
  int32_t with = chain_run_alone(arena, x, y);
  printf("without: %d, with: %d, %g\n", (int)(without == XLA_INVALID_ARGUMENT),
         (int)with, y[0]);
  return 0;
}
