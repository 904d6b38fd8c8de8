// SPDX-License-Identifier: Apache-2.0
#include "output/tables/search.hpp"

#include "cutline/base/format.hpp"
#include "cutline/output/words/words.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

std::string counts_text(const std::map<std::string, std::size_t>& counts) {
  return join(each_of(counts, [](const auto& each) { return fmt::format("{} {}", each.first, each.second); }), ", ");
}

std::size_t sum_of(const std::map<std::string, std::size_t>& counts) {
  return sum_over<std::size_t>(counts, [](const auto& each) { return each.second; });
}

std::string over_text(const std::vector<OverLimit>& all) {
  const auto text = [](const OverLimit& over) {
    return fmt::format("`{}` {}", over.limit, words::over_limit_text(over));
  };
  return join(each_of(all, text), ", ");
}

/// The limits that no network meets together, and the networks that come nearest to them.
std::string contradiction_text(const RegularAnswer& answer) {
  if (answer.contradicting.empty()) return "no network of a family can be built and ranked\n";
  std::string text;
  for (const std::vector<std::string>& set : answer.contradicting) {
    const std::vector<std::string> limits = each_of(set, [](const std::string& limit) { return "`" + limit + "`"; });
    text +=
        fmt::format("no network of a family meets {}{}\n", enumerated(limits), limits.size() > 1 ? " together" : "");
  }
  for (const NearMiss& miss : answer.nearest) {
    text += fmt::format("`{}` is {:.6g}; a network that meets all other limits needs {:.6g}\n", miss.limit,
                        miss.allowed, miss.nearest);
  }
  if (!answer.nearest_network.empty())
    text += fmt::format("nearest to all limits is {}: {}\n", answer.nearest_network, over_text(answer.nearest_needs));
  return text;
}

std::string regular_text(const RegularAnswer& answer) {
  std::string text =
      fmt::format("{} networks of families were considered: {} are ranked", answer.considered, answer.ranked);
  if (const std::size_t out = sum_of(answer.ruled_out); out > 0)
    text += fmt::format(", {} were ruled out before their layout ({})", out, counts_text(answer.ruled_out));
  if (const std::size_t over = sum_of(answer.over); over > 0)
    text += fmt::format(", {} are over a limit ({})", over, counts_text(answer.over));
  if (answer.same > 0) text += fmt::format(", {} are the same as another", answer.same);
  if (answer.not_built > 0) text += fmt::format(", {} cannot be built", answer.not_built);
  text += "\n";
  if (answer.not_built > 0) text += fmt::format("the first that cannot be built is {}\n", answer.why_not_built);
  if (answer.ranked > 0) return text;
  if (answer.considered == 0) return text + "no family has a network with so many terminals\n";
  return text + contradiction_text(answer);
}

Data counts_data(const std::map<std::string, std::size_t>& counts) {
  Data::Map map;
  for (const auto& [limit, number] : counts) map.emplace_back(limit, number);
  return map;
}

Data regular_data(const RegularAnswer& answer) {
  const auto near = [](const NearMiss& miss) {
    return Data(Data::Map{{"limit", miss.limit}, {"nearest", miss.nearest}, {"allowed", miss.allowed}});
  };
  return Data::Map{{"considered", answer.considered},
                   {"ruled_out", counts_data(answer.ruled_out)},
                   {"over_limits", counts_data(answer.over)},
                   {"not_built", answer.not_built},
                   {"why_not_built", answer.why_not_built},
                   {"same", answer.same},
                   {"ranked", answer.ranked},
                   {"best", data_list(each_of(answer.best, &Design::name))},
                   {"contradicting", each_of(answer.contradicting, data_list<std::vector<std::string>>)},
                   {"nearest", each_of(answer.nearest, near)}};
}

/// The sides of the tiles, if they differ from those of the study.
std::string tile_text(const TileSides& tile) {
  std::vector<std::string> sides;
  if (tile.width.base > 0) sides.push_back(fmt::format("width: {} nm", tile.width.base));
  if (tile.height.base > 0) sides.push_back(fmt::format("height: {} nm", tile.height.base));
  return sides.empty() ? "" : fmt::format("    node: {{{}}}\n", join(sides, ", "));
}

std::string routing_text(const Design& design) {
  return design.routing == Routing::layered ? "    routing: layered\n" : "";
}

std::string candidate_text(const Design& design) {
  std::string text = fmt::format("  - name: '{}'\n    topology: {{family: {}", design.name, design.family.printed());
  for (const auto& [name, value] : design.parameters.values())
    text += fmt::format(", {}: {}", name, words::value_text(value));
  text += "}\n";
  const PlacementChoice& placement = design.placement;
  std::vector<std::string> parts;
  if (!placement.orders.empty()) parts.push_back("order: " + placement.orders.front());
  const auto axes = each_of(placement.axes, [](Axis axis) { return std::string(1, letter(axis)); });
  if (!axes.empty()) parts.push_back(fmt::format("axes: [{}]", join(axes, ", ")));
  if (placement.says_columns()) parts.push_back(fmt::format("columns: {}", placement.columns));
  if (placement.arrange)
    parts.push_back("minimise: " + std::string(kMinimised[static_cast<std::size_t>(placement.arrange->minimised)]));
  if (placement.arrange && placement.arrange->moves)
    parts.push_back(fmt::format("moves: {}", *placement.arrange->moves));
  if (!parts.empty()) text += fmt::format("    placement: {{{}}}\n", join(parts, ", "));
  return text + routing_text(design) + tile_text({design.node_width, design.node_height});
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
      "      links: [{}]\n{}{}",
      name, limits.nodes(), limits.directed ? "unidirectional" : "bidirectional", terminals, links,
      answer.on_grid() ? fmt::format("    placement: {{columns: {}}}\n", limits.columns) : "", tile_text(answer.tile));
}

Data point_data(const SearchPoint& point) {
  return Data::Map{{"name", point.name},
                   {"family", point.family.empty() ? Data() : Data(point.family)},
                   {"values", data_list(point.values)},
                   {"on_front", point.on_front}};
}

Data history_data(const Study& study, const SearchHistory& history) {
  const auto step = [](const SearchStep& each) {
    return Data(Data::Map{{"laid_out", each.laid_out}, {"value", each.value}, {"name", each.name}});
  };
  return Data::Map{{"of", history.of ? Data(term_text(*history.of, study.counts_tau())) : Data()},
                   {"steps", each_of(history.steps, step)}};
}

/// A line that says why a found network cannot be built or which limit it exceeds; empty if neither is the case.
std::string lacks_text(const LinkAnswer& answer) {
  if (!answer.why_not.empty()) return fmt::format("{} cannot be built: {}\n", answer.name, answer.why_not);
  return answer.over.empty() ? "" : fmt::format("{} is over a limit: {}\n", answer.name, over_text(answer.over));
}

}  // namespace

Data search_data(const Study& study, const SearchAnswer& answer) {
  const auto told = [&](const SearchHistory& one) { return history_data(study, one); };
  return Data::Map{{"regular", answer.regular ? regular_data(*answer.regular) : Data()},
                   {"irregular", each_of(answer.irregular, tables::links_data)},
                   {"left_out", data_list(answer.notes)},
                   {"objectives", data_list(terms_text(answer.objectives, study.counts_tau()))},
                   {"winners", data_list(each_of(answer.winners, &SearchWinner::name))},
                   {"points", each_of(answer.points, point_data)},
                   {"history", each_of(answer.history, told)}};
}

Table search_front_table(const Study& study, const SearchAnswer& answer) {
  Table table{{{"network", "network", "", true, true}, {"family", "family", "", true}}, {}};
  for (const RankTerm& term : answer.objectives) {
    const std::string title = term_text(term, study.counts_tau());
    table.columns.push_back({title, title, std::string(measure_named(term.measure).unit(study))});
  }
  if (!study.search->front) return table;
  for (const SearchWinner& winner : answer.winners) {
    const auto same = [&](const SearchPoint& point) { return point.name == winner.name && point.on_front; };
    const SearchPoint& point = *std::find_if(answer.points.begin(), answer.points.end(), same);
    std::vector<TableCell> row = {point.name, point.family.empty() ? "irregular" : point.family};
    for (const double value : point.values) row.emplace_back(value);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string beats_next_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  const std::vector<Loss> losses = losses_in_turn(study, candidates, ranking);
  const words::RankedUnits units(study, candidates, ranking);
  std::string text;
  for (std::size_t place = 1; place < losses.size(); ++place) {
    const std::size_t own = ranking.order[place], before = ranking.order[place - 1];
    if (losses[place].cause == Cause::none) continue;
    text += fmt::format("  {} before {}, which loses by {} ({})\n", candidates[before].design->name,
                        candidates[own].design->name, words::loss_name(losses[place], false),
                        words::loss_figures(losses[place], time_unit(study), units));
  }
  return text.empty() ? "" : "\nwhy each beats the next:\n" + text;
}

std::string families_text(const SearchAnswer& answer) { return answer.regular ? regular_text(*answer.regular) : ""; }

std::string bounds_text(const SearchAnswer& answer) {
  std::string text;
  for (const LinkAnswer& links : answer.irregular)
    text += (text.empty() ? "" : "\n") + tables::link_answer_text(links) + lacks_text(links);
  return text;
}

std::string search_text(const SearchAnswer& answer) {
  const std::string families = families_text(answer), bounds = bounds_text(answer);
  return families + (families.empty() || bounds.empty() ? "" : "\n") + bounds;
}

std::string search_candidates(const SearchAnswer& answer) {
  if (!answer.found()) return "";
  std::string text = answer.regular && answer.regular->sizes_differ ? "population: any\n" : "";
  text += "candidates:\n";
  for (const SearchWinner& winner : answer.winners)
    text += winner.links ? links_candidate(winner.name, answer.irregular[*winner.links]) + routing_text(winner.design)
                         : candidate_text(winner.design);
  if (answer.regular) return text;
  const LinkLimits& limits = answer.irregular.front().limits;
  const bool full = limits.nodes() == limits.columns * limits.rows;
  if (limits.directed || limits.columns < 2 || limits.rows < 2 || !full) return text;
  return text + fmt::format("  - name: mesh\n    topology: {{family: mesh, radices: [{}, {}]}}\n", limits.columns,
                            limits.rows);
}

}  // namespace cutline
