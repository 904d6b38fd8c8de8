// SPDX-License-Identifier: Apache-2.0
#include "spec/study_keys.hpp"
#include "study/planes.hpp"

// What single candidates are asked: the study with those keys of the top level that they give themselves, most often in
// a sweep, and pipelined wires where only some have a machine. The whole top level is read again with their values,
// since one key may depend on another.

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
