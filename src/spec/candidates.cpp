// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/format.hpp"
#include "cutline/topology/family.hpp"
#include "spec/study_keys.hpp"
#include "spec/sweep.hpp"
#include "study/planes.hpp"

namespace cutline {
namespace {

/// Reports keys of the defaults that are allowed only in a single candidate.
void expect_no_own_keys(Reader& reader, YamlId defaults) {
  for (const std::string_view key : {"name", "sweep"}) {
    const YamlEntry* entry = find_entry(reader.document, defaults, key);
    if (entry != nullptr)
      reader.report(entry->mark, fmt::format("'{}' stands in a candidate, not in the defaults", key));
  }
}

/// The keys of both maps, as merge_maps() joins them; but a technology of `over` is taken whole, so that no layers of
/// one technology stand under the name of another.
YamlId overlaid(Document& document, YamlId base, YamlId over) {
  YamlNode below = document[base];
  const auto is_technology = [](const YamlEntry& entry) { return entry.key == "technology"; };
  if (find_entry(document, over, "technology") != nullptr) std::erase_if(below.entries, is_technology);
  measure_node(document, below);
  return merge_maps(document, add_node(document, std::move(below)), over);
}

/// The map that every candidate is merged onto: the keys of the top level that it may give too, then the defaults.
YamlId foundation(Reader& reader, const CandidateSources& sources) {
  YamlNode shared{.kind = YamlKind::map, .entries = sources.shared};
  measure_node(reader.document, shared);
  const YamlId base = add_node(reader.document, std::move(shared));
  if (!sources.defaults || !expect_map(reader, *sources.defaults, "defaults")) return base;
  expect_no_own_keys(reader, *sources.defaults);
  return overlaid(reader.document, base, *sources.defaults);
}

std::string parameters_text(const Design& design) {
  std::string text;
  const Family* family = find_family(design.family);
  if (family == nullptr) return text;
  for (const Field& field : family->fields) {
    const bool given = design.places.count("topology." + std::string(field.name)) > 0;
    const bool long_list = field.kind == FieldKind::integer_table;
    if (!given || long_list || !design.parameters.has(field.name)) continue;
    text += " " + to_string(Parameters{{std::string(field.name), design.parameters.values().find(field.name)->second}});
  }
  return text;
}

/// " request + response", the names of planes; empty if there are none.
std::string planes_text(const Design& design) {
  std::string text;
  if (!design.planes) return text;
  for (const PlaneDesign& plane : design.planes->all) text += (text.empty() ? " " : " + ") + plane.name;
  return text;
}

/// The name of a candidate: `torus radix=8 dimensions=2`, or the user's name, followed by the values that the sweep
/// varies.
std::string candidate_name(const Design& design, const std::optional<std::string>& given, const SweepPoint& point) {
  std::string name = given ? *given : design.family.printed() + parameters_text(design) + planes_text(design);
  for (const auto& [path, value] : point.values) {
    const bool of_topology = path.rfind("topology.", 0) == 0;
    if (given || !of_topology) name += fmt::format(" {}={}", path.substr(path.rfind('.') + 1), value);
  }
  return name;
}

struct Named {
  Design design;
  bool given = false;
};

/// Reports equal names that the user gave; appends #2, #3 ... to other equal names.
void settle_names(Reader& reader, std::vector<Named>& all, const std::vector<Mark>& marks) {
  std::map<std::string, std::size_t> taken;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].given) continue;
    const auto [first, is_new] = taken.emplace(all[i].design.name, i);
    if (is_new) continue;
    const Place place = place_of(reader.document, marks[first->second]);
    reader.report(marks[i], fmt::format("two candidates are called '{}'", all[i].design.name),
                  fmt::format("the first stands at {}:{}:{}", place.file, place.line, place.column));
  }
  std::map<std::string, int> numbers;
  for (Named& named : all) {
    if (named.given) continue;
    const std::string base = named.design.name;
    int& number = numbers.emplace(base, 1).first->second;
    while (!taken.emplace(named.design.name, 0).second) named.design.name = fmt::format("{} #{}", base, ++number);
  }
}

/// A candidate has one network, or planes; closed forms know one network alone.
void expect_network(Reader& reader, YamlId tree, const Design& design) {
  const YamlEntry* topology = find_entry(reader.document, tree, "topology");
  const YamlEntry* planes = find_entry(reader.document, tree, "planes");
  if (topology == nullptr && planes == nullptr) {
    reader.report(tree, "a candidate needs the key 'topology'",
                  "for example `topology: {family: torus, radix: 8, dimensions: 2}`");
  }
  if (planes == nullptr) return;
  if (topology != nullptr)
    reader.report(planes->mark, "a candidate has either `topology` or `planes`",
                  "each plane has a topology of its own");
  if (design.ideal)
    reader.report(planes->mark, "closed forms know one network, and a candidate with `planes` has several",
                  "leave out `ideal`");
}

Design read_design(Reader& reader, YamlId tree, Mark mark) {
  Design design;
  design.places["candidate"] = place_of(reader.document, mark);
  read_map(reader, tree, "a candidate", candidate_keys(), design);
  expect_network(reader, tree, design);
  return design;
}

/// Whether two candidates differ at most in what they are asked, which read_asked() reads.
bool same_networks(const Reader& reader, YamlId a, YamlId b) {
  return std::ranges::equal(reader[a].entries, reader[b].entries, [](const YamlEntry& one, const YamlEntry& other) {
    return one.key == other.key && (one.value == other.value || find_named(asked_keys(), one.key) != nullptr);
  });
}

/// A design that is still to be read: a candidate, or one point of its sweep.
struct Pending {
  YamlId item = 0;
  std::optional<std::string> name;
  Mark mark;
  SweepPoint point;
};

std::vector<Pending> pending_designs(Reader& reader, const std::vector<YamlId>& items, YamlId base) {
  std::vector<Pending> all;
  DesignMemory memory;
  for (const YamlId item : items) {
    if (!expect_map(reader, item, "a candidate")) continue;
    Pending pending{item, {}, reader[item].mark, {}};
    if (const auto name = find_value(reader.document, item, "name")) {
      pending.name = read_text(reader, *name, "name");
      pending.mark = reader[*name].mark;
      if (pending.name && pending.name->empty()) reader.report(*name, "'name' must not be empty");
    }
    for (SweepPoint& point : sweep_points(reader, overlaid(reader.document, base, item), memory)) {
      pending.point = std::move(point);
      all.push_back(pending);
    }
  }
  return all;
}

}  // namespace

ReadCandidates read_candidates(Reader& reader, const CandidateSources& sources) {
  if (!sources.candidates) return {};
  const auto items = read_list(reader, *sources.candidates, "candidates");
  if (!items) return {};
  if (items->empty()) reader.report(*sources.candidates, "'candidates' is an empty list", "list at least one network");
  std::vector<Named> all;
  std::vector<Mark> marks;
  const std::vector<Pending> pending_all = pending_designs(reader, *items, foundation(reader, sources));
  all.reserve(pending_all.size());
  const Pending* before = nullptr;  // the last one, if it was read without mistakes
  for (const Pending& pending : pending_all) {
    const auto& name = pending.name;
    const std::size_t mistakes = reader.mistakes();
    const bool same = before != nullptr && before->item == pending.item &&
                      same_networks(reader, before->point.tree, pending.point.tree);
    Named named{same ? all.back().design : read_design(reader, pending.point.tree, reader[pending.item].mark),
                name.has_value()};
    before = reader.mistakes() == mistakes ? &pending : nullptr;
    named.design.name = candidate_name(named.design, name, pending.point);
    named.design.swept = !pending.point.values.empty();
    named.design.sweep = pending.point.values;
    all.push_back(std::move(named));
    marks.push_back(pending.mark);
  }
  settle_names(reader, all, marks);
  ReadCandidates read;
  read.designs.reserve(all.size());
  for (Named& named : all) read.designs.push_back(std::move(named.design));
  for (const Pending& pending : pending_all) read.trees.push_back(pending.point.tree);
  return read;
}

}  // namespace cutline
