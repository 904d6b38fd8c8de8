// SPDX-License-Identifier: Apache-2.0
#include "output/tables/layout_lists.hpp"

#include <fmt/core.h>

#include <cmath>
#include <set>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "output/tables/candidate_tables.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

TableCell whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// The address of a site as options and specs take it: where sites have no names, a node's coordinates with dots.
std::string said_address(const Topology& topology, std::uint64_t site) {
  if (topology.names || topology.digits.size() == 1 || topology.kind(site) != SiteKind::node)
    return address(topology, site);
  std::string text;
  std::uint64_t rest = site;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::uint32_t radix = topology.digits[digit].radix;
    const std::vector<std::uint32_t> values = topology.node_values(digit);
    const auto place = std::lower_bound(values.begin(), values.end(), static_cast<std::uint32_t>(rest % radix));
    text = std::to_string(place - values.begin()) + (text.empty() ? "" : ".") + text;
    rest /= radix;
  }
  return text;
}

std::string_view line_word(Axis axis) { return axis == Axis::x ? "row" : axis == Axis::y ? "column" : "pillar"; }

/// One row of the summary: the peak, the first and the last cut with it, the number of such cuts, and the middle.
std::vector<TableCell> summary_row(const std::string& what, const Profile& profile) {
  const std::vector<std::int64_t>& links = profile.links;
  if (links.empty()) return {what, {}, {}, {}, {}, {}, {}};
  const std::int64_t most = most_over<std::int64_t>(links);
  const auto first = std::find(links.begin(), links.end(), most) - links.begin() + 1;
  const auto last = links.rend() - std::find(links.rbegin(), links.rend(), most);
  const std::int64_t times = std::count(links.begin(), links.end(), most);
  return {what, most, first, last, times, links[(links.size() + 1) / 2 - 1], most_over<std::int64_t>(profile.wires)};
}

/// Unit cells that all links together run along each layer, with the stubs of taps on the layer of their strand.
std::vector<double> cells_on_layers(const Candidate& candidate) {
  std::vector<double> cells(2 * std::size_t{candidate.laid_out()->layout.rules.layer_pairs});
  const LinkKinds kinds(candidate);
  for (std::size_t kind = 0; kind < kinds.count(); ++kind) {
    for (const Strand& strand : kinds.geometry(kind).strands) {
      const double wires = static_cast<double>(kinds.links(kind)) * strand.wires;
      cells[static_cast<std::size_t>(horizontal_layer(strand.pair))] += wires * strand.mean_x;
      cells[static_cast<std::size_t>(vertical_layer(strand.pair))] += wires * strand.mean_y;
    }
  }
  return cells;
}

/// The tracks of a pattern in use on a layer pair. Wires between facing neighbours take none: their lanes are places in
/// the zone of the boxes.
std::uint64_t tracks_on_pair(const Pattern& pattern, std::uint32_t pair) {
  std::set<std::uint32_t> places;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    const std::size_t end = part + 1 < pattern.size() ? pattern.first_unit(part + 1) : pattern.lane.size();
    for (std::size_t unit = pattern.first_unit(part); unit < end; ++unit) {
      if (pattern.lane[unit] % pattern.pairs == pair) places.insert(pattern.lane[unit]);
    }
  }
  return places.size() * pattern.wires_per_unit;
}

/// The row or column with most tracks in use on a layer, the first of equal ones.
struct Busiest {
  std::size_t line = 0;
  std::uint64_t tracks = 0;
};
Busiest busiest_line(const Lines& lines, std::uint32_t pair) {
  const auto tracks = each_of(lines.patterns, [&](const Pattern& each) { return tracks_on_pair(each, pair); });
  Busiest most;
  for (std::size_t line = 0; line < lines.pattern_of_line.size(); ++line) {
    const std::uint64_t own = tracks[lines.pattern_of_line[line]];
    if (own > most.tracks) most = {line, own};
  }
  return most;
}

/// The tracks of a layer that a row or column has room for: those of its routing channel or, with wires over the nodes,
/// of its whole pitch.
std::int64_t room_of_line(const Layout& layout, Axis across, std::size_t line) {
  const AxisPositions& slots = layout.positions[index(across)];
  const auto slot = static_cast<std::uint32_t>(line % slots.channel.size());  // planes have the same slots
  const bool over = layout.rules.over_nodes && layout.rules.given == nullptr;
  return over ? slots.pitch(slot) : slots.channel[slot];
}

}  // namespace

Table node_list(const Candidate& candidate) {
  const PlacedNetwork& network = *candidate.network();
  const Topology& topology = network.topology;
  const std::vector<std::uint32_t>& terminals = candidate.facts.tiles.terminals;
  Table table{{{"number", "number", ""},
               {"name", topology.names ? "name" : "address", "", true},
               {"kind", "kind", "", true},
               {"terminals", "terminals", ""},
               {"x", "column", ""},
               {"y", "row", ""},
               {"z", "plane", ""}},
              {}};
  const NodeNumbers numbers(topology);
  const std::uint64_t count = topology.node_count() + topology.interchange_count();
  for (std::uint64_t number = 0; number < count; ++number) {
    const std::uint64_t site = numbers.site(number);
    const SiteKind kind = topology.kind(site);
    const std::uint32_t usual = kind == SiteKind::node ? topology.concentration : 0;
    const Cell cell = cell_of(topology, network.placement, site);
    table.rows.push_back({whole(number), said_address(topology, site), std::string(site_word(kind)),
                          whole(terminals.empty() ? usual : terminals[site]), whole(cell[Axis::x]),
                          whole(cell[Axis::y]), whole(cell[Axis::z])});
  }
  return table;
}

Table load_list(const Study& whole, const Candidate& candidate, const Effort& effort) {
  const Study& study = study_of(whole, *candidate.design);
  static constexpr std::array<std::string_view, 3> kUses = {"injection", "link", "ejection"};
  const Topology& topology = candidate.network()->topology;
  const auto end = [&](std::uint64_t ChannelUnderLoad::*site, ChannelUse outside) {
    return [&topology, site, outside](const ChannelUnderLoad& channel) {
      return channel.use == outside ? "terminals" : address(topology, channel.*site);
    };
  };
  const auto use = [](const ChannelUnderLoad& channel) { return kUses[static_cast<std::size_t>(channel.use)]; };
  const auto link_class = [&](const ChannelUnderLoad& channel) {
    return channel.use == ChannelUse::link ? Data(topology.classes[channel.link_class].name) : Data();
  };
  const auto full_at = [](const ChannelUnderLoad& channel) {
    return std::isfinite(channel.full_at) ? Data(channel.full_at) : Data();
  };
  return tables::table_of<ChannelUnderLoad>(
      loaded_channels(study, candidate, effort),
      {{{"from", "from", "", true}, end(&ChannelUnderLoad::from, ChannelUse::injection)},
       {{"to", "to", "", true}, end(&ChannelUnderLoad::to, ChannelUse::ejection)},
       {{"channel", "channel", "", true}, use},
       {{"class", "class", "", true}, link_class},
       {{"messages", "messages", "of a node's"}, &ChannelUnderLoad::messages},
       {{"full_at_bits_per_cycle", "full at", "bits/cycle"}, full_at}});
}

AxisProfile axis_profile(const Layout& layout, Axis axis) {
  AxisProfile result;
  result.axis = axis;
  const Lines& lines = layout.lines(axis);
  result.lines = lines.pattern_of_line.size();
  for (std::size_t p = 0; p < lines.patterns.size(); ++p) {
    Profile profile = pattern_profile(layout, axis, lines.patterns[p]);
    if (p > 0 && most_over<std::int64_t>(profile.links) <= most_over<std::int64_t>(result.line.links)) continue;
    result.line = std::move(profile);
    result.lines_like_it = lines.multiplicity[p];
  }
  result.machine = machine_profile(layout, axis);
  return result;
}

double profile_memory(const Layout& layout, Axis axis) {
  constexpr double kBytesPerCut = 700;
  return kBytesPerCut * layout.lines(axis).slots;
}

Table profile_table(const AxisProfile& profile) {
  const std::string line(line_word(profile.axis));
  Table table;
  table.columns = {{"cut", "cut", "", false, false, true},
                   {"line_links", "densest " + line, "links", false, false, true},
                   {"line_wires", "densest " + line, "wires", false, false, true},
                   {"machine_links", "machine", "links", false, false, true},
                   {"machine_wires", "machine", "wires", false, false, true}};
  table.rows.reserve(profile.machine.links.size());
  for (std::size_t c = 0; c < profile.machine.links.size(); ++c) {
    table.rows.push_back({static_cast<std::int64_t>(c + 1), profile.line.links[c], profile.line.wires[c],
                          profile.machine.links[c], profile.machine.wires[c]});
  }
  return table;
}

std::string profile_summary(const AxisProfile& profile, const std::string& candidate, const ReportStyle& style) {
  const std::string line(line_word(profile.axis));
  const auto count = [](std::uint64_t value) { return text::with_thousands(static_cast<std::int64_t>(value)); };
  const std::size_t cuts = profile.machine.links.size();
  const std::string title = fmt::format("{}: density along {}, {} {}s of {} positions", candidate, letter(profile.axis),
                                        count(profile.lines), line, count(cuts + 1));
  Table table{{{"what", "", "", true},
               {"peak_links", "peak", "links"},
               {"first_cut", "first", "at cut"},
               {"last_cut", "last", "at cut"},
               {"peak_cuts", "such", "cuts"},
               {"middle_links", fmt::format("middle cut {}", count((cuts + 1) / 2)), "links"},
               {"peak_wires", "most", "wires"}},
              {}};
  for (TableColumn& column : table.columns) column.exact = true;
  table.rows.push_back(
      summary_row(fmt::format("densest {} ({} alike)", line, count(profile.lines_like_it)), profile.line));
  table.rows.push_back(summary_row("machine", profile.machine));
  return bold(title, style) + '\n' + text_table(table, style);
}

Data profile_data(const AxisProfile& profile, const std::string& candidate) {
  const auto both = [](const Profile& one) {
    return Data::Map{{"links", data_list(one.links)}, {"wires", data_list(one.wires)}};
  };
  return Data::Map{{"candidate", candidate},
                   {"axis", std::string(1, letter(profile.axis))},
                   {"lines", profile.lines},
                   {"lines_like_the_densest", profile.lines_like_it},
                   {"cuts", profile.machine.links.size()},
                   {"line", both(profile.line)},
                   {"machine", both(profile.machine)}};
}

Table layer_table(const UnderDelay& asked) {
  const Layout& layout = asked.candidate.laid_out()->layout;
  const LayoutSize& size = asked.candidate.laid_out()->measures.size;
  const std::vector<double> cells = cells_on_layers(asked.candidate);
  const double all = static_cast<double>(size.width_pitches) * static_cast<double>(size.height_pitches);
  const bool unit = layout.rules.unit;
  Table table{{{"layer", "layer", "", true},
               {"direction", "direction", "", true},
               {"wires", "wires", ""},
               unit ? TableColumn{"length_pitches", "wire", "wire pitches"} : TableColumn{"length_mm", "wire", "mm"},
               {"area_mm2", "tracks", "mm2"},
               {"tracks_fraction", "of all tracks", ""},
               {"busiest", "busiest", "", true},
               {"busiest_tracks", "tracks in it", ""},
               {"busiest_room", "of", ""}},
              {}};
  const Data wires = quantity_value(asked, "layout.wires_on_layers");
  for (std::size_t layer = 0; layer < cells.size(); ++layer) {
    const Data& told = wires.list().at(layer);
    const bool along_x = layer % 2 == 0;
    const double cell_mm = (along_x ? layout.rules.cell_width_nm : layout.rules.cell_height_nm) * 1e-6;
    const double length = unit ? cells[layer] : cells[layer] * cell_mm;
    const Busiest busiest =
        busiest_line(layout.lines(along_x ? Axis::x : Axis::y), static_cast<std::uint32_t>(layer / 2));
    table.rows.push_back(
        {told.at("layer").text(), along_x ? "horizontal" : "vertical",
         static_cast<std::int64_t>(told.at("wires").number()), length,
         unit ? TableCell() : TableCell(length * told.at("own_track_pitch_nm").number() * 1e-6), cells[layer] / all,
         busiest.tracks == 0 ? TableCell() : TableCell(fmt::format("{} {}", along_x ? "row" : "column", busiest.line)),
         static_cast<std::int64_t>(busiest.tracks),
         busiest.tracks == 0 ? TableCell()
                             : TableCell(room_of_line(layout, along_x ? Axis::y : Axis::x, busiest.line))});
  }
  if (unit) table.columns.at(4).if_room = true;
  return table;
}

}  // namespace cutline
