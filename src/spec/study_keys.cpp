// SPDX-License-Identifier: Apache-2.0
#include "spec/study_keys.hpp"

#include <tuple>

#include "study/planes.hpp"

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
  reader.technology_known = technology != nullptr;
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
template <class Member, class Part, class V>
Key<StudyDraft> of_study(std::string_view name, Member Part::*at, const Form<V>& form, std::string default_text,
                         std::string help) {
  return within(&StudyDraft::study, field(name, static_cast<Member Study::*>(at), form, default_text, help));
}

/// What is built, and what every candidate is made of.
Keys<StudyDraft> network_keys() {
  return {{"cutline", integer_shape("1", 1), "", "version of the format", read_version, true},
          of_study("title", &Study::title, prose_form(), "", "printed above the results"),
          {"technology", technology_shape(), "unit", "what wires are made of", read_study_technology},
          population_key(),
          shared(channel_key(), "what one direction of a link is made of, in every candidate"),
          shared(router_key(), "what a router costs, in every candidate"),
          shared(interchange_key(), "what an interchange costs, in every candidate"),
          shared(node_key(), "the box of a node, in every candidate"),
          shared(packages_key(), "modules of every candidate, innermost first: chiplets, chips, boards ..."),
          shared(board_key(), "backplanes for every candidate, one for each row of nodes: slots that keep their pitch"),
          shared(machine_key(), "a hall of racks for every candidate: cables, prices"),
          shared(routing_key(), "how messages find their way, in every candidate")};
}

/// What is held and limited, how messages travel, and what is measured of that.
Keys<StudyDraft> message_keys() {
  return {
      hold_key(),
      limits_key(),
      clock_key(),
      of_study("wires", &Study::pipelined, choice_form({"unpipelined", "pipelined"}),
               "unpipelined; pipelined in a `machine`",
               "whether a wire may hold several phits at once; with a fixed clock each link then takes its own whole "
               "cycles"),
      delay_key(),
      message_key(),
      of_study("header", &Study::header_bits, quantity_form(Measured::bits), "0 bits", "added to every message"),
      of_study("switching", &Study::switching, choice_form({"wormhole", "store_and_forward", "virtual_cut_through"}),
               "wormhole", "how a message takes its channels"),
      traffic_key(),
      of_study("virtual_channels", &Study::virtual_channels, whole_form(1, 1024), fmt::format("{}", kVirtualChannels),
               "of every channel, for contention models, the law of routers and exports"),
      contention_key(),
      fail_key(),
      guest_key()};
}

/// What is asked of the candidates, and the candidates.
Keys<StudyDraft> question_keys() {
  const ValueShape candidate = map_shape(candidate_keys());
  const auto source = [](Key<CandidateSources> key) { return within(&StudyDraft::sources, std::move(key)); };
  return {
      load_key(),
      curve_key(),
      measured_key(),
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

/// A key of candidates that has no effect under some other keys of the spec.
struct Idle {
  std::string_view key;  ///< "channel.width"; "placement." stands for all keys below it
  bool (*works)(const Study& study, const Design& design);
  std::string_view message, hint;
};

bool has_reference(const Study& study, const Hold& hold) {
  const std::vector<Design>& all = study.designs;
  return std::any_of(all.begin(), all.end(), [&](const Design& design) { return design.name == hold.of; });
}

/// Whether a place is an override of the command line or a point of a crossover. If only such an override makes a key
/// lose its effect, the spec has no mistake.
bool is_override(const Place& place) { return place.file == kOverride || place.file == kCrossover; }

bool width_works(const Study& study, const Design& design) {
  const Hold& hold = study_of(study, design).hold;
  if (hold.resource == Resource::none || (hold.place.known() && is_override(hold.place))) return true;
  return !hold.of.empty() && (design.name == hold.of || !has_reference(study, hold));
}

bool has_cells(const Study&, const Design& design) {
  const auto ideal = design.places.find("ideal");
  return !design.ideal || (ideal != design.places.end() && is_override(ideal->second));
}

/// An ideal candidate uses its placement only with a guest, where the order decides which host it is.
bool placement_works(const Study& study, const Design& design) {
  return has_cells(study, design) || study_of(study, design).guest;
}

bool multiple_works(const Study& study, const Design& design) {
  if (design.channel.round == Rounding::usual) return has_cells(study, design);
  return design.channel.round != Rounding::exact;
}

const std::vector<Idle>& idle_keys() {
  constexpr std::string_view kLayout = "leave it out, or leave out `ideal`";
  static const std::vector<Idle> all = {
      {"channel.width", width_works, "'width' has no effect: the widths of channels follow from `hold`",
       "leave it out; only the candidate that `of NAME` names has its own width under `hold`"},
      {"channel.multiple", multiple_works, "'multiple' has no effect where widths are not rounded",
       "add `round: down` or `round: nearest`; without it ideal candidates are exact"},
      {"placement.", placement_works, "an ideal candidate has no layout, so its placement has no effect", kLayout},
      {"node.", has_cells, "an ideal candidate has no layout, so the box of its nodes has no effect", kLayout},
      {"packages.", has_cells, "an ideal candidate has no layout, so its packages have no effect", kLayout}};
  return all;
}

/// A place in the spec, which several candidates may share. It is idle if it has an effect on none of them.
struct IdlePlace {
  const Place* place = nullptr;
  bool works = false;
};
using FoundPlaces = std::map<std::tuple<std::string, int, int>, IdlePlace>;

FoundPlaces places_of(const Study& study, const Idle& idle) {
  FoundPlaces found;
  for (const Design& design : study.designs) {
    for (auto at = design.places.lower_bound(std::string(idle.key)); at != design.places.end(); ++at) {
      if (at->first.compare(0, idle.key.size(), idle.key) != 0) break;
      if (at->first.ends_with(']')) continue;  // an item of a list, whose key is looked at by itself
      const Place& place = at->second;
      IdlePlace& one = found[{place.file, place.line, place.column}];
      one.place = &place;
      one.works = one.works || idle.works(study, design);
    }
  }
  return found;
}

void expect_name(Reader& reader, const std::vector<std::string_view>& names, const std::string& name,
                 const Place& place) {
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
  std::string known;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 10); ++i)
    known += fmt::format("{}{}", i > 0 ? ", " : "", names[i]);
  if (names.size() > 10) known += ", ...";
  reader.document.diagnostics.push_back({fmt::format("no candidate is called '{}'", name),
                                         did_you_mean(name, names, "the candidates are: " + known), place});
}

}  // namespace

const Keys<StudyDraft>& study_keys() {
  static const Keys<StudyDraft> keys = joined({network_keys(), asked_keys(), question_keys()});
  return keys;
}

const Keys<StudyDraft>& asked_keys() {
  static const Keys<StudyDraft> keys = message_keys();
  return keys;
}

void check_idle_keys(Reader& reader, const Study& study) {
  const auto planes = std::find_if(study.designs.begin(), study.designs.end(),
                                   [](const Design& design) { return design.planes != nullptr; });
  if (planes != study.designs.end() && study.traffic && !study.traffic->applications.empty())
    reader.document.diagnostics.push_back({"applications run on one network, and a candidate with `planes` has several",
                                           "give each plane its `traffic`, or leave out `planes`",
                                           planes->place_of({"planes"})});
  for (const Idle& idle : idle_keys()) {
    for (const auto& [key, found] : places_of(study, idle)) {
      if (found.works || reader.is_full()) continue;
      reader.document.diagnostics.push_back({std::string(idle.message), std::string(idle.hint), *found.place});
    }
  }
}

void check_names(Reader& reader, const StudyDraft& draft) {
  const std::vector<std::string_view> names = names_of(draft.study.designs);
  if (names.empty()) return;
  expect_name(reader, names, draft.study.hold.of, draft.study.hold.place);
  for (const Design& design : draft.study.designs) {
    if (design.asked) expect_name(reader, names, design.asked->hold.of, design.asked->hold.place);
  }
  std::vector<std::string> parts;
  for (const Design& design : draft.study.designs) {
    for (const std::string& part : names_of_parts(study_of(draft.study, design), design))
      parts.push_back(plane_candidate_name(design.name, part));
  }
  std::vector<std::string_view> expected = names;
  expected.insert(expected.end(), parts.begin(), parts.end());
  for (const Expectation& expectation : draft.study.expectations) {
    expect_name(reader, expected, expectation.candidate, expectation.place);
    expect_name(reader, names, expectation.winner, expectation.place);
  }
  for (const MeasuredPoint& point : draft.study.measured) {
    const std::size_t before = reader.mistakes();
    expect_name(reader, names, point.candidate, draft.measured);
    if (reader.mistakes() > before) break;
  }
}

}  // namespace cutline
