// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/topology/family.hpp"
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostCount = std::int64_t{1} << 40;
constexpr std::int64_t kMostStarts = 4096;

FamilyChoice& family_choice(SearchChoice& choice) {
  if (!choice.among) choice.among.emplace();
  return *choice.among;
}

template <std::optional<std::uint64_t> LinkLimits::*Member>
void read_limit(Reader& reader, YamlId id, LinkLimits& limits) {
  if (const auto count = read_whole(reader, id, "limit", 1, kMostCount))
    limits.*Member = static_cast<std::uint64_t>(*count);
}

/// Two whole numbers: [5, 4].
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

const std::vector<Key<LinkLimits>>& link_limit_keys() {
  static const ValueShape count = integer_shape("whole number", 1);
  static const std::vector<Key<LinkLimits>> keys = {
      {"links_of_router", count, "4", "links of a router, at most; one-way: so many out, and so many in",
       [](Reader& r, YamlId id, LinkLimits& limits) {
         if (const auto links = read_whole(r, id, "links_of_router", 1, kMostSearchedNodes))
           limits.degree = static_cast<std::uint32_t>(*links);
       }},
      {"links", count, "", "links of the network, at most", read_limit<&LinkLimits::links>},
      {"wire", count, "", "sum of |dx| + |dy| over all links, in pitches of routers, at most",
       read_limit<&LinkLimits::wire>},
      {"span", count, "", "|dx| + |dy| of a link, at most",
       [](Reader& r, YamlId id, LinkLimits& limits) {
         if (const auto span = read_whole(r, id, "span", 1, 2 * std::int64_t{kMostSearchedNodes}))
           limits.span = static_cast<std::uint32_t>(*span);
       }},
      {"reach", list_shape(integer_shape("whole number", 0)), "",
       "no link is longer, by Euclid's distance, than this step along x and y: [2, 1]",
       [](Reader& r, YamlId id, LinkLimits& limits) { limits.reach = read_two(r, id, "reach", 0); }},
      {"bisection", count, "", "links over every halving of the routers, at least; for up to 24 routers",
       read_limit<&LinkLimits::bisection>}};
  return keys;
}

constexpr std::int64_t kMostTerminals = 1 << 20;

/// 64, or a range: [60, 68].
void read_terminal_range(Reader& reader, YamlId id, SearchChoice& choice) {
  SizeRange& terminals = family_choice(choice).terminals;
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

void read_families(Reader& reader, YamlId id, SearchChoice& choice) {
  FamilyChoice& among = family_choice(choice);
  if (reader[id].kind != YamlKind::list) return void(read_choice(reader, id, "families", {"all"}));
  std::vector<std::string_view> names;
  for (const Family& family : families()) names.push_back(family.name);
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

void read_concentration(Reader& reader, YamlId id, SearchChoice& choice) {
  FamilyChoice& among = family_choice(choice);
  among.concentrations.clear();
  const bool list = reader[id].kind == YamlKind::list;
  const std::vector<YamlId> items = list ? reader[id].items : std::vector<YamlId>{id};
  for (const YamlId item : items) {
    if (const auto number = read_whole(reader, item, "concentration", 1, 4096))
      among.concentrations.push_back(static_cast<std::uint32_t>(*number));
  }
  if (items.empty()) reader.report(id, "'concentration' is an empty list", "1, or [1, 2, 4]");
}

ValueShape family_shape() {
  std::vector<std::string_view> names;
  for (const Family& family : families()) names.push_back(family.name);
  return any_shape({choice_shape({"all"}), list_shape(choice_shape(names))});
}

/// The keys that ask for networks of families.
std::vector<Key<SearchChoice>> family_keys() {
  const ValueShape count = integer_shape("whole number", 1);
  return {{"terminals", any_shape({integer_shape("whole number", 2), list_shape(integer_shape("whole number", 2))}), "",
           "terminals of the networks, or the least and the most: [60, 68]; then families are searched",
           read_terminal_range},
          {"families", family_shape(), "all", "the families that are searched", read_families},
          {"concentration", any_shape({count, list_shape(count)}), "1",
           "terminals of a node, or several such numbers to try; families with a number of their own keep it",
           read_concentration},
          {"irregular", choice_shape({"no", "yes"}), "yes",
           "links that follow no family's rule are searched, with as much wire as the best regular network takes",
           [](Reader& r, YamlId id, SearchChoice& choice) {
             choice.irregular = read_choice(r, id, "irregular", {"no", "yes"}) == 1U;
           }}};
}

/// The keys that ask for links of any pattern.
std::vector<Key<SearchChoice>> grid_keys() {
  return {
      {"grid", list_shape(integer_shape("whole number", 1)), "", "columns and rows of routers: [8, 8]; up to 1024",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         const auto sides = read_two(r, id, "grid", 1);
         if (!sides) return;
         choice.limits.columns = (*sides)[0];
         choice.limits.rows = (*sides)[1];
         const std::uint64_t nodes = std::uint64_t{(*sides)[0]} * (*sides)[1];
         if (nodes < 2 || nodes > kMostSearchedNodes)
           r.report(id, fmt::format("a grid of {} routers cannot be searched", nodes), "2 to 1024 routers");
       }},
      {"directed", choice_shape({"no", "yes"}), "no", "yes: links are one-way channels",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         choice.limits.directed = read_choice(r, id, "directed", {"no", "yes"}) == 1U;
       }},
      {"limits", map_shape(link_limit_keys()), "4 links a router", "what the links must meet",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         read_map(r, id, "limits of a search", link_limit_keys(), choice.limits);
         choice.degree_given = find_entry(r.document, id, "links_of_router") != nullptr;
       }},
      {"moves", integer_shape("whole number", 1), "half a minute for 64 routers on two cores, three minutes for 1024",
       "tried by all starts together; the same moves give the same links, whatever the machine",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         if (const auto moves = read_whole(r, id, "moves", 1, kMostCount))
           choice.moves = static_cast<std::uint64_t>(*moves);
       }},
      {"seconds", number_shape("number", 0), "",
       "instead of moves: as many as fit into this time here; the result names them",
       [](Reader& r, YamlId id, SearchChoice& choice) { choice.seconds = read_real(r, id, "seconds", 0.1, 1e6); }},
      {"starts", integer_shape("whole number", 1), "8", "independent runs, which share the moves",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         if (const auto starts = read_whole(r, id, "starts", 1, kMostStarts))
           choice.starts = static_cast<std::uint32_t>(*starts);
       }}};
}

const std::vector<Key<SearchChoice>>& search_keys() {
  static const std::vector<Key<SearchChoice>> keys = [] {
    std::vector<Key<SearchChoice>> all = family_keys();
    for (Key<SearchChoice>& key : grid_keys()) all.push_back(std::move(key));
    return all;
  }();
  return keys;
}

/// Reports keys of the search that contradict one another.
void expect_search(Reader& reader, YamlId id, const SearchChoice& choice) {
  const LinkLimits& limits = choice.limits;
  if (choice.seconds && choice.moves)
    reader.report(id, "a search takes `moves` or `seconds`, not both", "moves give the same links anywhere");
  const auto too_many = [&](std::uint64_t routers) {
    if (!limits.bisection || routers <= kMostHalvedNodes) return;
    reader.report(id, fmt::format("the halvings of {} routers are too many to count", routers),
                  "`bisection` is for up to 24 routers; leave it out");
  };
  if (!choice.among) {
    if (!choice.grid_given())
      reader.report(id, "a search needs `terminals` or a `grid`", "for example `terminals: 64`");
    return too_many(limits.nodes());
  }
  if (choice.among->terminals.most < choice.among->terminals.least ||
      find_entry(reader.document, id, "terminals") == nullptr)
    return reader.report(id, "families are searched by their number of `terminals`", "for example `terminals: 64`");
  if (limits.reach) reader.report(id, "`reach` is no limit of the families' networks", "limit the `span` instead");
  if (choice.irregular) too_many(choice.grid_given() ? limits.nodes() : choice.among->terminals.least);
}

}  // namespace

void read_search(Reader& reader, YamlId id, StudyDraft& draft) {
  SearchChoice choice;
  if (!read_map(reader, id, "search", search_keys(), choice)) return;
  expect_search(reader, id, choice);
  draft.study.search = choice;
}

ValueShape search_shape() { return map_shape(search_keys()); }

}  // namespace cutline
