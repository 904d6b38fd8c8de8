// SPDX-License-Identifier: Apache-2.0
#include "evaluate/under_load.hpp"

#include "evaluate/candidate_routes.hpp"
#include "evaluate/stages.hpp"
#include "evaluate/timing.hpp"
#include "evaluate/traffic.hpp"
#include "performance/traffic.hpp"
#include "study/corners.hpp"

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

void note_points(const TrafficAsked& asked, const Timing& timing, const ContentionModel* model,
                 std::vector<Note>& notes) {
  if (model == nullptr) return add_once(notes, make_note(NoteKind::load_without_model));
  add_once(notes, make_note(NoteKind::load_by_model, model->name));
  if (model->takes_all_of_study) return;
  if (asked.messages.size() > 1) add_once(notes, make_note(NoteKind::messages_of_mean_size));
  if (asked.packets() > 1) {
    add_once(notes, make_note(NoteKind::sentence,
                              std::string(model->name) + " takes the packets of a message as if each came by itself"));
  }
  if (!asked.traffic_self && model->counts_messages_to_oneself)
    add_once(notes, make_note(NoteKind::counts_messages_to_oneself, model->name));
  if (timing.input.router_cycles > 0 || timing.input.router_time.base > 0)
    add_once(notes, make_note(NoteKind::cycle_a_hop, model->name));
  if (timing.clock.period_cycles > 1) add_once(notes, make_note(NoteKind::phits_take_cycles));
}

/// Tells the highest load asked where it is past what the model was held to.
void note_past_model(const Timing& timing, std::size_t delay, std::vector<Note>& notes) {
  double most = 0;
  for (const std::vector<LoadPoint>* points : {&timing.load_points, &timing.ranked_points}) {
    for (const LoadPoint& point : *points) {
      if (point.latency() && timing.model_saturation())
        most = std::max(most, point.offered / *timing.model_saturation());
    }
  }
  if (most <= 0 || stated_error(most, MessageFit::whole)) return;
  notes.push_back(make_note(NoteKind::load_past_model, most));
  notes.back().delay = delay;
}

/// Tells where classes of virtual channels have fewer than two channels, and messages are longer than buffers.
void note_few_channels(const StudySettings& study, const CostedCandidate& candidate, const LatencyInput& input,
                       const ChosenContention* chosen, std::vector<Note>& notes) {
  if (chosen == nullptr || !chosen->model->walks_channels || !candidate.traffic.routes) return;
  if (message_fit(input, candidate.sites.router.depth_flits) == MessageFit::whole) return;
  const std::uint32_t classes = candidate.traffic.routes->virtual_channels;
  if (static_cast<std::uint32_t>(study.virtual_channels) < 2 * classes)
    notes.push_back(make_note(NoteKind::few_virtual_channels, study.virtual_channels, classes));
}

/// The contention models that a study's candidates may take, by the spec or, if it names none, by default.
const std::vector<ChosenContention>& models_of(const LoadAsked& asked) {
  static const std::vector<ChosenContention> channels = {choose_contention("channels", {})};
  return asked.contention.empty() && asked.counts_waits ? channels : asked.contention;
}

/// Models of the candidate's channels, one a delay model; an empty sentence if no contention model needs them.
ModelsOrWhy channels_if_wanted(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay) {
  for (const ChosenContention& chosen : models_of(asked.study)) {
    if (chosen.model->walks_channels) return channel_models(asked, timings, wire_delay);
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

FoundModel contention_of(const LoadAsked& asked, const CostedCandidate& candidate, const LoadedNetwork& network) {
  FoundModel found;
  if (const std::string why = why_no_waits(candidate); !why.empty()) {
    found.refusals.push_back(make_note(NoteKind::no_contention, why));
    return found;
  }
  for (const ChosenContention& chosen : models_of(asked)) {
    const std::string why = chosen.refusal(network);
    if (why.empty()) return {&chosen, {}};
    found.refusals.push_back(make_note(NoteKind::no_contention, why));
  }
  return found;
}

/// A candidate under load, with its timings as they are, without rounding, or in a corner.
class UnderLoad {
 public:
  /// `timings` must not be empty, and must outlive this. Their wires are `wire_delay` times as slow as the study says.
  UnderLoad(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay = 1)
      : plane_(asked.plane),
        scales_(asked.scales),
        candidate_(asked.candidate),
        timings_(timings),
        channels_(channels_if_wanted(asked, timings, wire_delay)),
        network_(network_of(asked.study, candidate_, timings.front())),
        rates_(asked.study.asks_given_load() ? given_rates(asked.study, candidate_) : GivenRates()),
        found_(contention_of(asked.study, candidate_, with_channels(network_, channels_, timings, 0))) {}

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
      scale.limit = scales_ != nullptr ? (*scales_)[delay].limit
                                       : steady_limit_of(*scale.model, scale.network, bound, candidate_);
      scale.steady = scale.limit.least();
    }
    const double sent = 1 - candidate_.traffic.without_way.value_or(0);  // messages without a way load no channel
    scale.given = given_bits_per_cycle(rates_, scale.network.width_bits, timing.clock) * scale.cycles * sent;
    scale.full = capacity(scale.network).value_or(bound > 0 ? bound : scale.steady);
    if (plane_ != nullptr) {
      scale.share = plane_->share;
      scale.given *= plane_->of_rates;
      if (delay < plane_->whole.size()) scale.whole = plane_->whole[delay];
    }
    return scale;
  }

 private:
  /// Without rounding, channels are wider than the candidate's.
  static LoadedNetwork network_of(const LatencyAsked& study, const CostedCandidate& candidate, const Timing& timing) {
    LoadedNetwork network = loaded_network(study, candidate);
    network.width_bits = timing.input.width_bits;
    return network;
  }

  const LoadOfPlane* plane_;
  const std::vector<LoadScale>* scales_;
  const CostedCandidate& candidate_;
  const std::vector<Timing>& timings_;
  ModelsOrWhy channels_;
  LoadedNetwork network_;
  GivenRates rates_;
  FoundModel found_;
};

/// The notes on the load at the rates that the user gives, if it is asked for.
void note_given_load(const CandidateUnderLoad& asked, const UnderLoad& under_load, std::size_t delay,
                     std::vector<Note>& notes) {
  if (!under_load.rates().absolute()) return;
  const Scale scale = under_load.scale(delay);
  const double offered = scale.given / scale.cycles / scale.group;
  add_once(notes, note_of_given_load(asked.study, under_load.rates(), scale.timing, offered));
  if (auto fullest = note_of_fullest(asked.study, asked.candidate, scale.timing, offered, asked.effort))
    add_once(notes, std::move(*fullest));
}

/// A timing with the figures under load that a ranking uses. A latency without waits is no match for those with them:
/// where waits are counted, a candidate without a model of them has none.
Timing with_ranked_points(const StudySettings& study, const Scale& scale, Timing timing) {
  if (scale.model != nullptr) timing.saturation = scale.saturates();
  if (scale.model != nullptr || !study.counts_waits) timing.ranked_points = scale.points(study.ranked_loads());
  return timing;
}

/// Timings without rounding, or in a corner where wires are `wire_delay` times as slow, with the figures under load
/// that rankings use.
std::vector<Timing> ranked_timings(const CandidateUnderLoad& asked, const std::vector<Timing>& timings,
                                   double wire_delay) {
  std::vector<Timing> all;
  if (timings.empty()) return all;
  const UnderLoad under_load(asked, timings, wire_delay);
  for (std::size_t d = 0; d < timings.size(); ++d)
    all.push_back(with_ranked_points(asked.study, under_load.scale(d), timings[d]));
  return all;
}

LatencyResult with_ranked_timings(const CandidateUnderLoad& asked, LatencyResult latency) {
  latency.unrounded = ranked_timings(asked, latency.unrounded, 1);
  const std::vector<Corner> all = corners(asked.study.uncertainty);
  for (std::size_t c = 0; c < all.size(); ++c)
    latency.corners[c] = ranked_timings(asked, latency.corners[c], all[c].wire_delay);
  return latency;
}

/// If the spec asks for no load, verdicts still say at which load the order changes. This must cost little compared
/// with the layouts, so only studies of at most this number of candidates do it.
constexpr std::size_t kMostToldUnasked = 32;
constexpr std::uint64_t kShareUnasked = 20;

}  // namespace

bool wants_up_to_saturation(const Study& study, const Effort& effort) {
  return effort.detail == Detail::full && study.counts_waits && ranks_by_latency_alone(study) &&
         study.designs.size() > 1 && study.designs.size() <= kMostToldUnasked;
}

namespace {

LatencyResult with_points_up_to_saturation(const CandidateUnderLoad& asked, LatencyResult latency) {
  Effort effort = asked.effort;
  effort.link_visits /= kShareUnasked;
  std::vector<Timing> told;
  const UnderLoad under_load({asked.study, asked.candidate, effort, asked.kinds, false, asked.plane, asked.scales},
                             latency.timings);
  for (std::size_t d = 0; d < latency.timings.size(); ++d) {
    Timing& timing = told.emplace_back(latency.timings[d]);
    if (under_load.chosen() != nullptr) timing.up_to_saturation = under_load.scale(d).up_to_saturation();
  }
  latency.timings = std::move(told);
  return latency;
}

}  // namespace

LoadedNetwork loaded_network(const LatencyAsked& asked, const CostedCandidate& candidate) {
  LoadedNetwork network;
  network.family = candidate.design->family;
  if (candidate.facts.tiles.terminals.empty()) network.shape = shape_of(candidate);
  network.width_bits = candidate.channel.has_width() ? candidate.channel.width_bits : 1;
  network.message_bits = asked.mean_message_bits();
  network.whole_cycles = takes_whole_cycles(candidate);
  network.virtual_channels = asked.virtual_channels;
  network.traffic = asked.traffic ? asked.traffic->pattern : nullptr;
  return network;
}

std::optional<double> capacity_per_cycle(const LatencyAsked& asked, const CostedCandidate& candidate,
                                         const WireTiming& wires) {
  const std::optional<double> per_phit = capacity(loaded_network(asked, candidate));
  if (!per_phit) return std::nullopt;
  return *per_phit / wires.clock.period_cycles / group_of(candidate);
}

std::vector<LoadScale> load_scales(const CandidateUnderLoad& asked, const std::vector<Timing>& timings) {
  std::vector<LoadScale> scales;
  if (timings.empty()) return scales;
  const UnderLoad under_load(asked, timings);
  if (under_load.chosen() == nullptr &&
      (!asked.study.contention.empty() || !asked.candidate.traffic.saturation.known()))
    return scales;
  for (std::size_t d = 0; d < timings.size(); ++d) {
    const Scale scale = under_load.scale(d);
    scales.push_back({scale.full / scale.cycles / scale.group, scale.saturation(), scale.limit});
  }
  return scales;
}

Loaded at_loads(CandidateUnderLoad asked, LatencyResult latency) {
  const StudySettings& study = asked.study;
  const CostedCandidate& candidate = asked.candidate;
  Loaded loaded{std::move(latency), {}};
  const std::vector<Timing> timings = loaded.latency.timings;
  const bool wanted = study.asks_loads();
  if (timings.empty()) return loaded;
  if (!wanted && study.contention.empty()) {
    if (asked.up_to_saturation) loaded.latency = with_points_up_to_saturation(asked, std::move(loaded.latency));
    return loaded;
  }
  const std::vector<ChosenContention>& models = models_of(study);
  const auto walks = [](const ChosenContention& each) { return each.model->walks_channels; };
  if (!asked.kinds && candidate.laid_out() && std::ranges::any_of(models, walks)) asked.kinds = LinkKinds(candidate);
  const UnderLoad under_load(asked, timings);
  const ChosenContention* chosen = under_load.chosen();
  loaded.notes = under_load.found().refusals;
  if (chosen != nullptr) {
    loaded.latency.contention = chosen->model;
    for (const std::string& note : chosen->notes(under_load.network(0)))
      loaded.notes.push_back(make_note(NoteKind::sentence, note));
  }
  note_few_channels(study, candidate, timings.front().input, chosen, loaded.notes);
  for (std::size_t d = 0; d < timings.size(); ++d) note_given_load(asked, under_load, d, loaded.notes);
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
    note_past_model(timing, d, loaded.notes);
    timing.load_curve = scale.points(study.load_curve);
    timing.measured = scale.measured(study);
    if (chosen != nullptr && asked.up_to_saturation) timing.up_to_saturation = scale.up_to_saturation();
    loaded.latency.timings[d] = std::move(timing);
    if (wanted) note_points(study, timings[d], loaded.latency.contention, loaded.notes);
  }
  asked.scales = nullptr;  // those of corners are others
  if (ranks_under_load(study)) loaded.latency = with_ranked_timings(asked, std::move(loaded.latency));
  return loaded;
}

}  // namespace cutline
