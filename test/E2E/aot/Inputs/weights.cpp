//===- weights.cpp - The C++ class of a program whose weights have a file -===//

#include "sums.h"

#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  try {
    xla_models::sums other(argv[2]);
  } catch (const xla_models::Error &error) {
    std::printf("%s\n", error.what());
  }
  std::vector<float> x(sums_x_size, 1.0f), y(sums_y_size);
  xla_models::sums sums(argv[1]);
  sums(x, y);
  std::printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
  return 0;
}
