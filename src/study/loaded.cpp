// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/loaded.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cutline/performance/throughput.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/study/under_load.hpp"
#include "study/network.hpp"
#include "study/notes.hpp"
#include "study/timing.hpp"

namespace cutline {

namespace {

double mean_message(const Study& study) {
  double bits = study.header_bits;
  for (const LatencyInput::Part& part : study.messages) bits += part.size_bits * part.share;
  return bits;
}

double group_of(const Candidate& candidate) { return candidate.facts.terminals / candidate.facts.nodes; }

/// Bits per phit and node; absent for networks other than unidirectional or binary k-ary n-cubes.
std::optional<double> capacity(const LoadedNetwork& network) {
  const NetworkShape& shape = network.shape;
  if (shape.kind != NetworkKind::rings || network.traffic != "uniform") return std::nullopt;
  const auto [least, most] = std::minmax_element(shape.radices.begin(), shape.radices.end());
  if (*most - *least > 1e-9 * *most) return std::nullopt;
  if (!shape.one_way && !shape.is_binary()) return std::nullopt;
  return cube_capacity(*most, network.width_bits);
}

/// Converts the user's loads into those of a contention model, for one candidate under one delay model.
struct Scale {
  const Candidate& candidate;
  const Timing& timing;
  LoadedNetwork network;
  const ChosenContention* model = nullptr;
  double cycles = 1;  ///< cycles of a phit
  double group = 1;   ///< terminals of a node
  double steady = 0;  ///< bits per phit and node from which on there is no steady state
  double full = 0;    ///< bits per phit and node at capacity, of which loads are shares

  /// The load in bits per phit and node.
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
  /// The latency at a load; absent where the network is saturated.
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
                       const Candidate& candidate, std::vector<Note>& notes) {
  double steady = model.saturation(network);
  // The model assumes that all channels are equally busy; where they are not, it may saturate past this bound.
  if (candidate.traffic.saturation && !capacity(network)) steady = std::min(steady, bound);
  const double terminals = terminal_limit(candidate);
  if (steady <= terminals) return steady;
  add_once(notes, make_note(NoteKind::steady_beyond_terminals, model.model->name, steady, terminals));
  return terminals;
}

void note_points(const Study& study, const Timing& timing, const ContentionModel* model, std::vector<Note>& notes) {
  if (model == nullptr) return add_once(notes, make_note(NoteKind::load_without_model));
  add_once(notes, make_note(NoteKind::load_by_model, model->name));
  if (model->takes_all_of_study) return;
  if (study.messages.size() > 1) add_once(notes, make_note(NoteKind::messages_of_mean_size));
  if (!study.traffic_self && model->counts_messages_to_oneself)
    add_once(notes, make_note(NoteKind::counts_messages_to_oneself, model->name));
  if (timing.input.router_cycles > 0 || timing.input.router_time.base > 0)
    add_once(notes, make_note(NoteKind::cycle_a_hop, model->name));
  if (timing.latency.period_cycles > 1) add_once(notes, make_note(NoteKind::phits_take_cycles));
}

/// The contention models that a study's candidates may take.
const std::vector<ChosenContention>& models_of(const Study& study) {
  static const std::vector<ChosenContention> channels = {choose_contention("channels", {})};
  return study.contention.empty() && study.messages_wait && study.asks_loads() ? channels : study.contention;
}

/// Models of the candidate's channels, one a delay model, where one of the contention models wants them.
ModelsOrWhy channels_if_wanted(const Study& study, const Candidate& candidate, const std::vector<Timing>& timings,
                               const Effort& effort) {
  for (const ChosenContention& chosen : models_of(study)) {
    if (chosen.model->name == "channels") return channel_models(study, candidate, timings, effort);
  }
  return std::string();
}

/// The candidate under one delay model as contention models see it.
LoadedNetwork with_channels(LoadedNetwork network, const ModelsOrWhy& models, const std::vector<Timing>& timings,
                            std::size_t delay) {
  if (const auto* why = std::get_if<std::string>(&models)) {
    network.why_no_channels = *why;
  } else {
    network.channels = &std::get<std::vector<ChannelModel>>(models)[delay];
  }
  network.unloaded_cycles = timings[delay].latency.total_cycles();
  return network;
}

/// The first of the study's contention models that applies; null where none does. Adds the notes of the chosen model,
/// or else the reasons why each model does not apply.
const ChosenContention* contention_of(const Study& study, const LoadedNetwork& network, std::vector<Note>& notes) {
  std::vector<Note> refusals;
  for (const ChosenContention& chosen : models_of(study)) {
    const std::string why = chosen.refusal(network);
    if (why.empty()) {
      for (const std::string& note : chosen.notes(network)) notes.push_back(make_note(NoteKind::said, note));
      return &chosen;
    }
    refusals.push_back(make_note(NoteKind::no_contention, why));
  }
  notes.insert(notes.end(), refusals.begin(), refusals.end());
  return nullptr;
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

Loaded at_loads(const Study& study, const Candidate& candidate, LatencyResult latency, const Effort& effort) {
  Loaded loaded{std::move(latency), {}};
  std::vector<Timing>& timings = loaded.latency.timings;
  const bool wanted = study.asks_loads();
  if (timings.empty() || (!wanted && study.contention.empty())) return loaded;
  const std::optional<Saturation>& saturation = candidate.traffic.saturation;
  const ModelsOrWhy channels = channels_if_wanted(study, candidate, timings, effort);
  const LoadedNetwork network = loaded_network(study, candidate);
  const ChosenContention* chosen = contention_of(study, with_channels(network, channels, timings, 0), loaded.notes);
  if (chosen != nullptr) loaded.latency.contention = chosen->model;
  // If the spec asks for a model and none applies, a latency without contention would be mistaken for one with it.
  if (chosen == nullptr && (!study.contention.empty() || !saturation)) return loaded;
  for (std::size_t d = 0; d < timings.size(); ++d) {
    Timing& timing = timings[d];
    Scale scale{candidate, timing, with_channels(network, channels, timings, d), chosen};
    scale.cycles = timing.latency.period_cycles;
    scale.group = group_of(candidate);
    const double bound = saturation ? saturation->bits_per_phit * scale.group : 0;
    scale.steady = chosen != nullptr ? steady_limit_of(*chosen, scale.network, bound, candidate, loaded.notes) : bound;
    scale.full = capacity(scale.network).value_or(saturation ? bound : scale.steady);
    if (chosen != nullptr) timing.model_saturation = scale.steady / scale.cycles / scale.group;
    timing.load_points = scale.points(study.loads);
    timing.load_curve = scale.points(study.load_curve);
    if (wanted) note_points(study, timing, loaded.latency.contention, loaded.notes);
  }
  return loaded;
}

}  // namespace cutline
