// SPDX-License-Identifier: Apache-2.0
#include "study/evaluate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <thread>
#include <tuple>
#include <utility>

#include "cutline/base/parallel.hpp"
#include "cutline/measure/packages.hpp"
#include "cutline/study/loaded.hpp"
#include "cutline/study/site_costs.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/study/under_load.hpp"
#include "study/alike.hpp"
#include "study/curve.hpp"
#include "study/faults.hpp"
#include "study/guest.hpp"
#include "study/held.hpp"
#include "study/notes.hpp"
#include "study/routing_choice.hpp"
#include "study/timing.hpp"

namespace cutline {

namespace {

/// Collects the first error of each design and throws all of them together, in their order and without repetitions.
class Mistakes {
 public:
  explicit Mistakes(std::size_t designs) : failed_(designs) {}

  /// Calls body(i) for every design from `begin` to before `end` that has not failed, on all threads, and keeps what
  /// they throw.
  template <class Body>
  void collect(std::size_t begin, std::size_t end, const Body& body) {
    std::vector<std::optional<Error>> errors(end - begin);
    parallel_for(errors.size(), [&](std::size_t i) {
      if (failed_[begin + i]) return;
      try {
        body(begin + i);
      } catch (const Error& error) {
        errors[i] = error;
      }
    });
    for (std::size_t i = 0; i < errors.size(); ++i) {
      if (!errors[i]) continue;
      failed_[begin + i] = true;
      take(*errors[i]);
    }
  }

  bool none() const { return !code_; }
  bool failed(std::size_t design) const { return failed_[design]; }

  void throw_if_any() const {
    if (code_) throw Error(*code_, diagnostics_);
  }

 private:
  void take(const Error& error) {
    if (!code_) code_ = error.code();
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      const auto same = [&](const Diagnostic& known) {
        return known.message == diagnostic.message && same_place(known.place, diagnostic.place);
      };
      if (std::none_of(diagnostics_.begin(), diagnostics_.end(), same)) diagnostics_.push_back(diagnostic);
    }
  }

  static bool same_place(const std::optional<Place>& a, const std::optional<Place>& b) {
    if (!a || !b) return !a && !b;
    return std::tie(a->file, a->line, a->column) == std::tie(b->file, b->line, b->column);
  }

  std::vector<char> failed_;
  std::optional<ExitCode> code_;
  std::vector<Diagnostic> diagnostics_;
};

/// Designs of a block, which are evaluated together before the next block begins: enough for any number of threads.
constexpr std::size_t kBlock = 1024;
/// Candidates per thread that are finished before they go to the sink: enough that threads wait little for the slowest,
/// few enough that an interrupted sweep loses little.
constexpr std::size_t kPartPerThread = 8;
/// The most layouts in memory at once where layouts are not kept.
constexpr std::size_t kAtOnce = 16;

void expect_memory(const std::vector<Network>& networks, const Effort& effort, Layouts layouts) {
  std::vector<double> each;
  for (const Network& network : networks) each.push_back(memory_estimate(network));
  std::sort(each.begin(), each.end(), std::greater<>());
  if (layouts == Layouts::freed && each.size() > kAtOnce) each.resize(kAtOnce);
  const double bytes = std::accumulate(each.begin(), each.end(), 0.0);
  if (bytes <= static_cast<double>(effort.memory_bytes)) return;
  const auto size = [](double value) {
    constexpr double kMegabyte = 1u << 20;
    return value < 1024 * kMegabyte ? fmt::format("{:.2g} MB", value / kMegabyte)
                                    : fmt::format("{:.1f} GB", value / kMegabyte / 1024);
  };
  throw_limit_error(fmt::format("this would take up to {} of memory, over the limit of {} (--max-memory)", size(bytes),
                                size(static_cast<double>(effort.memory_bytes))),
                    "fewer or smaller candidates, or a higher --max-memory");
}

std::optional<std::size_t> reference_index(const Study& study) {
  const Hold& hold = study.hold;
  if (hold.resource == Resource::none || hold.of.empty()) return std::nullopt;
  for (std::size_t i = 0; i < study.designs.size(); ++i) {
    if (study.designs[i].name == hold.of) return i;
  }
  throw Error(ExitCode::bad_input, {{fmt::format("no candidate is called '{}'", hold.of),
                                     "`hold` names one of the candidates", hold.place, "hold", false}});
}

NetworkFacts facts_of_ideal(const Design& design, const IdealNetwork& network) {
  NetworkFacts facts;
  facts.routing = choose_routing(design, nullptr);
  facts.nodes = network.nodes;
  facts.links = network.links;
  facts.bidirectional = network.channels_per_link == 2;
  facts.digits = static_cast<std::uint32_t>(std::lround(network.dimensions));
  facts.terminals = network.terminals();
  return facts;
}

NetworkFacts facts_of_placed(const Study& study, const Network& network, const Effort& effort) {
  const Topology& topology = network.placed->topology;
  NetworkFacts facts;
  facts.routing = choose_routing(*network.design, &topology);
  facts.graph = network.graph;
  facts.express = express_dimensions(topology, effort.link_visits);
  facts.nodes = static_cast<double>(topology.node_count());
  facts.tiles = in_section(*network.design, "tiles", [&] { return tiles_of_sites(*network.design, *network.placed); });
  facts.terminals = terminals_of_network(topology, facts.tiles);
  facts.links = static_cast<double>(topology.link_count());
  facts.bidirectional = std::all_of(topology.classes.begin(), topology.classes.end(),
                                    [](const LinkClass& link_class) { return link_class.channels == 2; });
  facts.digits = static_cast<std::uint32_t>(topology.digits.size());
  if (study.fail.empty()) return facts;
  facts.resilience = resilience(topology, effort.link_visits);
  facts.faults = measure_faults(study, topology, effort);
  return facts;
}

/// The facts of a network that exists.
NetworkFacts network_facts(const Study& study, const Network& network, const Effort& effort) {
  return network.placed ? facts_of_placed(study, network, effort) : facts_of_ideal(*network.design, *network.formulas);
}

Channel choose_channel(const Study& study, const Network& network, const std::optional<double>& budget) {
  const Design& design = *network.design;
  Channel channel;
  channel.width_before_rounding = design.channel.width_bits.value_or(1);
  ResourceUse use;
  if (budget) {
    use = resource_use(study, network);
    const std::optional<HeldWidth> held = width_for(use, *budget);
    if (!held) {
      throw_design_error(design, fmt::format("'{}' meets what is held at no width up to 2^30 bits", design.name),
                         "hold less, or something that grows with the width");
    }
    channel.width_before_rounding = held->bits;
    if (study.hold.resource == Resource::area) {
      channel.share = HeldArea{{.budget = *budget}, held->between};
    } else {
      channel.share = HeldShare{.budget = *budget};
    }
  }
  channel.width_bits = rounded_width(design, channel.width_before_rounding);
  if (!channel.width_bits) return channel;
  channel.wires = wires_of_channel(study, design, *channel.width_bits);
  if (auto* area = std::get_if<HeldArea>(&channel.share)) area->used = use(*channel.width_bits).amount();
  if (auto* share = std::get_if<HeldShare>(&channel.share)) share->used = use(*channel.width_bits).amount();
  return channel;
}

std::string too_narrow(const Design& design, double width) {
  const int multiple = design.channel.multiple;
  return fmt::format("the channel would have {:.4g} bits, less than {}", width,
                     multiple > 1 && width >= 1 ? fmt::format("one multiple of {}", multiple) : "one");
}

LaidOut lay_out(const Study& study, Network network, double width) {
  const Design& design = *network.design;
  const ChannelWires channel = channel_wires(study, design, width);
  Layout layout =
      in_section(design, "channel", [&] { return route(std::move(network.wiring), network.rules, channel); });
  Measures measures = measure(layout, network.placed->topology, network.placed->placement);
  PackageMeasures packages;
  if (!design.packages.empty())
    packages = in_section(design, "packages", [&] { return measure_packages(layout, design.packages); });
  return {std::move(*network.placed), std::move(layout), std::move(measures), std::move(packages)};
}

/// The candidate's network at its width, routed unless it is ideal.
decltype(Candidate::built) build(const Study& study, Network network, const Channel& channel) {
  if (!channel.width_bits) {
    CannotBeBuilt refused{too_narrow(*network.design, channel.width_before_rounding), {}};
    if (network.placed) {
      refused.network = std::move(*network.placed);
    } else {
      refused.network = std::move(*network.formulas);
    }
    return refused;
  }
  if (!network.placed) return std::move(*network.formulas);
  return lay_out(study, std::move(network), *channel.width_bits);
}

bool differs(const std::vector<Timing>& a, const std::vector<Timing>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].latency.total() != b[i].latency.total()) return true;
  }
  return false;
}

/// The latencies of a candidate that can be built; its traffic and sites must be filled.
LatencyResult latencies(const Study& study, const Effort& effort, const Candidate& candidate) {
  LatencyResult result;
  const Channel& channel = candidate.channel;
  const bool whole_cycles = takes_whole_cycles(candidate);
  MeanRoute route(study, candidate, effort);
  const auto costs_at = [&](double wire_delay) {
    return in_section(*candidate.design, "technology",
                      [&] { return route_costs(study, candidate, route, wire_delay); });
  };
  const RouteCosts costs = costs_at(1);
  result.mean_interchanges = costs.mean_interchanges;
  result.timings = timings(study, candidate, route, costs, *channel.width_bits, whole_cycles, effort);
  for (const Corner& corner : corners(study.uncertainty)) {
    result.corners.push_back(timings(study, candidate, route, costs_at(corner.wire_delay), *channel.width_bits,
                                     whole_cycles, effort, corner));
  }
  if (!whole_cycles && *channel.width_bits == channel.width_before_rounding) return result;
  std::vector<Timing> unrounded = timings(study, candidate, route, costs, channel.width_before_rounding, false, effort);
  if (differs(result.timings, unrounded)) result.unrounded = std::move(unrounded);
  return result;
}

/// The candidate without the wires of its layout, which take most of its memory.
Candidate without_patterns(Candidate candidate) {
  auto* laid = std::get_if<LaidOut>(&candidate.built);
  if (laid == nullptr) return candidate;
  for (Lines& lines : laid->layout.wiring.lines) {
    const std::uint32_t slots = lines.slots;
    lines = Lines{};
    lines.slots = slots;
  }
  laid->layout.wiring.joints = {};
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

/// Builds and places all designs. Designs that share an optimised placement search for it once.
std::vector<Network> build_networks(const Study& study, const Effort& effort, const std::vector<std::size_t>& alike,
                                    Mistakes& mistakes) {
  std::vector<Network> networks(study.designs.size());
  const std::vector<std::size_t> first = first_of_placement(study.designs, alike);
  Counted done(effort, "networks placed", networks.size());
  const auto build = [&](std::size_t i) {
    expect_timing_possible(study, study.designs[i]);
    const auto& found = networks[first[i]].placed;
    networks[i] = build_network(study, study.designs[i], effort.watch, found ? &found->placement : nullptr);
    done.one_more();
  };
  mistakes.collect(0, networks.size(), [&](std::size_t i) {
    if (first[i] == i) build(i);
  });
  mistakes.collect(0, networks.size(), [&](std::size_t i) {
    if (first[i] != i) build(i);
  });
  return networks;
}

/// Measures the graphs, once for all designs of a topology. A graph that cannot be measured is an error of each design.
void measure_graphs(std::vector<Network>& networks, const Effort& effort, const std::vector<std::size_t>& alike,
                    Mistakes& mistakes) {
  Counted done(effort, "graphs measured", networks.size());
  for (const bool first : {true, false}) {
    mistakes.collect(0, networks.size(), [&](std::size_t i) {
      if ((alike[i] == i) != first) return;
      if (!first) networks[i].graph = networks[alike[i]].graph;
      measure_graph(networks[i], effort);
      done.one_more();
    });
  }
}

/// The amount of the held resource; absent where nothing is held, or where the reference design failed.
std::optional<double> measured_budget(const Study& study, std::vector<Network>& networks,
                                      std::optional<std::size_t> reference, Mistakes& mistakes) {
  if (!reference) return held_budget(study, nullptr);
  std::optional<double> budget;
  mistakes.collect(*reference, *reference + 1, [&](std::size_t i) {
    wire_network(networks[i]);
    budget = held_budget(study, &networks[i]);
  });
  return budget;
}

}  // namespace

Candidate finish(const Study& study, Network network, const std::optional<double>& budget, const Effort& effort) {
  Candidate candidate;
  candidate.design = SharedDesign(*network.design);
  if (!network.why_not.empty()) {
    candidate.facts.routing = choose_routing(*network.design, nullptr);
    candidate.built = CannotBeBuilt{network.why_not, {}};
    candidate.notes.push_back(make_note(NoteKind::cannot_be_built, network.why_not));
    return candidate;
  }
  candidate.facts = network_facts(study, network, effort);
  candidate.channel = choose_channel(study, network, budget);
  candidate.built = build(study, std::move(network), candidate.channel);
  candidate.traffic = traffic_result(study, effort, candidate);
  if (study.asks_routes()) candidate.traffic.routes = route_facts(study, candidate, effort);
  std::vector<Note> noted;
  if (candidate.can_be_built()) {
    candidate.sites = site_costs(study, candidate);
    Loaded loaded = at_loads(study, candidate, latencies(study, effort, candidate), effort);
    Emulations emulated = emulations(study, candidate);
    candidate.latency = std::move(loaded.latency);
    candidate.emulations = std::move(emulated.of_delay);
    candidate.infeasible = over_limits(study.limits, candidate);
    noted = std::move(loaded.notes);
    noted.insert(noted.end(), emulated.notes.begin(), emulated.notes.end());
  }
  candidate.sources = sources_of(study, candidate);
  candidate.notes = notes_of(study, candidate, effort, std::move(noted));
  return candidate;
}

void evaluate_blocks(const Study& study, const Effort& effort, Layouts layouts, CandidateSink sink) {
  const std::optional<std::size_t> reference = reference_index(study);
  const std::vector<std::size_t> alike = first_of_topology(study.designs);
  Mistakes mistakes(study.designs.size());
  std::vector<Network> networks = build_networks(study, effort, alike, mistakes);
  mistakes.throw_if_any();
  expect_memory(networks, effort, layouts);
  measure_graphs(networks, effort, alike, mistakes);
  const std::optional<double> budget = measured_budget(study, networks, reference, mistakes);
  if (reference && mistakes.failed(*reference)) mistakes.throw_if_any();
  Counted done(effort, "candidates", networks.size());
  const std::size_t part_size = kPartPerThread * std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t begin = 0; begin < networks.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, networks.size());
    const auto first = first_of_wiring(networks, alike, begin, end, reference);
    std::vector<Wiring> shared(end - begin);
    mistakes.collect(begin, end, [&](std::size_t i) {
      if (first[i - begin] != i) return;
      wire_network(networks[i]);
      shared[i - begin] = std::move(networks[i].wiring);
    });
    for (std::size_t from = begin; from < end; from += part_size) {
      std::vector<Candidate> part(std::min(part_size, end - from));
      mistakes.collect(from, from + part.size(), [&](std::size_t i) {
        if (first[i - begin] && !mistakes.failed(*first[i - begin])) {
          networks[i].wiring = shared[*first[i - begin] - begin];
        } else if (i != reference) {
          wire_network(networks[i]);
        }
        Candidate candidate = finish(study, std::exchange(networks[i], {}), budget, effort);
        part[i - from] = layouts == Layouts::kept ? std::move(candidate) : without_patterns(std::move(candidate));
        done.one_more();
      });
      if (mistakes.none()) sink(from, part);
    }
  }
  mistakes.throw_if_any();
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
