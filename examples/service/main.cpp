//===- main.cpp - A service that answers with a model's scores ------------===//
//
// Reads requests, one a line, as numbers, and answers each with the class that
// scores highest, in order. Workers share one model: compiled code holds no
// state.
//
//===----------------------------------------------------------------------===//

#include "mlp.h"

#include <algorithm>
#include <array>
#include <future>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Features = std::array<float, mlp_features_size>;
using Scores = std::array<float, mlp_scores_size>;

/// The answer to one request.
static std::string answer(const xla_models::mlp &model,
                          const std::string &request) {
  std::istringstream numbers(request);
  Features features = {};
  for (float &feature : features)
    if (!(numbers >> feature))
      return "error: expected " + std::to_string(features.size()) + " numbers";
  Scores scores;
  try {
    model(features, scores);
  } catch (const xla_models::Error &error) {
    return std::string("error: ") + error.what();
  }
  auto best = std::max_element(scores.begin(), scores.end());
  std::ostringstream text;
  text << "class " << best - scores.begin() << ", score " << *best;
  return text.str();
}

int main() {
  xla_models::mlp model;
  // The service has threads of its own: one for each call is enough.
  model.thread_limit = 1;
  std::vector<std::future<std::string>> answers;
  for (std::string line; std::getline(std::cin, line);)
    answers.push_back(std::async(answer, std::cref(model), line));
  for (std::future<std::string> &one : answers)
    std::cout << one.get() << "\n";
}
