// SPDX-License-Identifier: Apache-2.0
#include "rank/asked.hpp"

#include "evaluate/network.hpp"
#include "evaluate/rankable.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

/// The mark of the row that a path of the record leads to, or leads into.
bool is_marked(std::string_view path, QuantityMark mark) {
  for (std::size_t end = path.size(); end != std::string_view::npos; end = path.rfind('.', end - 1)) {
    if (const Quantity* row = find_quantity(path.substr(0, end))) return row->*mark;
  }
  return false;
}

// Of these `study` is a whole one, or what a single candidate is asked.

/// Whether the winner depends on a bisection.
bool ranks_by_bisection(const Study& study) {
  return study.asks_loads() || !study.fail.empty() || holds_graph_cut(study.hold) ||
         asks_for(study, &Quantity::of_bisection);
}

/// Whether an answer in words tells a quantity of the bisection.
bool tells_bisection(const Study& study) {
  const auto expects = [](const Expectation& each) { return is_marked(each.key, &Quantity::of_bisection); };
  return study.asks_of_load() || ranks_by_bisection(study) || std::ranges::any_of(study.expectations, expects);
}

Effort effort_where(FunctionRef<bool(const Study&)> wants_bisections, const Study& study, const Effort& effort) {
  const auto asked_alone = [&](const Design& design) { return design.asked && wants_bisections(*design.asked); };
  Effort needed = effort;
  if (!wants_bisections(study) && std::ranges::none_of(study.designs, asked_alone))
    needed.bisections = std::min(effort.bisections, Bisections::bounding_load);
  return needed;
}

}  // namespace

bool is_of(std::string_view measure, QuantityMark mark) {
  const RankMeasure* found = find_measure(measure);
  return found == nullptr || std::ranges::any_of(found->quantities, [&](const Quantity* each) { return each->*mark; });
}

bool asks_for(const Study& study, QuantityMark mark) {
  const auto ranks = [&](const RankTerm& term) { return is_of(term.measure, mark); };
  const auto limits = [&](const auto& limit) {
    const std::string_view name = limit_name(limit.first);
    return is_marked(name, mark) || (find_measure(name) != nullptr && is_of(name, mark));
  };
  return std::ranges::any_of(study.limits, limits) || std::ranges::any_of(study.rank, ranks) ||
         std::ranges::any_of(pareto_measures(study), ranks);
}

Effort effort_in_words(const Study& study, const Effort& effort) {
  return effort_where(tells_bisection, study, effort);
}

Effort effort_of_winner(const Study& study, const Effort& effort) {
  return effort_where(ranks_by_bisection, study, effort);
}

}  // namespace cutline
