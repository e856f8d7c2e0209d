/*===- main.c - Classify without any library -------------------------------===*
 *
 *   classify NUMBER...
 *
 * Takes the features from the command line and prints the scores.
 *
 *===----------------------------------------------------------------------===*/

#include "mlp.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  float features[mlp_features_size], scores[mlp_scores_size];
  if (argc - 1 != mlp_features_size) {
    fprintf(stderr, "expected %d numbers, but got %d\n", (int)mlp_features_size,
            argc - 1);
    return 2;
  }
  for (int i = 0; i < mlp_features_size; ++i)
    features[i] = strtof(argv[i + 1], NULL);
#if mlp_arena_bytes > 0
  static _Alignas(64) char arena[mlp_arena_bytes];
#else
  void *arena = NULL;
#endif
  int32_t code = mlp_run_alone(arena, features, scores);
  if (code != XLA_OK) {
    fprintf(stderr, "failed with code %d\n", (int)code);
    return code;
  }
  for (int i = 0; i < mlp_scores_size; ++i)
    printf("%s%.4f", i ? " " : "", scores[i]);
  printf("\n");
  return 0;
}
