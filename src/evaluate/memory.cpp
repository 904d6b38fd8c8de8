// SPDX-License-Identifier: Apache-2.0

#include <cmath>

#include "cutline/base/format.hpp"
#include "cutline/layout/check.hpp"
#include "evaluate/stages.hpp"
#include "study/work_estimate.hpp"

namespace cutline {

namespace {

/// Bytes of a part while it is sorted, routed and measured, of a joint, of a slot with its positions and profiles, of a
/// line, and of a channel of the graph. Then of a unit of wires that gets its own track, and of a wire in given places,
/// which may get no track.
constexpr double kBytesPerPart = 96;
constexpr double kBytesPerJoint = 64;
constexpr double kBytesPerSlot = 96;
constexpr double kBytesPerLine = 16;
constexpr double kBytesPerChannel = 48;
constexpr double kBytesPerUnit = 32;
constexpr double kBytesPerGivenWire = 128;
constexpr double kSecondsPerPart = 4e-7;
constexpr double kLeastSeconds = 1e-4;

double values_of(const Topology& topology, const std::vector<std::uint8_t>& digits) {
  double product = 1;
  for (const std::uint8_t digit : digits) product *= topology.digits[digit].radix;
  return product;
}

bool contains_all(const std::vector<std::uint8_t>& digits, const std::vector<std::uint8_t>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](std::uint8_t digit) { return std::ranges::find(digits, digit) != digits.end(); });
}

/// How often each link of a class is stored: links within one axis once for all lines, all others one by one, in parts
/// on several axes.
struct Stored {
  double copies = 0;  ///< on one line, or of all bent links
  double axes = 1;
  double lines = 1;  ///< that have patterns of their own in given places
  bool bent = false;
};

Stored stored(const Topology& topology, const Placement& placement, const LinkClass& link_class) {
  Stored result{0, 0, 1, false};
  for (const Axis axis : kAxes) {
    const AxisPlacement& along = placement[axis];
    const bool concerned = std::any_of(link_class.digits.begin(), link_class.digits.end(), [&](std::uint8_t digit) {
      return std::find(along.digits.begin(), along.digits.end(), digit) != along.digits.end();
    });
    result.axes += concerned ? 1 : 0;
    if (!contains_all(along.digits, link_class.digits)) continue;
    result.copies = values_of(topology, along.digits) / values_of(topology, link_class.digits);
    result.lines = static_cast<double>(placement.grid().lines(axis));
  }
  if (result.axes <= 1) return result;
  return {static_cast<double>(topology.copies(link_class)), result.axes, 1, true};
}

/// Sums over the links as they are stored.
struct Counts {
  double parts = 0, joints = 0;
  double fullest_line = 0;  ///< parts of it, if no link is bent; else of a mean line
};

Counts counts_of(const PlacedNetwork& network) {
  Counts counts;
  for (const LinkClass& link_class : network.topology.classes) {
    const Stored each = stored(network.topology, network.placement, link_class);
    const double parts = static_cast<double>(link_class.links.size()) * each.copies * each.axes;
    counts.parts += parts;
    if (each.bent) counts.joints += parts / each.axes;
    const GridSize grid = network.placement.grid();
    counts.fullest_line += each.bent ? parts / static_cast<double>(std::min(grid[Axis::x], grid[Axis::y])) : parts;
  }
  return counts;
}

/// Wires, and the units of wires that get tracks of their own: see route_pattern.
struct WireCounts {
  double wires = 0, units = 0;
};

WireCounts wire_counts(const PlacedNetwork& network, const LayoutRules& rules, const ChannelWires& channel) {
  std::uint64_t common = 0;
  WireCounts counts;
  for (const LinkClass& link_class : network.topology.classes) {
    const Stored each = stored(network.topology, network.placement, link_class);
    const auto channels = static_cast<std::uint32_t>(link_class.channels);
    double wires = 0;
    const auto add = [&](std::uint32_t width, std::size_t links) {
      const std::uint64_t of_link = channel.of_link(channels, width);
      common = std::gcd(common, of_link);
      wires += static_cast<double>(of_link) * static_cast<double>(links);
    };
    if (link_class.widths.empty()) add(1, link_class.links.size());
    for (const std::uint32_t width : link_class.widths) add(width, 1);
    counts.wires += wires * each.copies * each.axes * (rules.given ? each.lines : 1);
  }
  const bool whole = common > 0 && (rules.link_on_one_pair || common % rules.layer_pairs == 0);
  const double unit = whole ? static_cast<double>(rules.link_on_one_pair ? common : common / rules.layer_pairs) : 1;
  counts.units = counts.wires / unit;
  return counts;
}

std::string size_text(double bytes) {
  if (bytes < 1e3) return fmt::format("{:.0f} bytes", bytes);
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  return bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

bool has_table(const Parameters& parameters) {
  const auto& values = parameters.values();
  return std::any_of(values.begin(), values.end(),
                     [](const auto& entry) { return std::holds_alternative<IntegerTable>(entry.second); });
}

/// Whether the placement depends on kinds of tile.
bool kinds_bind(const Design& design) {
  const auto lists_nodes = [](const TileKind& kind) { return !kind.at.nodes.empty(); };
  return optimises(design.placement) && std::any_of(design.tiles.begin(), design.tiles.end(), lists_nodes);
}

/// Whether designs have one topology. Mistakes in a network are reported unless it is swept.
bool built_alike(const Design& a, const Design& b) {
  return a.swept == b.swept && a.family == b.family && a.parameters == b.parameters;
}

/// Whether designs of one topology have one placement. A search for it may weigh by traffic, so it also depends on what
/// they are asked.
bool placed_alike(const Design& a, const Design& b) {
  return a.placement == b.placement && (!optimises(a.placement) || a.asked == b.asked);
}

}  // namespace

double channels_memory(const Topology& topology) {
  return 2 * static_cast<double>(topology.link_count()) * kBytesPerChannel;
}

double layout_memory(const BuiltCandidate& candidate) {
  const LaidOut* laid_out = candidate.laid_out();
  if (laid_out == nullptr) return 0;
  const PlacedNetwork& network = *candidate.network();
  const ChannelWires channel = channel_wires(candidate.technology(), *candidate.design, candidate.channel.width_bits);
  return wiring_memory(network) + routing_memory(network, laid_out->layout.rules, channel);
}

bool shares_layout(const BuiltCandidate& candidate) {
  return candidate.laid_out() != nullptr && candidate.packages() == nullptr &&
         layout_memory(candidate) <= kMostSharedBytes;
}

double wiring_memory(const PlacedNetwork& network) {
  const Topology& topology = network.topology;
  const Placement& placement = network.placement;
  const Counts counts = counts_of(network);
  double bytes = counts.parts * kBytesPerPart + counts.joints * kBytesPerJoint;
  for (const AxisPlacement& axis : placement.axes) bytes += axis.slots() * kBytesPerSlot;
  const GridSize grid = placement.grid();
  if (grid[Axis::z] > 1) {
    for (const Axis axis : kAxes) bytes += static_cast<double>(grid.lines(axis)) * kBytesPerLine;
  }
  // graph_measures() lists the channels of the whole network, two a link, except in three cases: a product of several
  // digits needs only the channels of each digit; theorems may give both measures; and if a theorem gives the bisection
  // and all nodes are alike, one search for distances suffices, which follows links from node to node without a list.
  const bool from_one = topology.theorems.vertex_transitive && topology.theorems.bisection.told();
  const bool written_out = !from_one && (!topology.is_product() || topology.classes.size() == 1);
  if (written_out && !(topology.theorems.distance.told() && topology.theorems.bisection.told())) {
    bytes += channels_memory(topology);
  }
  return bytes;
}

double routing_memory(const PlacedNetwork& network, const LayoutRules& rules, const ChannelWires& channel) {
  const WireCounts counts = wire_counts(network, rules, channel);
  return counts.units * kBytesPerUnit + (rules.given ? counts.wires * kBytesPerGivenWire : 0);
}

void expect_memory(double bytes, const Effort& effort) {
  const auto most = static_cast<double>(effort.memory_bytes);
  if (bytes <= most) return;
  throw_limit_error(fmt::format("this would take up to {} of memory, over the limit of {} (--max-memory)",
                                size_text(bytes), size_text(most)),
                    "fewer or smaller candidates, narrower channels, or a higher --max-memory");
}

ChannelWires narrowest_wires(const Study& study, const Design& design) {
  const double own = study.hold.resource == Resource::none ? design.own_width_bits() : 1;
  return channel_wires(technology_of(study, design), design, std::max(1.0, std::floor(own)));
}

WorkEstimate estimate_work(const Study& study, const Design& design) {
  WorkEstimate estimate{.seconds = kLeastSeconds};
  const PlacedOrIdeal network = place_network_roughly(study, design, build_network(design));
  const auto* placed = std::get_if<PlacedDesign>(&network);
  if (placed == nullptr) return estimate;
  estimate.network = placed->network;
  const Counts counts = counts_of(*placed->network);
  const ChannelWires channel = narrowest_wires(study, design);
  estimate.parts = static_cast<std::uint64_t>(counts.parts);
  estimate.bytes = wiring_memory(*placed->network) + routing_memory(*placed->network, placed->rules, channel);
  const double units = wire_counts(*placed->network, placed->rules, channel).units;
  const double share = counts.parts > 0 ? std::min(1.0, counts.fullest_line / counts.parts) : 0;
  estimate.check_bytes = check_memory(placed->rules, units * share, counts.parts);
  const auto slots = sum_over<double>(placed->network->placement.axes, &AxisPlacement::slots);
  estimate.seconds = std::max(kLeastSeconds, kSecondsPerPart * (counts.parts + slots));
  return estimate;
}

std::vector<std::size_t> first_with_topology(const std::vector<Design>& designs) {
  std::map<std::string, std::size_t> known;
  std::vector<std::size_t> first(designs.size());
  std::optional<std::size_t> before;  // the last design that is alike to any
  for (std::size_t i = 0; i < first.size(); ++i) {
    const Design& design = designs[i];
    first[i] = i;
    if (design.ideal || design.planes || design.network || has_table(design.parameters)) continue;
    const bool same = before && built_alike(designs[*before], design);  // most often so in a sweep
    first[i] = same ? first[*before]
                    : known
                          .emplace(fmt::format("{}{} {}", design.swept ? "swept " : "", design.family.printed(),
                                               to_string(design.parameters)),
                                   i)
                          .first->second;
    before = i;
  }
  return first;
}

std::vector<std::size_t> first_with_placement(const std::vector<Design>& designs,
                                              const std::vector<std::size_t>& first_with_topology) {
  std::vector<std::size_t> first(designs.size());
  std::multimap<std::size_t, std::size_t> known;  // by topology
  for (std::size_t i = 0; i < designs.size(); ++i) {
    first[i] = i;
    if (kinds_bind(designs[i]) || designs[i].machine) continue;  // cables are figures of a network's links
    const auto [from, to] = known.equal_range(first_with_topology[i]);
    const auto same =
        std::find_if(from, to, [&](const auto& entry) { return placed_alike(designs[entry.second], designs[i]); });
    if (same != to) {
      first[i] = same->second;
    } else {
      known.emplace(first_with_topology[i], i);
    }
  }
  return first;
}

std::vector<std::optional<std::size_t>> first_with_wiring(const std::vector<PlacedOrIdeal>& networks,
                                                          std::pair<std::size_t, std::size_t> block,
                                                          FunctionRef<bool(std::size_t design)> apart) {
  const auto [begin, end] = block;
  std::vector<std::optional<std::size_t>> first(end - begin);
  std::map<std::pair<const PlacedNetwork*, CornerRule>, std::size_t> known;
  for (std::size_t i = begin; i < end; ++i) {
    const auto* placed = std::get_if<PlacedDesign>(&networks[i]);
    if (placed == nullptr || apart(i) || wiring_memory(*placed->network) > kMostSharedBytes) continue;
    const std::size_t same = known.emplace(std::pair(&*placed->network, placed->rules.corners()), i).first->second;
    if (same != i) first[i - begin] = first[same - begin] = same;
  }
  return first;
}

}  // namespace cutline
