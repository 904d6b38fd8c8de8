// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "cutline/output/words/words.hpp"
#include "output/compare/answer.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"
#include "output/words/phrases.hpp"
#include "rank/scoring.hpp"

namespace cutline {

namespace {

/// One column of a ranking: a quantity, or the measure of a term of `rank` that is no quantity, such as a latency at a
/// load or an area per terminal.
struct RankingColumn {
  TableColumn head;
  const Quantity* quantity = nullptr;
  const RankTerm* term = nullptr;  ///< given if `quantity` is null
};

/// The usual columns of a ranking from left to right. Other quantities that have a column come after them.
constexpr std::array<std::string_view, 20> kOrder = {"latency_ns",
                                                     "latency_node_ns",
                                                     "latency_wire_ns",
                                                     "latency_message_ns",
                                                     "latency_before_rounding_ns",
                                                     "nodes",
                                                     "width_bits",
                                                     "width_before_rounding",
                                                     "mean_hops",
                                                     "cycle_ns",
                                                     "saturation",
                                                     "limited_by",
                                                     "emulation_printed_ns",
                                                     "emulation_exact_ns",
                                                     "longest_span",
                                                     "longest_mm",
                                                     "area_pitches2",
                                                     "area_mm2",
                                                     "pins_per_node",
                                                     "energy_pj_per_bit"};

/// The properties in which networks may differ.
constexpr std::array<std::string_view, 5> kShape = {"nodes", "switches", "terminals", "routers.router.ports",
                                                    "graph.diameter_hops"};

/// The summands of a ranked quantity; their columns follow its own.
using Parts = std::array<std::string_view, 3>;
constexpr Parts kLatencyParts = {"performance.latency_parts_ns.node", "performance.latency_parts_ns.wire",
                                 "performance.latency_parts_ns.message"};
constexpr Parts kEnergyParts = {"energy.wire_pj_per_bit", "energy.router_pj_per_bit", "energy.edge_pj_per_bit"};

std::span<const std::string_view> parts_of(std::string_view key) {
  if (key == "performance.latency_ns") return kLatencyParts;
  if (key.starts_with("energy.")) return kEnergyParts;
  return {};
}

using Shown = std::vector<const Quantity*>;

Shown usual_quantities() {
  Shown all;
  for (const Quantity& quantity : quantities()) {
    if (!quantity.names.column.empty()) all.push_back(&quantity);
  }
  const auto place = [](const Quantity* quantity) {
    return std::ranges::find(kOrder, quantity->names.column) - kOrder.begin();
  };
  std::ranges::stable_sort(all, [&](const Quantity* one, const Quantity* other) { return place(one) < place(other); });
  return all;
}

/// Whether a study's records have the quantity, or it is for rankings alone.
bool belongs(const Quantity& quantity, const Study& study) {
  return quantity.wanted == nullptr || quantity.ranks_alone() || quantity.wanted(study);
}

/// The column of a quantity.
RankingColumn column_of(const Quantity& quantity, const Study& study) {
  const bool in_rankings = !quantity.names.column.empty();
  const UnitWords unit = unit_text(quantity.unit, study);
  RankingColumn column;
  column.quantity = &quantity;
  column.head.key = in_rankings ? std::string(quantity.names.column) : quantity.key;
  column.head.title = quantity.names.title.empty() ? quantity.key : std::string(quantity.names.title);
  column.head.unit = std::string(in_rankings ? unit.heading : unit.sign);
  column.head.left = quantity.names.column == "limited_by";
  column.head.exact = quantity.names.column == "nodes";
  return column;
}

/// Chooses the columns of one ranking for people.
class ColumnChoice {
 public:
  ColumnChoice(const Comparison& comparison, std::size_t delay)
      : comparison_(comparison), study_(comparison.study), delay_(delay), ranking_(comparison.rankings.at(delay)) {}

  std::vector<RankingColumn> take() && {
    for (const RankTerm& term : study_.rank) add_term(term);
    for (const Ranking& ranking : comparison_.rankings) add_cause(ranking);
    for (const std::string_view key : kShape) add_shape(key);
    for (const Quantity* quantity : usual_quantities()) {
      if (is_usual(*quantity)) add(*quantity);
    }
    return std::move(columns_);
  }

 private:
  UnderDelay asked(std::size_t c) const { return under_delay(study_, comparison_.candidates[c], delay_); }

  bool any(bool (*holds)(const Candidate&)) const { return std::ranges::any_of(comparison_.candidates, holds); }

  bool same_nodes() const {
    const double first = comparison_.candidates.front().facts.nodes;
    return std::ranges::all_of(comparison_.candidates,
                               [&](const Candidate& c) { return std::abs(c.facts.nodes - first) <= 1e-9 * first; });
  }

  /// Whether a reader at a screen needs the quantity. The others are in the record.
  bool is_usual(const Quantity& quantity) const {
    const std::string_view key = quantity.names.column;
    if (!belongs(quantity, study_)) return false;
    if (key == "nodes") return !same_nodes();
    if (key == "width_before_rounding")
      return any([](const Candidate& c) {
        return c.channel.has_width() && c.channel.width_bits != c.channel.width_before_rounding;
      });
    if (key == "latency_before_rounding_ns")
      return any([](const Candidate& c) { return !c.latency.unrounded.empty(); });
    // A ranking shows saturation only where the spec asks for traffic or loads; `measure` always shows it.
    if (key == "saturation" || key == "limited_by") return study_.asks_of_load();
    const bool of_grid = key == "longest_span" || key == "area_pitches2";
    const bool of_die = key == "longest_mm" || key == "area_mm2";
    if (study_.some_machine && (of_grid || of_die || key == "pins_per_node")) return false;
    return study_.technology.unit ? !of_die : !of_grid;
  }

  /// Adds a column, unless there is one with its title and unit, which says the same under another key.
  RankingColumn* add(const Quantity& quantity) {
    RankingColumn column = column_of(quantity, study_);
    const auto same = [&](const RankingColumn& other) {
      return other.head.title == column.head.title && other.head.unit == column.head.unit;
    };
    if (std::ranges::any_of(columns_, same)) return nullptr;
    columns_.push_back(std::move(column));
    return &columns_.back();
  }

  /// Adds the column of the measure that a term ranks by: the first of its quantities that the winner has.
  void add_term(const RankTerm& term) {
    const RankMeasure& measure = measure_named(term.measure);
    const bool per_terminal = measure.per_terminal() && ranking_.per_terminal;
    if (term.at || per_terminal) {
      const std::string_view unit = measure.unit(study_);
      const std::string title = term.at ? "at " + text::short_text(term.at->amount) : term.measure;
      columns_.push_back(
          {{term.measure, title, std::string(unit) + (per_terminal ? " per terminal" : "")}, nullptr, &term});
      columns_.back().head.tells_apart = true;
    }
    if (per_terminal || ranking_.order.empty()) return;
    const UnderDelay first = asked(ranking_.order.front());
    const auto found = std::ranges::find_if(
        measure.quantities, [&](const Quantity* each) { return quantity_value(first, *each).is_number(); });
    if (found == measure.quantities.end()) return;
    if (RankingColumn* column = add(**found)) column->head.tells_apart = !term.at;
    for (const std::string_view part : parts_of((*found)->key)) add(*find_quantity(part));
  }

  /// Adds the quantity that makes the first candidate behind the winners lose.
  void add_cause(const Ranking& ranking) {
    const std::size_t place = ranking.verdict.winners;
    if (place >= ranking.verdict.losses.size()) return;
    const Loss* loss = &ranking.verdict.losses[place];
    while (!loss->made_by.empty()) loss = &loss->made_by.front();
    if (const Quantity* quantity = find_quantity(loss->quantity)) add(*quantity);
  }

  /// Adds a property of the networks, if the ranked ones differ in it.
  void add_shape(std::string_view key) {
    const Quantity* quantity = find_quantity(key);
    std::optional<Data> first;
    bool differ = false;
    for (const std::size_t c : ranking_.order) {
      const Data value = quantity->value(asked(c));
      if (value.is_null()) continue;
      if (!first) first = value;
      differ = differ || value.number() != first->number();
    }
    if (!differ) return;
    RankingColumn* column = add(*quantity);
    if (column != nullptr) column->head.if_room = key != "nodes";
  }

  const Comparison& comparison_;
  const Study& study_;
  std::size_t delay_;
  const Ranking& ranking_;
  std::vector<RankingColumn> columns_;
};

/// The columns of the quantities that the view names, in its order.
std::vector<RankingColumn> columns_asked(const Comparison& comparison) {
  std::vector<RankingColumn> all;
  const std::vector<std::size_t>& order = comparison.rankings.front().order;
  const UnderDelay example = under_delay(comparison.study, comparison.candidates[order.empty() ? 0 : order.front()], 0);
  for (const std::string& name : comparison.view.columns)
    all.push_back(column_of(quantity_by_name(name, example), comparison.study));
  return all;
}

/// The columns for people: the measures ranked by, with their parts; the quantities that make candidates behind the
/// winner lose, under any delay model; the properties in which the networks differ, which may be left out if there is
/// no room; the rest. If ComparisonView::columns names columns, those alone.
std::vector<RankingColumn> ranking_columns(const Comparison& comparison, std::size_t delay) {
  const bool usual = comparison.view.columns.empty();
  std::vector<RankingColumn> all = usual ? ColumnChoice(comparison, delay).take() : columns_asked(comparison);
  const words::RankedUnits units(comparison.study, comparison.candidates, comparison.rankings.at(delay));
  const bool one_term = comparison.study.rank.size() == 1;
  for (RankingColumn& column : all) {
    TableColumn& head = column.head;
    if (text::has_magnitudes(head.unit) && (usual || !column.quantity->names.column.empty()))
      head.shown_unit = head.tells_apart && one_term ? units.of_scores() : units.of(head.unit);
  }
  return all;
}

/// The columns of CSV: those of the view, or for every study the same: all quantities that have a column.
std::vector<RankingColumn> record_columns(const Comparison& comparison) {
  if (!comparison.view.columns.empty()) return columns_asked(comparison);
  const auto is_shown = [&](const Quantity* each) { return belongs(*each, comparison.study); };
  return each_with(usual_quantities(), is_shown, [&](const auto* each) { return column_of(*each, comparison.study); });
}

TableCell ranking_cell(const RankingColumn& column, const Comparison& comparison, std::size_t delay,
                       std::size_t candidate) {
  const Candidate& of = comparison.candidates[candidate];
  if (column.quantity == nullptr) {
    const Ranking& ranking = comparison.rankings.at(delay);
    return cell_of(
        measured({comparison.study, comparison.candidates, delay, ranking.per_terminal, {}}, *column.term, of));
  }
  const Data value = value_in_words(*column.quantity, under_delay(comparison.study, of, delay));
  // Widths may be fractions, and counts of more than 63 bits become the nearest real.
  const bool real = value.is_number() && (column.quantity->unit == Unit::bits || value.number() >= 0x1.0p63);
  return real ? TableCell(value.number()) : cell_of(value);
}

TableCell rank_cell(const std::optional<int>& rank) {
  return rank ? TableCell(static_cast<std::int64_t>(*rank)) : TableCell();
}

}  // namespace

Table ranking_table(const Comparison& comparison, std::size_t delay) {
  const Ranking& ranking = comparison.rankings.at(delay);
  const std::vector<RankingColumn> columns = ranking_columns(comparison, delay);
  const bool scored = comparison.study.rank.size() > 1;
  const std::vector<std::optional<RankRange>>& range = ranking.certainty.range;
  Table table;
  table.columns = {{"rank", "rank", ""}};
  if (!range.empty()) table.columns.push_back({"rank_range", "ranks", "", true});
  table.columns.push_back({"name", "candidate", "", true, true});
  if (scored) table.columns.push_back({"score", "score", ""});
  for (const RankingColumn& column : columns) table.columns.push_back(column.head);
  const std::size_t most = comparison.view.top > 0 ? comparison.view.top : ranking.order.size();
  for (const std::size_t c : ranking.order) {
    if (table.rows.size() == most) break;
    std::vector<TableCell>& cells = table.rows.emplace_back();
    cells.push_back(rank_cell(ranking.rank[c]));
    if (!range.empty()) cells.emplace_back(fmt::format("{}..{}", range[c]->best, range[c]->worst));
    cells.emplace_back(comparison.candidates[c].design->name);
    if (scored) cells.push_back(cell_of(ranking.score[c]));
    for (const RankingColumn& column : columns) cells.push_back(ranking_cell(column, comparison, delay, c));
  }
  table = tables::without_empty_columns(std::move(table));
  table.lead = !range.empty() ? 3 : 2;
  return table;
}

Table ranking_records(const Comparison& comparison) {
  const ComparisonView& view = comparison.view;
  const std::vector<RankingColumn> columns = record_columns(comparison);
  Table table;
  table.columns = {{"title", "title", "", true},
                   {"delay", "delay", "", true},
                   {"rank", "rank", ""},
                   {"name", "candidate", "", true}};
  for (const RankingColumn& column : columns) table.columns.push_back(column.head);
  table.columns.push_back({"reason", "reason", "", true});
  table.columns.push_back({"cutline", "cutline", "", true});
  for (std::size_t d = 0; d < comparison.rankings.size(); ++d) {
    const Ranking& ranking = comparison.rankings[d];
    std::vector<std::size_t> order = ranking.order;
    for (std::size_t c = 0; c < comparison.candidates.size(); ++c) {
      if (!ranking.rank[c]) order.push_back(c);
    }
    if (view.top > 0) order.resize(std::min(order.size(), view.top));
    for (const std::size_t c : order) {
      const UnderDelay asked = under_delay(comparison.study, comparison.candidates[c], d);
      std::vector<TableCell>& cells = table.rows.emplace_back();
      cells.insert(cells.end(), {comparison.study.title, ranking.delay_label, rank_cell(ranking.rank[c]),
                                 asked.candidate.design->name});
      for (const RankingColumn& column : columns) cells.push_back(ranking_cell(column, comparison, d, c));
      cells.emplace_back();
      if (!ranking.rank[c]) cells.back() = fmt::format("{}", fmt::join(compare::reasons(asked), "; "));
      cells.emplace_back(CUTLINE_VERSION);
    }
  }
  return table;
}

}  // namespace cutline
