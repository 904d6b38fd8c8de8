// SPDX-License-Identifier: Apache-2.0
#include "output/list/board_tables.hpp"

#include <algorithm>

#include "cutline/technology/technology.hpp"
#include "output/tables/columns.hpp"
#include "spec/board_spec.hpp"

namespace cutline::list {

namespace {

using tables::ColumnOf, tables::table_of;

Data board_millimetres(board::Nanometres length) { return static_cast<double>(length) * 1e-6; }

std::uint64_t signal_pins_of(const board::Connector& each) {
  return static_cast<std::uint64_t>(std::count_if(each.pins.begin(), each.pins.end(),
                                                  [](const auto& pin) { return pin.use == board::PinUse::signal; }));
}

}  // namespace

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
      {{"source", "source", "", true, true},
       [](const Connector& each) { return each.source.empty() ? Data() : Data(each.source); }}};
  return table_of(connectors(), columns);
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
  return table_of(board_materials(), columns);
}

}  // namespace cutline::list
