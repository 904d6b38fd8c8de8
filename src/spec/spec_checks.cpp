// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "cutline/base/named.hpp"
#include "cutline/base/parameters.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

/// A key of candidates that has no effect under some other keys of the spec.
struct Idle {
  std::string_view key;  ///< "channel.width"; "placement." stands for all keys below it
  bool (*works)(const Study& study, const Design& design);
  std::string_view message, hint;
};

bool has_reference(const Study& study) {
  const std::vector<Design>& all = study.designs;
  return std::any_of(all.begin(), all.end(), [&](const Design& design) { return design.name == study.hold.of; });
}

/// Whether a place is an override of the command line or a point of a crossover. If only such an override makes a key
/// lose its effect, the spec has no mistake.
bool is_override(const Place& place) { return place.file == kOverride || place.file == kCrossover; }

bool width_works(const Study& study, const Design& design) {
  const Hold& hold = study.hold;
  if (hold.resource == Resource::none || (hold.place.known() && is_override(hold.place))) return true;
  return !hold.of.empty() && (design.name == hold.of || !has_reference(study));
}

bool has_cells(const Study&, const Design& design) {
  const auto ideal = design.places.find("ideal");
  return !design.ideal || (ideal != design.places.end() && is_override(ideal->second));
}

/// An ideal candidate uses its placement only with a guest, where the order decides which host it is.
bool placement_works(const Study& study, const Design& design) { return has_cells(study, design) || study.guest; }

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
  Diagnostic diagnostic;
  diagnostic.message = fmt::format("no candidate is called '{}'", name);
  diagnostic.hint = did_you_mean(name, names, "the candidates are: " + known);
  diagnostic.place = place;
  reader.document.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

void check_idle_keys(Reader& reader, const Study& study) {
  for (const Idle& idle : idle_keys()) {
    for (const auto& [key, found] : places_of(study, idle)) {
      if (found.works || reader.is_full()) continue;
      Diagnostic diagnostic;
      diagnostic.message = std::string(idle.message);
      diagnostic.hint = std::string(idle.hint);
      diagnostic.place = *found.place;
      reader.document.diagnostics.push_back(std::move(diagnostic));
    }
  }
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
