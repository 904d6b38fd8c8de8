// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostLinks = 1'000'000;
constexpr std::int64_t kMostSamples = 1'000'000;
constexpr std::string_view kFailHint =
    "write `1 link`, `{links: 3, samples: 1000}`, `{link: [a, b]}` or `{node: a}`; several stand in a list";

void read_links(Reader& reader, YamlId id, LinkFaults& faults) {
  const auto links = read_quantity(reader, id, "fail", {Measured::links}, 1);
  if (!links) return;
  if (links->value != std::floor(links->value) || links->value > static_cast<double>(kMostLinks)) {
    return reader.report(id, fmt::format("a whole number of links fails, from 1 to {}", kMostLinks),
                         std::string(kFailHint));
  }
  faults.links = static_cast<std::uint64_t>(links->value);
}

std::string read_failing(Reader& reader, YamlId id) { return read_text(reader, id, "fail").value_or(""); }

/// Reads `[a, b]`, or a list of such pairs.
void read_between(Reader& reader, YamlId id, LinkFaults& faults) {
  const auto items = read_list(reader, id, "link");
  if (!items) return;
  const bool several = !items->empty() && reader[items->front()].kind == YamlKind::list;
  for (const YamlId pair : several ? *items : std::vector<YamlId>{id}) {
    const auto ends = read_list(reader, pair, "link");
    if (!ends) return;
    if (ends->size() != 2) return reader.report(pair, "a link joins two nodes", "link: [spine1, leaf3]");
    faults.between.push_back({read_failing(reader, ends->front()), read_failing(reader, ends->back())});
  }
}

const std::vector<Key<LinkFaults>>& fail_keys() {
  static const std::vector<Key<LinkFaults>> keys = {
      {"links", integer_shape("whole number", 1), "", "that fail together",
       [](Reader& reader, YamlId id, LinkFaults& f) {
         if (const auto links = read_whole(reader, id, "links", 1, kMostLinks))
           f.links = static_cast<std::uint64_t>(*links);
       }},
      {"link", list_shape(text_shape("node")), "", "two nodes, by name or number: the links between them fail",
       read_between},
      {"node", any_shape({text_shape("node"), list_shape(text_shape("node"))}), "",
       "fails with all its links; distances and loads are those of the others",
       [](Reader& reader, YamlId id, LinkFaults& f) {
         for (const YamlId item : read_one_or_list(reader, id)) f.nodes.push_back(read_failing(reader, item));
       }},
      {"samples", integer_shape("whole number", 1),
       "every link where one fails, else 100, or every choice where there are no more", "draws of so many links",
       [](Reader& reader, YamlId id, LinkFaults& f) {
         if (const auto samples = read_whole(reader, id, "samples", 1, kMostSamples))
           f.samples = static_cast<std::uint64_t>(*samples);
       }},
      {"seed", integer_shape("whole number", 0), "that of the run", "of the draws",
       [](Reader& reader, YamlId id, LinkFaults& f) {
         if (const auto seed = read_whole(reader, id, "seed", 0, INT64_MAX)) f.seed = static_cast<std::uint64_t>(*seed);
       }}};
  return keys;
}

}  // namespace

void read_fail(Reader& reader, YamlId id, StudyDraft& draft) {
  const auto items = read_one_or_list(reader, id);
  if (items.empty()) return reader.report(id, "'fail' is an empty list", std::string(kFailHint));
  for (const YamlId item : items) {
    LinkFaults& faults = draft.study.fail.emplace_back();
    if (reader[item].kind == YamlKind::map) {
      read_map(reader, item, "fail", fail_keys(), faults);
      const bool counts = find_value(reader.document, item, "links").has_value();
      if (counts == faults.named())
        reader.report(item, counts ? "links are counted, or named" : "'fail' needs the key 'links', 'link' or 'node'",
                      std::string(kFailHint));
    } else {
      read_links(reader, item, faults);
    }
    const auto& all = draft.study.fail;
    if (std::find(all.begin(), all.end() - 1, faults) != all.end() - 1)
      reader.report(item, "the same links fail twice", "leave this entry out, or give it another `seed`");
  }
}

ValueShape fail_shape() {
  const ValueShape one = any_shape({quantity_shape({Measured::links}), map_shape(fail_keys())});
  ValueShape list = list_shape(one);
  list.words = "a list of these";
  list.below.clear();
  return any_shape({one, list});
}

}  // namespace cutline
