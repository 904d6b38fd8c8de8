// SPDX-License-Identifier: Apache-2.0
#include "study/loaded.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cutline/performance/throughput.hpp"
#include "study/network.hpp"
#include "study/timing.hpp"
#include "study/traffic.hpp"

namespace cutline {

namespace {

double mean_message(const Study& study) {
  double bits = study.header_bits;
  for (const LatencyInput::Part& part : study.messages) bits += part.size_bits * part.share;
  return bits;
}

double group_of(const Candidate& candidate) { return candidate.facts.terminals / candidate.facts.nodes; }

/// Bits per phit and node; nothing where a k-ary n-cube one way round is not what it is.
std::optional<double> capacity(const LoadedNetwork& network) {
  const NetworkShape& shape = network.shape;
  if (shape.kind != NetworkKind::rings || network.traffic != "uniform") return std::nullopt;
  const auto [least, most] = std::minmax_element(shape.radices.begin(), shape.radices.end());
  if (*most - *least > 1e-9 * *most) return std::nullopt;
  if (!shape.one_way && !shape.is_binary()) return std::nullopt;
  return cube_capacity(*most, network.width_bits);
}

/// One candidate under one delay model: what turns the user's loads into a model's.
struct Scale {
  const Candidate& candidate;
  const Timing& timing;
  LoadedNetwork network;
  const ChosenContention* model = nullptr;
  double cycles = 1;  ///< of a phit
  double group = 1;   ///< terminals of a node
  double steady = 0;  ///< bits per phit and node from which on there is no steady state
  double full = 0;    ///< bits per phit and node of what loads are shares of

  /// Bits per phit and node.
  double load(const OfferedLoad& offered) const {
    switch (offered.unit) {
      case OfferedLoad::Unit::bits_per_cycle:
        return offered.amount * cycles * group;
      case OfferedLoad::Unit::bits_per_ns:
        return offered.amount * in_ns(timing.latency.cycle) * cycles * group;
      case OfferedLoad::Unit::of_capacity:
        return offered.amount * full;
      case OfferedLoad::Unit::of_saturation:
        return offered.amount * steady;
    }
    return 0;
  }
  /// Nothing: saturated.
  std::optional<Time> latency(double load) const {
    if (model == nullptr || load >= steady) {
      return load < steady ? std::optional(timing.latency.total()) : std::nullopt;
    }
    const auto loaded = model->latency(network, load);
    if (!loaded) return std::nullopt;
    return timing.latency.total() + timing.latency.cycle * (loaded->blocking_cycles * cycles);
  }
  std::vector<LoadPoint> points(const std::vector<OfferedLoad>& loads) const {
    std::vector<LoadPoint> all;
    for (const OfferedLoad& offered : loads) {
      const double bits = load(offered);
      const double per_terminal = bits / cycles / group;
      all.push_back({per_terminal, std::min(per_terminal, steady / cycles / group), latency(bits)});
    }
    return all;
  }
};

/// Bits per phit and node that the busiest node's terminals send or take at most, each over one channel.
double terminal_limit(const Candidate& candidate) {
  if (!candidate.traffic.terminal_load) return std::numeric_limits<double>::infinity();
  return channel_bound(*candidate.channel.width_bits * group_of(candidate), *candidate.traffic.terminal_load);
}

/// Bits per phit and node from which on there is no steady state.
double steady_limit_of(const ChosenContention& model, const LoadedNetwork& network, double bound,
                       Candidate& candidate) {
  double steady = model.saturation(network);
  // A model of another network, one whose channels are all equally busy, may pass what this one's channels carry.
  if (candidate.traffic.saturation && !capacity(network)) steady = std::min(steady, bound);
  const double terminals = terminal_limit(candidate);
  if (steady <= terminals) return steady;
  const std::string text =
      fmt::format("{} alone is steady up to {:.4g} bits a cycle and node; its terminals send and take {:.4g}",
                  model.model->name, steady, terminals);
  if (std::find(candidate.notes.begin(), candidate.notes.end(), text) == candidate.notes.end())
    candidate.notes.push_back(text);
  return terminals;
}

void note_points(const Study& study, const Timing& timing, Candidate& candidate) {
  const auto note = [&](std::string text) {
    if (std::find(candidate.notes.begin(), candidate.notes.end(), text) == candidate.notes.end())
      candidate.notes.push_back(std::move(text));
  };
  const ContentionModel* model = candidate.latency.contention;
  if (model == nullptr)
    return note("latency against load without a contention model: that without load, up to the saturation bound");
  const std::string name(model->name);
  note("latency against load is the latency without load and what messages wait by " + name);
  if (study.messages.size() > 1) note("contention is that of messages of the mean size");
  if (!study.traffic_self && model->counts_messages_to_oneself)
    note(name + " counts messages to oneself, the latency without load does not");
  if (timing.input.router_cycles > 0 || timing.input.router_time.base > 0)
    note(name + " takes a cycle for a hop; router delays are in the latency without load only");
  if (timing.latency.period_cycles > 1)
    note("a channel takes several cycles for a phit: contention counts in phit times");
}

}  // namespace

LoadedNetwork loaded_network(const Study& study, const Candidate& candidate) {
  LoadedNetwork network;
  network.family = candidate.design->family;
  network.shape = shape_of(candidate);
  network.width_bits = candidate.channel.width_bits.value_or(1);
  network.message_bits = mean_message(study);
  network.whole_cycles = takes_whole_cycles(candidate);
  network.virtual_channels = study.virtual_channels;
  network.traffic = traffic_name(study);
  return network;
}

std::optional<double> capacity_per_cycle(const Study& study, const Candidate& candidate, const Timing& timing) {
  const std::optional<double> per_phit = capacity(loaded_network(study, candidate));
  if (!per_phit) return std::nullopt;
  return *per_phit / timing.latency.period_cycles / group_of(candidate);
}

const ChosenContention* contention_of(const Study& study, Candidate& candidate) {
  const LoadedNetwork network = loaded_network(study, candidate);
  std::vector<std::string> refusals;
  for (const ChosenContention& chosen : study.contention) {
    const std::string why = chosen.refusal(network);
    if (why.empty()) {
      candidate.latency.contention = chosen.model;
      for (const std::string& note : chosen.notes(network)) candidate.notes.push_back(note);
      return &chosen;
    }
    refusals.push_back(why);
  }
  for (const std::string& why : refusals) candidate.notes.push_back("no contention: " + why);
  return nullptr;
}

void add_loads(const Study& study, Candidate& candidate) {
  const bool wanted = !study.loads.empty() || !study.load_curve.empty();
  if (candidate.latency.timings.empty() || (!wanted && study.contention.empty())) return;
  const ChosenContention* model = contention_of(study, candidate);
  // Where a model was asked for and does not apply, a latency without contention would pass for one with it.
  if (model == nullptr && (!study.contention.empty() || !candidate.traffic.saturation)) return;
  for (Timing& timing : candidate.latency.timings) {
    Scale scale{candidate, timing, loaded_network(study, candidate), model};
    scale.cycles = timing.latency.period_cycles;
    scale.group = group_of(candidate);
    const double bound = candidate.traffic.saturation ? candidate.traffic.saturation->bits_per_phit * scale.group : 0;
    scale.steady = model != nullptr ? steady_limit_of(*model, scale.network, bound, candidate) : bound;
    scale.full = capacity(scale.network).value_or(candidate.traffic.saturation ? bound : scale.steady);
    if (model != nullptr) timing.model_saturation = scale.steady / scale.cycles / scale.group;
    timing.load_points = scale.points(study.loads);
    timing.load_curve = scale.points(study.load_curve);
    if (wanted) note_points(study, timing, candidate);
  }
}

}  // namespace cutline
