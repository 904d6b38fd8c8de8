// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/search.hpp"

namespace cutline {

double SearchAnswer::gap() const { return static_cast<double>(found->hops) / static_cast<double>(bound->hops) - 1; }

SearchAnswer search(const SearchChoice& choice, std::uint64_t seed, Watch* watch) {
  SearchAnswer answer{.choice = choice, .seed = seed, .found = {}, .bound = {}, .contradiction = {}};
  answer.asked_moves = choice.moves.value_or(default_moves(choice.limits.nodes()));
  answer.contradiction = contradiction(choice.limits);
  if (answer.contradiction) return answer;
  answer.bound = least_hops(choice.limits);
  answer.found = search_links(choice.limits, {answer.asked_moves, choice.starts, seed}, watch);
  return answer;
}

}  // namespace cutline
