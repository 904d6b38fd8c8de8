// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>

#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

// Noxim's power table has rows for these widths only; Noxim stops at any other width.
constexpr std::array<double, 4> kFlitBits = {16, 32, 64, 128};
constexpr double kPicosecondsPerNs = 1e3, kJoulesPerPj = 1e-12;
constexpr std::uint64_t kLeastFlits = 2;  // a head and a tail

void expect_noxim_holds(const ExportNetwork& network) {
  const auto fits = [](const ExportDimension& each) { return each.shape == DimensionShape::line && !each.one_way; };
  if (network.dimensions.size() != 2 || !std::ranges::all_of(network.dimensions, fits)) {
    throw_input_error(fmt::format("noxim has meshes of two dimensions alone, and '{}' is none", network.name),
                      "export a mesh with `dimensions: 2`, or to another simulator");
  }
  const auto other = std::ranges::find_if(network.nodes, [](const ExportNode& n) { return n.terminals != 1; });
  if (other != network.nodes.end()) {
    throw_input_error(fmt::format("noxim has one terminal at every node, and node {} of '{}' has {}", other->address,
                                  network.name, other->terminals),
                      "leave `concentration` and `terminals` of tiles out, or export to another simulator");
  }
  if (network.unit) {
    throw_input_error("noxim counts millimetres, and the unit technology has none",
                      "name a technology, as `technology: nangate45`");
  }
  if (std::ranges::find(kFlitBits, network.width_bits) == kFlitBits.end()) {
    throw_input_error(
        fmt::format("noxim's power table has flits of 16, 32, 64 and 128 bits, and channels of '{}' have {}",
                    network.name, text::figure_text(network.width_bits)),
        "set the width, as `channel: {width: 32 bits}`");
  }
  if (network.slowest_cycles() > 1) {
    throw_input_error(fmt::format("noxim passes every wire in one cycle, and wires of '{}' take up to {}", network.name,
                                  network.slowest_cycles()),
                      "name a slower clock with --clock, or export to another simulator");
  }
}

std::int64_t clock_picoseconds(ExportNetwork& network) {
  const double exact = in_ns(network.cycle) * kPicosecondsPerNs;
  expect_at_most(exact, 2147483647, "name a faster clock with --clock",
                 "a cycle of {} ns is too long for noxim: in picoseconds it counts up to 2147483647",
                 text::short_text(in_ns(network.cycle)));
  const auto whole = std::max<std::int64_t>(1, std::llround(exact));
  if (std::abs(exact - static_cast<double>(whole)) > 1e-6)
    note(network, "noxim's cycle is whole picoseconds: {} ps are written as {}", text::short_text(exact, 8), whole);
  return whole;
}

/// The length of the longest link in mm, and the energy of a bit over it in joules.
std::pair<double, double> longest_of_wires(ExportNetwork& network) {
  double least = 1e300, most = 0, joules = 0;
  bool known = true;
  for (const ExportLink& link : network.links) {
    const double mm = in_mm(link.given_length.value_or(link.length));
    most = std::max(most, mm);
    least = std::min(least, mm);
    known = known && link.energy_pj_per_bit.has_value();
    joules = std::max(joules, link.energy_pj_per_bit.value_or(0) * kJoulesPerPj);
  }
  if (least < most) {
    note(network, "noxim has one length for all links: they are {} to {} mm long, the longest is written",
         text::short_text(least), text::short_text(most));
  }
  if (!known) note(network, "the technology does not tell the energy of all wires: what is not known counts 0");
  note(network, "leakage of wires is not known and written as 0");
  return {most, joules};
}

constexpr std::string_view kNoxim =
    R"(# run: noxim -config THIS_FILE -power power.yaml, with noxim's bin/power.yaml and in it, under LinkBitLine, the
# row of the file beside this one: without a row of this very length noxim stops
topology: MESH
mesh_dim_x: {0}
mesh_dim_y: {1}
r2r_link_length: {2}
flit_size: {3}
buffer_depth: {4}
n_virtual_channels: {5}
min_packet_size: {6}
max_packet_size: {6}
clock_period_ps: {7}
routing_algorithm: XY
routing_table_filename: ""
dyad_threshold: 0.6
selection_strategy: RANDOM
packet_injection_rate: 0.005
probability_of_retransmission: 0.005
traffic_distribution: TRAFFIC_RANDOM
traffic_table_filename: ""
traffic_hardcoded_filename: ""
reset_time: 1000
simulation_time: 20000
stats_warm_up_time: 2000
max_volume_to_be_drained: 0
detailed: false
show_buffer_stats: false
verbose_mode: VERBOSE_OFF
trace_mode: false
trace_filename: ""
# read, and not used: there are no radio channels
use_winoc: false
use_wirxsleep: false
r2h_link_length: 2.0
Hubs:
  defaults:
    rx_radio_channels: []
    tx_radio_channels: []
    attached_nodes: []
    to_tile_buffer_size: 4
    from_tile_buffer_size: 4
    rx_buffer_size: 4
    tx_buffer_size: 4
RadioChannels:
  defaults:
    data_rate: 16
    ber: [0, 0]
    mac_policy: [TOKEN_PACKET]
)";

/// The depth of a buffer: a power of two, because Noxim's power table has no rows for other depths.
std::uint64_t depth(ExportNetwork& network) {
  constexpr std::uint64_t kLeastDepth = 2, kMostDepth = 64, kCreditCycles = 4;
  const std::uint64_t wanted = buffer_flits(network, 2 + kCreditCycles);
  const std::uint64_t written = std::clamp(std::bit_ceil(wanted), kLeastDepth, kMostDepth);
  if (written != wanted)
    note(network, "noxim's power table has depths of 2, 4, 8 ... 64 flits: {} are written as {}", wanted, written);
  return written;
}

int virtual_channels(ExportNetwork& network) {
  constexpr int kMost = 8;
  if (network.virtual_channels > kMost)
    note(network, "noxim has up to {} virtual channels: {} are written as {}", kMost, network.virtual_channels, kMost);
  return std::min(network.virtual_channels, kMost);
}

std::vector<ExportFile> write_noxim(const Export& target, ExportNetwork& network, const ExportChoice&) {
  expect_noxim_holds(network);
  const std::int64_t picoseconds = clock_picoseconds(network);
  const auto [length, joules] = longest_of_wires(network);
  const std::uint64_t flits = std::max(kLeastFlits, network.packet_flits());
  const std::uint64_t buffer = depth(network);
  const int channels = virtual_channels(network);
  const std::string header = commented_header(target, network, "#"), mm = text::figure_text(length);
  return {{"", header + fmt::format(kNoxim, network.dimensions[0].radix, network.dimensions[1].radix, mm,
                                    network.width_bits, buffer, channels, flits, picoseconds)},
          {".row.yaml", fmt::format("{}# [length in mm, leakage in W, energy of a bit in J]\n- [{}, 0, {}]\n", header,
                                    mm, text::figure_text(joules))}};
}

}  // namespace

Export noxim_export() {
  return {.name = "noxim",
          .summary = "Noxim: a configuration of a mesh, and its wires' row of the power table",
          .source = "noxim of October 2025, config_examples/default_config.yaml, src/Power.cpp and bin/power.yaml",
          .extension = ".yaml",
          .ignores =
              "it has meshes alone, passes every wire in one cycle and every router in cycles of its own, and takes "
              "the length of links for their energy alone, one for all; places are not taken",
          .sends = "its configuration has random traffic, which is uniform",
          .route_cost = RouteCostUse::hops_alone,
          .times = LinkTimes::none,
          .why_unknown = "its routers take cycles of their own, which the file cannot set",
          .counts_cycles = true,
          .several_files = true,
          .limits = {1 << 14, 1 << 15, 1},
          .write = write_noxim};
}

}  // namespace cutline::exporting
