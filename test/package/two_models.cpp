//===- two_models.cpp - Two compiled programs in one process --------------===//

#include "affine.h"
#include "same.h"

#include <cstdio>
#include <vector>

int main() {
  const std::vector<float> x = {1, 2, 3, 4};
  std::vector<float> y(4), z(4);
  xla_models::same same;
  xla_models::affine affine;
  same(x, y);
  affine(x, z);
  std::printf("%g %g %g %g, %g %g %g %g\n", y[0], y[1], y[2], y[3], z[0], z[1],
              z[2], z[3]);
  try {
    affine(std::vector<float>(3), z);
  } catch (const xla_models::Error &error) {
    std::printf("%s\n", error.what());
  }
}
