// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "base/named.hpp"
#include "cutline/detail/delay/delay_model.hpp"
#include "spec/study_keys.hpp"
#include "spec/sweep.hpp"

// What single candidates are asked: the study with those keys of the top level that they give themselves, most often in
// a sweep, and pipelined wires where only some have a machine. The whole top level is read again with their values,
// since one key may depend on another.

namespace cutline {
namespace {

/// What a candidate is asked, and where the spec says so.
struct Asked {
  SharedConst<Study> study;
  std::map<std::string, Place> places;
};

/// The keys that a candidate gives in place of the top level's.
std::vector<YamlEntry> own_keys(const Reader& reader, YamlId tree) {
  std::vector<YamlEntry> own;
  for (const YamlEntry& entry : reader[tree].entries) {
    const auto above = find_value(reader.document, reader.document.root, entry.key);
    if (above != entry.value && find_named(asked_keys(), entry.key) != nullptr) own.push_back(entry);
  }
  return own;
}

/// The top level with these keys in place of its own, and without what is asked of all candidates together.
YamlId with_own(Reader& reader, const std::vector<YamlEntry>& own) {
  YamlNode root = reader[reader.document.root];
  std::erase_if(root.entries, [&](const YamlEntry& entry) {
    static constexpr std::string_view kOfAll[] = {"candidates", "defaults", "search",
                                                  "crossover",  "expect",   "measured"};
    return std::ranges::any_of(own, [&](const YamlEntry& o) { return o.key == entry.key; }) ||
           std::ranges::find(kOfAll, entry.key) != std::end(kOfAll);
  });
  root.entries.insert(root.entries.end(), own.begin(), own.end());
  measure_node(reader.document, root);
  return add_node(reader.document, std::move(root));
}

/// `pipelined`: whether wires are where no key says so.
Asked read_own(Reader& reader, const std::vector<YamlEntry>& own, const Study& study, bool pipelined) {
  StudyDraft draft;
  draft.study.file = study.file;
  draft.study.spec_sha256 = study.spec_sha256;
  const YamlId whole = with_own(reader, own);
  read_settings(reader, whole, draft);
  // What the study has by its candidates and by its search.
  if (!find_value(reader.document, whole, "wires")) draft.study.pipelined = pipelined;
  if (!find_value(reader.document, whole, "limits")) draft.study.limits = study.limits;
  draft.study.seed = study.seed;
  static_cast<RankingAsked&>(draft.study) = study;
  draft.study.some_board = study.some_board;
  draft.study.some_machine = study.some_machine;
  draft.study.expectations = study.expectations;
  draft.study.measured = study.measured;
  if (draft.study.delays.size() != study.delays.size()) {
    const auto delay = std::ranges::find_if(own, [](const YamlEntry& entry) { return entry.key == "delay"; });
    if (delay != own.end())
      reader.report(delay->value, "each delay model gives a ranking, so all candidates have as many",
                    "list as many models here as at the top level");
  }
  return {SharedConst<Study>(std::move(draft.study)), std::move(draft.places)};
}

}  // namespace

bool read_settings(Reader& reader, YamlId root, StudyDraft& draft) {
  draft.study.technology = unit_technology();
  const bool is_map = reader[root].kind == YamlKind::map;
  draft.study.default_delay = is_map && !find_entry(reader.document, root, "delay");
  // The key `technology` replaces it if the technology has layers.
  if (draft.study.default_delay) draft.study.delays = {choose_delay("linear", {})};
  const bool read = read_map(reader, root, "the spec", study_keys(), draft);
  Study& study = draft.study;
  if (study.message_classes > 1 && study.traffic) {
    const double request = study.messages[0].size_bits + study.header_bits,
                 reply = study.messages[1].size_bits + study.header_bits;
    study.traffic = with_replies(std::move(*study.traffic), reply / (request + reply));
  }
  return read;
}

void expect_nothing_asked(Reader& reader, YamlId tree) {
  for (const YamlEntry& entry : own_keys(reader, tree))
    reader.report(entry.mark,
                  fmt::format("'{}' has no effect here: all networks of a search are asked the same", entry.key),
                  "give it at the top level");
}

void read_asked(Reader& reader, const std::vector<YamlId>& trees, StudyDraft& draft) {
  std::map<std::string, Asked> known;
  const bool given = find_value(reader.document, reader.document.root, "wires").has_value();
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const std::vector<YamlEntry> own = own_keys(reader, trees[i]);
    const bool pipelined = given ? draft.study.pipelined : static_cast<bool>(draft.study.designs[i].machine);
    if (own.empty() && pipelined == draft.study.pipelined) continue;
    std::string words = pipelined ? "pipelined\n" : "";
    for (const YamlEntry& entry : own) words += entry.key + "=" + swept_value(reader, entry.value) + "\n";
    auto found = known.find(words);
    if (found == known.end()) found = known.emplace(words, read_own(reader, own, draft.study, pipelined)).first;
    Design& design = draft.study.designs[i];
    design.asked = found->second.study;
    const std::map<std::string, Place>& places = found->second.places;
    // Designs share their places as long as nothing is added.
    if (!places.empty()) design.places.insert(places.begin(), places.end());
  }
}

}  // namespace cutline
