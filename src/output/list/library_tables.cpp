// SPDX-License-Identifier: Apache-2.0
#include "output/list/library_tables.hpp"

#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"
#include "spec/library_files.hpp"

namespace cutline::list {

namespace {

Data text_if_any(std::string_view text) { return text.empty() ? Data() : Data(text); }

using tables::ColumnOf, tables::table_of;

Data board_millimetres(board::Nanometres length) { return static_cast<double>(length) * 1e-6; }

std::uint64_t signal_pins_of(const board::Connector& each) {
  return static_cast<std::uint64_t>(std::count_if(each.pins.begin(), each.pins.end(),
                                                  [](const auto& pin) { return pin.use == board::PinUse::signal; }));
}

}  // namespace

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
  const auto of_layer = [](auto get) {  // the layer that delays use by default
    return [get](const Technology& each) {
      const Layer* layer = each.unit ? nullptr : find_layer(each);
      return layer != nullptr ? get(*layer) : Data();
    };
  };
  const auto of_cable = [](auto get) {
    return [get](const Technology& each) {
      const auto cable = wire_medium(each).ends;
      return cable ? Data(get(*cable)) : Data();
    };
  };
  std::vector<ColumnOf<Technology>> columns = {
      {{"name", "technology", "", true}, &Technology::name},
      {{"medium", "medium", "", true}, [](const Technology& each) { return word(each.medium); }},
      {{"layers", "layers", ""}, [](const Technology& each) { return each.layers.size(); }},
      {{"layer", "layer", "", true}, of_layer([](const Layer& layer) { return Data(layer.name); })},
      {{"wires_per_mm", "wires", "/mm"}, of_layer([=](const Layer& layer) { return number(1 / in_mm(layer.pitch)); })},
      {{"r_ohm_per_mm", "r", "ohm/mm"}, figure(TechnologyFigure::r_ohm_per_mm)},
      {{"c_ff_per_mm", "c", "fF/mm"}, figure(TechnologyFigure::c_ff_per_mm)},
      {{"flight_ps_per_mm", "flight", "ps/mm"}, figure(TechnologyFigure::flight_ps_per_mm)},
      {{"vdd_v", "vdd", "V"}, figure(TechnologyFigure::vdd_v)},
      {{"ends_ns", "ends", "ns"}, of_cable([](const auto& cable) { return in_ns(cable.latency); })},
      {{"reach_mm", "reach", "mm"}, of_cable([](const auto& cable) { return in_mm(cable.reach); })},
      {{"grade", "grade", "", true}, [](const Technology& each) { return text_if_any(each.grade); }},
      {{"summary", "meaning", "", true, true}, &Technology::summary},
      {{"source", "source", "", true, true}, &Technology::source}};
  // Paths of files do not fit into narrow columns; the formats for programs have them.
  if (people) columns.pop_back();
  return table_of(technologies(), columns);
}

Table connectors_table() {
  using board::Connector;
  const std::vector<ColumnOf<Connector>> columns = {
      {{"name", "connector", "", true}, &Connector::name},
      {{"columns", "columns", ""}, &Connector::columns},
      {{"rows", "rows", ""}, &Connector::rows},
      {{"column_pitch_mm", "pitch", "mm"}, [](const Connector& each) { return board_millimetres(each.column_pitch); }},
      {{"row_pitch_mm", "of rows", "mm"}, [](const Connector& each) { return board_millimetres(each.row_pitch); }},
      {{"pad_mm", "pad", "mm"}, [](const Connector& each) { return board_millimetres(each.pad); }},
      {{"drill_mm", "drill", "mm"}, [](const Connector& each) { return board_millimetres(each.drill); }},
      {{"signal_pins", "signal pins", ""}, signal_pins_of},
      {{"summary", "meaning", "", true, true}, &Connector::summary},
      {{"source", "source", "", true, true}, [](const Connector& each) { return text_if_any(each.source); }}};
  return table_of(connector_files().all(), columns);
}

Table materials_table() {
  using board::Material;
  const std::vector<ColumnOf<Material>> columns = {
      {{"name", "material", "", true}, &Material::name},
      {{"dk", "Dk", ""}, &Material::dk},
      {{"df", "Df", ""}, &Material::df},
      {{"flight_ps_per_mm", "flight", "ps/mm"}, [](const Material& each) { return flight_ps_per_mm(each.dk); }},
      {{"summary", "meaning", "", true, true}, &Material::summary},
      {{"source", "source", "", true, true}, &Material::source}};
  return table_of(material_files().all(), columns);
}

Table media_table() {
  using machine::CableMedium;
  using machine::metres;
  const std::vector<ColumnOf<CableMedium>> columns = {
      {{"name", "medium", "", true}, &CableMedium::name},
      {{"reach_m", "reach", "m"},
       [=](const CableMedium& each) {
         const auto reach = machine::furthest(each);
         return reach ? Data(metres(*reach)) : Data();
       }},
      {{"diameter_mm", "diameter", "mm"},
       [=](const CableMedium& each) { return each.diameter > 0 ? Data(1e3 * metres(each.diameter)) : Data(); }},
      {{"delay_ns_per_m", "delay", "ns/m"}, &CableMedium::delay_ns_per_m},
      {{"end_w", "an end", "W"}, [](const CableMedium& each) { return each.watts ? Data(*each.watts) : Data(); }},
      {{"summary", "meaning", "", true, true}, &CableMedium::summary},
      {{"source", "source", "", true, true}, &CableMedium::source}};
  return table_of(medium_files().all(), columns);
}

Table prices_table() {
  using machine::PriceList;
  const std::vector<ColumnOf<PriceList>> columns = {
      {{"name", "prices", "", true}, &PriceList::name},
      {{"currency", "in", "", true}, &PriceList::currency},
      {{"cables", "of cables", ""}, [](const PriceList& each) { return each.cables.size(); }},
      {{"switches", "of switches", ""}, [](const PriceList& each) { return each.switches.size(); }},
      {{"summary", "meaning", "", true, true}, &PriceList::summary},
      {{"source", "source", "", true, true}, &PriceList::source}};
  return table_of(price_files().all(), columns);
}

}  // namespace cutline::list
