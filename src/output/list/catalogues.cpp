// SPDX-License-Identifier: Apache-2.0
#include "output/list/catalogues.hpp"

#include <algorithm>
#include <bit>

#include "cutline/base/format.hpp"
#include "cutline/delay/wire_medium.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/output/figure/figure.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/graph_file.hpp"
#include "output/tables/columns.hpp"
#include "output/text/number.hpp"
#include "placement/floorplan_file.hpp"
#include "placement/order.hpp"

namespace cutline::list {

namespace {

using tables::ColumnOf, tables::table_of;

Data text_or_none(std::string_view text) { return text.empty() ? Data() : Data(text); }

Data quantity_name(const Quantity& row) { return text_or_none(row.names.name); }
Data quantity_unit(const Quantity& row) { return text_or_none(unit_text(row.unit, false).words); }
Data quantity_summary(const Quantity& row) { return text_or_none(row.summary); }

std::string places_of(const Order& order) {
  const bool grids = order.grid != nullptr || order.arranges_grids;
  const bool lines = order.line != nullptr || order.arrange != nullptr;
  return !lines ? "a grid" : grids ? "lines and grids" : "lines";
}

/// The columns of formats of files, which hold `what`.
template <class Format>
std::vector<ColumnOf<Format>> format_columns(const char* what) {
  return {{{"name", "format", "", true}, &Format::name},
          {{"holds", "of", "", true}, [what](const Format&) { return what; }},
          {{"endings", "endings", "", true}, [](const Format& each) { return join(each.endings, " "); }},
          {{"summary", "meaning", "", true, true}, &Format::summary},
          {{"source", "source", "", true, true}, &Format::source}};
}

/// The layer that delays use by default; null in the unit technology.
const Layer* main_layer(const Technology& technology) { return technology.unit ? nullptr : find_layer(technology); }

}  // namespace

Table exports_table() {
  return table_of<Export>(exports(), {{{"name", "export", "", true}, &Export::name},
                                      {{"extension", "file", "", true}, &Export::extension},
                                      {{"most_nodes", "nodes", "at most"}, [](auto& to) { return to.limits.nodes; }},
                                      {{"most_links", "links", "at most"}, [](auto& to) { return to.limits.links; }},
                                      {{"summary", "meaning", "", true, true}, &Export::summary},
                                      {{"ignores", "what the target ignores", "", true, true}, &Export::ignores},
                                      {{"source", "source", "", true, true}, &Export::source}});
}

TableSection exports_index() {
  const auto limit = [](const Export& each) { return "2^" + std::to_string(std::bit_width(each.limits.nodes) - 1); };
  return {"limits, what a target ignores, sources: cutline list exports NAME",
          table_of<Export>(exports(), {{{"name", "export", "", true}, &Export::name},
                                       {{"extension", "file", "", true}, &Export::extension},
                                       {{"most_nodes", "nodes", "", true}, limit},
                                       {{"summary", "meaning", "", true, true}, &Export::summary}})};
}

TableSection families_index() {
  const auto meaning = [](const Family& family) {
    const std::size_t colon = family.summary.find(": ");
    return colon == std::string_view::npos ? family.summary : family.summary.substr(colon + 2);
  };
  return {"parameters, bounds and sources of one: cutline list families torus",
          table_of<Family>(families(), {{{"family", "family", "", true}, &Family::name},
                                        {{"meaning", "meaning", "", true, true}, meaning}})};
}

Table figures_table() {
  return table_of<FigureKind>(figure_kinds(), {{{"name", "figure", "", true}, &FigureKind::name},
                                               {{"summary", "meaning", "", true, true}, &FigureKind::summary}});
}

Table formats_table() {
  Table table = table_of(graph_formats(), format_columns<GraphFormat>("graph"));
  for (std::vector<TableCell>& row : table_of(floorplan_formats(), format_columns<FloorplanFormat>("floorplan")).rows)
    table.rows.push_back(std::move(row));
  return table;
}

Table keys_table() {
  return table_of<SpecKey>(spec_reference(), {{{"path", "key", "", true}, &SpecKey::path},
                                              {{"type", "type", "", true, true}, &SpecKey::type},
                                              {{"default", "default", "", true, true}, &SpecKey::default_text},
                                              {{"help", "meaning", "", true, true}, &SpecKey::help}});
}

TableSection keys_index() {
  Table table{{{"key", "key", "", true}, {"below", "keys below", ""}, {"help", "meaning", "", true, true}}, {}};
  for (const SpecKey& key : spec_reference()) {
    if (key.path.find_first_of(".[") == std::string::npos) {
      table.rows.push_back({key.path, std::int64_t{0}, key.help});
    } else {
      ++std::get<std::int64_t>(table.rows.back()[1]);
    }
  }
  return {"all keys below one, or of one name: cutline list keys router", std::move(table)};
}

Table measures_table() {
  using Measure = ExplainedMeasure;
  return table_of<Measure>(explained_measures(), {{{"name", "measure", "", true}, &Measure::name},
                                                  {{"key", "key of the record", "", true}, &Measure::key},
                                                  {{"summary", "meaning", "", true, true}, &Measure::summary}});
}

Table orders_table() {
  return table_of<Order>(orders(), {{{"name", "order", "", true}, &Order::name},
                                    {{"places", "places", "", true}, places_of},
                                    {{"summary", "meaning", "", true, true}, &Order::summary},
                                    {{"source", "source", "", true, true}, &Order::source}});
}

Table quantities_table() {
  const auto rank = [](const Quantity& row) { return text_or_none(row.names.rank); };
  return table_of<Quantity>(quantities(), {{{"key", "key of the record", "", true}, &Quantity::key},
                                           {{"name", "name", "", true}, quantity_name},
                                           {{"rank", "in rank", "", true}, rank},
                                           {{"unit", "unit", "", true}, quantity_unit},
                                           {{"summary", "meaning", "", true, true}, quantity_summary}});
}

std::vector<TableSection> quantities_by_part() {
  const auto part_of = [](const Quantity& row) {
    const std::size_t dot = row.key.find('.');
    return dot == std::string::npos ? "" : row.key.substr(0, dot + 1);
  };
  const auto rest = [&](const Quantity& row) { return row.key.substr(part_of(row).size()); };
  std::vector<TableSection> sections;
  const std::vector<Quantity>& all = quantities();
  for (auto begin = all.begin(), end = begin; begin != all.end(); begin = end) {
    const std::string part = part_of(*begin);
    end = std::find_if(begin, all.end(), [&](const Quantity& row) { return part_of(row) != part; });
    sections.push_back({part, table_of<Quantity>(std::vector<Quantity>(begin, end),
                                                 {{{"key", "key", "", true}, rest},
                                                  {{"name", "name", "", true}, quantity_name},
                                                  {{"unit", "unit", "", true}, quantity_unit},
                                                  {{"summary", "meaning", "", true, true}, quantity_summary}})});
  }
  return sections;
}

Table technologies_table(bool people) {
  const auto number = [people](std::optional<double> value) {
    return value && people ? Data(text::short_text(*value, 3)) : Data(value);
  };
  const auto figure = [number](TechnologyFigure which) {
    return [number, which](const Technology& each) {
      const WireMedium medium = wire_medium(each);
      const double* value = medium.figures.find(which);
      return number(value != nullptr ? std::optional(*value) : std::nullopt);
    };
  };
  const auto wires = [number](const Technology& each) {
    const Layer* layer = main_layer(each);
    return number(layer != nullptr ? std::optional(1 / in_mm(layer->pitch)) : std::nullopt);
  };
  const auto layer_name = [](const Technology& each) {
    const Layer* layer = main_layer(each);
    return layer != nullptr ? Data(layer->name) : Data();
  };
  const auto ends = [](const Technology& each) {
    const auto cable = wire_medium(each).ends;
    return cable ? Data(in_ns(cable->latency)) : Data();
  };
  const auto reach = [](const Technology& each) {
    const auto cable = wire_medium(each).ends;
    return cable ? Data(in_mm(cable->reach)) : Data();
  };
  std::vector<ColumnOf<Technology>> columns = {
      {{"name", "technology", "", true}, &Technology::name},
      {{"medium", "medium", "", true}, [](const Technology& each) { return word(each.medium); }},
      {{"layers", "layers", ""}, [](const Technology& each) { return each.layers.size(); }},
      {{"layer", "layer", "", true}, layer_name},
      {{"wires_per_mm", "wires", "/mm"}, wires},
      {{"r_ohm_per_mm", "r", "ohm/mm"}, figure(TechnologyFigure::r_ohm_per_mm)},
      {{"c_ff_per_mm", "c", "fF/mm"}, figure(TechnologyFigure::c_ff_per_mm)},
      {{"flight_ps_per_mm", "flight", "ps/mm"}, figure(TechnologyFigure::flight_ps_per_mm)},
      {{"vdd_v", "vdd", "V"}, figure(TechnologyFigure::vdd_v)},
      {{"ends_ns", "ends", "ns"}, ends},
      {{"reach_mm", "reach", "mm"}, reach},
      {{"grade", "grade", "", true}, [](const Technology& each) { return text_or_none(each.grade); }},
      {{"summary", "meaning", "", true, true}, &Technology::summary},
      {{"source", "source", "", true, true}, &Technology::source}};
  // Paths of files do not fit into narrow columns; the formats for programs have them.
  if (people) columns.pop_back();
  return table_of(technologies(), columns);
}

}  // namespace cutline::list
