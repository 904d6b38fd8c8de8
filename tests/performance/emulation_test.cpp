// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/emulation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support/csv.hpp"

using namespace cutline;
using cutline::test::golden;
using cutline::test::Row;
using doctest::Approx;

namespace {

constexpr double kClose = 1e-9;
using Kind = WaferDelays::Kind;
constexpr std::pair<Kind, const char*> kKinds[] = {
    {Kind::constant, "const"}, {Kind::capacitive, "cap"}, {Kind::resistive, "res"}};

/// t1 = c2 = t3 = 1, and t2 the capacitive delay of one pitch of 96 wires.
WaferDelays delays(Kind kind) { return {.kind = kind, .t1 = 1, .t2 = std::log2(96), .c2 = 1, .t3 = 1}; }

Wafer wafer(const Row& row) { return {.p = static_cast<int>(row.integer("p"))}; }

WaferHost host(const Row& row) {
  const auto found = find_wafer_host(row.text("host"));
  REQUIRE(found.has_value());
  return *found;
}

GuestTask task(Guest guest, const Row& row) { return {guest, row.number("K"), row.number("L")}; }

void check(double value, const Row& row, const std::string& column) {
  CAPTURE(column);
  CHECK(value == Approx(row.number(column)).epsilon(kClose));
}

void check_times(const Row& row, Guest guest) {
  CAPTURE(row.text("p"));
  CAPTURE(row.text("host"));
  CAPTURE(row.text("vol"));
  const auto legs = exact_legs(wafer(row), host(row), task(guest, row));
  for (const auto& [kind, column] : kKinds) {
    check(printed_time(wafer(row), host(row), task(guest, row), delays(kind)), row, std::string("printed_") + column);
    REQUIRE(legs.has_value() == row.has(std::string("exact_") + column));
    if (legs) check(time_of(*legs, delays(kind)), row, std::string("exact_") + column);
  }
}

}  // namespace

TEST_CASE("Table 1: widths, longest wires and their delays, as printed and exact") {
  const auto rows = golden("seeds_rj_tab1.csv");
  REQUIRE(rows.size() == 40);
  for (const Row& row : rows) {
    CAPTURE(row.text("p"));
    CAPTURE(row.text("host"));
    const HostMeasures printed = printed_measures(wafer(row), host(row));
    const HostMeasures exact = exact_measures(wafer(row), host(row));
    check(wafer(row).side(), row, "S");
    check(wafer(row).pitch(), row, "pitch");
    check(wafer(row).ccc_half_dimensions(), row, "pprime");
    check(printed.width, row, "width_printed");
    check(exact.width, row, "width_exact");
    if (row.has("width_opt")) check(exact.optimal_width, row, "width_opt");
    check(printed.longest, row, "len_printed");
    check(exact.longest, row, "len_exact");
    for (const auto& [kind, column] : kKinds) {
      check(printed_longest_delay(wafer(row), host(row), delays(kind)), row, std::string("printed_") + column);
      check(delays(kind)(exact.longest), row, std::string("exact_") + column);
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
      check(printed_time(wafer(row), host(row), task(Guest::spanning_tree, row), delays(kind), true), row,
            std::string("fixed_") + column);
    }
  }
}

TEST_CASE("cube-connected cycles fill the square for 8 and 1024 processors a side only") {
  for (int p = 3; p <= 10; ++p) CHECK(Wafer{.p = p}.has_ccc() == (p == 3 || p == 10));
  CHECK(Wafer{.p = 10}.ccc_half_dimensions() == 8);
}

TEST_CASE("no spanning tree over cycles is lower than the diameter, so a height of 4p' is short for p' = 8") {
  const GuestTask broadcast{Guest::spanning_tree, 1, 1};
  const auto hops = [&](int p, CycleTree tree) {
    const auto legs = exact_legs({.p = p, .mesh_width = 1e9}, WaferHost::ccc, broadcast, tree);
    return time_of(*legs, [](double) { return 1.0; });
  };
  CHECK(hops(3, CycleTree::four_per_dimension_pair) == 8);
  CHECK(hops(3, CycleTree::diameter) == 8);
  CHECK(hops(10, CycleTree::four_per_dimension_pair) == 32);
  CHECK(hops(10, CycleTree::diameter) == 38);  // 2d + floor(d/2) - 2 of d = 16
}

TEST_CASE("at constant delay a butterfly takes 1.5 times as long on cycles as on a mesh, as the paper concludes") {
  const GuestTask fft{Guest::butterfly, 1024, 1024};  // so many bits that ceilings do not matter
  for (int p = 3; p <= 10; ++p) {
    const double ratio = printed_time({.p = p}, WaferHost::ccc, fft, delays(Kind::constant)) /
                         printed_time({.p = p}, WaferHost::mesh, fft, delays(Kind::constant));
    CHECK(ratio == Approx(1.5).epsilon(1e-4));
  }
}

TEST_CASE("names of hosts are read as they are written, and notes name the errata") {
  for (const WaferHost host :
       {WaferHost::mesh, WaferHost::hypercube, WaferHost::hypercube_gray, WaferHost::ccc, WaferHost::ccc_gray}) {
    CHECK(find_wafer_host(name_of(host)) == host);
  }
  CHECK(!find_wafer_host("torus").has_value());
  CHECK(emulation_notes({.p = 4}, WaferHost::ccc, {Guest::spanning_tree, 1, 8}).size() == 4);
  CHECK(emulation_notes({.p = 10}, WaferHost::ccc, {Guest::spanning_tree, 1, 8}).size() == 3);
  CHECK(emulation_notes({.p = 4}, WaferHost::mesh, {Guest::mesh_exchange, 1, 8}).empty());
}
