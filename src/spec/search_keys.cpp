// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostCount = std::int64_t{1} << 40;
constexpr std::int64_t kMostStarts = 4096;

template <std::optional<std::uint64_t> LinkLimits::*Member>
void read_limit(Reader& reader, YamlId id, LinkLimits& limits) {
  if (const auto count = read_whole(reader, id, "limit", 1, kMostCount))
    limits.*Member = static_cast<std::uint64_t>(*count);
}

/// Two whole numbers: [5, 4].
std::optional<std::array<std::uint32_t, 2>> read_two(Reader& reader, YamlId id, std::string_view what,
                                                     std::int64_t least) {
  const auto items = read_list(reader, id, what);
  if (!items) return std::nullopt;
  if (items->size() != 2) {
    reader.report(id, fmt::format("'{}' has {} numbers, and needs 2", what, items->size()), "along x, and along y");
    return std::nullopt;
  }
  std::array<std::uint32_t, 2> two{};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto number = read_whole(reader, (*items)[axis], what, least, kMostSearchedNodes);
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

const std::vector<Key<SearchChoice>>& search_keys() {
  static const std::vector<Key<SearchChoice>> keys = {
      {"grid", list_shape(integer_shape("whole number", 1)), "", "columns and rows of routers: [8, 8]; up to 1024",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         const auto sides = read_two(r, id, "grid", 1);
         if (!sides) return;
         choice.limits.columns = (*sides)[0];
         choice.limits.rows = (*sides)[1];
         const std::uint64_t nodes = std::uint64_t{(*sides)[0]} * (*sides)[1];
         if (nodes < 2 || nodes > kMostSearchedNodes)
           r.report(id, fmt::format("a grid of {} routers cannot be searched", nodes), "2 to 1024 routers");
       },
       true},
      {"directed", choice_shape({"no", "yes"}), "no", "yes: links are one-way channels",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         choice.limits.directed = read_choice(r, id, "directed", {"no", "yes"}) == 1U;
       }},
      {"limits", map_shape(link_limit_keys()), "4 links a router", "what the links must meet",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         read_map(r, id, "limits of a search", link_limit_keys(), choice.limits);
       }},
      {"moves", integer_shape("whole number", 1), "some thirty seconds on two cores",
       "tried by all starts together; the same moves give the same links, whatever the machine",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         if (const auto moves = read_whole(r, id, "moves", 1, kMostCount))
           choice.moves = static_cast<std::uint64_t>(*moves);
       }},
      {"starts", integer_shape("whole number", 1), "8", "independent runs, which share the moves",
       [](Reader& r, YamlId id, SearchChoice& choice) {
         if (const auto starts = read_whole(r, id, "starts", 1, kMostStarts))
           choice.starts = static_cast<std::uint32_t>(*starts);
       }}};
  return keys;
}

}  // namespace

void read_search(Reader& reader, YamlId id, StudyDraft& draft) {
  SearchChoice choice;
  if (!read_map(reader, id, "search", search_keys(), choice)) return;
  const LinkLimits& limits = choice.limits;
  if (limits.bisection && limits.nodes() > kMostHalvedNodes) {
    reader.report(id, fmt::format("the halvings of {} routers are too many to count", limits.nodes()),
                  "`bisection` is for up to 24 routers; leave it out");
  }
  draft.study.search = choice;
}

ValueShape search_shape() { return map_shape(search_keys()); }

}  // namespace cutline
