// SPDX-License-Identifier: Apache-2.0
#include "spec/study_keys.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/named.hpp"
#include "cutline/base/parameters.hpp"
#include "cutline/delay/layered_delay.hpp"
#include "spec/technology_spec.hpp"

namespace cutline {
namespace {

const std::vector<std::string_view> kSwitching = {"wormhole", "store_and_forward", "virtual_cut_through"};
const std::vector<std::string_view> kWires = {"unpipelined", "pipelined"};

void read_version(Reader& reader, YamlId id, StudyDraft&) {
  const auto version = read_number(reader, id, "cutline");
  if (version && version->whole != 1) {
    reader.report(id, fmt::format("the format version {} is not known", reader[id].text),
                  "this program reads `cutline: 1`");
  }
}

void read_study_technology(Reader& reader, YamlId id, StudyDraft& draft) {
  const auto technology = read_network_technology(reader, id);
  if (technology) {
    draft.study.technology = *technology;
    const std::vector<Diagnostic>& doubtful = technology->warnings;
    draft.study.warnings.insert(draft.study.warnings.end(), doubtful.begin(), doubtful.end());
    const bool carries = !technology->layers.empty();
    if (draft.study.default_delay && carries) draft.study.delays = {default_delay(*technology)};
  }
  reader.technology_known = technology.has_value();
  reader.unit_technology = !technology || technology->unit;
}

void read_tie(Reader& reader, YamlId id, StudyDraft& draft) {
  if (const auto share = read_quantity(reader, id, "tie", {Measured::share})) draft.study.tie = share->value;
}

void read_header(Reader& reader, YamlId id, StudyDraft& draft) {
  if (const auto bits = read_quantity(reader, id, "header", {Measured::bits})) draft.study.header_bits = bits->value;
}

template <std::optional<YamlId> CandidateSources::*Member>
void keep_study(Reader&, YamlId id, StudyDraft& draft) {
  draft.sources.*Member = id;
}

/// Keeps a key of candidates that stands at the top level; it is read with each candidate.
template <const char* Name>
void share(Reader& reader, YamlId id, StudyDraft& draft) {
  draft.sources.shared.push_back({Name, reader[id].mark, id});
}
constexpr char kChannel[] = "channel";
constexpr char kRouter[] = "router";
constexpr char kInterchange[] = "interchange";
constexpr char kNode[] = "node";
constexpr char kPackages[] = "packages";
constexpr char kRoutingKey[] = "routing";

/// What is built, and what every candidate is made of.
std::vector<Key<StudyDraft>> network_keys() {
  return {
      {"cutline", integer_shape("1", 1), "", "version of the format", read_version, true},
      {"title", text_shape(), "", "printed above the results",
       [](Reader& reader, YamlId id, StudyDraft& d) { d.study.title = read_prose(reader, id, "title").value_or(""); }},
      {"technology", technology_shape(), "unit", "what wires are made of", read_study_technology},
      {"hold", hold_shape(), "none", "what every candidate gets the same of; the channel width follows", read_hold},
      {"limits", limits_shape(), "", "a candidate over a limit is listed below the ranking", read_limits},
      {"population", population_shape(), "equal terminals", "which candidates may be ranked together", read_population},
      {"channel", channel_shape(), "", "what one direction of a link is made of, in every candidate", share<kChannel>},
      {"router", router_shape(), "", "what a router costs, in every candidate", share<kRouter>},
      {"interchange", interchange_shape(), "as the router", "what an interchange costs, in every candidate",
       share<kInterchange>},
      {"node", node_shape(), "", "the box of a node, in every candidate", share<kNode>},
      {"packages", packages_shape(), "", "modules of every candidate, innermost first: chiplets, chips, boards ...",
       share<kPackages>}};
}

/// How messages travel, and what is measured of that.
std::vector<Key<StudyDraft>> message_keys() {
  return {
      {"clock", clock_shape(), "", "what sets the cycle", read_clock},
      {"wires", choice_shape(kWires), "unpipelined",
       "whether a wire may hold several phits at once; with a fixed clock each link then takes its own whole cycles",
       [](Reader& reader, YamlId id, StudyDraft& d) {
         d.study.pipelined = read_choice(reader, id, "wires", kWires) == 1U;
       }},
      {"delay", delay_shape(), "d2m, or what the technology allows; in unit linear",
       "delay models of a wire: one ranking and one record each", read_delay},
      {"message", message_shape(), "150 bits", "size of a message, or sizes and their shares", read_message},
      {"header", quantity_shape({Measured::bits}), "0 bits", "added to every message", read_header},
      {"switching", choice_shape(kSwitching), "wormhole", "how a message takes its channels",
       [](Reader& reader, YamlId id, StudyDraft& d) {
         d.study.switching = static_cast<Switching>(read_choice(reader, id, "switching", kSwitching).value_or(0));
       }},
      {"traffic", traffic_shape(), "uniform", "who sends to whom", read_traffic},
      {"load", load_shape(), "", "operating points: what every terminal offers", read_load},
      {"virtual_channels", integer_shape("whole number", 1), fmt::format("{}", kVirtualChannels),
       "of every channel, for contention models, the law of routers and exports",
       [](Reader& reader, YamlId id, StudyDraft& d) {
         if (const auto channels = read_whole(reader, id, "virtual_channels", 1, 1024))
           d.study.virtual_channels = static_cast<int>(*channels);
       }},
      {"contention", contention_shape(), "channels where a load is asked", "how long messages wait for each other",
       read_contention},
      {"measured", measured_shape(), "", "latencies that others measured, to hold beside the model: a CSV file",
       read_measured},
      {"fail", fail_shape(), "", "links that fail together; what is left of every candidate", read_fail},
      {"guest", guest_shape(), "", "what every candidate emulates on one wafer", read_guest},
      {"routing", routing_shape(), "by family", "how messages find their way, in every candidate", share<kRoutingKey>},
      {"curve", curve_shape(), "", "a series instead of one number: latency against distance or load", read_curve}};
}

/// What is asked of the candidates, and the candidates.
std::vector<Key<StudyDraft>> question_keys() {
  const ValueShape candidate = map_shape(candidate_keys());
  return {
      {"rank", rank_shape(), "latency", "what candidates are ranked by; less is better, but of saturation", read_rank},
      {"tie", quantity_shape({Measured::share}), "0 %", "candidates this close share a rank", read_tie},
      {"pareto", pareto_shape(), "rank and area", "measures of the Pareto front, as in `rank`", read_pareto},
      {"uncertainty", uncertainty_shape(), "",
       "how far figures may be off; ranks are then given over all corners, and how sure the winner is",
       read_uncertainty},
      {"crossover", crossover_shape(), "", "search where the winner changes as one key of the spec grows",
       read_crossover},
      {"search", search_shape(), "",
       "the best network with so many terminals, or the best links of a grid, within limits (`cutline search`)",
       read_search},
      {"defaults", {"map", candidate.schema}, "", "keys of every candidate", keep_study<&CandidateSources::defaults>},
      {"candidates", list_shape(candidate), "", "the networks to compare; needed where there is no `search`",
       keep_study<&CandidateSources::candidates>, false},
      {"expect", expect_shape(), "", "published numbers that the results must show", read_expect}};
}

void expect_name(Reader& reader, const std::vector<std::string_view>& names, const std::string& name,
                 const Place& place) {
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
  std::string known;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 10); ++i)
    known += fmt::format("{}{}", i > 0 ? ", " : "", names[i]);
  if (names.size() > 10) known += ", ...";
  Diagnostic diagnostic;
  diagnostic.message = fmt::format("no candidate is called '{}'", name);
  diagnostic.hint = did_you_mean(name, names, "the candidates are: " + known);
  diagnostic.place = place;
  reader.document.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

const std::vector<Key<StudyDraft>>& study_keys() {
  static const std::vector<Key<StudyDraft>> keys = joined({network_keys(), message_keys(), question_keys()});
  return keys;
}

void check_names(Reader& reader, const StudyDraft& draft) {
  const std::vector<std::string_view> names = names_of(draft.study.designs);
  if (names.empty()) return;
  expect_name(reader, names, draft.study.hold.of, draft.study.hold.place);
  for (const Expectation& expectation : draft.study.expectations) {
    expect_name(reader, names, expectation.candidate, expectation.place);
    expect_name(reader, names, expectation.winner, expectation.place);
  }
  for (const MeasuredPoint& point : draft.study.measured) {
    const std::size_t before = reader.document.diagnostics.size();
    expect_name(reader, names, point.candidate, draft.measured);
    if (reader.document.diagnostics.size() > before) break;
  }
}

}  // namespace cutline
