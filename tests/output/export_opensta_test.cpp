// SPDX-License-Identifier: Apache-2.0
// Exported SPEF and SDF, read by OpenSTA. Its exit code says nothing, so the tests read its output.
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "output/exported_files.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const auto kOpenstaSkip = doctest::skip(!has_tool("sta"));

/// The delay in ps of each pin or port in the script's report, by name. The run must end normally.
std::map<std::string, double> delays_of(const Folder& place) {
  const std::string output = place.output_of("sta -no_splash -no_init -exit net.tcl");
  CHECK_MESSAGE(!contains(output, "Error"), output);
  CHECK_MESSAGE(!contains(output, "Warning"), output);
  CHECK_MESSAGE(contains(output, "RESULT done"), output);
  std::map<std::string, double> delays;
  for (const std::string& line : lines_of(output)) {
    std::stringstream words(line);
    std::string word, pin;
    double ps = 0;
    if (words >> word >> pin >> ps && word == "DELAY") delays[pin] = ps;
  }
  return delays;
}

Evaluated evaluated(const std::string& topology, const std::string& delay) {
  std::string spec = spec_of(topology);
  return Evaluated(spec.replace(spec.find("delay: d2m"), 10, "delay: " + delay));
}

std::string ends_text(std::size_t i, const ExportChannel& channel) {
  return "c" + std::to_string(i) + "_" + std::to_string(channel.from) + "_" + std::to_string(channel.to);
}

constexpr const char* kOpenstaTorus = "family: torus, radix: 4, dimensions: 2";
constexpr const char* kOpenstaOneWay = "family: torus, radix: 3, dimensions: 2, channels: unidirectional";
constexpr const char* kOpenstaGraph =
    "family: graph, nodes: 6, links: [[0, 1], [0, 1], [1, 5], [2, 3], [2, 5], [4, 0]]";

}  // namespace

TEST_CASE("without OpenSTA the tests against it are skipped, and a message says so") {
  if (!has_tool("sta")) MESSAGE("OpenSTA is not installed: tests skipped; it is in Debian's package opensta");
}

TEST_CASE("OpenSTA finds by two poles the delay of every channel, driver and wire, within 3 %, of repeated wires 15 %" *
          kOpenstaSkip) {
  for (const char* topology : {kOpenstaTorus, kOpenstaOneWay, kOpenstaGraph}) {
    for (const char* model : {"d2m", "repeated"}) {
      CAPTURE(std::string(topology));
      CAPTURE(std::string(model));
      const Evaluated each = evaluated(topology, model);
      const Folder place;
      write_files(place, each.to("spef", to_file("net.spef")), "net.spef");
      const std::map<std::string, double> delays = delays_of(place);
      const ExportNetwork network = each.network();
      const std::vector<ExportChannel> all = channels(network);
      CHECK(delays.size() == all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const double ps = in_ns(network.links[all[i].link].delay) * 1e3;
        const double percent = (delays.at("rx_" + ends_text(i, all[i]) + "/D") / ps - 1) * 100;
        CHECK(percent < 3);
        // This holds for stages whose driver counts as much as their wire. ngspice agrees with Cutline
        // (export_ngspice_test).
        CHECK(percent > (std::string(model) == "d2m" ? -3 : -15));
      }
    }
  }
}

TEST_CASE("OpenSTA reads the files of a candidate with an odd name, and files of another ending" * kOpenstaSkip) {
  std::string spec = spec_of("family: ring, nodes: 4");
  spec.replace(spec.find("name: one"), 9, "name: 'a \"b\" {c} [d] $e; // *f\\'");
  const Evaluated odd(spec);
  for (const char* target : {"spef", "sdf"}) {
    const Folder place;
    write_files(place, odd.to(target, to_file("net.delays")), "net.delays");
    CHECK(delays_of(place).size() == 8);
  }
}

TEST_CASE("OpenSTA's Elmore delay of every net is R (C / 2 + CL) of Cutline's wire, to seven digits" * kOpenstaSkip) {
  const Evaluated each = evaluated(kOpenstaTorus, "elmore");
  const Folder place;
  const Exported made = each.to("spef", to_file("net.spef"));
  write_files(place, made, "net.spef");
  place.write("net.tcl",
              slurp(place / "net.tcl") + "set_delay_calculator dmp_ceff_elmore\nwrite_sdf -digits 6 out.sdf\n");
  delays_of(place);
  const std::string sdf = slurp(place / "out.sdf");
  const ExportNetwork network = export_network(each.study, each.one(), {}, true);
  const std::vector<ExportChannel> all = channels(network);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = ends_text(i, all[i]);
    const std::string net = "(INTERCONNECT tx_" + name + "/Q rx_" + name + "/D (";
    const std::size_t at = sdf.find(net);
    REQUIRE(at != std::string::npos);
    const DrivenWire& wire = network.circuits.at(network.links[all[i].link].circuit)->circuit.stage;
    const double ps = wire.wire_ohm * (wire.wire_ff / 2 + wire.load_ff) * 1e-3;
    CHECK(std::stod(sdf.substr(at + net.size())) == doctest::Approx(ps).epsilon(1e-6));
    // With the driver this is the first moment; the model elmore is ln 2 times the first moment.
    const double driver = wire.driver_ohm * (wire.parasitic_ff + wire.wire_ff + wire.load_ff) * 1e-3;
    CHECK((ps + driver) * std::log(2.0) == doctest::Approx(in_ns(network.links[all[i].link].delay) * 1e3));
  }
}

TEST_CASE("OpenSTA gives a path of several cycles its cycles: no link is late under a fast clock" * kOpenstaSkip) {
  const Evaluated each = evaluated(kOpenstaTorus, "repeated");
  ExportChoice fast = to_file("net.spef");
  fast.cycle = nanoseconds(0.07);
  REQUIRE(each.network(fast).slowest_cycles() > 1);
  const Folder place;
  write_files(place, each.to("spef", fast), "net.spef");
  const std::string output = place.output_of("sta -no_splash -no_init -exit net.tcl");
  const std::size_t at = output.find("RESULT worst_slack ");
  REQUIRE_MESSAGE(at != std::string::npos, output);
  const double slack = std::stod(output.substr(at + 19));
  CHECK(slack > -0.03 * in_ns(each.network(fast).links.back().delay) * 1e3);
  CHECK(slack < 70);
}

TEST_CASE("OpenSTA reads the SDF back: every channel's delay to the femtosecond of a float" * kOpenstaSkip) {
  for (const char* topology : {kOpenstaTorus, kOpenstaOneWay, kOpenstaGraph}) {
    const Evaluated each = evaluated(topology, "d2m");
    ExportChoice fast = to_file("net.sdf");
    fast.cycle = nanoseconds(0.1);
    const Folder place;
    write_files(place, each.to("sdf", fast), "net.sdf");
    const std::map<std::string, double> delays = delays_of(place);
    const ExportNetwork network = each.network(fast);
    const std::vector<ExportChannel> all = channels(network);
    CHECK(delays.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double ps = in_ns(network.links[all[i].link].delay) * 1e3;
      CHECK(delays.at("arrived[" + std::to_string(i) + "]") == doctest::Approx(ps).epsilon(1e-5));
    }
  }
}
