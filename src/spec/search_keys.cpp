// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cutline/detail/topology/given_graph.hpp"
#include "families/search.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostCount = std::int64_t{1} << 40;
constexpr std::int64_t kMostStarts = 4096;

/// A search as it is being read, with the study that it is part of.
struct SearchDraft {
  StudyDraft& whole;
  SearchChoice choice = {};
  std::optional<double> tolerance = {};
};

FamilyChoice& family_choice(SearchChoice& choice) {
  if (!choice.among) choice.among.emplace();
  return *choice.among;
}

/// Reads two whole numbers: [5, 4].
std::optional<std::array<std::uint32_t, 2>> read_two(Reader& reader, YamlId id, std::string_view what,
                                                     std::int64_t least, std::int64_t most = kMostSearchedNodes) {
  const auto items = read_list(reader, id, what, {2, 2, "'{0}' has {1} numbers, and needs 2", "two numbers: [8, 8]"});
  if (!items) return std::nullopt;
  std::array<std::uint32_t, 2> two{};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto number = read_whole(reader, (*items)[axis], what, least, most);
    if (!number) return std::nullopt;
    two[axis] = static_cast<std::uint32_t>(*number);
  }
  return two;
}

/// 8, or "8 links".
Form<std::uint64_t> least_bisection_form() {
  return {any_shape({integer_shape("whole number", 1), quantity_shape({Measured::links})}),
          [](Reader& reader, YamlId id, std::string_view what) -> std::optional<std::uint64_t> {
            if (!reader[id].text.ends_with("links")) return read_whole(reader, id, "limit", 1, kMostCount);
            const auto links = quantity_form(Measured::links).read(reader, id, what);
            if (!links || (*links >= 1 && *links <= kMostCount && *links == std::floor(*links))) return links;
            reader.report(id, "links are counted in whole numbers from 1 on", "for example `bisection: 8 links`");
            return std::nullopt;
          }};
}

/// A step along x and y.
Form<std::array<std::uint32_t, 2>> step_form() {
  return {list_shape(integer_shape("whole number", 0)),
          [](Reader& reader, YamlId id, std::string_view what) { return read_two(reader, id, what, 0); }};
}

/// A limit in pitches of the grid, or in metres.
Key<SearchChoice> pitches_or_length(std::string_view name, std::uint64_t LinkLimits::*pitches,
                                    std::optional<Length> SearchChoice::*length, std::string help) {
  return {name, any_shape({integer_shape("whole number", 1), quantity_shape({Measured::length})}), "", std::move(help),
          [=](Reader& reader, YamlId id, SearchChoice& choice) {
            if (reader[id].text.find_first_not_of("0123456789.+- ") == std::string::npos) {
              if (const auto whole = read_whole(reader, id, name, 1, kMostCount))
                choice.limits.*pitches = static_cast<std::uint64_t>(*whole);
            } else if (const auto nm = above_0(quantity_form(Measured::length)).read(reader, id, name)) {
              choice.*length = Length{*nm};
            }
          }};
}

/// Limits that only searches have.
Keys<SearchChoice> own_limit_keys() {
  const auto limit = [](Key<LinkLimits> key) { return within(&SearchChoice::limits, std::move(key)); };
  const Form<std::int64_t> count = called("limit", whole_form(1, kMostCount));
  return {
      then(limit(field("links_of_router", &LinkLimits::degree, whole_form(1, kMostSearchedNodes),
                       "4 for links of a grid", "links of a router, at most; one-way: so many out, and so many in")),
           [](SearchChoice& choice) { choice.degree_given = true; }),
      limit(field("links", &LinkLimits::links, count, "", "links of the network, at most")),
      pitches_or_length("wire", &LinkLimits::wire, &SearchChoice::wire_length,
                        "sum of |dx| + |dy| over all links, in pitches of routers or in metres, at most"),
      limit(field("middle_links", &LinkLimits::middle_cut, count, "",
                  "links over the middle of the grid's longer side, at most")),
      limit(field("cut_links", &LinkLimits::any_cut, count, "",
                  "links over any line between columns or rows of the grid, at most")),
      limit(field("diameter", &LinkLimits::diameter, count, "", "hops between two routers, at most")),
      pitches_or_length("span", &LinkLimits::span, &SearchChoice::span_length,
                        "|dx| + |dy| of a link, at most: 3, or 2.5 mm"),
      limit(field("reach", &LinkLimits::reach, step_form(), "",
                  "no link is longer, by Euclid's distance, than this step along x and y: [2, 1]")),
      submap<SearchChoice>(
          "at_least",
          {limit(field("bisection", &LinkLimits::bisection, least_bisection_form(), "",
                       "links over every halving of the routers; of one-way links, from every half: 8, or 8 links")),
           field("saturation", &SearchChoice::saturation, real_form(0, 1e12), "",
                 "saturation bound: bits per cycle and terminal at which a channel, the bisection or a terminal is "
                 "full")},
          "", "what a network must have")};
}

/// The limits of searches, and those that any study may set for its candidates.
const Keys<SearchChoice>& search_limit_keys() {
  static const Keys<SearchChoice> keys = [] {
    Keys<SearchChoice> all = own_limit_keys();
    for (const Key<Limits>& key : limit_keys())
      all.push_back({key.name, key.shape, key.default_text, key.help, [](Reader&, YamlId, SearchChoice&) {}});
    return all;
  }();
  return keys;
}

void read_search_limits(Reader& reader, YamlId id, SearchDraft& draft) {
  if (!read_map(reader, id, "limits of a search", search_limit_keys(), draft.choice)) return;
  const auto whole = find_value(reader.document, reader.document.root, "limits");
  for (const Key<Limits>& key : limit_keys()) {
    const YamlEntry* entry = find_entry(reader.document, id, key.name);
    if (entry == nullptr) continue;
    const Mark mark = entry->mark;
    if (whole && find_entry(reader.document, *whole, key.name) != nullptr)
      reader.report(mark, fmt::format("'{}' stands in the `limits` of the whole spec too", key.name),
                    "keep one of them");
    key.read(reader, entry->value, draft.whole.study.limits);
  }
}

constexpr std::int64_t kMostTerminals = 1 << 20;

/// Reads 64, or a range: [60, 68].
void read_terminal_range(Reader& reader, YamlId id, SearchDraft& draft) {
  SizeRange& terminals = family_choice(draft.choice).terminals;
  if (reader[id].kind != YamlKind::list) {
    if (const auto number = read_whole(reader, id, "terminals", 2, kMostTerminals))
      terminals = {static_cast<std::uint64_t>(*number), static_cast<std::uint64_t>(*number)};
    return;
  }
  const auto range = read_two(reader, id, "terminals", 2, kMostTerminals);
  if (!range) return;
  terminals = {(*range)[0], (*range)[1]};
  if (terminals.least > terminals.most) reader.report(id, "this range of terminals is empty", "the least comes first");
}

void read_families(Reader& reader, YamlId id, SearchDraft& draft) {
  FamilyChoice& among = family_choice(draft.choice);
  if (reader[id].kind != YamlKind::list) return void(read_choice(reader, id, "families", {"all"}));
  const std::vector<std::string_view> names = names_of(families());
  for (const YamlId item : reader[id].items) {
    const auto index = read_choice(reader, item, "families", names);
    if (!index) continue;
    const Family& family = families()[*index];
    if (family.sizes.networks == nullptr)
      reader.report(item, fmt::format("a search cannot take '{}': {}", family.name, family.sizes.leaves_out));
    among.families.emplace_back(family.name);
  }
  if (reader[id].items.empty()) reader.report(id, "'families' is an empty list", "or `families: all`");
}

void read_concentration(Reader& reader, YamlId id, SearchDraft& draft) {
  FamilyChoice& among = family_choice(draft.choice);
  among.concentrations.clear();
  for (const YamlId item : read_one_or_list(reader, id, "concentration", "1, or [1, 2, 4]")) {
    if (const auto number = read_whole(reader, item, "concentration", 1, 4096))
      among.concentrations.push_back(static_cast<std::uint32_t>(*number));
  }
}

Keys<SearchChoice> effort_keys() {
  return {field("moves", &SearchChoice::moves, whole_form(1, kMostCount),
                "half a minute for 64 routers on two cores, three minutes for 1024",
                "tried by all starts together; the same moves give the same links, whatever the machine"),
          field("seconds", &SearchChoice::seconds, real_form(0.1, 1e6, 0), "",
                "instead of moves: as many as fit into this time here; the result names them"),
          field("starts", &SearchChoice::starts, whole_form(1, kMostStarts), "8",
                "independent runs, which share the moves")};
}

/// The keys of a search among the networks of families.
Keys<SearchDraft> family_keys() {
  const ValueShape count = integer_shape("whole number", 1), two = integer_shape("whole number", 2);
  return {{"terminals", any_shape({two, list_shape(two)}), "",
           "terminals of the networks, or the least and the most: [60, 68]; then families are searched",
           read_terminal_range},
          field("tolerance", &SearchDraft::tolerance, quantity_form(Measured::share), "0 %",
                "how far the number of terminals may be off"),
          {"families", any_shape({choice_shape({"all"}), list_shape(choice_shape(names_of(families())))}), "all",
           "the families that are searched", read_families},
          {"concentration", any_shape({count, list_shape(count)}), "1",
           "terminals of a node, or several such numbers to try; families with a number of their own keep it",
           read_concentration},
          within(&SearchDraft::choice,
                 field("irregular", &SearchChoice::irregular, choice_form({"no", "yes"}), "yes",
                       "links that follow no family's rule are searched, with as much wire as the best regular network "
                       "takes"))};
}

void read_grid(Reader& reader, YamlId id, SearchDraft& draft) {
  const auto sides = read_two(reader, id, "grid", 1);
  if (!sides) return;
  draft.choice.limits.columns = (*sides)[0];
  draft.choice.limits.rows = (*sides)[1];
  const std::uint64_t nodes = std::uint64_t{(*sides)[0]} * (*sides)[1];
  if (nodes < 2 || nodes > kMostSearchedNodes)
    reader.report(id, fmt::format("a grid of {} routers cannot be searched", nodes), "2 to 1024 routers");
}

/// Reads the links of a graph file that stay as they are.
void read_kept(Reader& reader, YamlId id, SearchDraft& draft) {
  const auto path = read_path(reader, id, "keep");
  if (!path) return;
  reader.tries(id, [&] {
    for (const LocalLink& link : read_graph_file(*path, {.counted = true}).links)
      draft.choice.limits.kept.push_back({link.a, link.b});
  });
}

/// Reports links to keep that the limits do not allow.
void expect_kept(Reader& reader, YamlId id, SearchChoice& choice) {
  LinkLimits& limits = choice.limits;
  const YamlEntry* key = find_entry(reader.document, id, "keep");
  if (key == nullptr || limits.kept.empty()) return;
  if (!choice.grid_given())
    return reader.report(key->value, "links are kept on a `grid`, or in given places",
                         "give its columns and rows: grid: [8, 8]");
  for (GridLink& link : limits.kept) {
    if (!limits.directed && link.a > link.b) std::swap(link.a, link.b);
    if (std::max(link.a, link.b) >= limits.nodes()) {
      return reader.report(key->value, fmt::format("the search has no router {}", std::max(link.a, link.b)),
                           limits.places.empty() ? fmt::format("router n stands in column n modulo {}; the last is {}",
                                                               limits.columns, limits.nodes() - 1)
                                                 : fmt::format("the last is {}", limits.nodes() - 1));
    }
  }
  std::sort(limits.kept.begin(), limits.kept.end());
  if (const std::string why = why_not_kept(limits); !why.empty()) reader.report(key->value, why);
}

const Keys<SearchDraft>& search_keys() {
  static const Keys<SearchDraft> keys = joined<SearchDraft>(
      {family_keys(),
       {{"grid", list_shape(integer_shape("whole number", 1)), "", "columns and rows of routers: [8, 8]; up to 1024",
         read_grid},
        {"keep", path_shape(), "", "graph file with links between routers of the grid that are there and stay",
         read_kept},
        within(&SearchDraft::choice,
               within(&SearchChoice::limits, field("directed", &LinkLimits::directed, choice_form({"no", "yes"}), "no",
                                                   "yes: links are one-way channels"))),
        {"limits", map_shape(search_limit_keys()), "", "what the networks must meet; `limits` of a study too",
         read_search_limits},
        {"objective", objective_shape(), "`rank`, or latency",
         "what is searched for, as in `rank`; a list of two measures: their Pareto front",
         [](Reader& reader, YamlId id, SearchDraft& draft) {
           read_objective(reader, id, draft.whole, draft.choice.front);
         }},
        within(&SearchDraft::choice, submap("effort", effort_keys(), "", "of the search of links that follow no rule")),
        {"seed", integer_shape("whole number", 0), "1", "of everything random; --seed goes first",
         [](Reader& reader, YamlId id, SearchDraft& draft) {
           if (const auto seed = read_whole(reader, id, "seed", 0, kMostCount))
             draft.whole.study.seed = static_cast<std::uint64_t>(*seed);
         }}}});
  return keys;
}

/// Widens the number of terminals to the range that the tolerance allows.
void apply_tolerance(Reader& reader, YamlId id, SearchDraft& draft) {
  if (!draft.tolerance || !draft.choice.among) return;
  SizeRange& terminals = draft.choice.among->terminals;
  if (terminals.least != terminals.most)
    return reader.report(id, "a range of terminals has its tolerance already", "leave out `tolerance`");
  const auto wanted = static_cast<double>(terminals.least);
  terminals.least = static_cast<std::uint64_t>(std::max(2.0, std::ceil(wanted * (1 - *draft.tolerance) - 1e-9)));
  terminals.most = static_cast<std::uint64_t>(std::floor(wanted * (1 + *draft.tolerance) + 1e-9));
}

/// Reports keys of the search that contradict one another.
void expect_search(Reader& reader, YamlId id, const SearchChoice& choice) {
  const LinkLimits& limits = choice.limits;
  if (choice.seconds > 0 && choice.moves > 0)
    reader.report(id, "an effort is of `moves` or `seconds`, not both", "moves give the same links anywhere");
  const YamlEntry* grid = find_entry(reader.document, id, "grid");
  if (!choice.among || choice.among->terminals.most < choice.among->terminals.least) return;  // reported already
  if (find_entry(reader.document, id, "terminals") == nullptr)
    return reader.report(id, "families are searched by their number of `terminals`", "for example `terminals: 64`");
  const std::uint64_t on_grid = std::uint64_t{limits.nodes()} * choice.among->concentrations.front();
  if (choice.grid_given() && (on_grid < choice.among->terminals.least || on_grid > choice.among->terminals.most))
    reader.report(grid->value,
                  fmt::format("routers on this grid have {} terminals, not as many as `terminals` says", on_grid),
                  "leave `grid` out: that of the best regular network is taken");
  if (limits.reach != kAnyReach)
    reader.report(id, "`reach` is no limit of the families' networks", "limit the `span` instead");
}

void read_search(Reader& reader, YamlId id, StudyDraft& draft) {
  SearchDraft search{draft};
  if (!read_map(reader, id, "search", search_keys(), search)) return;
  apply_tolerance(reader, id, search);
  expect_search(reader, id, search.choice);
  draft.study.search = search.choice;
}

}  // namespace

void settle_search(Reader& reader, Study& study) {
  const std::optional<YamlId> id = find_value(reader.document, reader.document.root, "search");
  if (!id || !reader.document.diagnostics.empty()) return;
  try {
    settle_places(study);
    expect_kept(reader, *id, *study.search);
  } catch (const Error& error) {
    const YamlEntry* at = find_entry(reader.document, *id, error.diagnostics().front().parameter);
    reader.take(error, at != nullptr ? at->value : *id);
  }
}

Key<StudyDraft> search_key() {
  return {"search", map_shape(search_keys()), "",
          "the best network with so many terminals, or the best links of a grid, within limits (`cutline search`)",
          read_search};
}

}  // namespace cutline
