// SPDX-License-Identifier: Apache-2.0
#include "study/remarks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/format.hpp"
#include "cutline/topology/family.hpp"
#include "study/caveats.hpp"
#include "study/evaluate.hpp"
#include "study/population.hpp"
#include "study/sentence.hpp"
#include "study/timing.hpp"

namespace cutline {

namespace {

bool ranked_by_latency(const Study& study) { return study.rank.size() == 1 && study.rank[0].measure == "latency"; }

/// Closed forms know every resource but an area.
bool can_be_held(const Hold& hold) { return hold.resource != Resource::area; }

/// For the layout's middle cut, which closed forms do not know, their bisection stands.
std::optional<Study> with_bisection_of_forms(const Study& study) {
  if (study.hold.resource != Resource::bisection || study.hold.count != BisectionCount::middle_cut) return std::nullopt;
  Study other = study;
  other.hold.count = BisectionCount::graph;
  return other;
}

bool has_closed_forms(const Design& design) {
  const Family* family = find_family(design.family);
  return family != nullptr && family->ideal != nullptr;
}

/// The same study by closed forms alone: real radices, real widths, the papers' wire lengths.
std::optional<std::vector<Candidate>> by_closed_forms(const Study& study, const std::vector<Candidate>& candidates,
                                                      std::vector<Design>& designs) {
  std::vector<Candidate> result;
  for (const Candidate& candidate : candidates) {
    designs.push_back(*candidate.design);
    designs.back().ideal = true;
    designs.back().channel.round.reset();
  }
  const std::optional<Study> other = with_bisection_of_forms(study);
  const Study& formal = other ? *other : study;
  try {
    std::optional<double> budget;
    for (const Candidate& candidate : candidates) {
      if (candidate.channel.held_budget) budget = candidate.channel.held_budget;
    }
    for (const Design& design : designs) {
      expect_timing_possible(formal, design);
      Network network = build_network(formal, design);
      if (!network.formulas->mean_hops) return std::nullopt;  // and so none tells the latency
      result.push_back(finish(formal, network, budget, {}));
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  return result;
}

std::optional<std::size_t> fastest(const std::vector<Candidate>& candidates, std::size_t delay) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (delay >= candidates[i].latency.timings.size()) continue;
    const Time total = candidates[i].latency.timings[delay].latency.total();
    if (!best || total < candidates[*best].latency.timings[delay].latency.total()) best = i;
  }
  return best;
}

/// Why the layouts do not follow the closed forms, whose winner is `best`.
std::vector<std::string> departures(const std::vector<Candidate>& layouts, const std::vector<Candidate>& forms,
                                    std::size_t best) {
  std::vector<std::string> texts;
  if (!layouts[best].can_be_built()) texts.push_back("it cannot be built, as " + layouts[best].why_not());
  std::vector<std::string> rounded;
  double stretch = 1;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (!layouts[i].latency.unrounded.empty()) rounded.push_back(layouts[i].design->name);
    if (!layouts[i].laid_out()) continue;
    const auto longest = layouts[i].laid_out()->measures.length.longest_span.pitches();
    stretch = std::max(stretch, longest / forms[i].ideal()->longest_span);
  }
  if (stretch > 1 + 1e-9) {
    texts.push_back(fmt::format("placed wires are up to {} times as long as the closed form{}", rounded_text(stretch),
                                stretch == 2 ? ", since folding a ring doubles them" : ""));
  }
  if (!rounded.empty()) texts.push_back("bits and cycles are rounded to whole ones in " + enumerated(rounded));
  return texts;
}

/// Empty where the closed forms have the same winner.
std::string against_closed_forms(const std::vector<Candidate>& layouts, const std::vector<Candidate>& forms,
                                 const Ranking& ranking, std::size_t delay, bool unit) {
  const std::optional<std::size_t> best = fastest(forms, delay);
  if (!best || ranking.rank[*best] == 1) return {};
  const std::vector<std::string> reasons = departures(layouts, forms, *best);
  return fmt::format(
      "By closed forms alone (any real radix and width, wires k^(n/2-1) node pitches long) {} would win with {} "
      "{}{}{}.",
      layouts[*best].design->name, rounded_text(in_ns(forms[*best].latency.timings[delay].latency.total())),
      unit ? "tau" : "ns", reasons.empty() ? "" : "; in layouts ", join(reasons, "; "));
}

/// Which candidates' energies lack a part, so that they do not compare with others'.
std::string partial_energies(const std::vector<Candidate>& candidates, std::size_t delay) {
  std::vector<std::string> wires, routers, edges;
  for (const Candidate& candidate : candidates) {
    if (delay >= candidate.latency.timings.size() || !candidate.latency.timings[delay].energy.total_pj()) continue;
    const EnergyPerBit& energy = candidate.latency.timings[delay].energy;
    const std::string& name = candidate.design->name;
    if (!energy.wire_pj) wires.push_back(name);
    if (!energy.router_pj) routers.push_back(name);
    if (!energy.edge_pj && !candidate.design->packages.empty()) edges.push_back(name);
  }
  std::vector<std::string> lacks;
  if (!wires.empty()) lacks.push_back("wires of " + enumerated(wires));
  if (!routers.empty()) lacks.push_back("routers of " + enumerated(routers));
  if (!edges.empty()) lacks.push_back("the edges of the packages of " + enumerated(edges));
  return lacks.empty() ? "" : fmt::format("Energies are partial: without {}.", join(lacks, ", without "));
}

/// Of placements whose search was interrupted; empty where none was.
std::string interrupted_placements(const std::vector<Candidate>& candidates) {
  std::vector<std::string_view> names;
  for (const Candidate& candidate : candidates) {
    if (!candidate.network()) continue;
    const std::vector<Arranged>& arranged = candidate.network()->placement.arranged;
    if (std::any_of(arranged.begin(), arranged.end(), [](const Arranged& each) { return each.interrupted; }))
      names.push_back(candidate.design->name);
  }
  if (names.empty()) return "";
  return fmt::format("Interrupted: the best placement found so far stands for {}.", join(names, ", "));
}

}  // namespace

void add_remarks(const Study& study, const std::vector<Candidate>& candidates, std::vector<Ranking>& rankings) {
  const auto add = [&](const std::string& remark) {
    for (Ranking& ranking : rankings) ranking.remarks.push_back(remark);
  };
  if (mixed_population(study, candidates)) {
    add("The candidates have different numbers of terminals: area and total length are ranked per terminal, the rest "
        "as it is.");
  }
  if (const std::string interrupted = interrupted_placements(candidates); !interrupted.empty()) add(interrupted);
  for (std::size_t delay = 0; delay < rankings.size(); ++delay) {
    const std::string partial = partial_energies(candidates, delay);
    if (!partial.empty()) rankings[delay].remarks.push_back(partial);
  }
  for (const Candidate& candidate : candidates) {
    for (const std::string& note : candidate.notes) {
      if (note.rfind("no contention: ", 0) == 0) add(fmt::format("{}: {}.", candidate.design->name, note));
    }
  }
  for (const auto& [delay, sentence] : caveats_said(candidates))
    rankings[delay.value_or(0)].remarks.push_back(sentence);
  if (const std::string energy = energy_without_ports(candidates); !energy.empty())
    rankings[0].remarks.push_back(energy);
  const bool defaulted =
      std::any_of(candidates.begin(), candidates.end(), [](const Candidate& c) { return !c.design->router.given; });
  if (defaulted && !study.technology.unit && ranked_by_latency(study)) {
    add("Warning: router delays are 0 by default, so hops cost their wires alone; give `router: {delay: ...}`.");
  }
  const bool layouts_only = std::all_of(candidates.begin(), candidates.end(), [](const Candidate& c) {
    return !c.design->ideal && has_closed_forms(*c.design);
  });
  if (candidates.size() < 2 || !layouts_only || !ranked_by_latency(study) || study.traffic || !can_be_held(study.hold))
    return;
  std::vector<Design> designs;
  designs.reserve(candidates.size());
  const auto forms = by_closed_forms(study, candidates, designs);
  if (!forms) return;
  for (std::size_t delay = 0; delay < rankings.size(); ++delay) {
    const std::string remark = against_closed_forms(candidates, *forms, rankings[delay], delay, study.technology.unit);
    if (!remark.empty()) rankings[delay].remarks.push_back(remark);
  }
}

}  // namespace cutline
