// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <chrono>
#include <iterator>
#include <thread>

#include "evaluate/budget.hpp"
#include "evaluate/mistakes.hpp"
#include "evaluate/rankable.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"
#include "study/work_estimate.hpp"

namespace cutline {

namespace {

/// Number of designs in a block. A block is evaluated as a whole before the next one begins. Large enough to keep any
/// number of threads busy.
constexpr std::size_t kBlock = 1024;
/// Candidates per thread that are finished before they go to the sink, at first: twice as many, up to a block, after
/// each part that took less than this time. Threads then seldom wait for the slowest one, and an interrupted sweep
/// loses little.
constexpr std::size_t kPartPerThread = 8;
constexpr std::chrono::milliseconds kShortPart{20};
/// The most layouts in memory at once if layouts are not kept.
constexpr std::size_t kAtOnce = 16;

/// Refuses networks that take more memory than the effort allows, all that are in memory at once together.
void expect_memory_of_all(const Study& study, const std::vector<Design>& designs,
                          const std::vector<PlacedOrIdeal>& networks, const Effort& effort, Layouts layouts,
                          Mistakes& mistakes) {
  std::vector<double> each(networks.size());
  mistakes.collect(0, networks.size(), [&](std::size_t i) {
    const auto* placed = std::get_if<PlacedDesign>(&networks[i]);
    if (placed == nullptr) return;
    const ChannelWires channel = narrowest_wires(study_of(study, designs[i]), designs[i]);
    const double layout = wiring_memory(*placed->network) + routing_memory(*placed->network, placed->rules, channel);
    const double all = layouts_of(designs[i]) * layout;
    if (designs[i].swept) expect_memory(all, effort);  // a network too large alone is left out
    each[i] = all;
  });
  mistakes.throw_if_any();
  std::sort(each.begin(), each.end(), std::greater<>());
  if (layouts == Layouts::freed && each.size() > kAtOnce) each.resize(kAtOnce);
  expect_memory(std::accumulate(each.begin(), each.end(), 0.0), effort);
}

std::optional<std::size_t> reference_index(const Hold& hold, const std::vector<Design>& designs) {
  if (hold.resource == Resource::none || hold.of.empty()) return std::nullopt;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (designs[i].name == hold.of) return i;
  }
  throw Error(ExitCode::bad_input, {{fmt::format("no candidate is called '{}'", hold.of),
                                     "`hold` names one of the candidates", hold.place, "hold", false}});
}

/// The same layout, which others may share, without its patterns and joints.
LaidOut without_patterns(const LaidOut& laid) {
  const Layout& layout = laid.layout;
  const Wiring& wiring = layout.wiring;
  LaidOut result{
      laid.network, {{}, layout.rules, layout.positions, layout.unrouted}, laid.measures, laid.packages, laid.given};
  result.layout.wiring = {wiring.grid, {}, {}, wiring.kinds, wiring.stands, wiring.half_pitches};
  for (const Axis axis : kAxes) result.layout.wiring[axis].slots = wiring[axis].slots;
  return result;
}

/// What is left of each layout that candidates share.
using FreedLayouts = Memo<SharedConst<LaidOut>, SharedConst<LaidOut>>;

/// The candidate without the wires of its layout, which take most of its memory.
Candidate without_patterns(Candidate candidate, const FreedLayouts& freed) {
  const auto* laid_out = std::get_if<SharedConst<LaidOut>>(&candidate.built);
  if (laid_out == nullptr) return candidate;
  const auto made = [&] { return SharedConst<LaidOut>(without_patterns(**laid_out)); };
  candidate.built = shares_layout(candidate) ? freed.of(*laid_out, made) : made();
  if (!candidate.planes) return candidate;
  PlaneResults planes = std::move(candidate.planes).taken();
  for (PlaneResult& plane : planes.all) plane.candidate = without_patterns(std::move(plane.candidate), freed);
  candidate.planes = SharedConst<PlaneResults>(std::move(planes));
  return candidate;
}

/// Tells the onlooker how many designs are done. Threads may call it at once.
class Counted {
 public:
  Counted(const Effort& effort, const char* what, std::size_t all) : work_(effort.onlooker, what, all) {}
  void one_more() { work_.go_on(++done_); }

 private:
  WatchedWork work_;
  std::atomic<std::uint64_t> done_ = 0;
};

/// The terminals of a network that is sure to be built; absent where an order that optimises may still move nodes, and
/// with them the kinds of tile that they have.
std::optional<double> terminals_to_rank(const Design& design, const PlacedOrIdeal& network) {
  if (!rounded_width(design, design.own_width_bits())) return std::nullopt;
  if (const auto* ideal = std::get_if<IdealNetwork>(&network)) return ideal->terminals();
  const auto* placed = std::get_if<PlacedDesign>(&network);
  if (placed == nullptr || (optimises(design.placement) && serve_apart(design.tiles))) return std::nullopt;
  const Topology& topology = placed->network->topology;
  return in_section(design, "tiles",
                    [&] { return terminals_of_network(topology, tiles_of_sites(design, *placed->network)); });
}

/// Builds and places all designs. Designs that share an optimised placement search for it once. All that can be wrong
/// with a design is found before the first search: those networks are placed roughly first.
class Placer {
 public:
  Placer(const Study& study, const std::vector<Design>& designs, const Effort& effort, Mistakes& mistakes)
      : study_(study), designs_(designs), effort_(effort), mistakes_(mistakes) {}

  /// `alike`: first_with_topology() of the designs.
  std::vector<PlacedOrIdeal> place(const std::vector<std::size_t>& alike, Layouts layouts) {
    const std::vector<std::size_t> first_of = first_with_placement(designs_, alike);
    const std::size_t count = designs_.size();
    std::vector<PlacedOrIdeal> networks(count);
    Counted done(effort_, "networks placed", count);
    each([&](std::size_t i) { expect_timing_possible(asked(i), technology_of(asked(i), designs_[i]), designs_[i]); });
    for (const bool first : {true, false}) {
      each([&](std::size_t i) {
        if ((first_of[i] == i) != first) return;
        const Design& design = designs_[i];
        const bool searches = optimises(design.placement);
        if (!first && !mistakes_.failed(first_of[i])) {
          networks[i] = place_alike(asked(i), design, networks[first_of[i]]);
        } else if (searches) {
          networks[i] = place_network_roughly(asked(i), design, build_network(design));
        } else {
          networks[i] = place_network(asked(i), design, build_network(design), nullptr);
        }
        if (!searches) done.one_more();
      });
    }
    mistakes_.throw_if_any();
    expect_nodes_of_traffic(networks);
    expect_population(networks);
    expect_memory_of_all(study_, designs_, networks, effort_, layouts, mistakes_);
    for (const bool first : {true, false}) {
      each([&](std::size_t i) {
        const auto* rough = std::get_if<PlacedDesign>(&networks[i]);
        if (rough == nullptr || !optimises(designs_[i].placement) || (first_of[i] == i) != first) return;
        // Links of a placed network have the lengths of their cables.
        const auto again = [&] {
          return designs_[i].machine ? build_network(designs_[i]) : TopologyOrIdeal(rough->network->topology);
        };
        networks[i] = first || mistakes_.failed(first_of[i])
                          ? place_network(asked(i), designs_[i], again(), effort_.watch)
                          : place_alike(asked(i), designs_[i], networks[first_of[i]]);
        done.one_more();
      });
      mistakes_.throw_if_any();  // others take the placements of the first ones
    }
    return networks;
  }

 private:
  const Study& asked(std::size_t design) const { return study_of(study_, designs_[design]); }

  template <class Body>
  void each(const Body& body) {
    mistakes_.collect(0, designs_.size(), body);
  }

  /// Refuses traffic that names nodes which none of the designs that it is asked of has.
  void expect_nodes_of_traffic(const std::vector<PlacedOrIdeal>& networks) const {
    std::map<const Study*, std::pair<std::vector<Design>, std::vector<const Topology*>>> by_study;
    for (std::size_t i = 0; i < networks.size(); ++i) {
      const auto* placed = std::get_if<PlacedDesign>(&networks[i]);
      auto& [designs, topologies] = by_study[&asked(i)];
      if (designs.empty()) designs.push_back(designs_[i]);  // it has the place of the traffic in the spec
      topologies.push_back(placed != nullptr ? &placed->network->topology : nullptr);
    }
    for (const auto& [study, of] : by_study) expect_known_nodes(*study, of.first, of.second);
  }

  /// Refuses different populations where every design is sure to be ranked.
  void expect_population(const std::vector<PlacedOrIdeal>& networks) {
    if (!effort_.to_rank) return;
    for (std::size_t i = 0; i < networks.size(); ++i) {
      if (!asked(i).limits.empty() || asked(i).hold.resource != Resource::none) return;
    }
    std::vector<std::optional<double>> terminals(networks.size());
    each([&](std::size_t i) { terminals[i] = terminals_to_rank(designs_[i], networks[i]); });
    mistakes_.throw_if_any();
    std::vector<Machine> machines;
    for (std::size_t i = 0; i < networks.size(); ++i) {
      if (terminals[i]) machines.push_back({&designs_[i], *terminals[i]});
    }
    expect_same_population(study_.population, machines);
  }

  const Study& study_;
  const std::vector<Design>& designs_;
  const Effort& effort_;
  Mistakes& mistakes_;
};

/// The measures of the graphs, found once for all designs of a topology; absent if there is no graph. A graph that
/// cannot be measured is an error of each of its designs.
std::vector<std::optional<GraphMeasures>> measure_graphs(
    const std::vector<PlacedOrIdeal>& networks, const Effort& effort, const std::vector<std::size_t>& alike,
    Mistakes& mistakes, FunctionRef<GraphMeasures(std::size_t design, const Topology&)> measure) {
  std::vector<std::optional<GraphMeasures>> graphs(networks.size());
  Counted done(effort, "graphs measured", networks.size());
  for (const bool first : {true, false}) {
    mistakes.collect(0, networks.size(), [&](std::size_t i) {
      if ((alike[i] == i) != first) return;
      if (!first) graphs[i] = graphs[alike[i]];
      const auto* placed = std::get_if<PlacedDesign>(&networks[i]);
      if (placed != nullptr && !graphs[i]) graphs[i] = measure(i, placed->network->topology);
      done.one_more();
    });
  }
  return graphs;
}

/// Designs under a study, placed and measured as graphs. Each is wired when its turn comes, and then moved out.
class Designs {
 public:
  Designs(const Study& study, const std::vector<Design>& designs, const Effort& effort, Layouts layouts,
          Mistakes& mistakes)
      : study_(study), designs_(designs), effort_(effort) {
    const std::vector<std::size_t> alike = first_with_topology(designs);
    networks_ = Placer(study, designs, effort, mistakes).place(alike, layouts);
    const Hold& hold = hold_of_cuts(study, designs);
    graphs_ = measure_graphs(networks_, effort, alike, mistakes, [&](std::size_t i, const Topology& topology) {
      return measure_graph(hold, designs[i], topology, effort);
    });
  }

  std::size_t count() const { return networks_.size(); }

  /// What designs are evaluated under: the study, and all that single designs are asked in its place.
  std::map<const Study*, Evaluation> evaluations(Mistakes& mistakes) {
    std::map<const Study*, Evaluation> all;
    const Evaluation& whole = all.emplace(&study_, Evaluation{study_, effort_, budget(study_, mistakes)}).first->second;
    for (const Design& design : designs_) {
      if (!design.asked || all.count(&*design.asked) > 0) continue;
      const std::optional<double> own = budget(*design.asked, mistakes);
      all.emplace(&*design.asked,
                  Evaluation{*design.asked, effort_, own, whole.technology, whole.up_to_saturation, whole.shared});
    }
    return all;
  }

  /// For each design of a block, the design whose wiring it shares, by first_with_wiring().
  std::vector<std::optional<std::size_t>> first_with_wiring(std::size_t begin, std::size_t end) const {
    return cutline::first_with_wiring(networks_, {begin, end},
                                      [&](std::size_t design) { return references_.count(design) > 0; });
  }

  /// The wiring of a design; empty if there is nothing to wire.
  Wiring wiring(std::size_t design) const {
    const auto* placed = std::get_if<PlacedDesign>(&networks_[design]);
    return placed != nullptr ? wire_network(designs_[design], *placed) : Wiring();
  }

  /// Moves the network of a design out, wired. `known` is its wiring if that is known, else null.
  WiredOrIdeal take(std::size_t design, const Wiring* known) {
    if (const auto found = references_.find(design); found != references_.end()) return std::move(found->second);
    WiredOrIdeal result = wired(design, known != nullptr ? *known : wiring(design));
    networks_[design] = {};
    graphs_[design].reset();
    return result;
  }

 private:
  /// The amount of the held resource; absent if nothing is held.
  std::optional<double> budget(const Study& study, Mistakes& mistakes) {
    const Hold& hold = study.hold;
    const std::optional<std::size_t> reference = reference_index(hold, designs_);
    if (!reference) return hold.resource == Resource::none ? std::nullopt : std::optional(hold.amount);
    std::optional<double> budget;
    mistakes.collect(*reference, *reference + 1, [&](std::size_t i) {
      auto found = references_.find(i);
      if (found == references_.end()) found = references_.emplace(i, wired(i, wiring(i))).first;
      budget = budget_of_reference(hold, technology_of(study, designs_[i]), designs_[i], found->second, effort_);
    });
    if (budget) return budget;
    mistakes.throw_if_any();
    throw_design_error(designs_[*reference], mistakes.why_left_out(*reference));
  }

  WiredOrIdeal wired(std::size_t design, Wiring wiring) const {
    const PlacedOrIdeal& network = networks_[design];
    if (const auto* placed = std::get_if<PlacedDesign>(&network))
      return WiredDesign{*placed, *graphs_[design], std::move(wiring)};
    return std::get<IdealNetwork>(network);
  }

  const Study& study_;
  const std::vector<Design>& designs_;
  const Effort& effort_;
  std::vector<PlacedOrIdeal> networks_;
  std::vector<std::optional<GraphMeasures>> graphs_;
  std::map<std::size_t, WiredOrIdeal> references_;  ///< designs whose use of a resource is held
};

}  // namespace

namespace {

/// Where candidates go: one by one on any thread, then part by part in the order of the designs.
struct Sinks {
  FunctionRef<void(std::size_t design, Candidate&)> each;
  CandidateSink part;
};

void evaluate_all(const Study& study, const std::vector<Design>& all, const Effort& effort, Layouts layouts,
                  const Sinks& sinks) {
  Mistakes mistakes(all);
  Designs designs(study, all, effort, layouts, mistakes);
  const std::map<const Study*, Evaluation> evaluations = designs.evaluations(mistakes);
  Counted done(effort, "candidates", designs.count());
  std::size_t part_size = kPartPerThread * std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t begin = 0; begin < designs.count(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, designs.count());
    const auto first = designs.first_with_wiring(begin, end);
    std::vector<Wiring> shared(end - begin);
    mistakes.collect(begin, end, [&](std::size_t i) {
      if (first[i - begin] == i) shared[i - begin] = designs.wiring(i);
    });
    for (std::size_t from = begin, next = begin; from < end; from = next) {
      const auto start = std::chrono::steady_clock::now();
      std::vector<Candidate> part(std::min(part_size, end - from));
      next = from + part.size();
      mistakes.collect(from, next, [&](std::size_t i) {
        const auto& known = first[i - begin];
        const Wiring* wiring = known && !mistakes.failed(*known) ? &shared[*known - begin] : nullptr;
        Candidate& candidate = part[i - from];
        candidate = finish(evaluations.at(&study_of(study, all[i])), all[i], designs.take(i, wiring));
        sinks.each(i, candidate);
        done.one_more();
      });
      for (std::size_t i = from; i < next; ++i) {
        if (mistakes.why_left_out(i).empty()) continue;
        part[i - from] = without_network(all[i], mistakes.why_left_out(i));
        sinks.each(i, part[i - from]);
        done.one_more();
      }
      if (mistakes.none()) sinks.part(from, part);
      if (std::chrono::steady_clock::now() - start < kShortPart) part_size = std::min(2 * part_size, kBlock);
    }
  }
  mistakes.throw_if_any();
}

}  // namespace

void evaluate_designs(const Study& study, const std::vector<Design>& designs, const Effort& effort, Layouts layouts,
                      CandidateSink sink) {
  const FreedLayouts freed{64};
  const auto free_layout = [&](std::size_t, Candidate& candidate) {
    if (layouts == Layouts::freed) candidate = without_patterns(std::move(candidate), freed);
  };
  evaluate_all(study, designs, effort, layouts, {free_layout, sink});
}

void evaluate_each(const Study& study, const Effort& effort, FunctionRef<void(std::size_t design, Candidate&)> each,
                   CandidateSink sink) {
  evaluate_all(study, study.designs, effort, Layouts::freed, {each, sink});
}

void evaluate_blocks(const Study& study, const Effort& effort, Layouts layouts, CandidateSink sink) {
  evaluate_designs(study, study.designs, effort, layouts, sink);
}

std::vector<Candidate> evaluate(const Study& study, const Effort& effort, Layouts layouts) {
  std::vector<Candidate> candidates;
  candidates.reserve(study.designs.size());
  evaluate_blocks(study, effort, layouts, [&](std::size_t, std::vector<Candidate>& block) {
    std::move(block.begin(), block.end(), std::back_inserter(candidates));
  });
  return candidates;
}

}  // namespace cutline
