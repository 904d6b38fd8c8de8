// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "spec/candidate_keys.hpp"
#include "spec/technology_spec.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostCells = std::int64_t{1} << 26;
constexpr double kMostPins = 1e12;
constexpr const char* kNoMetres = "the technology 'unit' has no metres";

ValueShape length_shape() { return quantity_shape({Measured::length, Measured::pitches}); }

/// Reads a length in metres, or in wire pitches if the technology has no metres.
std::optional<Length> read_extent(Reader& reader, YamlId id, std::string_view what) {
  std::vector<Measured> allowed = {reader.unit_technology ? Measured::pitches : Measured::length};
  if (!reader.technology_known) allowed = {Measured::length, Measured::pitches};
  const auto length = read_quantity(reader, id, what, allowed);
  return length ? std::optional(Length{length->value}) : std::nullopt;
}

std::optional<Length> read_positive_extent(Reader& reader, YamlId id, std::string_view what) {
  const auto length = read_extent(reader, id, what);
  if (!length || length->base > 0) return length;
  reader.report(id, fmt::format("'{}' must be more than 0", what));
  return std::nullopt;
}

bool expect_metres(Reader& reader, YamlId id, std::string_view what) {
  if (!reader.unit_technology || !reader.technology_known) return true;
  reader.report(id, fmt::format("'{}' needs millimetres, and {}", what, kNoMetres), "name a technology");
  return false;
}

std::optional<double> read_per_mm(Reader& reader, YamlId id, std::string_view what) {
  const auto number = read_real(reader, id, what, 0, kMostPins);
  return expect_metres(reader, id, what) ? number : std::nullopt;
}

void read_time(Reader& reader, YamlId id, std::string_view what, Time& time) {
  if (const auto quantity = read_quantity(reader, id, what, {Measured::time})) time = nanoseconds(quantity->value);
}

void read_energy(Reader& reader, YamlId id, std::optional<double>& pj_per_bit) {
  if (const auto energy = read_quantity(reader, id, "energy", {Measured::energy_per_bit})) pj_per_bit = energy->value;
}

/// Reads a technology and sets `target` to make(technology). Reports mistakes of the technology.
template <class T>
void read_from_technology(Reader& reader, YamlId id, std::string_view what, T (*make)(const Technology&), T& target) {
  if (!expect_metres(reader, id, what)) return;
  const auto technology = read_technology(reader, id);
  if (!technology) return;
  try {
    target = make(*technology);
  } catch (const Error& error) {
    reader.take(error, id);
  }
}

const std::vector<Key<EdgeMedium>>& medium_keys() {
  static const std::vector<Key<EdgeMedium>> keys = {
      {"technology", technology_shape(), "",
       "a cable or a board's lines whose numbers it takes but for those given here",
       [](Reader& reader, YamlId id, EdgeMedium& m) { read_from_technology(reader, id, "technology", medium_of, m); }},
      {"name", text_shape(), "the technology's", "what it is called",
       [](Reader& reader, YamlId id, EdgeMedium& m) { m.name = read_text(reader, id, "name").value_or(""); }},
      {"reach", length_shape(), "the technology's, else any length",
       "the longest link it carries, from edge to edge and its slack",
       [](Reader& reader, YamlId id, EdgeMedium& m) {
         if (const auto reach = read_extent(reader, id, "reach")) m.reach = *reach;
       }},
      {"slack", length_shape(), "the technology's, else 0", "that it is longer than its way from edge to edge",
       [](Reader& reader, YamlId id, EdgeMedium& m) { m.slack = read_extent(reader, id, "slack").value_or(Length{}); }},
      {"flight", quantity_shape({Measured::time_per_length}), "the technology's, else as the wires' delay model says",
       "time of a wave per length, slack included",
       [](Reader& reader, YamlId id, EdgeMedium& m) {
         if (!expect_metres(reader, id, "flight")) return;
         if (const auto flight = read_quantity(reader, id, "flight", {Measured::time_per_length}))
           m.flight_ps_per_mm = flight->value;
       }},
      {"delay", quantity_shape({Measured::time}), "the technology's, else 0 ns",
       "of a crossing, both ends together, beside the edge's",
       [](Reader& reader, YamlId id, EdgeMedium& m) { read_time(reader, id, "delay", m.delay); }},
      {"energy", quantity_shape({Measured::energy_per_bit}),
       "0 pJ/bit; with a technology its own, not known where it gives none", "of a crossing, beside the edge's",
       [](Reader& reader, YamlId id, EdgeMedium& m) { read_energy(reader, id, m.energy_pj_per_bit); }}};
  return keys;
}

void read_media(Reader& reader, YamlId id, PackageEdge& edge) {
  const auto items = read_list(reader, id, "media");
  if (!items) return;
  edge.media.clear();
  if (items->empty()) reader.report(id, "'media' is an empty list", "leave it out where any length will do");
  for (const YamlId item : *items) {
    EdgeMedium medium;
    if (reader[item].kind == YamlKind::scalar) {
      read_from_technology(reader, item, "media", medium_of, medium);
    } else if (!read_map(reader, item, "a medium", medium_keys(), medium)) {
      continue;
    }
    if (medium.name.empty() && find_value(reader.document, item, "technology") == std::nullopt &&
        !(reader[item].kind == YamlKind::scalar)) {
      reader.report(item, "a medium needs the key 'name' or 'technology'", "what it is called, or what it is made of");
    }
    if (medium.reach < medium.slack)
      reader.report(item, fmt::format("the slack of the medium '{}' is longer than its reach", medium.name));
    const auto reaches_as_far = [&](const EdgeMedium& before) {
      return medium.reach - medium.slack <= before.reach - before.slack;
    };
    const auto before = std::find_if(edge.media.begin(), edge.media.end(), reaches_as_far);
    if (before != edge.media.end()) {
      reader.report(
          item, fmt::format("the medium '{}' is never taken: '{}' before it reaches as far", medium.name, before->name),
          "list media by reach, the shortest first");
    }
    edge.media.push_back(std::move(medium));
  }
}

const std::vector<Key<PackageEdge>>& package_edge_keys() {
  static const ValueShape number = number_shape("number", 0);
  static const std::vector<Key<PackageEdge>> keys = {
      {"technology", technology_shape(), "",
       "a die's edge, a cable or a board's lines whose numbers it takes but for those given here",
       [](Reader& reader, YamlId id, PackageEdge& e) { read_from_technology(reader, id, "technology", edge_of, e); }},
      {"pins", number, "as many as it takes", "pins of a module, one a wire",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         if (const auto pins = read_real(reader, id, "pins", 0, kMostPins)) e.pins = ModulePins{*pins};
       }},
      {"pins_per_mm", number, "", "pins per millimetre of a module's circumference, instead of `pins`",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         if (const auto pins = read_per_mm(reader, id, "pins_per_mm")) e.pins = PinsPerMm{*pins};
       }},
      {"bump_pitch", length_shape(), "", "pins in a square grid all over the module, instead of `pins`",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         if (const auto pitch = read_positive_extent(reader, id, "bump_pitch")) e.pins = BumpGrid{*pitch};
       }},
      {"other_pins", number, "0", "of a module's pins, those that carry no links: power, memory",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         e.other_pins = read_real(reader, id, "other_pins", 0, kMostPins).value_or(0);
       }},
      {"bandwidth", quantity_shape({Measured::bandwidth_per_length}), "as much as its pins pass",
       "most that a millimetre of a module's circumference passes, both ways together",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         const auto bandwidth = read_quantity(reader, id, "bandwidth", {Measured::bandwidth_per_length});
         if (bandwidth && expect_metres(reader, id, "bandwidth")) e.bandwidth_gbyte_per_s_per_mm = bandwidth->value;
       }},
      {"phy_delay", quantity_shape({Measured::time}), "0 ns",
       "fixed delay of a crossing from module to module, both ends together",
       [](Reader& reader, YamlId id, PackageEdge& e) { read_time(reader, id, "phy_delay", e.phy_delay); }},
      {"phy_area", quantity_shape({Measured::area}), "0 mm2", "area that the PHY of one pin takes",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         const auto area = read_quantity(reader, id, "phy_area", {Measured::area});
         if (area && expect_metres(reader, id, "phy_area")) e.phy = square_millimetres(area->value);
       }},
      {"phy_depth", quantity_shape({Measured::length}), "0 mm",
       "depth of the strip that PHYs take along the circumference, instead of `phy_area`",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         if (!expect_metres(reader, id, "phy_depth")) return;
         if (const auto depth = read_extent(reader, id, "phy_depth")) e.phy = *depth;
       }},
      {"energy", quantity_shape({Measured::energy_per_bit}), "0 pJ/bit", "of a crossing, both ends together",
       [](Reader& reader, YamlId id, PackageEdge& e) { read_energy(reader, id, e.energy_pj_per_bit); }},
      {"media", list_shape(any_shape({technology_name_shape(), map_shape(medium_keys())})),
       "the technology, else any length at no cost",
       "what carries links between modules, by reach; a link takes the first that reaches", read_media},
      {"reach", length_shape(), "any length", "of the only medium, instead of `media`",
       [](Reader& reader, YamlId id, PackageEdge& e) {
         const auto reach = read_extent(reader, id, "reach");
         if (!reach || e.media.size() > 1) return;
         if (e.media.empty()) e.media.push_back({.name = ""});
         e.media[0].reach = *reach;
       }}};
  return keys;
}

/// Reports a mistake if more than one of these keys is given.
void expect_one_of(Reader& reader, YamlId map, const std::vector<std::string_view>& names) {
  const YamlEntry* first = nullptr;
  for (const std::string_view name : names) {
    const YamlEntry* entry = find_entry(reader.document, map, name);
    if (entry == nullptr) continue;
    if (first != nullptr)
      return reader.report(entry->mark, fmt::format("'{}' and '{}' exclude each other", first->key, name));
    first = entry;
  }
}

void read_edge(Reader& reader, YamlId id, PackageLevel& level) {
  if (reader[id].kind == YamlKind::scalar) return read_from_technology(reader, id, "edge", edge_of, level.edge);
  if (!read_map(reader, id, "edge", package_edge_keys(), level.edge)) return;
  expect_one_of(reader, id, {"pins", "pins_per_mm", "bump_pitch"});
  expect_one_of(reader, id, {"phy_area", "phy_depth"});
  expect_one_of(reader, id, {"media", "reach"});
}

/// Reads one length for both axes, or one along x and one along y.
void read_spacing(Reader& reader, YamlId id, PackageLevel& level) {
  const auto items = read_one_or_list(reader, id);
  if (items.empty() || items.size() > 2)
    return reader.report(id, fmt::format("'spacing' has {} entries", items.size()), "give one length, or [x, y]");
  level.spacing = read_extent(reader, items.front(), "spacing").value_or(Length{});
  level.spacing_y = items.size() == 1 ? level.spacing : read_extent(reader, items.back(), "spacing").value_or(Length{});
}

void read_module_cells(Reader& reader, YamlId id, PackageLevel& level) {
  const auto items = read_list(reader, id, "cells");
  if (!items) return;
  if (items->size() < 2 || items->size() > 3)
    return reader.report(id, fmt::format("'cells' has {} entries", items->size()), "give [x, y] or [x, y, z]");
  level.cells = {1, 1, 0};
  for (std::size_t axis = 0; axis < items->size(); ++axis) {
    const auto cells = read_whole(reader, (*items)[axis], "cells", 1, kMostCells);
    level.cells[axis] = static_cast<std::uint32_t>(cells.value_or(1));
  }
}

const std::vector<Key<PackageLevel>>& level_keys() {
  static const std::vector<Key<PackageLevel>> keys = {
      {"name", text_shape(), "", "what its modules are: chiplet, chip, board ...",
       [](Reader& reader, YamlId id, PackageLevel& l) {
         l.name = read_text(reader, id, "name").value_or("");
         if (l.name.empty()) reader.report(id, "'name' must not be empty");
       },
       true},
      {"cells", list_shape(integer_shape("whole number", 1)), "the whole machine",
       "grid cells of a module along x, y and z; without z all planes of the module around it, as of a stack of dies; "
       "only the outermost level may leave it out",
       read_module_cells},
      {"spacing", any_shape({length_shape(), list_shape(length_shape())}), "0",
       "free space between neighbouring modules, or [x, y]: between columns and rows of them; it lengthens wires "
       "across",
       read_spacing},
      {"technology", technology_shape(), "", "of the level's own wiring: what it offers where `wires_per_mm` is absent",
       [](Reader& reader, YamlId id, PackageLevel& l) {
         if (!expect_metres(reader, id, "technology")) return;
         if (auto technology = read_network_technology(reader, id)) l.wiring = std::move(*technology);
       }},
      {"wires_per_mm", number_shape("number", 0), "the technology's", "wires side by side on one layer of the level",
       [](Reader& reader, YamlId id, PackageLevel& l) {
         const auto wires = read_per_mm(reader, id, "wires_per_mm");
         if (wires == 0.0) reader.report(id, "'wires_per_mm' must be more than 0");
         if (wires) l.wiring = *wires;
       }},
      {"layers", integer_shape("whole number", 1), "1", "layers of `wires_per_mm` whose wires run the same way",
       [](Reader& reader, YamlId id, PackageLevel& l) {
         l.layers = static_cast<double>(read_whole(reader, id, "layers", 1, 1000).value_or(1));
       }},
      {"usable", quantity_shape({Measured::share}), "100 %", "share of the level's wires that links may take",
       [](Reader& reader, YamlId id, PackageLevel& l) {
         const auto share = read_quantity(reader, id, "usable", {Measured::share});
         if (!share) return;
         l.usable = share->value;
         if (!(l.usable > 0 && l.usable <= 1)) reader.report(id, "'usable' must be more than 0 % and at most 100 %");
       }},
      {"edge", any_shape({technology_name_shape(), map_shape(package_edge_keys())}), "",
       "what the edge of a module offers, and what a crossing costs; a name stands for `{technology: name}`",
       read_edge}};
  return keys;
}

}  // namespace

ValueShape packages_shape() { return list_shape(map_shape(level_keys())); }

void read_packages(Reader& reader, YamlId id, CandidateDraft& draft) {
  const auto items = read_list(reader, id, "packages");
  if (!items) return;
  draft.design.places["packages.packages"] = reader.place(id);
  Packages& packages = draft.design.packages;
  for (const YamlId item : *items) {
    const std::size_t mistakes = reader.document.diagnostics.size();
    PackageLevel level;
    if (!read_map(reader, item, "a level of packages", level_keys(), level)) return;
    if (reader.document.diagnostics.size() > mistakes) return;
    try {
      expect_fits(packages, level);
    } catch (const Error& error) {
      return reader.take(error, item);
    }
    packages.push_back(std::move(level));
  }
  if (!packages.empty() && !is_whole_machine(packages.back())) packages.push_back({.name = "whole machine"});
}

}  // namespace cutline
