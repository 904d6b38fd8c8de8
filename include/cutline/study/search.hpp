// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cutline/base/watch.hpp"
#include "cutline/search/link_bounds.hpp"
#include "cutline/search/link_search.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

/// What a search found, and what no search can beat.
struct SearchAnswer {
  SearchChoice choice;
  std::uint64_t seed = 1;
  std::uint64_t asked_moves = 0;
  std::optional<FoundLinks> found;
  std::optional<HopBound> bound;               ///< absent where a contradiction is known
  std::optional<Contradiction> contradiction;  ///< nothing is searched then

  /// How far above the bound the links are: 0.034 is 3.4 %. Both must be there.
  double gap() const;
};

SearchAnswer search(const SearchChoice& choice, std::uint64_t seed, Watch* watch = nullptr);

}  // namespace cutline
