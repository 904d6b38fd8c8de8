// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/tables/search.hpp"

#include <fmt/format.h>

#include "cutline/base/format.hpp"
#include "output/tables/found_links.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

std::string counts_text(const std::map<std::string, std::size_t>& counts) {
  std::vector<std::string> parts;
  for (const auto& [limit, number] : counts) parts.push_back(fmt::format("{} {}", limit, number));
  return join(parts, ", ");
}

std::size_t sum_of(const std::map<std::string, std::size_t>& counts) {
  std::size_t sum = 0;
  for (const auto& [limit, number] : counts) sum += number;
  return sum;
}

std::string regular_text(const RegularAnswer& answer) {
  std::string text =
      fmt::format("{} networks of families were considered: {} are ranked", answer.considered, answer.ranked);
  if (const std::size_t out = sum_of(answer.ruled_out); out > 0)
    text += fmt::format(", {} were ruled out before their layout ({})", out, counts_text(answer.ruled_out));
  if (const std::size_t over = sum_of(answer.over); over > 0)
    text += fmt::format(", {} are over a limit ({})", over, counts_text(answer.over));
  if (answer.not_built > 0) text += fmt::format(", {} cannot be built", answer.not_built);
  text += "\n";
  if (answer.ranked > 0) return text;
  text += answer.considered == 0 ? "no family has a network with so many terminals\n"
                                 : "no network of a family meets all limits\n";
  for (const NearMiss& miss : answer.nearest) {
    text += fmt::format("`{}` is {:.6g}; a network that meets all other limits needs {:.6g}\n", miss.limit,
                        miss.allowed, miss.nearest);
  }
  return text;
}

Data counts_data(const std::map<std::string, std::size_t>& counts) {
  Data::Map map;
  for (const auto& [limit, number] : counts) map.emplace_back(limit, number);
  return map;
}

Data regular_data(const RegularAnswer& answer) {
  Data::List best, nearest;
  for (const Design& design : answer.best) best.emplace_back(design.name);
  for (const NearMiss& miss : answer.nearest)
    nearest.emplace_back(Data::Map{{"limit", miss.limit}, {"nearest", miss.nearest}, {"allowed", miss.allowed}});
  return Data::Map{{"considered", answer.considered},
                   {"ruled_out", counts_data(answer.ruled_out)},
                   {"over_limits", counts_data(answer.over)},
                   {"not_built", answer.not_built},
                   {"ranked", answer.ranked},
                   {"best", std::move(best)},
                   {"nearest", std::move(nearest)}};
}

std::string parameter_text(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* list = std::get_if<IntegerList>(&value)) return fmt::format("[{}]", fmt::join(*list, ", "));
  return fmt::format("{}", std::get<std::int64_t>(value));
}

/// The sides of the tiles, where they are not those of the whole study.
std::string tile_text(const TileSides& tile) {
  std::vector<std::string> sides;
  if (tile.width.base > 0) sides.push_back(fmt::format("width: {} nm", tile.width.base));
  if (tile.height.base > 0) sides.push_back(fmt::format("height: {} nm", tile.height.base));
  return sides.empty() ? "" : fmt::format("    node: {{{}}}\n", join(sides, ", "));
}

std::string candidate_text(const Design& design) {
  std::string text = fmt::format("  - name: '{}'\n    topology: {{family: {}", design.name, design.family.printed());
  for (const auto& [name, value] : design.parameters.values())
    text += fmt::format(", {}: {}", name, parameter_text(value));
  text += "}\n";
  const PlacementChoice& placement = design.placement;
  std::vector<std::string> parts;
  if (!placement.orders.empty()) parts.push_back("order: " + placement.orders.front());
  std::vector<std::string> axes;
  for (const Axis axis : placement.axes) axes.emplace_back(1, letter(axis));
  if (!axes.empty()) parts.push_back(fmt::format("axes: [{}]", join(axes, ", ")));
  if (!parts.empty()) text += fmt::format("    placement: {{{}}}\n", join(parts, ", "));
  return text + tile_text({design.node_width, design.node_height});
}

std::string links_candidate(const std::string& name, const LinkAnswer& answer) {
  const LinkLimits& limits = answer.limits;
  std::string links;
  for (std::size_t i = 0; i < answer.found->links.size(); ++i) {
    const GridLink& link = answer.found->links[i];
    links += fmt::format("{}{}[{}, {}]", i == 0 ? "" : ",", i % 8 == 0 ? "\n        " : " ", link.a, link.b);
  }
  const std::string terminals =
      answer.concentration > 1 ? fmt::format("      concentration: {}\n", answer.concentration) : "";
  return fmt::format(
      "  - name: {}\n    topology:\n      family: graph\n      nodes: {}\n      channels: {}\n{}"
      "      links: [{}]\n    placement: {{columns: {}}}\n{}",
      name, limits.nodes(), limits.directed ? "unidirectional" : "bidirectional", terminals, links, limits.columns,
      tile_text(answer.tile));
}

}  // namespace

Data search_data(const SearchAnswer& answer) {
  Data::List irregular, notes;
  for (const LinkAnswer& links : answer.irregular) irregular.emplace_back(links_data(links));
  for (const std::string& note : answer.notes) notes.emplace_back(note);
  return Data::Map{{"regular", answer.regular ? regular_data(*answer.regular) : Data()},
                   {"irregular", std::move(irregular)},
                   {"left_out", std::move(notes)}};
}

Table search_links_table(const SearchAnswer& answer) {
  return link_rows(answer.irregular.empty() ? LinkAnswer{} : answer.irregular.front());
}

std::string search_text(const SearchAnswer& answer) {
  std::string text;
  if (answer.regular) text += regular_text(*answer.regular);
  for (const LinkAnswer& links : answer.irregular) text += (text.empty() ? "" : "\n") + link_answer_text(links);
  return text;
}

std::string search_candidates(const SearchAnswer& answer) {
  if (!answer.found()) return "";
  std::string text = answer.regular && answer.regular->sizes_differ ? "population: any\n" : "";
  text += "candidates:\n";
  for (const SearchWinner& winner : answer.winners)
    text +=
        winner.links ? links_candidate(winner.name, answer.irregular[*winner.links]) : candidate_text(winner.design);
  if (answer.regular) return text;
  const LinkLimits& limits = answer.irregular.front().limits;
  if (limits.directed || limits.columns < 2 || limits.rows < 2) return text;
  return text + fmt::format("  - name: mesh\n    topology: {{family: mesh, radices: [{}, {}]}}\n", limits.columns,
                            limits.rows);
}

}  // namespace cutline
