// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/contention.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/channel_waits.hpp"
#include "performance/contention/engel_kocak_2006.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

constexpr double kClose = 1e-9;

/// A one-way k-ary n-cube with the bisection of the bit-serial binary cube: channels are k / 2 bits wide.
LoadedNetwork cube(double radix, long long dimensions, double message_bits = 200) {
  return {
      .family = "torus",
      .shape = cube_shape(NetworkKind::rings, std::vector<double>(static_cast<std::size_t>(dimensions), radix), true),
      .width_bits = radix / 2,
      .message_bits = message_bits};
}

LoadedNetwork cube(const Row& row) { return cube(row.number("k"), row.integer("n")); }

/// The same cube with channels of one flit, as Engel and Kocak count.
LoadedNetwork flit_cube(double radix, long long dimensions, double flits) {
  LoadedNetwork network = cube(radix, dimensions, flits);
  network.width_bits = 1;
  network.virtual_channels = 5;
  return network;
}

ChosenContention chosen(std::string_view name, Parameters parameters = {}) {
  return choose_contention(name, std::move(parameters));
}

void check_latency(const std::optional<LoadedLatency>& latency, const Row& row, const char* column, double unit = 1) {
  CAPTURE(column);
  REQUIRE(latency.has_value() == row.has(column));
  if (latency) CHECK(latency->cycles * unit == Approx(row.number(column)).epsilon(kClose));
}

}  // namespace

TEST_CASE("the reconstructed model of k-ary n-cubes gives the reference's latency at every load, or is saturated") {
  const ContentionModel* model = find_contention_model("dally-1990");
  REQUIRE(model != nullptr);
  const auto rows = golden("seeds_kn_contention.csv");
  REQUIRE(rows.size() == 448);
  int saturated = 0;
  for (const Row& row : rows) {
    const LoadedNetwork network = cube(row);
    CAPTURE(row.text("k"));
    CAPTURE(row.text("lam"));
    CHECK(network.nodes() == row.number("N"));
    CHECK(network.message_cycles() == Approx(row.number("T0")).epsilon(kClose));
    CHECK(network.one_way_mean_hops() == row.number("D"));
    const auto latency = chosen("dally-1990").latency(network, row.number("lam"));
    check_latency(latency, row, "latency");
    if (latency) CHECK(latency->blocking_cycles == Approx(row.number("blocking")).epsilon(kClose));
    const auto queued = chosen("dally-1990", {{"queueing", "sufficient"}});
    check_latency(queued.latency(network, row.number("lam")), row, "latency_q");
    saturated += latency ? 0 : 1;
  }
  CHECK(saturated > 50);
}

TEST_CASE("the reconstructed model's maximum throughput and latencies are those of the reference table") {
  for (const Row& row : golden("seeds_kn_table1.csv")) {
    const LoadedNetwork network = cube(row);
    const ChosenContention model = chosen("dally-1990");
    const double most = model.saturation(network);
    CAPTURE(row.text("k"));
    CHECK(most == Approx(row.number("max_lam")).epsilon(kClose));
    CHECK(model.delivered(network, 0.1) == 0.1);
    CHECK(model.delivered(network, 1) == most);
    CHECK(model.latency(network, most * (1 - 1e-12)).has_value());
    CHECK(!model.latency(network, most * (1 + 1e-12)).has_value());
    const std::pair<double, const char*> loads[] = {{0, "lat_0"}, {0.1, "lat_01"}, {0.2, "lat_02"}, {0.3, "lat_03"}};
    for (const auto& [load, column] : loads) check_latency(model.latency(network, load), row, column);
  }
}

TEST_CASE("Agarwal's model gives the reference's latency, with the fallback where a dimension takes a hop or less") {
  for (const Row& row : golden("seeds_ag_contention.csv")) {
    const LoadedNetwork network = cube(row);
    const double load = row.number("m") * network.message_bits;
    const double hops = network.one_way_mean_hops();
    const ChosenContention model = chosen("agarwal-1991");
    CAPTURE(row.text("k"));
    CAPTURE(row.text("rho"));
    const auto latency = model.latency(network, load);
    check_latency(latency, row, "T");
    check_latency(chosen("agarwal-1991", {{"short_dimensions", "none"}}).latency(network, load), row, "T_clamp");
    const double cycle = 1 + std::pow(row.number("k"), row.number("n") / 2 - 1);  // a switch and the longest wire
    check_latency(latency, row, "T_norm", cycle);
    CHECK(latency->blocking_cycles / hops == Approx(row.number("w")).epsilon(kClose));
    CHECK(model.notes(network).empty() == (row.number("kd") > 1));
    CHECK(load == Approx(row.number("rho") * model.saturation(network)).epsilon(kClose));
    CHECK(!model.latency(network, model.saturation(network)).has_value());
  }
}

TEST_CASE("Agarwal's model halves the hops and the load of a channel where rings go both ways") {
  LoadedNetwork one_way = cube(16, 2);
  LoadedNetwork both = one_way;
  both.shape.one_way = false;
  const ChosenContention model = chosen("agarwal-1991");
  CHECK(model.latency(both, 0)->cycles == 2 * 4 + 25);
  CHECK(model.saturation(both) / model.saturation(one_way) == Approx(7.5 / 4 * 2));
  both.shape.kind = NetworkKind::paths;
  CHECK(model.latency(both, 0)->cycles == Approx(2 * (16 - 1 / 16.0) / 3 + 25));
  CHECK(!model.notes(both).empty());
}

TEST_CASE("the fixed point of Engel and Kocak's equations is the reference's, quantity by quantity") {
  const auto rows = golden("seeds_ek_fig3.csv");
  REQUIRE(rows.size() == 160);
  for (const Row& row : rows) {
    const double flits = row.number("M");
    const LoadedNetwork network = flit_cube(row.number("k"), row.integer("n"), flits);
    const EngelKocakCube equations{network.one_way_mean_hops(), row.number("n"), flits, 5, false};
    CAPTURE(row.text("k"));
    CAPTURE(row.text("mg"));
    const auto state = solve(equations, row.number("mg"));
    REQUIRE(state.has_value());
    const std::pair<const char*, double> quantities[] = {
        {"mc", state->m_c},   {"S", state->S},       {"rho", state->rho}, {"Pb", state->P_b}, {"Wb", state->W_b},
        {"Wej", state->W_ej}, {"Vbar", state->Vbar}, {"Ws", state->W_s},  {"L", state->L}};
    for (const auto& [column, value] : quantities) {
      CAPTURE(column);
      CHECK(value == Approx(row.number(column)).epsilon(kClose));
    }
    const double load = row.number("mg") * flits;
    check_latency(chosen("engel-kocak-2006").latency(network, load), row, "L");
    check_latency(chosen("engel-kocak-2006", {{"source_rate", "all"}}).latency(network, load), row, "L_V");
  }
}

TEST_CASE("Engel and Kocak's cubes saturate where the reference's do") {
  for (const Row& row : golden("seeds_ek_sat.csv")) {
    const double flits = row.number("M");
    const LoadedNetwork network = flit_cube(row.number("k"), row.integer("n"), flits);
    CAPTURE(row.text("k"));
    const ChosenContention model = chosen("engel-kocak-2006");
    CHECK(model.saturation(network) == Approx(row.number("load_flits")).epsilon(kClose));
    CHECK(model.saturation(network) / flits == Approx(row.number("sat")).epsilon(kClose));
    CHECK(chosen("engel-kocak-2006", {{"source_rate", "all"}}).saturation(network) / flits ==
          Approx(row.number("sat_V")).epsilon(kClose));
    const double hops_per_dimension = network.one_way_mean_hops() / row.number("n");
    CHECK(row.number("mc") == Approx(row.number("sat") * hops_per_dimension).epsilon(kClose));
    CHECK(model.latency(network, 0)->cycles == flits + network.one_way_mean_hops());
    CHECK(!model.latency(network, model.saturation(network) * 1.001).has_value());
  }
}

TEST_CASE("the shared bus is the reference's M/D/1 queue, with and without the other nodes' turns") {
  const auto rows = golden("seeds_ek_fig4_bus.csv");
  REQUIRE(rows.size() == 336);
  const ChosenContention counted = chosen("shared-bus");
  const ChosenContention none = chosen("shared-bus", {{"turns", "none"}});
  for (const Row& row : rows) {
    const double cycle_ns = 0.254 * row.number("inches");
    const LoadedNetwork bus = shared_bus(row.number("N"), 32, 32 * row.number("flits"));
    CAPTURE(row.text("inches"));
    CAPTURE(row.text("rho"));
    CHECK(bus.message_cycles() * cycle_ns == Approx(row.number("r_ns")).epsilon(kClose));
    // The load that all nodes offer together, in messages per nanosecond.
    const double aggregate = bus.nodes() / bus.message_bits / cycle_ns;
    CHECK(counted.saturation(bus) * aggregate == Approx(row.number("mu")).epsilon(kClose));
    const double rho = row.number("rho");
    CHECK(rho * counted.saturation(bus) * aggregate == Approx(row.number("lam")).epsilon(kClose));
    check_latency(counted.latency(bus, rho * counted.saturation(bus)), row, "L_ns", cycle_ns);
    CHECK(counted.latency(bus, rho * counted.saturation(bus))->blocking_cycles * cycle_ns ==
          Approx(row.number("Wq_ns")).epsilon(kClose));
    check_latency(none.latency(bus, rho * none.saturation(bus)), row, "L_mu1_ns", cycle_ns);
  }
}

TEST_CASE("cube and bus at the same load are the reference's, saturated where it says nothing") {
  for (const Row& row : golden("seeds_ek_fig4_cube.csv")) {
    const double flits = row.number("M");
    const double cycle_ns = row.number("cycle_ns");
    const double lambda = row.number("lam_per_ns");
    CAPTURE(row.text("M"));
    CAPTURE(row.text("lam_per_ns"));
    const LoadedNetwork network = flit_cube(4, 3, flits);
    CHECK(lambda * cycle_ns / 64 == Approx(row.number("mg")).epsilon(kClose));
    const auto latency = chosen("engel-kocak-2006").latency(network, lambda * cycle_ns / 64 * flits);
    check_latency(latency, row, "cube_cycles");
    check_latency(latency, row, "cube_ns", cycle_ns);
    for (const int inches : {5, 12}) {
      const std::string column = "bus" + std::to_string(inches);
      const LoadedNetwork bus = shared_bus(64, 1, flits);
      const double bus_cycle_ns = 0.254 * inches;
      const double load = lambda * bus_cycle_ns / 64 * flits;
      check_latency(chosen("shared-bus").latency(bus, load), row, (column + "_ns").c_str(), bus_cycle_ns);
      check_latency(chosen("shared-bus", {{"turns", "none"}}).latency(bus, load), row, (column + "_mu1_ns").c_str(),
                    bus_cycle_ns);
    }
  }
}

TEST_CASE("every model starts at no blocking, grows with the load and ends at its saturation") {
  const Routes routes =
      dimension_order_routes(build_topology("mesh", {{"radix", std::int64_t{4}}, {"dimensions", std::int64_t{2}}}));
  const ChannelModel channels(uniform_flows(routes), std::vector<double>(routes.graph->head.size(), 1),
                              {.message_flits = 8, .square_flits = 64});
  LoadedNetwork of_channels = cube(3.5, 2);
  of_channels.channels = &channels;
  of_channels.unloaded_cycles = 20;
  for (const ContentionModel& model : contention_models()) {
    CAPTURE(model.name);
    const ChosenContention own = chosen(model.name);
    int applied = 0;
    for (const LoadedNetwork& network :
         {cube(2, 8), cube(4, 4), cube(16, 2), cube(6.5, 3), shared_bus(64, 32, 1024), of_channels}) {
      if (!own.refusal(network).empty()) {
        CHECK_THROWS_AS(own.latency(network, 0), Error);
        CHECK_THROWS_AS(own.saturation(network), Error);
        continue;
      }
      ++applied;
      const double most = own.saturation(network);
      CHECK(own.latency(network, 0)->blocking_cycles == Approx(0).scale(1));
      double before = 0;
      for (int i = 0; i < 50; ++i) {
        const auto latency = own.latency(network, most * i / 50);
        REQUIRE(latency.has_value());
        CHECK(latency->cycles > before);
        before = latency->cycles;
      }
      CHECK(!own.latency(network, most * 1.0001).has_value());  // saturation is found to 2^-14 of itself
      CHECK(own.delivered(network, 2 * most) == most);
    }
    CHECK(applied > 0);
  }
}

TEST_CASE("a model that does not apply says why in a sentence") {
  const auto why = [](std::string_view model, const LoadedNetwork& network) { return chosen(model).refusal(network); };
  LoadedNetwork network = cube(4, 2);
  CHECK(why("dally-1990", network).empty());
  network.shape.one_way = false;
  CHECK(why("dally-1990", network) ==
        "dally-1990 models rings whose channels go one way round, and these go both ways");
  CHECK(why("agarwal-1991", network).empty());
  CHECK(why("engel-kocak-2006", network) ==
        "engel-kocak-2006 models rings whose channels go one way round, and these go both ways");
  network.shape.radices = {2, 2, 2};
  CHECK(why("dally-1990", network).empty());
  network.shape.radices = {4, 8};
  CHECK(why("agarwal-1991", network) ==
        "agarwal-1991 models one radix for all dimensions, and this network has 4 and 8");
  network = cube(4, 2);
  const std::vector<TrafficPattern>& patterns = traffic_patterns();
  network.traffic = &*std::find_if(patterns.begin(), patterns.end(), [](const auto& p) { return p.name == "tornado"; });
  CHECK(why("dally-1990", network) == "dally-1990 models uniform traffic, and this is tornado");
  network = cube(4, 2);
  network.family = "ccc";
  network.shape = {.kind = NetworkKind::cycles_of_cube};
  CHECK(why("dally-1990", network) == "dally-1990 models k-ary n-cubes (torus, ring, hypercube), and this is a ccc");
  CHECK(why("shared-bus", network) == "shared-bus models nodes that take turns on one bus, and this is a ccc");
  CHECK_THROWS_AS(choose_contention("dally", {}), Error);
}

TEST_CASE("the units of m_g are named as an erratum") {
  const auto notes = chosen("engel-kocak-2006").notes(cube(4, 3));
  REQUIRE(!notes.empty());
  CHECK(notes[0].find("m_g is messages a node and cycle, not flits") != std::string::npos);
}

TEST_CASE("nothing that is reconstructed is called the paper's") {
  for (const LoadedNetwork& network : {cube(4, 2), cube(2, 8)}) {
    const auto notes = chosen("dally-1990").notes(network);
    REQUIRE(!notes.empty());
    CHECK(notes[0].find("reconstructed") != std::string::npos);
  }
  CHECK(find_contention_model("dally-1990")->source.find("reconstructed") != std::string_view::npos);
  CHECK(chosen("dally-1990", {{"queueing", "sufficient"}}).notes(cube(4, 2)).size() == 2);
}
