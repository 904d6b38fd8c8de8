// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/emulation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "cutline/layout/layout.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/technology/technology.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

constexpr double kEmulationClose = 1e-9;
using Kind = WaferDelays::Kind;
constexpr std::pair<Kind, const char*> kKinds[] = {
    {Kind::constant, "const"}, {Kind::capacitive, "cap"}, {Kind::resistive, "res"}};

/// t1 = c2 = t3 = 1, and t2 the capacitive delay of one pitch of 96 wires.
WaferDelays delays(Kind kind) { return {.kind = kind, .t1 = 1, .t2 = std::log2(96), .c2 = 1, .t3 = 1}; }

Wafer wafer(const Row& row) { return {.p = static_cast<int>(row.integer("p"))}; }

constexpr WaferHost kHosts[] = {WaferHost::mesh, WaferHost::hypercube, WaferHost::hypercube_gray, WaferHost::ccc,
                                WaferHost::ccc_gray};

WaferHost host(const Row& row) {
  const auto* found = std::find_if(std::begin(kHosts), std::end(kHosts),
                                   [&](WaferHost known) { return name_of(known) == row.text("host"); });
  REQUIRE(found != std::end(kHosts));
  return *found;
}

GuestTask task(Guest guest, const Row& row) { return {guest, row.number("K"), row.number("L")}; }

/// The network's layout in the unit technology, with channels of `width` wires.
Layout routed(const Topology& topology, const PlacementChoice& choice, std::uint32_t width) {
  const Placement placement = place(topology, choice);
  return route(wire_up(topology, placement), layout_rules(unit_technology(), {}, {}), ChannelWires{width, 1, 0});
}

/// The cells of all routing channels along an axis.
double wiring_cells(const AxisPositions& lines) {
  return std::accumulate(lines.channel.begin(), lines.channel.end(), 0.0);
}

void check(double value, const Row& row, const std::string& column) {
  CAPTURE(column);
  CHECK(value == Approx(row.number(column)).epsilon(kEmulationClose));
}

void check_times(const Row& row, Guest guest) {
  CAPTURE(row.text("p"));
  CAPTURE(row.text("host"));
  CAPTURE(row.text("vol"));
  // The reference counts with the paper's bounds on tracks.
  const auto legs = exact_legs(wafer(row), host(row), task(guest, row), bound_measures(wafer(row), host(row)));
  for (const auto& [kind, column] : kKinds) {
    check(printed_time(wafer(row), host(row), task(guest, row), delays(kind)), row, std::string("printed_") + column);
    REQUIRE(legs.has_value() == row.has(std::string("exact_") + column));
    if (legs) check(time_of(*legs, delays(kind)), row, std::string("exact_") + column);
  }
}

}  // namespace

TEST_CASE("a row of a hypercube takes the tracks of its routed layout, in either order") {
  for (int p = 1; p <= 7; ++p) {
    CAPTURE(p);
    for (const WaferHost host : {WaferHost::hypercube, WaferHost::hypercube_gray}) {
      const Topology cube = build_topology("hypercube", {{"dimensions", std::int64_t{2 * p}}});
      PlacementChoice choice;
      choice.orders = {host == WaferHost::hypercube ? "natural" : "gray"};
      const Layout layout = routed(cube, choice, 1);
      const auto tracks = routed_tracks({.p = p}, host);
      REQUIRE(tracks.has_value());
      CHECK(tracks->rows == wiring_cells(layout.rows()) / 2);
      CHECK(tracks->columns == wiring_cells(layout.columns()) / 2);
    }
  }
  CHECK(routed_tracks({.p = 10}, WaferHost::hypercube)->rows == 1024 * 682);
}

TEST_CASE("hosts of 64 processors and one area have channels of 3.2 and 6.4 wires, and so their routed layouts") {
  const Wafer wafer{.p = 3};
  CHECK(bound_measures(wafer, WaferHost::hypercube).width == Approx(16 / 7.0));
  CHECK(bound_measures(wafer, WaferHost::ccc).width == Approx(16 / 3.0));
  for (const bool gray : {false, true}) {
    CAPTURE(gray);
    const WaferHost cube = gray ? WaferHost::hypercube_gray : WaferHost::hypercube;
    const WaferHost cycles = gray ? WaferHost::ccc_gray : WaferHost::ccc;
    CHECK(exact_measures(wafer, cube).width == Approx(3.2).epsilon(1e-12));
    CHECK(exact_measures(wafer, cycles).width == Approx(6.4).epsilon(1e-12));
    // Five times as wide, so that widths are whole, and with five times as many wires in a mesh's channel.
    PlacementChoice choice;
    choice.orders = {gray ? "gray" : "natural"};
    const Layout of_cube = routed(build_topology("hypercube", {{"dimensions", 6}}), choice, 16);
    const Layout of_cycles = routed(build_topology("ccc", {{"dimensions", 4}}), choice, 32);
    for (const Layout& layout : {of_cube, of_cycles}) {
      CHECK(wiring_cells(layout.rows()) == 8 * 2 * 80);
      CHECK(wiring_cells(layout.columns()) == 8 * 2 * 80);
    }
  }
}

TEST_CASE("cycles of 1,048,576 processors and the mesh take one area, though their rows and columns differ") {
  const Wafer wafer{.p = 10};
  const auto tracks = routed_tracks(wafer, WaferHost::ccc);
  REQUIRE(tracks.has_value());
  const double width = exact_measures(wafer, WaferHost::ccc).width;
  const auto side = [&](double all) { return 1024 * wafer.processor_side + 2 * width * all; };
  CHECK(side(tracks->rows) * side(tracks->columns) == Approx(wafer.side() * wafer.side()).epsilon(1e-12));
  CHECK(tracks->rows != tracks->columns);
  CHECK(width > bound_measures(wafer, WaferHost::ccc).width);
}

TEST_CASE("cycles that do not exist have no layout: the paper's bound stands") {
  for (const int p : {4, 9, 11, 35}) {
    CAPTURE(p);
    CHECK(!routed_tracks({.p = p}, WaferHost::ccc).has_value());
    CHECK(exact_measures({.p = p}, WaferHost::ccc).width == bound_measures({.p = p}, WaferHost::ccc).width);
  }
}

TEST_CASE("Table 3 at 64 processors and low volume: the hypercube is done in 18 phits' time, the cycles in 24") {
  const Wafer wafer{.p = 3};
  const GuestTask butterfly{Guest::butterfly, 1, 8};
  const auto time = [&](WaferHost host, const HostMeasures& measures) {
    return time_of(*exact_legs(wafer, host, butterfly, measures), delays(Kind::constant));
  };
  CHECK(time(WaferHost::hypercube, exact_measures(wafer, WaferHost::hypercube)) == 18);
  CHECK(time(WaferHost::ccc, exact_measures(wafer, WaferHost::ccc)) == 24);
  CHECK(time(WaferHost::hypercube, bound_measures(wafer, WaferHost::hypercube)) == 24);
  CHECK(time(WaferHost::ccc, bound_measures(wafer, WaferHost::ccc)) == 24);
}

TEST_CASE("Table 1: widths, longest wires and their delays, as printed and exact") {
  const auto rows = golden("seeds_rj_tab1.csv");
  REQUIRE(rows.size() == 40);
  for (const Row& row : rows) {
    CAPTURE(row.text("p"));
    CAPTURE(row.text("host"));
    const HostMeasures printed = printed_measures(wafer(row), host(row));
    const HostMeasures bound = bound_measures(wafer(row), host(row));
    check(wafer(row).side(), row, "S");
    check(wafer(row).pitch(), row, "pitch");
    check(wafer(row).ccc_half_dimensions(), row, "pprime");
    check(printed.width, row, "width_printed");
    check(bound.width, row, "width_exact");
    if (row.has("width_opt")) check(exact_measures(wafer(row), host(row)).width, row, "width_opt");
    check(printed.longest, row, "len_printed");
    check(bound.longest, row, "len_exact");
    for (const auto& [kind, column] : kKinds) {
      check(printed_longest_delay(wafer(row), host(row), delays(kind)), row, std::string("printed_") + column);
      check(delays(kind)(bound.longest), row, std::string("exact_") + column);
    }
  }
}

TEST_CASE("Table 2: one exchange of a mesh, as printed and exact") {
  const auto rows = golden("seeds_rj_tab2.csv");
  REQUIRE(rows.size() == 80);
  for (const Row& row : rows) check_times(row, Guest::mesh_exchange);
}

TEST_CASE("Table 3: the naive butterfly, as printed and exact, and its computation without the printed factor L") {
  const auto rows = golden("seeds_rj_tab3.csv");
  REQUIRE(rows.size() == 80);
  for (const Row& row : rows) {
    check_times(row, Guest::butterfly);
    const double evaluations = butterfly_evaluations(wafer(row), host(row), task(Guest::butterfly, row));
    CHECK(evaluations == row.number("comp"));
    CHECK(evaluations * row.number("L") == row.number("comp_L"));
  }
}

TEST_CASE("Table 4: broadcast over a spanning tree, as printed, corrected and exact") {
  const auto rows = golden("seeds_rj_tab4.csv");
  REQUIRE(rows.size() == 80);
  for (const Row& row : rows) {
    check_times(row, Guest::spanning_tree);
    for (const auto& [kind, column] : kKinds) {
      check(printed_time(wafer(row), host(row), task(Guest::spanning_tree, row), delays(kind), WidthErratum::mended),
            row, std::string("fixed_") + column);
    }
  }
}

TEST_CASE("cube-connected cycles fill the square for 8 and 1024 processors a side only") {
  for (int p = 3; p <= 10; ++p) CHECK(Wafer{.p = p}.has_ccc() == (p == 3 || p == 10));
  CHECK(Wafer{.p = 10}.ccc_half_dimensions() == 8);
}

TEST_CASE("a broadcast over cycles takes 4p' hops, the diameter for p' = 2 and less for p' = 8") {
  const GuestTask broadcast{Guest::spanning_tree, 1, 1};
  const auto hops = [&](int p) {
    const Wafer wafer{.p = p, .mesh_width = 1e9};
    const auto legs = exact_legs(wafer, WaferHost::ccc, broadcast, bound_measures(wafer, WaferHost::ccc));
    return time_of(*legs, [](double) { return 1.0; });
  };
  CHECK(hops(3) == 8);
  CHECK(hops(10) == 32);  // the diameter is 2d + floor(d/2) - 2 = 38, of d = 16
}

TEST_CASE("at constant delay a butterfly takes 1.5 times as long on cycles as on a mesh, as the paper concludes") {
  const GuestTask fft{Guest::butterfly, 1024, 1024};  // so many bits that ceilings do not matter
  for (int p = 3; p <= 10; ++p) {
    const double ratio = printed_time({.p = p}, WaferHost::ccc, fft, delays(Kind::constant)) /
                         printed_time({.p = p}, WaferHost::mesh, fft, delays(Kind::constant));
    CHECK(ratio == Approx(1.5).epsilon(1e-4));
  }
}

TEST_CASE("with the printed floors no host is slower, and what is less than a channel wide is not sent at all") {
  for (int p = 3; p <= 10; ++p) {
    const Wafer wafer{.p = p};
    for (const double bits : {1.0, 8.0, 32.0, 40.0}) {
      for (const WaferHost host : kHosts) {
        const GuestTask butterfly{Guest::butterfly, 1, bits};
        const double phits = bits / printed_measures(wafer, host).width;
        for (const auto& [kind, column] : kKinds) {
          const double floored = floored_time(wafer, host, butterfly, delays(kind));
          const double whole = printed_time(wafer, host, butterfly, delays(kind));
          CHECK((floored == 0) == (phits < 1));
          CHECK(floored <= whole);
          if (phits == std::round(phits)) CHECK(floored == whole);
        }
      }
    }
  }
}

TEST_CASE("by the printed widths hypercubes are as large as the mesh, and cycles larger by their own rows") {
  for (int p = 3; p <= 10; ++p) {
    const Wafer wafer{.p = p};
    CHECK(printed_side(wafer, WaferHost::mesh) == wafer.side());
    CHECK(printed_side(wafer, WaferHost::hypercube) == Approx(wafer.side()));
    if (!wafer.has_ccc()) continue;
    // S = P' (sqrt(2p') s + 2 sqrt(2p') w_c + 2P' w_c), before it is multiplied out.
    const double half = wafer.ccc_half_dimensions(), boxes = std::exp2(half), side = std::sqrt(2 * half);
    const double width = printed_measures(wafer, WaferHost::ccc).width;
    const double expected = boxes * (side * wafer.processor_side + 2 * side * width + 2 * boxes * width);
    CHECK(printed_side(wafer, WaferHost::ccc) == Approx(expected));
    CHECK(printed_tracks(wafer, WaferHost::ccc) == 2 * boxes);
  }
}

TEST_CASE("the printed computation has a factor L too many, and the gains of sec. 4.2 grow with the levels") {
  const Wafer wafer{.p = 10};
  const GuestTask butterfly{Guest::butterfly, 8, 32};
  CHECK(printed_evaluations(wafer, WaferHost::mesh, butterfly) == 64 * 32 * (2 * 3 + 2 * 10));
  CHECK(printed_evaluations(wafer, WaferHost::ccc, butterfly) == 64 * 32 * (2 * 3 + 4 * 10));
  CHECK(butterfly_gains(wafer, butterfly).pipelining == 20);
  CHECK(butterfly_gains(wafer, butterfly).radix == 6);
}

TEST_CASE("notes of a host name the errata") {
  CHECK(emulation_notes({.p = 4}, WaferHost::ccc, {Guest::spanning_tree, 1, 8}).size() == 4);
  CHECK(emulation_notes({.p = 10}, WaferHost::ccc, {Guest::spanning_tree, 1, 8}).size() == 3);
  CHECK(emulation_notes({.p = 4}, WaferHost::mesh, {Guest::mesh_exchange, 1, 8}).empty());
}
