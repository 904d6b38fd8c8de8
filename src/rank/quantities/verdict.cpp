// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data rank_of(const UnderDelay& a) { return a.ranking != nullptr ? Data(a.ranking->rank.at(a.number)) : Data(); }

/// The rank as [best, worst]; null if no figure is uncertain, or if the candidate is not ranked.
Data rank_range(const UnderDelay& a) {
  if (a.ranking == nullptr || a.ranking->certainty.range.empty() || !a.ranking->certainty.range.at(a.number)) return {};
  const RankRange& range = *a.ranking->certainty.range[a.number];
  return Data::List{range.best, range.worst};
}

Data pareto(const UnderDelay& a) { return a.ranking != nullptr ? Data(a.ranking->pareto.at(a.number)) : Data(); }

Data infeasible(const UnderDelay& a) {
  return each_of<Data>(a.candidate.infeasible, [&](const OverLimit& over) {
    return Data::Map{{"limit", over.limit}, {"needed", over.needed}, {"allowed", over.allowed}};
  });
}

}  // namespace

Quantities verdict_quantities() {
  return {
      {"rank", Unit::none, "its place in the ranking", rank_of},
      {"rank_range", Unit::none, "the best and the worst rank over what is uncertain", rank_range},
      {"pareto", Unit::none, "whether it is on the Pareto front", pareto},
      {"feasible", Unit::none, "whether it can be built and keeps the limits",
       [](const UnderDelay& a) { return Data(a.candidate.can_be_built() && a.candidate.infeasible.empty()); }},
      {"infeasible", Unit::none, "the limits that it does not keep", infeasible},
      {"sources", Unit::none, "where its numbers come from",
       [](const UnderDelay& a) { return data_list(a.candidate.sources); }},
  };
}

}  // namespace cutline
