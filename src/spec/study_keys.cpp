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

/// A key of candidates that stands at the top level; it is kept, and read with each candidate.
Key<StudyDraft> shared(const Key<Design>& key, std::string help) {
  return {key.name, key.shape, key.default_text, std::move(help),
          [name = key.name](Reader& reader, YamlId id, StudyDraft& draft) {
            draft.sources.shared.push_back({std::string(name), reader[id].mark, id});
          }};
}

/// A key that is bound to a member of the study.
template <class Member, class V>
Key<StudyDraft> of_study(std::string_view name, Member Study::*at, const Form<V>& form, std::string default_text,
                         std::string help) {
  return within(&StudyDraft::study, field(name, at, form, std::move(default_text), std::move(help)));
}

/// What is built, and what every candidate is made of.
Keys<StudyDraft> network_keys() {
  return {{"cutline", integer_shape("1", 1), "", "version of the format", read_version, true},
          of_study("title", &Study::title, prose_form(), "", "printed above the results"),
          {"technology", technology_shape(), "unit", "what wires are made of", read_study_technology},
          hold_key(),
          limits_key(),
          population_key(),
          shared(channel_key(), "what one direction of a link is made of, in every candidate"),
          shared(router_key(), "what a router costs, in every candidate"),
          shared(interchange_key(), "what an interchange costs, in every candidate"),
          shared(node_key(), "the box of a node, in every candidate"),
          shared(packages_key(), "modules of every candidate, innermost first: chiplets, chips, boards ...")};
}

/// How messages travel, and what is measured of that.
Keys<StudyDraft> message_keys() {
  return {
      clock_key(),
      of_study("wires", &Study::pipelined, choice_form({"unpipelined", "pipelined"}), "unpipelined",
               "whether a wire may hold several phits at once; with a fixed clock each link then takes its own whole "
               "cycles"),
      delay_key(),
      message_key(),
      of_study("header", &Study::header_bits, quantity_form(Measured::bits), "0 bits", "added to every message"),
      of_study("switching", &Study::switching, choice_form({"wormhole", "store_and_forward", "virtual_cut_through"}),
               "wormhole", "how a message takes its channels"),
      traffic_key(),
      load_key(),
      of_study("virtual_channels", &Study::virtual_channels, whole_form(1, 1024), fmt::format("{}", kVirtualChannels),
               "of every channel, for contention models, the law of routers and exports"),
      contention_key(),
      measured_key(),
      fail_key(),
      guest_key(),
      shared(routing_key(), "how messages find their way, in every candidate"),
      curve_key()};
}

/// What is asked of the candidates, and the candidates.
Keys<StudyDraft> question_keys() {
  const ValueShape candidate = map_shape(candidate_keys());
  const auto source = [](Key<CandidateSources> key) { return within(&StudyDraft::sources, std::move(key)); };
  return {
      rank_key(),
      of_study("tie", &Study::tie, quantity_form(Measured::share), "0 %", "candidates this close share a rank"),
      pareto_key(),
      uncertainty_key(),
      crossover_key(),
      search_key(),
      source(kept("defaults", &CandidateSources::defaults, {"map", candidate.schema}, "", "keys of every candidate")),
      source(kept("candidates", &CandidateSources::candidates, list_shape(candidate), "",
                  "the networks to compare; needed where there is no `search`")),
      expect_key()};
}

}  // namespace

const Keys<StudyDraft>& study_keys() {
  static const Keys<StudyDraft> keys = joined({network_keys(), message_keys(), question_keys()});
  return keys;
}

}  // namespace cutline
