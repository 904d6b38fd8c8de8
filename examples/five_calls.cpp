// SPDX-License-Identifier: Apache-2.0
// The library in five calls: reads a spec, evaluates and ranks its candidates, draws the winner and writes its links.
#include <fmt/core.h>

#include <fstream>

#include "cutline/cutline.hpp"

int main(int argc, char** argv) {
  using namespace cutline;
  if (argc != 2) {
    fmt::print(stderr, "usage: five_calls SPEC.yaml\n");
    return 2;
  }
  try {
    const Study study = read_study(argv[1]);
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
    const Ranking ranking = rank(study, candidates).front();  // under the spec's first delay model
    if (ranking.order.empty()) return 1;                      // nothing can be built within the limits

    for (const std::size_t i : ranking.order) {
      // The quantity that the spec ranks by; if it ranks by several, how far the candidate is from the best.
      fmt::print("{}. {}: {:.4g}\n", ranking.rank[i].value_or(0), candidates[i].design->name, *ranking.score[i]);
    }
    const Candidate& winner = candidates[ranking.order.front()];
    std::ofstream("winner.svg") << draw(study, winner);
    std::ofstream("winner.csv") << export_as("csv", study, winner).files.front().content;
    fmt::print("winner.svg shows the layout of {}, winner.csv has its links\n", winner.design->name);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  }
}
