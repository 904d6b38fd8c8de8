// SPDX-License-Identifier: Apache-2.0

#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostLimit = std::int64_t{1} << 48;

void read_count(Reader& reader, YamlId id, std::string_view name, Limited what, Limits& limits,
                std::int64_t least = 1) {
  if (const auto count = read_whole(reader, id, name, least, kMostLimit)) limits[what] = static_cast<double>(*count);
}

/// Reads a limit in metres, or in wire pitches if the technology has no metres.
void read_size(Reader& reader, YamlId id, std::string_view what, Measured metric, Measured pitches, double to_mm,
               Limited in_mm, Limited in_pitches, Limits& limits) {
  std::vector<Measured> allowed = {reader.unit_technology ? pitches : metric};
  if (!reader.technology_known) allowed = {metric, pitches};
  const auto size = read_quantity(reader, id, what, allowed);
  if (!size) return;
  if (reader.unit_technology) {
    limits[in_pitches] = size->value;
  } else {
    limits[in_mm] = size->value * to_mm;
  }
}

const std::vector<Key<Limits>>& all_limit_keys() {
  static const ValueShape count = integer_shape("whole number", 1);
  static const std::vector<Key<Limits>> keys = {
      {"pins_per_node", count, "", "wires that end at a node",
       [](Reader& reader, YamlId id, Limits& l) {
         read_count(reader, id, "pins_per_node", Limited::pins_per_node, l);
       }},
      {"ports_per_node", count, "", "channels that begin or end at a node",
       [](Reader& reader, YamlId id, Limits& l) {
         read_count(reader, id, "ports_per_node", Limited::ports_per_node, l);
       }},
      {"layers", count, "", "wiring layers that carry wires",
       [](Reader& reader, YamlId id, Limits& l) { read_count(reader, id, "layers", Limited::layers, l); }},
      {"area", quantity_shape({Measured::area, Measured::pitches2}), "",
       "area of the layout; in pitches2 in the technology unit",
       [](Reader& reader, YamlId id, Limits& l) {
         read_size(reader, id, "area", Measured::area, Measured::pitches2, 1, Limited::area_mm2, Limited::area_pitches2,
                   l);
       }},
      {"longest_wire", quantity_shape({Measured::length, Measured::pitches}), "",
       "routed length of a wire; in wire pitches in the technology unit",
       [](Reader& reader, YamlId id, Limits& l) {
         read_size(reader, id, "longest_wire", Measured::length, Measured::pitches, 1e-6, Limited::longest_wire_mm,
                   Limited::longest_wire_pitches, l);
       }},
      {"middle_wires", count, "", "wires over the middle of the layout's longest axis, all lines together",
       [](Reader& reader, YamlId id, Limits& l) { read_count(reader, id, "middle_wires", Limited::middle_wires, l); }},
      {"cut_wires", count, "", "wires over any cut between two columns, rows or planes, all lines together",
       [](Reader& reader, YamlId id, Limits& l) { read_count(reader, id, "cut_wires", Limited::cut_wires, l); }},
      {"virtual_channels", count, "", "of a channel, that the routes need to be free of deadlock",
       [](Reader& reader, YamlId id, Limits& l) {
         read_count(reader, id, "virtual_channels", Limited::virtual_channels, l);
       }},
      {"overflow", integer_shape("whole number", 0), "", "wires that find no room in given places",
       [](Reader& reader, YamlId id, Limits& l) { read_count(reader, id, "overflow", Limited::overflow, l, 0); }}};
  return keys;
}

const std::vector<Key<Population>>& population_keys() {
  static const std::vector<Key<Population>> keys = {
      {"terminals", integer_shape("whole number", 1), "", "how many every candidate should have",
       [](Reader& reader, YamlId id, Population& p) {
         if (const auto count = read_whole(reader, id, "terminals", 1, kMostLimit))
           p.terminals = static_cast<std::uint64_t>(*count);
       }},
      {"tolerance", quantity_shape({Measured::share}), "0 %", "how far they may differ",
       [](Reader& reader, YamlId id, Population& p) {
         if (const auto share = read_quantity(reader, id, "tolerance", {Measured::share})) p.tolerance = share->value;
       }}};
  return keys;
}

}  // namespace

const std::vector<Key<Limits>>& limit_keys() { return all_limit_keys(); }

void read_limits(Reader& reader, YamlId id, StudyDraft& draft) {
  read_map(reader, id, "limits", limit_keys(), draft.study.limits);
}

void read_population(Reader& reader, YamlId id, StudyDraft& draft) {
  if (reader[id].kind == YamlKind::scalar && reader[id].text == "any") {
    draft.study.population.any = true;
  } else {
    read_map(reader, id, "population", population_keys(), draft.study.population);
  }
}

ValueShape limits_shape() { return map_shape(limit_keys()); }
ValueShape population_shape() { return any_shape({choice_shape({"any"}), map_shape(population_keys())}); }

}  // namespace cutline
