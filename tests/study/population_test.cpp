// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/study/laid_out.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Study two_sizes() {
  Study study = unit_study();
  study.designs = {torus(16, 2), hypercube(7), design("ring", "ring", {{"nodes", 250}})};
  study.designs[1].places["candidate"] = Place{"s.yaml", 5, 3, "  - {name: cube}"};
  return study;
}

std::string ranking_error(const Study& study) {
  const std::vector<Candidate> candidates = evaluated(study);
  return complaint([&] { rank(study, candidates); });
}

bool population_says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("machines of different sizes are not ranked together, and the nearest sizes are named") {
  const std::string text = ranking_error(two_sizes());
  CHECK(population_says(text, "s.yaml:5:3"));
  CHECK(population_says(text, "'cube' has 128 terminals and cannot be ranked with 256"));
  CHECK(population_says(text, "dimensions 8 has 256"));
  CHECK(population_says(text, "'ring' has 250 terminals"));
  CHECK(population_says(text, "nodes 256 has 256"));
  CHECK_FALSE(population_says(text, "'torus 16 x 2'"));
}

TEST_CASE("a wanted number of terminals is compared with every candidate") {
  Study study = two_sizes();
  study.population.terminals = 200;
  const std::string text = ranking_error(study);
  CHECK(population_says(text, "radix 14 has 196, radix 15 has 225"));
  CHECK(population_says(text, "dimensions 7 has 128, dimensions 8 has 256"));
  study.population.tolerance = 0.4;
  CHECK(ranking_error(study) == "");
}

TEST_CASE("terminals count, not nodes") {
  Study study = two_sizes();
  study.designs = {torus(16, 2), torus(8, 2)};
  study.designs[1].parameters.set("concentration", std::int64_t{4});
  CHECK(ranking_error(study) == "");
}

TEST_CASE("any population is ranked, sizes by what a terminal takes") {
  Study study = two_sizes();
  study.designs.pop_back();
  study.population.any = true;
  study.rank = {{"area", 1}};
  const std::vector<Candidate> candidates = evaluated(study);
  const Ranking ranking = rank(study, candidates)[0];
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double area = static_cast<double>(candidates[i].laid_out()->measures.size.area_pitches2);
    CHECK(*ranking.score[i] == doctest::Approx(area / candidates[i].facts.nodes));
  }
  CHECK(population_says(verdict_text(study, candidates, ranking), "pitches^2 per terminal"));
  CHECK(mentions(remarks(study, candidates, ranking, 0), "different numbers of terminals"));
  study.designs[1] = hypercube(8);
  const std::vector<Candidate> same = evaluated(study);
  CHECK(*rank(study, same)[0].score[0] == static_cast<double>(same[0].laid_out()->measures.size.area_pitches2));
}

TEST_CASE("candidates that cannot be ranked do not count") {
  Study study = two_sizes();
  study.designs.pop_back();
  study.designs[1].channel.width_bits = 1;
  study.designs[1].channel.multiple = 2;
  CHECK(ranking_error(study) == "");
}
