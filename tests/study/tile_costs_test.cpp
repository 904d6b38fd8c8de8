// SPDX-License-Identifier: Apache-2.0
// Kinds of tile with routers, terminals and energy of their own. Compares what messages pay with sums over all pairs.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>

#include "cutline/output/export/exports.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/detail/study/candidate_timing.hpp"
#include "cutline/study/study.hpp"
#include "evaluate/candidate_routes.hpp"
#include "support/errors.hpp"

namespace {

using namespace cutline;

/// A mesh of 4 x 3 nodes with cycles of 2 ns.
std::string mesh_with(const std::string& tiles, const std::string& more = "", const std::string& topology = "") {
  return "cutline: 1\ntechnology: nangate45\nclock: {rule: fixed, frequency: 500 MHz}\ndelay: repeated\n"
         "router: {delay: 3 cycles, passed: routers, area: 0.1 mm2, energy: 2 pJ/bit}\nchannel: {width: 32 bits}\n"
         "message: 64 bits\nnode: {width: 1 mm, height: 1 mm}\n" +
         more + "candidates:\n  - {name: a, topology: {family: mesh, radices: [4, 3]" + topology +
         "}, tiles: " + tiles + "}\n";
}

struct Evaluated {
  Study study;
  Candidate candidate;
  const Timing* timing() const {
    return candidate.latency.timings.empty() ? nullptr : &candidate.latency.timings.front();
  }
};

Evaluated with_kinds(const std::string& spec) {
  Study study = parse_study(spec, "a.yaml", "");
  Candidate candidate = evaluate(study, {}, Layouts::kept).at(0);
  return {std::move(study), std::move(candidate)};
}

/// The nodes that a message enters in the mesh: digit by digit, the highest first, so along y and then along x.
std::vector<int> nodes_entered(int from, int to) {
  std::vector<int> nodes;
  int x = from % 4, y = from / 4;
  const auto go = [&](int& at, int end, const auto& number) {
    while (at != end) {
      at += at < end ? 1 : -1;
      nodes.push_back(number());
    }
  };
  const auto number = [&] { return x + 4 * y; };
  go(y, to / 4, number);
  go(x, to % 4, number);
  return nodes;
}

/// The mean over all messages between terminals, including those to oneself, of a sum over the nodes that a message
/// passes.
double mean_over_messages(const std::vector<double>& terminals,
                          const std::function<double(int from, const std::vector<int>& entered)>& cost) {
  double sum = 0, all = 0;
  for (int from = 0; from < 12; ++from) {
    for (int to = 0; to < 12; ++to) {
      const double messages = terminals[static_cast<std::size_t>(from)] * terminals[static_cast<std::size_t>(to)];
      all += messages;
      sum += messages * cost(from, nodes_entered(from, to));
    }
  }
  return sum / all;
}

/// Traffic with a few flows between the twelve nodes.
std::string rows_of_flows(const std::vector<std::array<int, 2>>& all) {
  std::string text = "traffic: {pattern: matrix, rows: [";
  for (int from = 0; from < 12; ++from) {
    text += from > 0 ? ", [" : "[";
    for (int to = 0; to < 12; ++to) {
      const bool flow = std::find(all.begin(), all.end(), std::array{from, to}) != all.end();
      text += std::string(to > 0 ? ", " : "") + (flow ? "1" : "0");
    }
    text += "]";
  }
  return text + "]}\n";
}

}  // namespace

TEST_CASE("uniform traffic runs between terminals: hops, and every router at the delay and energy of its kind") {
  const Evaluated e = with_kinds(mesh_with(
      "[{name: core}, {name: bare, at: [5-6], terminals: 0, router: {delay: 1 cycle, energy: 0.5 pJ/bit}}, "
      "{name: memory, at: corner, terminals: 3, energy: 0.25 pJ/bit, router: {delay: 4 ns, area: 0.2 mm2}}]"));
  std::vector<double> terminals(12, 1);
  for (const std::size_t corner : {0u, 3u, 8u, 11u}) terminals[corner] = 3;
  terminals[5] = terminals[6] = 0;
  const auto router_ns = [](int node) {
    if (node == 5 || node == 6) return 2.0;
    return node == 0 || node == 3 || node == 8 || node == 11 ? 4.0 : 6.0;
  };
  const auto router_pj = [](int node) { return node == 5 || node == 6 ? 0.5 : 2.0; };
  const auto over_nodes = [&](const auto& of) {
    return mean_over_messages(terminals, [&](int from, const std::vector<int>& entered) {
      double sum = of(from);
      for (const int node : entered) sum += of(node);
      return sum;
    });
  };
  const double hops = mean_over_messages(terminals, [](int, const auto& entered) { return double(entered.size()); });
  CHECK(e.candidate.facts.terminals == 18);
  CHECK(*e.candidate.traffic.mean_hops() == doctest::Approx(hops));
  CHECK(in_ns(e.timing()->latency.node) == doctest::Approx(over_nodes(router_ns)));
  CHECK(*e.timing()->energy.pj(EnergyPart::routers) == doctest::Approx(over_nodes(router_pj)));
  // 12 of 18 terminals stand in corners, and so each end of a message is in a corner with probability 12 / 18.
  CHECK(*e.timing()->energy.pj(EnergyPart::tiles) == doctest::Approx(2 * 12.0 / 18 * 0.25));
  // Four routers have 0.2 mm2, eight have 0.1.
  CHECK(*site_value(e.candidate.sites.router.area_mm2) == doctest::Approx((4 * 0.2 + 8 * 0.1) / 12));
  // The most input ports: 4 links and no terminal, 3 links and 1, or 2 links and 3.
  CHECK(e.candidate.sites.router.ports == 5);
}

TEST_CASE("the busiest channel and the terminals are loaded as sums over all messages say") {
  const Evaluated e = with_kinds(mesh_with(
      "[{name: core}, {name: bare, at: [1-2, 4-7, 9-10], terminals: 0}, {name: big, at: [0], terminals: 6}]"));
  // Only the corners have terminals: 6, 1, 1 and 1. There are 9 x 9 pairs, and the mean of twelve nodes sends 9 / 12
  // messages.
  std::vector<double> terminals(12, 0);
  terminals[0] = 6;
  terminals[3] = terminals[8] = terminals[11] = 1;
  double most = 0;
  for (int from = 0; from < 12; ++from) {
    for (int to = 0; to < 12; ++to) {
      if (to != from + 1 && to != from - 1 && to != from + 4 && to != from - 4) continue;
      double load = 0;
      for (int s = 0; s < 12; ++s) {
        for (int d = 0; d < 12; ++d) {
          int at = s;
          for (const int next : nodes_entered(s, d)) {
            if (at == from && next == to)
              load += terminals[static_cast<std::size_t>(s)] * terminals[static_cast<std::size_t>(d)];
            at = next;
          }
        }
      }
      most = std::max(most, load);
    }
  }
  const double each = 12.0 / 9 / 9;  // messages of each pair of terminals if a mean node sends one
  CHECK(*e.candidate.traffic.peak_channel_load() == doctest::Approx(most * each));
  CHECK(e.candidate.traffic.terminal_load == doctest::Approx(1));
  for (const ChannelUnderLoad& channel : loaded_channels(e.study, e.candidate, {})) {
    if (channel.use == ChannelUse::link) continue;
    // Under uniform traffic all terminals send and take equally much.
    CHECK(channel.full_at == doctest::Approx(32));
    CHECK(terminals[channel.from] > 0);
  }
}

TEST_CASE("as many terminals by kinds as by concentration: the same hops and loads as the closed forms tell") {
  for (const std::string self : {"true", "false"}) {
    const std::string traffic = "traffic: {pattern: uniform, self: " + self + "}\n";
    const Evaluated by_kind = with_kinds(mesh_with("[{name: core, terminals: 3}]", traffic));
    const Evaluated by_form = with_kinds(mesh_with("[{name: core}]", traffic, ", concentration: 3"));
    CAPTURE(self);
    CHECK_FALSE(by_kind.candidate.facts.tiles.alike());
    CHECK(by_form.candidate.facts.tiles.alike());
    CHECK(by_kind.candidate.facts.terminals == 36);
    CHECK(*by_kind.candidate.traffic.mean_hops() == doctest::Approx(*by_form.candidate.traffic.mean_hops()));
    CHECK(*by_kind.candidate.traffic.peak_channel_load() ==
          doctest::Approx(*by_form.candidate.traffic.peak_channel_load()));
    CHECK(by_kind.timing()->latency.total().base == doctest::Approx(by_form.timing()->latency.total().base));
    CHECK(by_kind.candidate.sites.router.ports == by_form.candidate.sites.router.ports);
  }
}

TEST_CASE("routers of an anynet file with unlike numbers of nodes are kinds of tile with terminals") {
  const std::string path = (std::filesystem::temp_directory_path() / "cutline_unlike.anynet").string();
  std::ofstream(path)
      << "router 0 node 0 node 1 node 2 router 1\nrouter 1 node 3 router 2\nrouter 2 router 1 router 3\n"
         "router 3 node 4 router 0\n";
  const auto of = [](const std::string& rest) {
    return with_kinds(
        "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 32 bits}\n"
        "candidates:\n  - {name: a, topology: {family: graph, " +
        rest + "}\n");
  };
  const Evaluated file = of("file: " + path + "}");
  // The switch, router 2, is numbered last.
  const Evaluated tiles = of(
      "nodes: 4, links: [[0, 1], [1, 3], [2, 3], [0, 2]], switches: [3]}, tiles: [{name: t, at: [0], terminals: 3}]");
  CHECK(file.candidate.facts.terminals == 5);
  CHECK(file.candidate.facts.tiles.terminals == std::vector<std::uint32_t>{3, 1, 1, 0});
  CHECK(file.candidate.facts.tiles.terminals == tiles.candidate.facts.tiles.terminals);
  REQUIRE(file.candidate.traffic.mean_hops() != nullptr);
  CHECK(*file.candidate.traffic.mean_hops() == doctest::Approx(*tiles.candidate.traffic.mean_hops()));
  CHECK(file.candidate.traffic.saturation.bits_per_phit ==
        doctest::Approx(tiles.candidate.traffic.saturation.bits_per_phit));
  REQUIRE(file.timing() != nullptr);
  CHECK(in_ns(file.timing()->latency.total()) == doctest::Approx(in_ns(tiles.timing()->latency.total())));
  // The spec may give all nodes as many.
  CHECK(of("concentration: 2, file: " + path + "}").candidate.facts.terminals == 6);
  std::filesystem::remove(path);
}

TEST_CASE("flows between nodes begin and end where there are terminals, and say so where there are none") {
  const std::string tiles = "[{name: core}, {name: bare, at: [5], terminals: 0}]";
  const Evaluated fine = with_kinds(mesh_with(tiles, rows_of_flows({{0, 11}, {3, 4}})));
  CHECK(fine.candidate.traffic.mean_hops() != nullptr);
  const Evaluated refused = with_kinds(mesh_with(tiles, rows_of_flows({{0, 11}, {0, 5}})));
  REQUIRE(refused.candidate.traffic.why_no_hops() != nullptr);
  CHECK(refused.candidate.latency.timings.empty());
  CHECK_FALSE(refused.candidate.traffic.saturation.known());
}

TEST_CASE("no model of contention serves nodes that differ, and an exact latency without load remains") {
  const Evaluated e = with_kinds(
      mesh_with("[{name: core}, {name: bare, at: [5], terminals: 0}]", "load: 0.1 bits/cycle\ncontention: channels\n"));
  CHECK(e.candidate.latency.contention == nullptr);
  const auto refused = [](const Note& note) { return note.kind == NoteKind::no_contention; };
  CHECK(std::any_of(e.candidate.notes.begin(), e.candidate.notes.end(), refused));
  // Kinds that differ only in energy do not prevent it.
  const Evaluated energy =
      with_kinds(mesh_with("[{name: core, energy: 1 pJ/bit}]", "load: 0.1 bits/cycle\ncontention: channels\n"));
  CHECK(energy.candidate.latency.contention != nullptr);
}

TEST_CASE("exports name the terminals of each node") {
  const Evaluated e =
      with_kinds(mesh_with("[{name: core}, {name: bare, at: [1], terminals: 0, router: {delay: 9 cycles}}, "
                           "{name: big, at: [2], terminals: 2}]"));
  const auto text = [&](const std::string& name) {
    ExportChoice choice;
    choice.file = name == "garnet" ? "a.py" : "a.txt";
    return export_candidate(find_export(name), e.study, e.candidate, choice, {}).files.at(0).content;
  };
  CHECK(text("booksim").find("router 0 node 0 router") != std::string::npos);
  CHECK(text("booksim").find("\nrouter 1 router") != std::string::npos);
  CHECK(text("booksim").find("router 2 node 1 node 2 router") != std::string::npos);
  CHECK(text("garnet").find("    (0, 9),\n    (2, 3),\n") != std::string::npos);
  for (const std::string all_send : {"ns3", "astra_sim"}) CHECK_THROWS_AS(text(all_send), Error);
}

TEST_CASE("a tile that its box does not hold is told") {
  const auto told = [](const std::string& area) {
    const Evaluated e = with_kinds(mesh_with("[{name: core, area: " + area + "}]"));
    return std::any_of(e.candidate.notes.begin(), e.candidate.notes.end(),
                       [](const Note& note) { return note.kind == NoteKind::tile_too_small; });
  };
  CHECK_FALSE(told("0.89 mm2"));  // with 0.1 mm2 of a router it fits into 1 mm2
  CHECK(told("0.95 mm2"));
}

TEST_CASE("mistakes in terminals and routers of kinds are told") {
  const auto told = [](const std::string& tiles, const std::string& more = "") {
    return test::error_text([&] { with_kinds(mesh_with(tiles, more)); });
  };
  CHECK(told("[{name: a, terminals: 0}]").find("no kind of tile has terminals") != std::string::npos);
  CHECK(told("[{name: a, terminals: -1}]").find("terminals") != std::string::npos);
  CHECK(told("[{name: a, router: {depth: 4}}]").find("depth") != std::string::npos);
  CHECK(told("[{name: a, area: 3 mm}]").find("area") != std::string::npos);
}
