// SPDX-License-Identifier: Apache-2.0
#include "evaluate/given_traffic.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/said_sites.hpp"
#include "evaluate/network.hpp"
#include "evaluate/traffic.hpp"
#include "evaluate/under_load.hpp"

namespace cutline {

namespace {

/// Loads whose ratio to what a channel can carry is within 1e-9 of 1 differ from it by rounding alone.
constexpr double kFull = 1 - 1e-9;

std::string channel_name(const BuiltCandidate& candidate, const ChannelUnderLoad& channel) {
  const Topology& topology = candidate.network()->topology;
  const auto name = [&](std::uint64_t site) {
    return topology.names ? site_name(topology, site) : std::to_string(node_number(topology, site));
  };
  if (channel.use == ChannelUse::injection) return fmt::format("from the terminals of {}", name(channel.from));
  if (channel.use == ChannelUse::ejection) return fmt::format("to the terminals of {}", name(channel.to));
  return fmt::format("from {} to {}", name(channel.from), name(channel.to));
}

/// Names the fullest channel if the load fills it.
void note_fullest(const Study& study, const RoutedCandidate& candidate, const Timing& timing, double offered,
                  const Effort& effort, std::vector<Note>& notes) {
  const RoutedOrWhy found = routed_traffic(study, candidate, effort);
  const auto* routed = std::get_if<SharedConst<RoutedTraffic>>(&found);
  if (routed == nullptr) return;
  const std::vector<ChannelUnderLoad> all =
      channels_under_load(candidate, (*routed)->flows, candidate.channel.width_bits / timing.clock.period_cycles);
  if (all.empty() || !(offered >= all.front().full_at * kFull)) return;
  const auto is_full = [&](const ChannelUnderLoad& each) { return offered >= each.full_at * kFull; };
  const auto full = static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), is_full));
  const ChannelUnderLoad& most = all.front();
  const double carried = most.messages * offered * candidate.facts.terminals / candidate.facts.nodes;
  const double times = offered / most.full_at;
  const NoteKind kind = times * kFull > 1 ? NoteKind::channel_overloaded : NoteKind::channel_full;
  notes.push_back(make_note(kind, channel_name(candidate, most), carried, carried / times, times, full - 1));
}

}  // namespace

void expect_known_nodes(const Study& study, const std::vector<Design>& designs,
                        const std::vector<const Topology*>& networks) {
  if (!study.traffic || study.traffic->pattern->unknown_node == nullptr) return;
  std::string first;
  for (const Topology* network : networks) {
    if (network == nullptr) continue;
    const std::string why = study.traffic->pattern->unknown_node(study.traffic->parameters, *network);
    if (why.empty()) return;
    if (first.empty()) first = why;
  }
  if (first.empty()) return;
  const Parameters& parameters = study.traffic->parameters;
  const std::string key = std::string("traffic.") + (parameters.has("file") ? "file" : "node");
  throw Error(ExitCode::bad_input, {{.message = "traffic fits none of the candidates: " + first,
                                     .hint = "`cutline list nodes SPEC -c NAME` lists the nodes of a candidate",
                                     .place = designs.empty() ? Place() : designs.front().place_of({key, "traffic"}),
                                     .parameter = key}});
}

bool asks_given_load(const Study& study) {
  const auto is_given = [](const OfferedLoad& load) { return load.unit == OfferedLoad::Unit::as_given; };
  const std::vector<OfferedLoad> ranked = study.ranked_loads();
  return std::any_of(study.loads.begin(), study.loads.end(), is_given) ||
         std::any_of(ranked.begin(), ranked.end(), is_given);
}

GivenRates given_rates(const Study& study, const BuiltCandidate& candidate) {
  if (!study.traffic || study.traffic->pattern->rates == nullptr || !candidate.network()) return {};
  const Topology& topology = candidate.network()->topology;
  return study.traffic->refusal(topology).empty() ? study.traffic->rates(topology) : GivenRates();
}

void expect_given_rates(const Study& study, const BuiltCandidate& candidate) {
  if (!asks_given_load(study)) return;
  const bool gives = study.traffic && study.traffic->pattern->rates != nullptr;
  if (gives && (!candidate.network() || !study.traffic->refusal(candidate.network()->topology).empty())) return;
  const GivenRates rates = given_rates(study, candidate);
  if (!rates.absolute()) {
    throw_input_error(
        gives ? "`load: as_given` needs absolute rates, and those of `traffic` have no unit: they are shares"
              : fmt::format("`load: as_given` needs absolute rates, and {} traffic has none", traffic_name(study)),
        gives ? "write `16 GB/s`, or `rate [GB/s]` above the column, or `unit: GB/s` in `traffic`"
              : "give a load such as `0.3 of capacity`, or `traffic: {pattern: matrix, file: ...}` with rates",
        "load");
  }
  if (rates.kind == RateKind::bits_per_ns && technology_of(study, *candidate.design).unit)
    throw_input_error("rates by the second need a technology with real times, and this one counts tau",
                      "give rates in bits/cycle or flits/cycle, or name another technology", "load");
}

double given_bits_per_cycle(const GivenRates& rates, double width_bits, const ChannelClock& clock) {
  switch (rates.kind) {
    case RateKind::share:
      return 0;
    case RateKind::bits_per_cycle:
      return rates.of_node;
    case RateKind::flits_per_cycle:
      return rates.of_node * width_bits;
    case RateKind::bits_per_ns:
      return rates.of_node * in_ns(clock.cycle);
  }
  return 0;
}

std::vector<Note> notes_on_given_load(const Study& study, const RoutedCandidate& candidate, const GivenRates& rates,
                                      const Timing& timing, double offered, const Effort& effort) {
  std::vector<Note> notes;
  const double flits = offered / timing.input.width_bits, messages = offered / study.mean_message_bits();
  if (rates.kind == RateKind::bits_per_ns) {
    notes.push_back(make_note(NoteKind::load_of_times, offered, flits, messages, in_ns(timing.clock.cycle),
                              std::string(cycle_limit_text(timing.clock.cycle_set_by))));
  } else {
    notes.push_back(make_note(NoteKind::load_of_cycles, offered, flits, messages));
  }
  note_fullest(study, candidate, timing, offered, effort, notes);
  return notes;
}

std::optional<Note> rates_as_shares(const Study& study, const BuiltCandidate& candidate) {
  if (asks_given_load(study) || !given_rates(study, candidate).absolute()) return std::nullopt;
  return make_note(NoteKind::rates_are_shares);
}

}  // namespace cutline
