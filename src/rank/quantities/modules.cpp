// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data cell(const Cell& cell) { return Data::List{cell[Axis::x], cell[Axis::y], cell[Axis::z]}; }

Data faces(const std::array<std::int64_t, 6>& wires) {
  Data::Map map;
  for (std::size_t face = 0; face < wires.size(); ++face) map.emplace_back(kFaceNames[face], wires[face]);
  return map;
}

Data unless(bool none, const Data& value) { return none ? Data() : value; }

/// A member of a part that some levels lack; null if the level lacks it.
template <class Part, class T>
Data part_of(const Part* part, T std::remove_const_t<Part>::*member) {
  return part != nullptr ? Data(part->*member) : Data();
}
template <class Part>
const Part* pointer(const std::optional<Part>& part) {
  return part ? &*part : nullptr;
}

/// A limit; null if there is none.
Data limit(double most) { return most < kUnlimited ? Data(most) : Data(); }

/// Lengths of the links whose innermost common module is of the level.
Data lengths_within(const LevelLengths& length) {
  const bool none = length.links == 0;
  return Data::Map{{"links", length.links},
                   {"longest_span", unless(none, length.longest_span.pitches())},
                   {"longest_pitches", unless(none, length.longest_pitches)},
                   {"mean_pitches", unless(none, length.mean_pitches)},
                   {"total_pitches", whole_data(length.total_pitches)},
                   {"longest_mm", part_of(length.mm.longest > 0 ? &length.mm : nullptr, &WireMillimetres::longest)},
                   {"mean_mm", part_of(length.mm.longest > 0 ? &length.mm : nullptr, &WireMillimetres::mean)},
                   {"total_mm", part_of(length.mm.longest > 0 ? &length.mm : nullptr, &WireMillimetres::total)},
                   {"edge_delay_max_ns", in_ns(length.delay_max)}};
}

/// The links and wires that a medium carries over the edges of the level. A link counts once, however many wires it
/// has.
Data medium(const MediumUse& use, bool unit, const Data& slowest) {
  const bool none = use.links == 0;
  const double scale = unit ? 1 : 1e-9;
  const std::string ending = unit ? "_pitches" : "_m";
  return Data::Map{{"medium", unless(use.name.empty(), use.name)},
                   {"links", use.links},
                   {"wires", use.wires},
                   {"longest" + ending, unless(none, use.longest * scale)},
                   {"carried_max" + ending, unless(none, use.carried * scale)},
                   {"links_total" + ending, use.total * scale},
                   {"reach" + ending, limit(in_nm(use.reach) * scale)},
                   {"medium_delay_max_ns", unless(none, in_ns(use.delay_max))},
                   {"delay_max_ns", unless(none, slowest)}};
}

/// The whole delay of the slowest link that a medium of the level carries.
Data slowest_over(const UnderDelay& a, std::size_t level, std::size_t medium) {
  return in_ns(a.wires->slowest_over[level][medium]);
}

Data media(const UnderDelay& a, std::size_t number) {
  const bool unit = a.candidate.laid_out()->layout.rules.unit;
  Data::List list;
  for (const MediumUse& use : a.candidate.packages()->levels[number].media)
    list.push_back(medium(use, unit, slowest_over(a, number, list.size())));
  return list;
}

Data reach(const LevelMeasures& level, bool unit) {
  return limit(unit ? in_nm(level.reach_max) : in_mm(level.reach_max));
}

Data wires_fraction(const WiresUsed* wires) {
  if (wires == nullptr || wires->offered_per_mm == kUnlimited) return {};
  return wires->per_mm / wires->offered_per_mm;
}

Data level_data(const UnderDelay& a, std::size_t number) {
  const LevelMeasures& level = a.candidate.packages()->levels[number];
  const bool unit = a.candidate.laid_out()->layout.rules.unit;
  const LevelMetres* metres = pointer(level.metres);
  const PhyArea* phy = metres != nullptr ? pointer(metres->phy) : nullptr;
  const WiresUsed* wires = metres != nullptr ? pointer(metres->wires) : nullptr;
  const bool has_pins = level.pins.offered < kUnlimited;
  const Data bandwidth(edge_gbyte_per_s_per_mm(a.candidate, *a.wires, level));
  return Data::Map{{"level", level.name},
                   {"count", level.modules},
                   {"partial", level.partial},
                   {"cells", data_list(level.cells)},
                   {"pins_max", level.pins_max},
                   {"pins_max_module", cell(level.pins_module)},
                   {"pins_max_with_others", static_cast<double>(level.pins_max) + level.other_pins},
                   {"pins_total", whole_data(level.pins_total)},
                   {"pins_offered", limit(level.pins.offered)},
                   {"used_fraction", has_pins ? Data(level.pins.fraction()) : Data()},
                   {"wires_max", level.wires_max},
                   {"wires_max_module", cell(level.wires_module)},
                   {"face_wires_max", faces(level.face_wires_max)},
                   {"links_crossing", level.links_crossing},
                   {"longest_crossing_pitches", level.longest_crossing_pitches},
                   {"longest_crossing_mm", part_of(metres, &LevelMetres::longest_crossing_mm)},
                   {std::string(unit ? "reach_pitches" : "reach_mm"), reach(level, unit)},
                   {"media", media(a, number)},
                   {"over_reach", level.over_reach},
                   {"wires_over_reach", level.wires_over_reach},
                   {"edge_gbyte_per_s_per_mm", bandwidth},
                   {"edge_gbyte_per_s_per_mm_offered",
                    metres != nullptr ? limit(metres->bandwidth_gbyte_per_s_per_mm_offered) : Data()},
                   {"phy_area_mm2_max", part_of(phy, &PhyArea::mm2_max)},
                   {"phy_area_fraction_max", part_of(phy, &PhyArea::fraction_max)},
                   {"cut_wires_max", level.cut_wires_max},
                   {"wires_per_mm", part_of(wires, &WiresUsed::per_mm)},
                   {"wires_per_mm_offered", wires != nullptr ? limit(wires->offered_per_mm) : Data()},
                   {"wires_used_fraction", wires_fraction(wires)},
                   {"length", lengths_within(level.inside)}};
}

Data modules(const UnderDelay& a) {
  Data::List list;
  const std::size_t levels = a.candidate.packages() ? a.candidate.packages()->levels.size() : 0;
  for (std::size_t number = 0; number < levels; ++number) list.push_back(level_data(a, number));
  return list;
}

/// The measures of packages; if nothing is packaged, empty ones, in which nothing crosses an edge.
const PackageMeasures* packages_of(const UnderDelay& a) {
  static const PackageMeasures none;
  if (!a.candidate.laid_out()) return nullptr;
  return a.candidate.packages() ? a.candidate.packages() : &none;
}

const CrossingEnergy* crossing_energy(const UnderDelay& a) {
  const PackageMeasures* packages = packages_of(a);
  return packages != nullptr && packages->energy ? &*packages->energy : nullptr;
}

Quantities level_rows() {
  constexpr std::string_view kLinkByLink = "counted on the routed layout, by pattern and module";
  return {
      {"modules", Unit::none, "what modules hold and carry over their edges, level by level", modules},
      derived(named_part("modules.0.pins_max", Unit::none,
                         "wires that leave a module of the innermost level, of the busiest one", "module_pins"),
              {{"sum of the wires of all links with exactly one end in the module",
                kLinkByLink,
                {{"pins", "modules.0.pins_max", "wires"},
                 {"busiest", "modules.0.pins_max_module", "x, y, z among the modules"},
                 {"all modules", "modules.0.pins_total", "wires"},
                 {"offered", "modules.0.pins_offered", "pins left for links"},
                 {"with others", "modules.0.pins_max_with_others", "and the pins that carry no links"},
                 {"used", "modules.0.used_fraction", "share of the module with least to spare"}}}}),
      derived(named_part("modules.0.wires_max", Unit::none,
                         "wires over all faces of a module of the innermost level, passing ones at each face",
                         "module_wires"),
              {{"sum over the module's faces of the wires that cross it on their way",
                kLinkByLink,
                {{"all faces", "modules.0.wires_max", "wires"},
                 {"each face", "modules.0.face_wires_max", "the most over each face"}}}}),
      derived(
          named_part("modules.0.wires_per_mm", Unit::none, "wires per millimetre on the wiring of the innermost level",
                     "module_density"),
          {{"wires over the densest cut through a module, without those that run on an outer level / the module's side",
            "derived: a wire runs on the innermost level that has a module there with one of its link's ends",
            {{"used", "modules.0.wires_per_mm", "wires per mm"},
             {"offered", "modules.0.wires_per_mm_offered", "wires per mm of a layer x layers x usable share"}}}}),
      derived(named_part("modules.0.media", Unit::none,
                         "media that the links between modules of the innermost level take", "media"),
              {{"a link takes the first medium of the list that reaches: way between the modules + slack <= reach",
                "definition",
                {{"links", "modules.0.links_crossing", "of this level's modules"},
                 {"longest way", "modules.0.longest_crossing_mm", "mm, without slack"},
                 {"furthest reach", "modules.0.reach_mm", "mm, of the medium that reaches furthest"},
                 {"over reach", "modules.0.over_reach", "links that no medium reaches"}}}})};
}

}  // namespace

Quantities modules_quantities() {
  return joined({level_rows(),
                 {
                     derived({"crossings.delay_max_ns", Unit::time,
                              "delay that a link meets at the edges of modules and in the media between them",
                              member_of<packages_of, &PackageMeasures::delay_max>, called("crossing_delay")},
                             {{"sum over the levels below the innermost common module of phy_delay + the medium's "
                               "delay + flight x (way + slack)",
                               "derived: a link crosses once on each level at which its ends are in different modules",
                               {{"max", "crossings.delay_max_ns", "of the worst link"},
                                {"mean", "crossings.delay_mean_ns", "over all links"}}}}),
                     {"crossings.delay_mean_ns", Unit::time, "the same, mean over all links",
                      member_of<packages_of, &PackageMeasures::delay_mean>},
                     {"crossings.energy_max_pj_per_bit", Unit::pj_per_bit,
                      "energy of a bit at the edges that the worst link crosses",
                      member_of<crossing_energy, &CrossingEnergy::max_pj_per_bit>},
                     {"crossings.energy_mean_pj_per_bit", Unit::pj_per_bit, "the same, mean over all links",
                      member_of<crossing_energy, &CrossingEnergy::mean_pj_per_bit>},
                 }});
}

}  // namespace cutline
