// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/named.hpp"
#include "cutline/topology/family.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostCount = std::int64_t{1} << 40;
constexpr std::int64_t kMostStarts = 4096;

/// A search as it is being read, with the study that it is part of.
struct SearchDraft {
  SearchChoice& choice;
  Study& study;
  StudyDraft& whole;
  std::optional<double> tolerance = {};
};

FamilyChoice& family_choice(SearchChoice& choice) {
  if (!choice.among) choice.among.emplace();
  return *choice.among;
}

template <std::uint64_t LinkLimits::*Member>
void read_limit(Reader& reader, YamlId id, LinkLimits& limits) {
  if (const auto count = read_whole(reader, id, "limit", 1, kMostCount))
    limits.*Member = static_cast<std::uint64_t>(*count);
}

/// Reads two whole numbers: [5, 4].
std::optional<std::array<std::uint32_t, 2>> read_two(Reader& reader, YamlId id, std::string_view what,
                                                     std::int64_t least, std::int64_t most = kMostSearchedNodes) {
  const auto items = read_list(reader, id, what);
  if (!items) return std::nullopt;
  if (items->size() != 2) {
    reader.report(id, fmt::format("'{}' has {} numbers, and needs 2", what, items->size()), "two numbers: [8, 8]");
    return std::nullopt;
  }
  std::array<std::uint32_t, 2> two{};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto number = read_whole(reader, (*items)[axis], what, least, most);
    if (!number) return std::nullopt;
    two[axis] = static_cast<std::uint32_t>(*number);
  }
  return two;
}

/// Reads 8, or "8 links".
void read_least_bisection(Reader& reader, YamlId id, SearchChoice& choice) {
  if (!reader[id].text.ends_with("links")) return read_limit<&LinkLimits::bisection>(reader, id, choice.limits);
  const auto links = read_quantity(reader, id, "bisection", {Measured::links});
  if (!links) return;
  if (links->value < 1 || links->value > kMostCount || links->value != std::floor(links->value))
    return reader.report(id, "links are counted in whole numbers from 1 on", "for example `bisection: 8 links`");
  choice.limits.bisection = static_cast<std::uint64_t>(links->value);
}

const std::vector<Key<SearchChoice>>& at_least_keys() {
  static const std::vector<Key<SearchChoice>> keys = {
      {"bisection", any_shape({integer_shape("whole number", 1), quantity_shape({Measured::links})}), "",
       "links over every halving of the routers; of one-way links, from every half: 8, or 8 links",
       read_least_bisection},
      {"saturation", number_shape("number", 0), "",
       "saturation bound: bits per cycle and terminal at which a channel, the bisection or a terminal is full",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         choice.saturation = read_real(r, id, "saturation", 0, 1e12).value_or(0);
       }}};
  return keys;
}

/// Limits that only searches have.
std::vector<Key<SearchChoice>> own_limit_keys() {
  static const ValueShape count = integer_shape("whole number", 1);
  return {
      {"links_of_router", count, "4 for links of a grid",
       "links of a router, at most; one-way: so many out, and so many in",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         const auto links = read_whole(r, id, "links_of_router", 1, kMostSearchedNodes);
         if (!links) return;
         choice.limits.degree = static_cast<std::uint32_t>(*links);
         choice.degree_given = true;
       }},
      {"links", count, "", "links of the network, at most",
       [](Reader& r, YamlId id, SearchChoice& choice) { read_limit<&LinkLimits::links>(r, id, choice.limits); }},
      {"wire", count, "", "sum of |dx| + |dy| over all links, in pitches of routers, at most",
       [](Reader& r, YamlId id, SearchChoice& choice) { read_limit<&LinkLimits::wire>(r, id, choice.limits); }},
      {"middle_links", count, "", "links over the middle of the grid's longer side, at most",
       [](Reader& r, YamlId id, SearchChoice& choice) { read_limit<&LinkLimits::middle_cut>(r, id, choice.limits); }},
      {"cut_links", count, "", "links over any line between columns or rows of the grid, at most",
       [](Reader& r, YamlId id, SearchChoice& choice) { read_limit<&LinkLimits::any_cut>(r, id, choice.limits); }},
      {"span", count, "", "|dx| + |dy| of a link, at most",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         if (const auto span = read_whole(r, id, "span", 1, 2 * std::int64_t{kMostSearchedNodes}))
           choice.limits.span = static_cast<std::uint64_t>(*span);
       }},
      {"reach", list_shape(integer_shape("whole number", 0)), "",
       "no link is longer, by Euclid's distance, than this step along x and y: [2, 1]",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         choice.limits.reach = read_two(r, id, "reach", 0).value_or(kAnyReach);
       }},
      {"at_least", map_shape(at_least_keys()), "", "what a network must have",
       [](Reader& r, YamlId id, SearchChoice& choice) { read_map(r, id, "at_least", at_least_keys(), choice); }}};
}

/// The limits of searches, and those that any study may set for its candidates.
const std::vector<Key<SearchChoice>>& search_limit_keys() {
  static const std::vector<Key<SearchChoice>> keys = [] {
    std::vector<Key<SearchChoice>> all = own_limit_keys();
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
    key.read(reader, entry->value, draft.study.limits);
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
  if (among.families.empty()) reader.report(id, "'families' is an empty list", "or `families: all`");
}

void read_concentration(Reader& reader, YamlId id, SearchDraft& draft) {
  FamilyChoice& among = family_choice(draft.choice);
  among.concentrations.clear();
  const bool list = reader[id].kind == YamlKind::list;
  const std::vector<YamlId> items = list ? reader[id].items : std::vector<YamlId>{id};
  for (const YamlId item : items) {
    if (const auto number = read_whole(reader, item, "concentration", 1, 4096))
      among.concentrations.push_back(static_cast<std::uint32_t>(*number));
  }
  if (items.empty()) reader.report(id, "'concentration' is an empty list", "1, or [1, 2, 4]");
}

ValueShape family_shape() { return any_shape({choice_shape({"all"}), list_shape(choice_shape(names_of(families())))}); }

const std::vector<Key<SearchDraft>>& effort_keys() {
  static const std::vector<Key<SearchDraft>> keys = {
      {"moves", integer_shape("whole number", 1), "half a minute for 64 routers on two cores, three minutes for 1024",
       "tried by all starts together; the same moves give the same links, whatever the machine",
       [](Reader& r, YamlId id, SearchDraft& draft) {
         if (const auto moves = read_whole(r, id, "moves", 1, kMostCount))
           draft.choice.moves = static_cast<std::uint64_t>(*moves);
       }},
      {"seconds", number_shape("number", 0), "",
       "instead of moves: as many as fit into this time here; the result names them",
       [](Reader& r, YamlId id, SearchDraft& draft) {
         draft.choice.seconds = read_real(r, id, "seconds", 0.1, 1e6).value_or(0);
       }},
      {"starts", integer_shape("whole number", 1), "8", "independent runs, which share the moves",
       [](Reader& r, YamlId id, SearchDraft& draft) {
         if (const auto starts = read_whole(r, id, "starts", 1, kMostStarts))
           draft.choice.starts = static_cast<std::uint32_t>(*starts);
       }}};
  return keys;
}

/// The keys of a search among the networks of families.
std::vector<Key<SearchDraft>> family_keys() {
  const ValueShape count = integer_shape("whole number", 1);
  return {{"terminals", any_shape({integer_shape("whole number", 2), list_shape(integer_shape("whole number", 2))}), "",
           "terminals of the networks, or the least and the most: [60, 68]; then families are searched",
           read_terminal_range},
          {"tolerance", quantity_shape({Measured::share}), "0 %", "how far the number of terminals may be off",
           [](Reader& r, YamlId id, SearchDraft& draft) {
             if (const auto share = read_quantity(r, id, "tolerance", {Measured::share}))
               draft.tolerance = share->value;
           }},
          {"families", family_shape(), "all", "the families that are searched", read_families},
          {"concentration", any_shape({count, list_shape(count)}), "1",
           "terminals of a node, or several such numbers to try; families with a number of their own keep it",
           read_concentration},
          {"irregular", choice_shape({"no", "yes"}), "yes",
           "links that follow no family's rule are searched, with as much wire as the best regular network takes",
           [](Reader& r, YamlId id, SearchDraft& draft) {
             draft.choice.irregular = read_choice(r, id, "irregular", {"no", "yes"}) == 1U;
           }}};
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

const std::vector<Key<SearchDraft>>& search_keys() {
  static const std::vector<Key<SearchDraft>> keys = [] {
    std::vector<Key<SearchDraft>> all = family_keys();
    const std::vector<Key<SearchDraft>> others = {
        {"grid", list_shape(integer_shape("whole number", 1)), "", "columns and rows of routers: [8, 8]; up to 1024",
         read_grid},
        {"directed", choice_shape({"no", "yes"}), "no", "yes: links are one-way channels",
         [](Reader& r, YamlId id, SearchDraft& draft) {
           draft.choice.limits.directed = read_choice(r, id, "directed", {"no", "yes"}) == 1U;
         }},
        {"limits", map_shape(search_limit_keys()), "", "what the networks must meet; `limits` of a study too",
         read_search_limits},
        {"objective", objective_shape(), "`rank`, or latency",
         "what is searched for, as in `rank`; a list of two measures: their Pareto front",
         [](Reader& r, YamlId id, SearchDraft& draft) { read_objective(r, id, draft.whole, draft.choice.front); }},
        {"effort", map_shape(effort_keys()), "", "of the search of links that follow no rule",
         [](Reader& r, YamlId id, SearchDraft& draft) { read_map(r, id, "effort", effort_keys(), draft); }},
        {"seed", integer_shape("whole number", 0), "1", "of everything random; --seed goes first",
         [](Reader& r, YamlId id, SearchDraft& draft) {
           if (const auto seed = read_whole(r, id, "seed", 0, kMostCount))
             draft.study.seed = static_cast<std::uint64_t>(*seed);
         }}};
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }();
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
  if (!choice.among) {
    if (grid != nullptr) return;
    return reader.report(id, "a search needs `terminals` or a `grid`", "for example `terminals: 64`");
  }
  if (choice.among->terminals.most < choice.among->terminals.least ||
      find_entry(reader.document, id, "terminals") == nullptr)
    return reader.report(id, "families are searched by their number of `terminals`", "for example `terminals: 64`");
  const std::uint64_t on_grid = std::uint64_t{limits.nodes()} * choice.among->concentrations.front();
  if (choice.grid_given() && (on_grid < choice.among->terminals.least || on_grid > choice.among->terminals.most))
    reader.report(grid->value,
                  fmt::format("routers on this grid have {} terminals, not as many as `terminals` says", on_grid),
                  "leave `grid` out: that of the best regular network is taken");
  if (limits.reach != kAnyReach)
    reader.report(id, "`reach` is no limit of the families' networks", "limit the `span` instead");
}

}  // namespace

void read_search(Reader& reader, YamlId id, StudyDraft& draft) {
  SearchChoice choice;
  SearchDraft search{choice, draft.study, draft};
  if (!read_map(reader, id, "search", search_keys(), search)) return;
  apply_tolerance(reader, id, search);
  expect_search(reader, id, choice);
  draft.study.search = choice;
}

ValueShape search_shape() { return map_shape(search_keys()); }

}  // namespace cutline
