// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

template <int axis>
const Density* density_of(const UnderDelay& a) {
  if (axis == 2 && !has_planes(a)) return nullptr;
  const Measures* measures = measures_of(a);
  return measures != nullptr ? &measures->density[axis] : nullptr;
}

template <auto of, auto member>
Data digest_of(const UnderDelay& a) {
  const Density* density = of(a);
  return density != nullptr && !(density->*member).empty() ? Data(density->*member) : Data();
}

template <int axis, auto member>
Data tracks_of(const UnderDelay& a) {
  if (axis == 2 && !has_planes(a)) return {};
  const Measures* measures = measures_of(a);
  return measures != nullptr ? Data(measures->tracks[axis].*member) : Data();
}

/// The derivations of the row with this name.
std::vector<Derivation> density_derivations(std::string_view name) {
  const std::vector<Erratum> errata = {
      of_family("WE-eq8: printed as a bound; rings of radix 3 and more attain it, for radix 2 it is 3/2 too large"),
      of_family("RJ-gray: Gray order does not change the peak density, only the longest wire",
                [](const UnderDelay& a) { return has_order(a, "gray"); })};
  if (name == "peak_density") {
    return {{"largest entry of the density profile: links whose ends lie on both sides of a cut",
             kCounted,
             {{"row", "density.x.per_line_peak_links", "links over the densest cut of the densest row"},
              {"at", "density.x.per_line_peak_cut", "first such cut, between positions c - 1 and c"},
              {"middle", "density.x.per_line_middle_links", "links over that row's middle cut"},
              {"column", "density.y.per_line_peak_links", "links over the densest cut of the densest column"}},
             errata}};
  }
  if (name == "machine_density")
    return {{"largest sum over all rows of the links over one cut",
             kCounted,
             {{"x", "density.x.peak_links", "links, all rows"},
              {"x_wires", "density.x.peak_wires", "wires, all rows"},
              {"y", "density.y.peak_links", "links, all columns"},
              {"y_wires", "density.y.peak_wires", "wires, all columns"}},
             errata}};
  if (name == "middle_cut")
    return {{"links over cut floor(columns / 2)",
             kCounted,
             {{"x", "density.x.middle_links", "links, all rows"},
              {"y", "density.y.middle_links", "links, all columns"},
              {"B", "graph.bisection_links.upper", "bisection of the graph, for comparison"}}}};
  if (name == "pillar_density")
    return {{"largest entry of the density profile along z",
             kCounted,
             {{"pillar", "density.z.per_line_peak_links", "links, one pillar"},
              {"at", "density.z.per_line_peak_cut", "first such cut, between planes c - 1 and c"},
              {"machine", "density.z.peak_links", "links over the densest cut, all pillars"},
              {"machine_wires", "density.z.peak_wires", "wires, all pillars"}}}};
  return {};
}

template <int axis>
void density_add(Quantities& rows, const std::string& letter, std::string_view line_peak_name,
                 std::string_view peak_name, std::string_view middle_name) {
  const std::string at = "density." + letter + '.';
  const auto row = [&](const char* key, Unit unit, std::string_view summary, Data (*value)(const UnderDelay&),
                       std::string_view name = {}) {
    rows.push_back(derived({at + key, unit, summary, value, called(name)}, density_derivations(name)));
  };
  constexpr auto of = density_of<axis>;
  row("peak_links", Unit::none,
      axis == 0 ? "links over the densest cut, all rows together" : "links over the densest cut, all lines of the axis",
      member_of<of, &Density::peak_links>, peak_name);
  row("peak_cut", Unit::none, "the first such cut", member_of<of, &Density::peak_cut>);
  row("middle_links", Unit::none,
      axis == 0 ? "links over the layout's middle cut, all rows" : "links over the middle cut, all lines of the axis",
      member_of<of, &Density::middle_links>, middle_name);
  row("per_line_peak_links", Unit::none,
      axis == 0   ? "links over the densest cut of a row"
      : axis == 1 ? "links over the densest cut of a column"
                  : "links over the densest cut of a pillar, between two planes",
      member_of<of, &Density::per_line_peak_links>, line_peak_name);
  row("per_line_peak_cut", Unit::none, "the first such cut of that line", member_of<of, &Density::per_line_peak_cut>);
  row("per_line_middle_links", Unit::none, "links over the middle cut of that line",
      member_of<of, &Density::per_line_middle_links>);
  row("peak_wires", Unit::wires, "wires over the densest cut in wires, all lines", member_of<of, &Density::peak_wires>);
  row("peak_wires_cut", Unit::none, "the first such cut", member_of<of, &Density::peak_wires_cut>);
  row("middle_wires", Unit::wires, "wires over the middle cut, all lines", member_of<of, &Density::middle_wires>);
  row("per_line_profile_sha256", Unit::none, "digest of the densest line's profile",
      digest_of<of, &Density::per_line_profile_sha256>);
  row("profile_sha256", Unit::none, "digest of the machine's profile", digest_of<of, &Density::profile_sha256>);
}

Quantities track_rows() {
  constexpr std::string_view kSource = "left-edge; derived: intervals need as many tracks as their densest cut";
  return {
      derived(
          {"tracks.per_row", Unit::none, "links side by side in the densest row's routing channel",
           tracks_of<0, &Tracks::links>, called("tracks")},
          {{"left-edge: links that do not overlap share a track; the densest cut of all links but those between "
            "neighbours that face, where no link is bent",
            kSource,
            {{"row", "tracks.per_row", "links"},
             {"row_wires", "tracks.wires_per_row", "wires"},
             {"column", "tracks.per_column", "links"},
             {"column_wires", "tracks.wires_per_column", "wires"},
             {"peak density", "density.x.per_line_peak_links", "links over the densest cut of a row, for comparison"}},
            {of_family(
                "RJ-track: 2 (P - 1) wires printed for a row of P nodes; 2 floor(2 P / 3) suffice, by left-edge")}}}),
      {"tracks.per_column", Unit::none, "links side by side in the densest column's routing channel",
       tracks_of<1, &Tracks::links>},
      {"tracks.per_pillar", Unit::none, "links side by side in the densest pillar's field",
       tracks_of<2, &Tracks::links>},
      {"tracks.wires_per_row", Unit::wires, "wires side by side in the fullest row's routing channel",
       tracks_of<0, &Tracks::wires>},
      {"tracks.wires_per_column", Unit::wires, "wires side by side in the fullest column's routing channel",
       tracks_of<1, &Tracks::wires>},
      derived(
          {"tracks.wires_per_pillar", Unit::wires, "posts side by side in the densest pillar's field",
           tracks_of<2, &Tracks::wires>, called("pillar_tracks")},
          {{"left-edge: a post ends inside a box, so links from below and from above share it; the densest cut",
            kSource,
            {{"posts", "tracks.wires_per_pillar", "wires"},
             {"links", "tracks.per_pillar", "links"},
             {"peak", "density.z.per_line_peak_links", "links over the densest cut of a pillar, for comparison"}}}})};
}

}  // namespace

Quantities density_quantities() {
  Quantities rows;
  density_add<0>(rows, "x", "peak_density", "machine_density", "middle_cut");
  density_add<1>(rows, "y", {}, {}, {});
  density_add<2>(rows, "z", "pillar_density", {}, {});
  return joined({rows, track_rows()});
}

}  // namespace cutline
