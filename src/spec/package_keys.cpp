// SPDX-License-Identifier: Apache-2.0
#include "spec/study_keys.hpp"

namespace cutline {
namespace {

constexpr std::int64_t kMostCells = std::int64_t{1} << 26;
constexpr double kMostPins = 1e12;
constexpr const char* kNoMetres = "the technology 'unit' has no metres";

/// A length in metres, or in wire pitches if the technology has no metres.
Form<double> extent_form() {
  return {quantity_shape({Measured::length, Measured::pitches}), [](Reader& reader, YamlId id, std::string_view what) {
            std::vector<Measured> allowed = {reader.unit_technology ? Measured::pitches : Measured::length};
            if (!reader.technology_known) allowed = {Measured::length, Measured::pitches};
            const auto length = read_quantity(reader, id, what, allowed);
            return length ? std::optional(length->value) : std::nullopt;
          }};
}

bool expect_metres(Reader& reader, YamlId id, std::string_view what) {
  if (!reader.unit_technology || !reader.technology_known) return true;
  reader.report(id, fmt::format("'{}' needs millimetres, and {}", what, kNoMetres), "name a technology");
  return false;
}

/// The same form, of a figure that needs metres, which is looked at before the figure.
Form<double> metric(Form<double> form) {
  form.read = [read = form.read](Reader& reader, YamlId id, std::string_view what) {
    return expect_metres(reader, id, what) ? read(reader, id, what) : std::nullopt;
  };
  return form;
}

/// The same, which is looked at if there is such a figure.
Form<double> then_metric(Form<double> form) {
  form.read = [read = form.read](Reader& reader, YamlId id, std::string_view what) {
    const auto value = read(reader, id, what);
    return value && expect_metres(reader, id, what) ? value : std::nullopt;
  };
  return form;
}

Form<double> per_mm_form() {
  return {number_shape("number", 0), [](Reader& reader, YamlId id, std::string_view what) {
            const auto number = read_real(reader, id, what, 0, kMostPins);
            return expect_metres(reader, id, what) ? number : std::nullopt;
          }};
}

/// Reads a technology and sets `target` to make(technology). Reports mistakes of the technology.
template <class T>
void read_from_technology(Reader& reader, YamlId id, std::string_view what, T (*make)(const Technology&), T& target) {
  if (!expect_metres(reader, id, what)) return;
  const auto technology = read_technology(reader, id);
  if (!technology) return;
  reader.tries(id, [&] { target = make(*technology); });
}

/// A key that takes all numbers from a technology.
template <class T>
Key<T> from_technology(T (*make)(const Technology&), std::string help) {
  return {"technology", technology_shape(), "", std::move(help), [make](Reader& reader, YamlId id, T& target) {
            read_from_technology(reader, id, "technology", make, target);
          }};
}

const Keys<EdgeMedium>& medium_keys() {
  static const Keys<EdgeMedium> keys = {
      from_technology(medium_of, "a cable or a board's lines whose numbers it takes but for those given here"),
      field("name", &EdgeMedium::name, text_form(), "the technology's", "what it is called"),
      field("reach", &EdgeMedium::reach, extent_form(), "the technology's, else any length",
            "the longest link it carries, from edge to edge and its slack"),
      field("slack", &EdgeMedium::slack, extent_form(), "the technology's, else 0",
            "that it is longer than its way from edge to edge"),
      field("flight", &EdgeMedium::flight_ps_per_mm, metric(quantity_form(Measured::time_per_length)),
            "the technology's, else as the wires' delay model says", "time of a wave per length, slack included"),
      field("delay", &EdgeMedium::delay, quantity_form(Measured::time), "the technology's, else 0 ns",
            "of a crossing, both ends together, beside the edge's"),
      field("energy", &EdgeMedium::energy_pj_per_bit, quantity_form(Measured::energy_per_bit),
            "0 pJ/bit; with a technology its own, not known where it gives none", "of a crossing, beside the edge's")};
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

/// The reach of the only medium.
void read_reach(Reader& reader, YamlId id, PackageEdge& edge) {
  const auto reach = extent_form().read(reader, id, "reach");
  if (!reach || edge.media.size() > 1) return;
  if (edge.media.empty()) edge.media.push_back({.name = ""});
  edge.media[0].reach = {*reach};
}

const Keys<PackageEdge>& package_edge_keys() {
  const auto pins = made(real_form(0, kMostPins), [](double count) { return ModulePins{count}; });
  const auto pins_per_mm = made(per_mm_form(), [](double count) { return PinsPerMm{count}; });
  const auto bumps = made(above_0(extent_form()), [](double pitch) { return BumpGrid{{pitch}}; });
  const auto area = made(then_metric(quantity_form(Measured::area)), square_millimetres);
  Form<Length> depth = made(metric(extent_form()), nanometres);
  depth.shape = quantity_shape({Measured::length});
  static const Keys<PackageEdge> keys = {
      from_technology(edge_of,
                      "a die's edge, a cable or a board's lines whose numbers it takes but for those given here"),
      field("pins", &PackageEdge::pins, pins, "as many as it takes", "pins of a module, one a wire"),
      field("pins_per_mm", &PackageEdge::pins, pins_per_mm, "",
            "pins per millimetre of a module's circumference, instead of `pins`"),
      field("bump_pitch", &PackageEdge::pins, bumps, "",
            "pins in a square grid all over the module, instead of `pins`"),
      field("other_pins", &PackageEdge::other_pins, real_form(0, kMostPins), "0",
            "of a module's pins, those that carry no links: power, memory"),
      field("bandwidth", &PackageEdge::bandwidth_gbyte_per_s_per_mm,
            then_metric(quantity_form(Measured::bandwidth_per_length)), "as much as its pins pass",
            "most that a millimetre of a module's circumference passes, both ways together"),
      field("phy_delay", &PackageEdge::phy_delay, quantity_form(Measured::time), "0 ns",
            "fixed delay of a crossing from module to module, both ends together"),
      field("phy_area", &PackageEdge::phy, area, "0 mm2", "area that the PHY of one pin takes"),
      field("phy_depth", &PackageEdge::phy, depth, "0 mm",
            "depth of the strip that PHYs take along the circumference, instead of `phy_area`"),
      field("energy", &PackageEdge::energy_pj_per_bit, quantity_form(Measured::energy_per_bit), "0 pJ/bit",
            "of a crossing, both ends together"),
      {"media", list_shape(any_shape({technology_name_shape(), map_shape(medium_keys())})),
       "the technology, else any length at no cost",
       "what carries links between modules, by reach; a link takes the first that reaches", read_media},
      {"reach", extent_form().shape, "any length", "of the only medium, instead of `media`", read_reach}};
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
  const Form<double> extent = extent_form();
  level.spacing = {extent.read(reader, items.front(), "spacing").value_or(0)};
  level.spacing_y =
      items.size() == 1 ? level.spacing : Length{extent.read(reader, items.back(), "spacing").value_or(0)};
}

void read_module_cells(Reader& reader, YamlId id, PackageLevel& level) {
  const auto items = read_list(reader, id, "cells", {2, 3, "'cells' has {1} entries", "give [x, y] or [x, y, z]"});
  if (!items) return;
  level.cells = {1, 1, 0};
  for (std::size_t axis = 0; axis < items->size(); ++axis) {
    const auto cells = read_whole(reader, (*items)[axis], "cells", 1, kMostCells);
    level.cells[axis] = static_cast<std::uint32_t>(cells.value_or(1));
  }
}

void read_wiring_technology(Reader& reader, YamlId id, PackageLevel& level) {
  if (!expect_metres(reader, id, "technology")) return;
  if (const auto technology = read_network_technology(reader, id)) level.wiring = *technology;
}

const Keys<PackageLevel>& level_keys() {
  const Form<std::string> name{text_shape(), [](Reader& reader, YamlId id, std::string_view what) {
                                 auto text = read_text(reader, id, what).value_or("");
                                 if (text.empty()) reader.report(id, "'name' must not be empty");
                                 return std::optional(text);
                               }};
  const auto usable = checked(
      quantity_form(Measured::share), [](double share) { return share > 0 && share <= 1; },
      "must be more than 0 % and at most 100 %");
  const ValueShape length = extent_form().shape;
  static const Keys<PackageLevel> keys = {
      required(field("name", &PackageLevel::name, name, "", "what its modules are: chiplet, chip, board ...")),
      {"cells", list_shape(integer_shape("whole number", 1)), "the whole machine",
       "grid cells of a module along x, y and z; without z all planes of the module around it, as of a stack of dies; "
       "only the outermost level may leave it out",
       read_module_cells},
      {"spacing", any_shape({length, list_shape(length)}), "0",
       "free space between neighbouring modules, or [x, y]: between columns and rows of them; it lengthens wires "
       "across",
       read_spacing},
      {"technology", technology_shape(), "", "of the level's own wiring: what it offers where `wires_per_mm` is absent",
       read_wiring_technology},
      field("wires_per_mm", &PackageLevel::wiring, above_0(per_mm_form()), "the technology's",
            "wires side by side on one layer of the level"),
      field("layers", &PackageLevel::layers, whole_form(1, 1000), "1",
            "layers of `wires_per_mm` whose wires run the same way"),
      field("usable", &PackageLevel::usable, usable, "100 %", "share of the level's wires that links may take"),
      {"edge", any_shape({technology_name_shape(), map_shape(package_edge_keys())}), "",
       "what the edge of a module offers, and what a crossing costs; a name stands for `{technology: name}`",
       read_edge}};
  return keys;
}

void read_packages(Reader& reader, YamlId id, Design& design) {
  const auto items = read_list(reader, id, "packages");
  if (!items) return;
  design.places["packages.packages"] = reader.place(id);
  Packages& packages = design.packages;
  for (const YamlId item : *items) {
    const std::size_t mistakes = reader.mistakes();
    PackageLevel level;
    if (!read_map(reader, item, "a level of packages", level_keys(), level)) return;
    if (reader.mistakes() > mistakes) return;
    if (!reader.tries(item, [&] { expect_fits(packages, level); })) return;
    packages.push_back(std::move(level));
  }
  if (!packages.empty() && !is_whole_machine(packages.back())) packages.push_back({.name = "whole machine"});
}

}  // namespace

Key<Design> packages_key() {
  return {"packages", list_shape(map_shape(level_keys())), "", "modules, innermost first: chiplets, chips, boards ...",
          read_packages};
}

}  // namespace cutline
