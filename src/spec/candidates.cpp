// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/base/format.hpp"
#include "cutline/topology/family.hpp"
#include "spec/reader.hpp"
#include "spec/study_keys.hpp"
#include "study/planes.hpp"

namespace cutline {
namespace {

constexpr std::size_t kMaxDesigns = 10'000;  // of a spec

/// One point of a sweep: the tree of the candidate with the values of this point, and the same values as text for its
/// name.
struct SweepPoint {
  YamlId tree = 0;
  std::vector<std::pair<std::string, std::string>> values;  ///< dotted name, value
};

struct SweepAxis {
  std::string name;
  Mark mark;
  std::vector<PathStep> path;
  std::vector<YamlId> values;
};

struct Range {
  std::optional<double> from, to;
  double step = 1;
};

Keys<Range> range_keys() {
  const Form<double> finite = real_form(-1e15, 1e15);
  return {required(field("from", &Range::from, finite, "", "first value")),
          required(field("to", &Range::to, finite, "", "last value")),
          field("step", &Range::step, finite, "1", "from one value to the next")};
}

[[noreturn]] void throw_too_many(Reader& reader, Mark mark) {
  throw Error(ExitCode::over_limit,
              {Diagnostic{fmt::format("the spec asks for more than {} candidates, the limit", kMaxDesigns),
                          "shorten the lists", place_of(reader.document, mark)}});
}

std::vector<YamlId> range_values(Reader& reader, YamlId id, std::size_t most) {
  static const Keys<Range> keys = range_keys();
  Range range;
  read_map(reader, id, "a sweep's range", keys, range);
  if (!range.from || !range.to) return {};
  if (range.step <= 0 || *range.to < *range.from) {
    reader.report(id, "this range holds no values", "`from` is at most `to`, and `step` is more than 0");
    return {};
  }
  // The slack covers rounding, so that steps of 0.1 reach their end.
  const double last = std::floor((*range.to - *range.from) / range.step * (1 + 1e-12) + 1e-9);
  if (last >= static_cast<double>(most)) throw_too_many(reader, reader[id].mark);
  std::vector<YamlId> values;
  for (double i = 0; i <= last; ++i) {
    values.push_back(add_node(reader.document, {.kind = YamlKind::scalar,
                                                .mark = reader[id].mark,
                                                .text = fmt::format("{:.12g}", *range.from + i * range.step)}));
  }
  return values;
}

bool is_candidate_key(const std::string& name) {
  const auto& keys = candidate_keys();
  return name != "sweep" && std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return key.name == name; });
}

std::optional<SweepAxis> read_axis(Reader& reader, const YamlEntry& entry, std::size_t most) {
  SweepAxis axis{entry.key, entry.mark, parse_path(entry.key), {}};
  if (axis.path.empty() || !is_candidate_key(axis.path.front().name)) {
    std::vector<std::string_view> names;
    for (const auto& key : candidate_keys()) {
      if (key.name != "sweep") names.push_back(key.name);
    }
    const std::string first = axis.path.empty() ? entry.key : axis.path.front().name;
    std::string hint = keys_hint(first, names);
    if (hint.back() != '?') hint += "; for example `topology.radix`";
    reader.report(entry.mark, fmt::format("'{}' names no key of a candidate", entry.key), hint);
    return std::nullopt;
  }
  if (reader[entry.value].kind == YamlKind::map) {
    axis.values = range_values(reader, entry.value, most);
  } else if (const auto items = read_list(reader, entry.value, entry.key)) {
    axis.values = *items;
    if (items->empty()) reader.report(entry.value, fmt::format("'{}' is an empty list", entry.key));
  }
  return axis.values.empty() ? std::nullopt : std::optional<SweepAxis>(std::move(axis));
}

std::string swept_value(const Reader& reader, YamlId id) {
  const YamlNode& node = reader[id];
  if (node.kind == YamlKind::scalar) return node.text;
  std::vector<std::string> parts;
  for (const YamlId item : node.items) parts.push_back(swept_value(reader, item));
  for (const YamlEntry& entry : node.entries) parts.push_back(entry.key + "=" + swept_value(reader, entry.value));
  return fmt::format("[{}]", join(parts, ","));
}

YamlId without_sweep(Reader& reader, YamlId candidate) {
  YamlNode copy = reader[candidate];
  std::erase_if(copy.entries, [](const YamlEntry& entry) { return entry.key == "sweep"; });
  measure_node(reader.document, copy);
  return add_node(reader.document, std::move(copy));
}

/// All points of the candidate's sweep; one point if it has no sweep. The first name of the sweep changes slowest.
/// Throws a limit error past `most` points.
std::vector<SweepPoint> sweep_points(Reader& reader, YamlId candidate, std::size_t most) {
  if (most == 0) throw_too_many(reader, reader[candidate].mark);
  const auto sweep = find_value(reader.document, candidate, "sweep");
  if (!sweep) return {{candidate, {}}};
  std::vector<SweepPoint> points = {{without_sweep(reader, candidate), {}}};
  if (!expect_map(reader, *sweep, "sweep")) return {};
  for (std::size_t i = 0; i < reader[*sweep].entries.size(); ++i) {
    const YamlEntry entry = reader[*sweep].entries[i];
    const std::optional<SweepAxis> axis = read_axis(reader, entry, most);
    if (!axis) return {};
    if (points.size() * axis->values.size() > most) throw_too_many(reader, entry.mark);
    std::vector<SweepPoint> next;
    for (const SweepPoint& point : points) {
      for (const YamlId value : axis->values) {
        SweepPoint with = point;
        with.tree = with_value(reader, point.tree, axis->path, value, axis->mark);
        with.values.emplace_back(axis->name, swept_value(reader, value));
        next.push_back(std::move(with));
      }
    }
    points = std::move(next);
  }
  return points;
}

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

/// The map that every candidate is merged onto: the shared keys of the top level, then the defaults.
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

/// Counts the values of all candidates and throws a limit error past kMost, so that a sweep over a large graph does not
/// fill the memory.
class ValueBudget {
 public:
  void spend(const Reader& reader, YamlId tree) {
    spent_ += reader[tree].expanded;
    if (spent_ <= kMost) return;
    throw Error(
        ExitCode::over_limit,
        {Diagnostic{fmt::format("the candidates hold more than {} values together, the limit", kMost),
                    "keep the links of a large graph in a file of their own: `topology: {family: graph, file: F}`",
                    reader.place(tree)}});
  }

 private:
  static constexpr std::size_t kMost = 10'000'000;
  std::size_t spent_ = 0;
};

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

/// A design that is still to be read: a candidate, or one point of its sweep.
struct Pending {
  YamlId item = 0;
  std::optional<std::string> name;
  Mark mark;
  SweepPoint point;
};

std::vector<Pending> pending_designs(Reader& reader, const std::vector<YamlId>& items, YamlId base) {
  std::vector<Pending> all;
  ValueBudget budget;
  for (const YamlId item : items) {
    if (!expect_map(reader, item, "a candidate")) continue;
    Pending pending{item, {}, reader[item].mark, {}};
    if (const auto name = find_value(reader.document, item, "name")) {
      pending.name = read_text(reader, *name, "name");
      pending.mark = reader[*name].mark;
      if (pending.name && pending.name->empty()) reader.report(*name, "'name' must not be empty");
    }
    const std::size_t left = kMaxDesigns - all.size();
    for (SweepPoint& point : sweep_points(reader, overlaid(reader.document, base, item), left)) {
      budget.spend(reader, point.tree);
      pending.point = std::move(point);
      all.push_back(pending);
    }
  }
  return all;
}

}  // namespace

std::vector<Design> read_candidates(Reader& reader, const CandidateSources& sources) {
  if (!sources.candidates) return {};
  const auto items = read_list(reader, *sources.candidates, "candidates");
  if (!items) return {};
  if (items->empty()) reader.report(*sources.candidates, "'candidates' is an empty list", "list at least one network");
  std::vector<Named> all;
  std::vector<Mark> marks;
  const std::vector<Pending> pending_all = pending_designs(reader, *items, foundation(reader, sources));
  all.reserve(pending_all.size());
  for (const Pending& pending : pending_all) {
    const auto& name = pending.name;
    Named named{read_design(reader, pending.point.tree, reader[pending.item].mark), name.has_value()};
    named.design.name = candidate_name(named.design, name, pending.point);
    named.design.swept = !pending.point.values.empty();
    all.push_back(std::move(named));
    marks.push_back(pending.mark);
  }
  settle_names(reader, all, marks);
  std::vector<Design> designs;
  designs.reserve(all.size());
  for (Named& named : all) designs.push_back(std::move(named.design));
  return designs;
}

}  // namespace cutline
