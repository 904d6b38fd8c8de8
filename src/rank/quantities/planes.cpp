// SPDX-License-Identifier: Apache-2.0
#include "study/planes.hpp"

#include <algorithm>

#include "cutline/study/placed_network.hpp"
#include "evaluate/network.hpp"
#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

/// What the record of a candidate tells of each plane; `cutline measure -c CANDIDATE/PLANE` tells all.
constexpr std::string_view kToldOfPlanes[] = {"links",
                                              "channel.width_bits",
                                              "length.longest_span",
                                              "length.total_span",
                                              "length.longest_pitches",
                                              "length.total_pitches",
                                              "length.longest_mm",
                                              "length.total_mm",
                                              "tracks.wires_per_row",
                                              "tracks.wires_per_column",
                                              "pins.per_node_max",
                                              "delay.longest_wire_ns",
                                              "graph.bisection_wires.upper",
                                              "performance.traffic",
                                              "performance.mean_hops",
                                              "performance.peak_channel_load",
                                              "performance.saturation_bits_per_cycle_per_terminal",
                                              "performance.limited_by",
                                              "performance.contention_saturation_bits_per_cycle_per_terminal",
                                              "performance.virtual_channels_needed",
                                              "performance.latency_cycles",
                                              "performance.latency_ns",
                                              "performance.load_points"};

/// Wires of all links together.
Int128 wires_of_links(const Candidate& candidate) {
  const Topology& topology = candidate.network()->topology;
  const ChannelWires channel = channel_wires(candidate.technology(), *candidate.design, candidate.channel.width_bits);
  Int128 wires = 0;
  for (const LinkClass& each : topology.classes) {
    Int128 of_copy = 0;
    for (std::size_t link = 0; link < each.links.size(); ++link)
      of_copy += channel.of_link(static_cast<std::uint32_t>(each.channels), each.width(link));
    wires += of_copy * static_cast<Int128>(topology.copies(each));
  }
  return wires;
}

/// Puts a value at its path below a map.
void put_at(Data::Map& map, std::string_view path, Data value) {
  const std::size_t dot = path.find('.');
  const std::string_view key = path.substr(0, dot);
  auto found = std::find_if(map.begin(), map.end(), [&](const Data::Entry& entry) { return entry.first == key; });
  if (found == map.end()) found = map.insert(map.end(), {std::string(key), Data()});
  if (dot == std::string_view::npos) {
    found->second = std::move(value);
    return;
  }
  if (found->second.is_null()) found->second = Data::Map{};
  put_at(found->second.map(), path.substr(dot + 1), std::move(value));
}

Data plane_data(const PlaneResult& plane, std::size_t delay) {
  const UnderDelay asked = under_delay(*plane.study, plane.candidate, delay);
  Data::Map map = {{"plane", plane.name},
                   {"family", plane.candidate.design->family.printed()},
                   {"message_share", plane.message_share},
                   {"bit_share", plane.bit_share},
                   {"wires", whole_data(wires_of_links(plane.candidate))}};
  for (const std::string_view key : kToldOfPlanes) {
    const Quantity* row = find_quantity(key);
    if (row == nullptr || (row->wanted != nullptr && !row->wanted(*plane.study))) continue;
    put_at(map, key, quantity_value(asked, *row));
  }
  return map;
}

Data planes(const UnderDelay& a) {
  Data::List list;
  if (!a.candidate.planes) return list;
  for (const PlaneResult& plane : a.candidate.planes->all) list.push_back(plane_data(plane, a.delay));
  return list;
}

}  // namespace

Quantities planes_quantities() {
  return {{"planes", Unit::none, "what each plane holds and carries, in the order of the spec", planes}};
}

}  // namespace cutline
