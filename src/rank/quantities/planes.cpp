// SPDX-License-Identifier: Apache-2.0
#include "study/planes.hpp"

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

/// Puts the values of these keys that the study wants.
void put_told(const UnderDelay& asked, std::span<const std::string_view> keys, Data::Map& map) {
  for (const std::string_view key : keys) {
    const Quantity* row = find_quantity(key);
    if (row == nullptr || (row->wanted != nullptr && !row->wanted(asked.study))) continue;
    put_at(map, key, quantity_value(asked, *row));
  }
}

Data plane_data(const PlaneResult& plane, std::size_t delay) {
  const UnderDelay asked = under_delay(*plane.study, plane.candidate, delay);
  Data::Map map = {{"plane", plane.name},
                   {"family", plane.candidate.design->family.printed()},
                   {"message_share", plane.message_share},
                   {"bit_share", plane.bit_share},
                   {"wires", whole_data(wires_of_links(plane.candidate))}};
  put_told(asked, kToldOfPlanes, map);
  return map;
}

Data planes(const UnderDelay& a) {
  Data::List list;
  if (!a.candidate.planes || !a.candidate.design->planes) return list;
  for (const PlaneResult& plane : a.candidate.planes->all) list.push_back(plane_data(plane, a.delay));
  return list;
}

/// What the record of a candidate tells of each application; `cutline measure -c CANDIDATE/APPLICATION` tells all.
constexpr std::string_view kToldOfApplications[] = {
    "performance.traffic",           "performance.mean_hops",
    "performance.peak_channel_load", "performance.saturation_bits_per_cycle_per_terminal",
    "performance.limited_by",        "performance.contention_saturation_bits_per_cycle_per_terminal",
    "performance.latency_cycles",    "performance.latency_ns",
    "performance.load_points",       "energy.total_pj_per_bit"};

bool has_applications(const Study& study) { return study.traffic && !study.traffic->applications.empty(); }

/// The application that a candidate serves worst by a measure, and the measure under it; nothing where one lacks it.
std::optional<std::pair<std::string, double>> worst_application(const UnderDelay& a, std::string_view key) {
  std::optional<std::pair<std::string, double>> worst;
  if (!has_applications(a.study) || !a.candidate.planes) return worst;
  const Quantity* row = find_quantity(key);
  for (const PlaneResult& each : a.candidate.planes->all) {
    const Data own = quantity_value(under_delay(*each.study, each.candidate, a.delay), *row);
    if (!own.is_number()) return std::nullopt;
    const bool worse = worst && (row->more_is_better ? own.number() < worst->second : own.number() > worst->second);
    if (!worst || worse) worst = {each.name, own.number()};
  }
  return worst;
}

/// Rows of the figure of the application that is served worst, and of its name.
template <const std::string_view& of>
Quantities worst_rows(std::string key, Unit unit, std::string_view summary, QuantityNames names) {
  const std::string in = key + "_in";
  Quantity value{std::move(key),
                 unit,
                 summary,
                 [](const UnderDelay& a) {
                   const auto worst = worst_application(a, of);
                   return worst ? Data(worst->second) : Data();
                 },
                 names,
                 has_applications};
  value.more_is_better = value.of_bisection = of.find("saturation") != std::string_view::npos;
  Quantity name{in,
                Unit::none,
                "the application of which this is the figure",
                [](const UnderDelay& a) {
                  const auto worst = worst_application(a, of);
                  return worst ? Data(worst->first) : Data();
                },
                {},
                has_applications};
  name.of_bisection = value.of_bisection;
  return {value, name};
}

constexpr std::string_view kHops = "performance.mean_hops", kLatency = "performance.latency_ns",
                           kEnergy = "energy.total_pj_per_bit",
                           kSaturation = "performance.saturation_bits_per_cycle_per_terminal";

Data applications(const UnderDelay& a) {
  Data::List list;
  if (!a.candidate.planes) return list;
  for (const PlaneResult& each : a.candidate.planes->all) {
    const UnderDelay asked = under_delay(*each.study, each.candidate, a.delay);
    Data::Map map = {{"application", each.name}, {"share", each.message_share}};
    put_told(asked, kToldOfApplications, map);
    list.emplace_back(std::move(map));
  }
  return list;
}

}  // namespace

Quantities planes_quantities() {
  return joined(
      {{of_bisection({"planes", Unit::none, "what each plane holds and carries, in the order of the spec", planes}),
        of_bisection({"applications",
                      Unit::none,
                      "hops, latency, loads and energy under each application, in the order of the spec",
                      applications,
                      {},
                      has_applications})},
       worst_rows<kHops>("worst_application.mean_hops", Unit::hops, "mean hops under the application with the most",
                         called("worst_hops", "hops, worst")),
       worst_rows<kLatency>("worst_application.latency_ns", Unit::time,
                            "latency of a mean message under the application with the longest",
                            called("worst_latency", "latency, worst", "", "worst_latency")),
       worst_rows<kEnergy>("worst_application.energy_pj_per_bit", Unit::pj_per_bit,
                           "energy of a bit under the application with the most",
                           called("worst_energy", "energy, worst", "", "worst_energy")),
       worst_rows<kSaturation>("worst_application.saturation_bits_per_cycle_per_terminal", Unit::bits_per_cycle,
                               "saturation bound under the application that is full first",
                               called("worst_saturation", "saturation bound, worst"))});
}

}  // namespace cutline
