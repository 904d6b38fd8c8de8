// SPDX-License-Identifier: Apache-2.0
// Exported SDF and wire cells, run by Icarus Verilog. Its exit code says nothing, so the tests read its output.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <map>

#include "output/exported_files.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;

const bool kThere = has_tool("iverilog") && has_tool("vvp");
const auto kIcarusSkip = doctest::skip(!kThere);

/// The edges of every channel in turn, in fs after each edge was sent.
using Edges = std::map<unsigned, std::vector<long long>>;

Edges edges_of(const std::string& output) {
  Edges edges;
  for (const std::string& line : lines_of(output)) {
    unsigned channel = 0, edge = 0;
    long long fs = 0;
    if (std::sscanf(line.c_str(), "channel %u edge %u after %lld fs", &channel, &edge, &fs) != 3) continue;
    CHECK(edge == edges[channel].size());
    edges[channel].push_back(fs);
  }
  return edges;
}

std::string run(const Folder& place, const std::string& more = "", const std::string& after = " +verbose") {
  return place.output_of("iverilog -g2012 -gspecify -Wall -Wno-timescale " + more +
                         " -o net.vvp net.v net.cells.v net.bench.v && vvp -n net.vvp -sdf-verbose" + after);
}

}  // namespace

TEST_CASE("without Icarus Verilog the tests against it are skipped, and a message says so") {
  if (!kThere) MESSAGE("Icarus Verilog is not installed: tests skipped; it is in Debian's package iverilog");
}

TEST_CASE("Icarus delivers every edge after its wire's delay, by cells and by SDF, with several edges on the way" *
          kIcarusSkip) {
  for (const char* topology :
       {"family: torus, radix: 4, dimensions: 2", "family: torus, radix: 3, dimensions: 1, channels: unidirectional",
        "family: graph, nodes: 6, links: [[0, 1], [0, 1], [1, 5], [2, 3], [2, 5], [4, 0]]"}) {
    for (const double cycle_ns : {0.02, 0.5}) {
      CAPTURE(std::string(topology));
      const Evaluated each(spec_of(topology));
      ExportChoice choice = to_file("net.sdf");
      choice.cycle = nanoseconds(cycle_ns);
      const ExportNetwork network = each.network(choice);
      if (cycle_ns < 0.1) CHECK(network.slowest_cycles() > 2);
      const Folder place;
      write_files(place, each.to("sdf", choice), "net.sdf");
      for (const char* mode : {"", "-DCUTLINE_SDF"}) {
        const std::string output = run(place, mode);
        CHECK_MESSAGE(contains(output, "RESULT ok"), output);
        CHECK_MESSAGE(!contains(output, "WARNING"), output);
        const Edges edges = edges_of(output);
        const std::vector<ExportChannel> all = channels(network);
        CHECK(edges.size() == all.size());
        for (const auto& [channel, times] : edges) {
          CHECK(times.size() == 4);
          const double fs = in_ns(network.links[all.at(channel).link].delay) * 1e6;
          for (const long long time : times) CHECK(time == std::llround(fs));
        }
      }
    }
  }
}

TEST_CASE("Icarus delivers edges without a clock too, and in the unit technology" * kIcarusSkip) {
  const Evaluated ring(
      "cutline: 1\nclock: {rule: per_link}\ncandidates:\n"
      "  - {name: r, topology: {family: ring, nodes: 4}}\n");
  const Folder place;
  write_files(place, ring.to("sdf", to_file("net.sdf")), "net.sdf");
  for (const char* mode : {"", "-DCUTLINE_SDF"}) CHECK(contains(run(place, mode), "RESULT ok: 8 channels"));
}

TEST_CASE("Icarus under another SDF says so: the testbench compares and does not just end" * kIcarusSkip) {
  const Evaluated ring(spec_of("family: ring, nodes: 4"));
  const Folder place;
  write_files(place, ring.to("sdf", to_file("net.sdf")), "net.sdf");
  std::string sdf = slurp(place / "net.sdf");
  const std::size_t at = sdf.find("IOPATH A Z (") + 12;
  place.write("net.sdf", sdf.replace(at, 0, "9"));
  const std::string wrong = run(place, "-DCUTLINE_SDF", "");
  CHECK(contains(wrong, "RESULT wrong: "));
  CHECK(contains(wrong, "WRONG channel 0"));
  CHECK(!contains(wrong, "WRONG channel 1"));
  CHECK(contains(run(place), "RESULT ok"));
}

TEST_CASE("Icarus prints one line where all is well" * kIcarusSkip) {
  const Evaluated ring(spec_of("family: ring, nodes: 4"));
  const Folder place;
  write_files(place, ring.to("sdf", to_file("net.sdf")), "net.sdf");
  const std::string printed = place.output_of(
      "iverilog -g2012 -gspecify -o net.vvp net.v net.cells.v net.bench.v && vvp -n net.vvp | grep -v finish");
  CHECK(printed == "RESULT ok: 8 channels, 4 edges each\n");
}
