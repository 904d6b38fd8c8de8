// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/loaded.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cutline/performance/loaded_spread.hpp"
#include "cutline/performance/throughput.hpp"
#include "cutline/study/corners.hpp"
#include "cutline/study/given_traffic.hpp"
#include "cutline/study/scoring.hpp"
#include "cutline/study/traffic.hpp"
#include "cutline/study/under_load.hpp"
#include "study/network.hpp"
#include "study/notes.hpp"
#include "study/timing.hpp"

namespace cutline {

namespace {

double group_of(const CostedCandidate& candidate) { return candidate.facts.terminals / candidate.facts.nodes; }

/// Capacity in bits per phit and node; absent unless the network is a unidirectional or binary k-ary n-cube.
std::optional<double> capacity(const LoadedNetwork& network) {
  const NetworkShape& shape = network.shape;
  if (shape.kind != NetworkKind::rings || !network.is_uniform()) return std::nullopt;
  const auto [least, most] = std::minmax_element(shape.radices.begin(), shape.radices.end());
  if (*most - *least > 1e-9 * *most) return std::nullopt;
  if (!shape.one_way && !shape.is_binary()) return std::nullopt;
  return cube_capacity(*most, network.width_bits);
}

/// The least loads without a steady state, in bits per phit and node: by the model, and by the terminals alone.
struct SteadyLimit {
  double model = 0, terminals = 0;
  double least() const { return std::min(model, terminals); }
};

/// Converts the user's loads into those of a contention model, for one candidate under one delay model.
struct Scale {
  const CostedCandidate& candidate;
  const Timing& timing;
  LoadedNetwork network;
  const ChosenContention* model = nullptr;
  double cycles = 1;  ///< cycles of a phit
  double group = 1;   ///< terminals of a node
  SteadyLimit limit;  ///< if there is a model
  double steady = 0;  ///< the least load without a steady state, in bits per phit and node
  double full = 0;    ///< bits per phit and node at capacity; loads may be given as shares of it
  double given = 0;   ///< at the absolute rates of the study's traffic

  /// The load in bits per phit and node.
  double load(const OfferedLoad& offered) const {
    switch (offered.unit) {
      case OfferedLoad::Unit::bits_per_cycle:
        return offered.amount * cycles * group;
      case OfferedLoad::Unit::bits_per_ns:
        return offered.amount * in_ns(timing.clock.cycle) * cycles * group;
      case OfferedLoad::Unit::of_capacity:
        return offered.amount * full;
      case OfferedLoad::Unit::of_saturation:
        return offered.amount * steady;
      case OfferedLoad::Unit::as_given:
        return given;
    }
    return 0;
  }
  /// The latency at a load, and the waits if the model of channels gives them.
  struct Found {
    Time latency;
    std::optional<ChannelWaits> waits;
  };
  std::optional<Found> latency_at(double load) const {
    if (load >= steady) return std::nullopt;
    if (model == nullptr) return Found{timing.latency.total(), {}};
    const auto loaded = model->latency(network, load);
    if (!loaded) return std::nullopt;
    return Found{timing.latency.total() + timing.clock.cycle * (loaded->blocking_cycles * cycles), loaded->waits};
  }
  LoadPoint saturated_at(double load) const {
    const double per_terminal = load / cycles / group;
    return {per_terminal, std::min(per_terminal, steady / cycles / group), Saturated{}};
  }
  /// The point at a load.
  LoadPoint point(double load) const {
    LoadPoint made = saturated_at(load);
    const auto found = latency_at(load);
    if (found && found->waits) {
      made.result = messages(*found);
    } else if (found) {
      made.result = found->latency;
    }
    return made;
  }
  std::vector<LoadPoint> points(const std::vector<OfferedLoad>& loads) const {
    std::vector<LoadPoint> all;
    for (const OfferedLoad& offered : loads) all.push_back(point(load(offered)));
    return all;
  }
  /// The measurements of others, with the model's latency at each load that has a steady state.
  std::vector<MeasuredLoad> measured(const Study& study) const {
    std::vector<MeasuredLoad> all = measured_loads(study, candidate.design->name, timing.delay_label);
    for (MeasuredLoad& each : all) {
      if (!each.besides || (model == nullptr && each.offered > 0)) continue;
      const double offered = load({each.offered, OfferedLoad::Unit::bits_per_cycle});
      const auto found = each.offered > 0 ? latency_at(offered) : Found{timing.latency.total(), {}};
      if (found) each.predicted = found->latency / timing.clock.cycle + *each.besides;
    }
    return all;
  }
  UpToSaturation up_to_saturation() const {
    constexpr int kSteps = 24;
    UpToSaturation all{{}, saturation()};
    for (int i = 0; i < kSteps; ++i) {
      const double load = steady * i / kSteps;
      LoadPoint& made = all.points.emplace_back(saturated_at(load));
      if (const auto found = latency_at(load)) made.result = found->latency;
    }
    return all;
  }
  /// The load at saturation, in bits per cycle and terminal.
  double saturation() const { return steady / cycles / group; }
  /// The load at which the model saturates and, by the model of channels, what is full just below it.
  decltype(Timing::saturation) saturates() const {
    constexpr double kBelow = 0.99;
    const auto found = latency_at(steady * kBelow);
    if (found && found->waits) return ChannelSaturation{saturation(), found->waits->nearest};
    return ModelSaturation{saturation()};
  }

 private:
  LoadedMessages messages(const Found& found) const {
    const Time cycle = timing.clock.cycle;
    const ChannelWaits& waits = *found.waits;
    return {found.latency,
            cycle * waits.source,
            cycle * waits.channels,
            cycle * waits.virtual_channels,
            cycle * waits.credits,
            waits.nearest,
            waits.used,
            loaded_spread(timing.spread, waits, cycle)};
  }
};

/// The load at which the terminals of the busiest node send or take all that they can, each over one channel. In bits
/// per phit and node.
double terminal_limit(const CostedCandidate& candidate) {
  if (candidate.traffic.terminal_load == 0) return std::numeric_limits<double>::infinity();
  return channel_bound(candidate.channel.width_bits * group_of(candidate), candidate.traffic.terminal_load);
}

SteadyLimit steady_limit_of(const ChosenContention& model, const LoadedNetwork& network, double bound,
                            const CostedCandidate& candidate) {
  SteadyLimit limit{model.saturation(network), terminal_limit(candidate)};
  // The model assumes that all channels are equally busy. If they are not, it may saturate above this bound.
  if (candidate.traffic.saturation.known() && !capacity(network)) limit.model = std::min(limit.model, bound);
  return limit;
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
  if (timing.clock.period_cycles > 1) add_once(notes, make_note(NoteKind::phits_take_cycles));
}

/// The contention models that a study's candidates may take, by the spec or, if it names none, by default.
const std::vector<ChosenContention>& models_of(const Study& study) {
  static const std::vector<ChosenContention> channels = {choose_contention("channels", {})};
  return study.contention.empty() && study.messages_wait ? channels : study.contention;
}

/// Models of the candidate's channels, one a delay model; an empty sentence if no contention model needs them.
ModelsOrWhy channels_if_wanted(const Study& study, const CostedCandidate& candidate, const std::vector<Timing>& timings,
                               const Effort& effort) {
  for (const ChosenContention& chosen : models_of(study)) {
    if (chosen.model->walks_channels) return channel_models(study, candidate, timings, effort);
  }
  return std::string();
}

/// The candidate under one delay model, as the input of contention models.
LoadedNetwork with_channels(LoadedNetwork network, const ModelsOrWhy& models, const std::vector<Timing>& timings,
                            std::size_t delay) {
  if (const auto* why = std::get_if<std::string>(&models)) {
    network.why_no_channels = *why;
  } else {
    network.channels = &std::get<std::vector<ChannelModel>>(models)[delay];
  }
  network.unloaded_cycles = timings[delay].latency_cycles();
  return network;
}

/// The first of the study's contention models that applies. If none does: null, and the reasons.
struct FoundModel {
  const ChosenContention* chosen = nullptr;
  std::vector<Note> refusals;
};

FoundModel contention_of(const Study& study, const CostedCandidate& candidate, const LoadedNetwork& network) {
  FoundModel found;
  if (const std::string why = why_no_waits(candidate); !why.empty()) {
    found.refusals.push_back(make_note(NoteKind::no_contention, why));
    return found;
  }
  for (const ChosenContention& chosen : models_of(study)) {
    const std::string why = chosen.refusal(network);
    if (why.empty()) return {&chosen, {}};
    found.refusals.push_back(make_note(NoteKind::no_contention, why));
  }
  return found;
}

/// A candidate under load, with its timings as they are, without rounding, or in a corner.
class UnderLoad {
 public:
  /// `timings` must not be empty, and must outlive this.
  UnderLoad(const Study& study, const CostedCandidate& candidate, const std::vector<Timing>& timings,
            const Effort& effort)
      : candidate_(candidate),
        timings_(timings),
        channels_(channels_if_wanted(study, candidate, timings, effort)),
        network_(network_of(study, candidate, timings.front())),
        rates_(asks_given_load(study) ? given_rates(study, candidate) : GivenRates()),
        found_(contention_of(study, candidate, with_channels(network_, channels_, timings, 0))) {}

  const ChosenContention* chosen() const { return found_.chosen; }
  const FoundModel& found() const { return found_; }
  const GivenRates& rates() const { return rates_; }
  LoadedNetwork network(std::size_t delay) const { return with_channels(network_, channels_, timings_, delay); }

  Scale scale(std::size_t delay) const {
    const Timing& timing = timings_[delay];
    Scale scale{candidate_, timing, network(delay), found_.chosen};
    scale.cycles = timing.clock.period_cycles;
    scale.group = group_of(candidate_);
    const double bound = candidate_.traffic.saturation.bits_per_phit * scale.group;
    scale.steady = bound;
    if (scale.model != nullptr) {
      scale.limit = steady_limit_of(*scale.model, scale.network, bound, candidate_);
      scale.steady = scale.limit.least();
    }
    scale.given = given_bits_per_cycle(rates_, scale.network.width_bits, timing.clock) * scale.cycles;
    scale.full = capacity(scale.network).value_or(bound > 0 ? bound : scale.steady);
    return scale;
  }

 private:
  /// Without rounding, channels are wider than the candidate's.
  static LoadedNetwork network_of(const Study& study, const CostedCandidate& candidate, const Timing& timing) {
    LoadedNetwork network = loaded_network(study, candidate);
    network.width_bits = timing.input.width_bits;
    return network;
  }

  const CostedCandidate& candidate_;
  const std::vector<Timing>& timings_;
  ModelsOrWhy channels_;
  LoadedNetwork network_;
  GivenRates rates_;
  FoundModel found_;
};

/// The notes on the load at the rates that the user gives, if it is asked for.
void note_given(const Study& study, const CostedCandidate& candidate, const UnderLoad& under_load, std::size_t delay,
                const Effort& effort, std::vector<Note>& notes) {
  if (!under_load.rates().absolute()) return;
  const Scale scale = under_load.scale(delay);
  const double offered = scale.given / scale.cycles / scale.group;
  for (Note& note : notes_on_given_load(study, candidate, under_load.rates(), scale.timing, offered, effort))
    add_once(notes, std::move(note));
}

/// A timing with the figures under load that a ranking uses.
Timing with_ranked_points(const Study& study, const Scale& scale, Timing timing) {
  if (scale.model != nullptr) timing.saturation = scale.saturates();
  timing.ranked_points = scale.points(study.ranked_loads());
  return timing;
}

/// Timings without rounding, or in a corner where wires are `wire_delay` times as slow, with the figures under load
/// that rankings use.
std::vector<Timing> ranked_timings(const Study& study, const CostedCandidate& candidate,
                                   const std::vector<Timing>& timings, double wire_delay, const Effort& effort) {
  std::vector<Timing> all;
  if (timings.empty()) return all;
  Study scaled = study;
  for (ChosenDelay& delay : scaled.delays) delay.scale *= wire_delay;
  const UnderLoad under_load(scaled, candidate, timings, effort);
  for (std::size_t d = 0; d < timings.size(); ++d)
    all.push_back(with_ranked_points(study, under_load.scale(d), timings[d]));
  return all;
}

LatencyResult with_ranked_timings(const Study& study, const CostedCandidate& candidate, LatencyResult latency,
                                  const Effort& effort) {
  latency.unrounded = ranked_timings(study, candidate, latency.unrounded, 1, effort);
  const std::vector<Corner> all = corners(study.uncertainty);
  for (std::size_t c = 0; c < all.size(); ++c)
    latency.corners[c] = ranked_timings(study, candidate, latency.corners[c], all[c].wire_delay, effort);
  return latency;
}

/// If the spec asks for no load, verdicts still say at which load the order changes. This must cost little compared
/// with the layouts, so only studies of at most this number of candidates do it.
constexpr std::size_t kMostToldUnasked = 32;
constexpr std::uint64_t kShareUnasked = 20;

bool tells_turns(const Study& study, const Effort& effort) {
  return effort.detail == Detail::full && study.messages_wait && ranks_by_latency_alone(study) &&
         study.designs.size() > 1 && study.designs.size() <= kMostToldUnasked;
}

LatencyResult with_turns(const Study& study, const CostedCandidate& candidate, LatencyResult latency, Effort effort) {
  effort.link_visits /= kShareUnasked;
  std::vector<Timing> told;
  const UnderLoad under_load(study, candidate, latency.timings, effort);
  for (std::size_t d = 0; d < latency.timings.size(); ++d) {
    Timing& timing = told.emplace_back(latency.timings[d]);
    if (under_load.chosen() == nullptr) continue;
    const Scale scale = under_load.scale(d);
    timing.up_to_saturation = scale.up_to_saturation();
  }
  latency.timings = std::move(told);
  return latency;
}

}  // namespace

LoadedNetwork loaded_network(const Study& study, const CostedCandidate& candidate) {
  LoadedNetwork network;
  network.family = candidate.design->family;
  if (candidate.facts.tiles.terminals.empty()) network.shape = shape_of(candidate);
  network.width_bits = candidate.channel.has_width() ? candidate.channel.width_bits : 1;
  network.message_bits = study.mean_message_bits();
  network.whole_cycles = takes_whole_cycles(candidate);
  network.virtual_channels = study.virtual_channels;
  network.traffic = study.traffic ? study.traffic->pattern : nullptr;
  return network;
}

std::optional<double> capacity_per_cycle(const Study& study, const CostedCandidate& candidate,
                                         const WireTiming& wires) {
  const std::optional<double> per_phit = capacity(loaded_network(study, candidate));
  if (!per_phit) return std::nullopt;
  return *per_phit / wires.clock.period_cycles / group_of(candidate);
}

Loaded at_loads(const Study& study, const CostedCandidate& candidate, LatencyResult latency, const Effort& effort) {
  Loaded loaded{std::move(latency), {}};
  const std::vector<Timing> timings = loaded.latency.timings;
  const bool wanted = study.asks_loads();
  if (timings.empty()) return loaded;
  if (!wanted && study.contention.empty()) {
    if (tells_turns(study, effort)) loaded.latency = with_turns(study, candidate, std::move(loaded.latency), effort);
    return loaded;
  }
  const UnderLoad under_load(study, candidate, timings, effort);
  const ChosenContention* chosen = under_load.chosen();
  loaded.notes = under_load.found().refusals;
  if (chosen != nullptr) {
    loaded.latency.contention = chosen->model;
    for (const std::string& note : chosen->notes(under_load.network(0)))
      loaded.notes.push_back(make_note(NoteKind::said, note));
  }
  for (std::size_t d = 0; d < timings.size(); ++d) note_given(study, candidate, under_load, d, effort, loaded.notes);
  // If the spec asks for a model and none applies, a latency without contention would be mistaken for one with it.
  if (chosen == nullptr && (!study.contention.empty() || !candidate.traffic.saturation.known())) {
    for (std::size_t d = 0; d < timings.size(); ++d)
      loaded.latency.timings[d].measured = under_load.scale(d).measured(study);
    return loaded;
  }
  for (std::size_t d = 0; d < timings.size(); ++d) {
    const Scale scale = under_load.scale(d);
    if (scale.limit.model > scale.limit.terminals) {
      add_once(loaded.notes, make_note(NoteKind::steady_beyond_terminals, chosen->model->name, scale.limit.model,
                                       scale.limit.terminals));
    }
    Timing timing = with_ranked_points(study, scale, timings[d]);
    timing.load_points = scale.points(study.loads);
    timing.load_curve = scale.points(study.load_curve);
    timing.measured = scale.measured(study);
    if (chosen != nullptr && tells_turns(study, effort)) timing.up_to_saturation = scale.up_to_saturation();
    loaded.latency.timings[d] = std::move(timing);
    if (wanted) note_points(study, timings[d], loaded.latency.contention, loaded.notes);
  }
  if (study.ranks_under_load())
    loaded.latency = with_ranked_timings(study, candidate, std::move(loaded.latency), effort);
  return loaded;
}

}  // namespace cutline
