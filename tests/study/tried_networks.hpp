// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <optional>

#include "cutline/detail/base/callbacks.hpp"
#include "families/family_search.hpp"

namespace cutline::test {

/// A network that a search of families tries: what is known before its layout, and what it takes.
struct TriedNetwork {
  EarlyFacts facts;
  double in_places = 0;            ///< the floor of the first objective where its nodes stand
  std::optional<double> taken_ns;  ///< its latency; absent: it cannot be built
};

/// Calls visit for every `each`-th network of the study's search, in the order in which they are listed.
inline void for_each_tried(const Study& study, std::size_t each, FunctionRef<void(const TriedNetwork&)> visit) {
  const std::vector<Design> designs = networks_of(*study.search);
  const std::vector<EarlyFacts> facts = early_facts(study, study.rank, designs);
  for (std::size_t i = 0; i < designs.size(); i += each) {
    if (!facts[i].why_none.empty() || !facts[i].over.empty()) continue;
    CAPTURE(designs[i].name);
    const Design design = with_room(designs[i], facts[i]);
    TriedNetwork tried{facts[i], floors_in_places(study, study.rank, design, facts[i], nullptr).front(), {}};
    const std::vector<Candidate> built = evaluated_networks(study, {design}, effort_of_networks(study, {}));
    if (built.front().can_be_built())
      tried.taken_ns = in_ns(built.front().latency.timings.front().latency.total()) * (1 + 1e-9);
    visit(tried);
  }
}

}  // namespace cutline::test
