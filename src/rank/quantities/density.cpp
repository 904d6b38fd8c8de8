// SPDX-License-Identifier: Apache-2.0
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

template <int axis>
const Density* density_of(const Asked& a) {
  if (axis == 2 && !has_planes(a.candidate)) return nullptr;
  const Measures* measures = measures_of(a);
  return measures != nullptr ? &measures->density[axis] : nullptr;
}

template <auto of, auto member>
Data digest_of(const Asked& a) {
  const Density* density = of(a);
  return density != nullptr && !(density->*member).empty() ? Data(density->*member) : Data();
}

template <int axis>
void density_add(Quantities& rows, const std::string& letter, std::string_view line_peak_name,
                 std::string_view peak_name, std::string_view middle_name) {
  const std::string at = "density." + letter + '.';
  const auto row = [&](const char* key, Unit unit, std::string_view summary, Data (*value)(const Asked&),
                       std::string_view name = {}) {
    rows.push_back({at + key, unit, summary, value, called(name)});
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

template <int axis, auto member>
Data tracks_of(const Asked& a) {
  if (axis == 2 && !has_planes(a.candidate)) return {};
  const Measures* measures = measures_of(a);
  return measures != nullptr ? Data(measures->tracks[axis].*member) : Data();
}

}  // namespace

Quantities density_quantities() {
  Quantities rows;
  density_add<0>(rows, "x", "peak_density", "machine_density", "middle_cut");
  density_add<1>(rows, "y", {}, {}, {});
  density_add<2>(rows, "z", "pillar_density", {}, {});
  for (Quantity& row :
       Quantities{{"tracks.per_row", Unit::none, "links side by side in the densest row's routing channel",
                   tracks_of<0, &Tracks::links>, called("tracks")},
                  {"tracks.per_column", Unit::none, "links side by side in the densest column's routing channel",
                   tracks_of<1, &Tracks::links>},
                  {"tracks.per_pillar", Unit::none, "links side by side in the densest pillar's field",
                   tracks_of<2, &Tracks::links>},
                  {"tracks.wires_per_row", Unit::wires, "wires side by side in the fullest row's routing channel",
                   tracks_of<0, &Tracks::wires>},
                  {"tracks.wires_per_column", Unit::wires, "wires side by side in the fullest column's routing channel",
                   tracks_of<1, &Tracks::wires>},
                  {"tracks.wires_per_pillar", Unit::wires, "posts side by side in the densest pillar's field",
                   tracks_of<2, &Tracks::wires>, called("pillar_tracks")}})
    rows.push_back(std::move(row));
  return rows;
}

}  // namespace cutline
