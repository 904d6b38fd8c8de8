// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "support/notes.hpp"
#include "support/own_folder.hpp"
#include "support/places.hpp"

using namespace cutline;
using cutline::test::noted;
using doctest::Approx;

namespace {

/// A folder with a ring of four named nodes, and specs of it.
class Ring {
 public:
  Ring() { write("ring.edges", "a b\nb c\nc d\nd a\n"); }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  /// The ring of 64 bits at 2 GHz, with these further keys.
  Study study(const std::string& keys) const {
    return parse_study(
        "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 64 bits}\n"
        "message: 512 bits\nclock: {rule: fixed, frequency: 2 GHz}\nwires: pipelined\ncandidates:\n"
        "  - {name: ring, topology: {family: graph, file: ring.edges}}\n" +
            keys,
        "spec.yaml", folder_.path.string(), {});
  }
  Candidate candidate(const std::string& keys) const { return evaluate(study(keys)).at(0); }
  Candidate flows(const std::string& lines, const std::string& keys = "load: as_given\ncontention: none\n") const {
    write("flows.csv", lines);
    return candidate("traffic: {pattern: matrix, file: flows.csv}\n" + keys);
  }
  Diagnostic mistake(const std::string& keys) const {
    try {
      candidate(keys);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_input);
      return error.diagnostics().front();
    }
    FAIL("no error");
    return {};
  }

 private:
  cutline::test::OwnFolder folder_;
};

LoadPoint point_of(const Candidate& candidate) { return candidate.latency.timings.at(0).load_points.at(0); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a flow of 16 GB/s fills a channel of 64 bits at 2 GHz exactly") {
  const Ring ring;
  for (const char* rate : {"16 GB/s", "128 Gb/s", "128000 Mbit/s", "64 bits/cycle", "1 flits/cycle", "128 bits/ns"}) {
    CAPTURE(rate);
    const Candidate full = ring.flows(fmt::format("a,b,{}\n", rate));
    CHECK(point_of(full).offered == Approx(16));  // the mean of four terminals, of which one sends
    CHECK(full.traffic.saturation.bits_per_phit == Approx(16));
    CHECK(point_of(full).latency() == nullptr);
    CHECK(noted(full.notes, NoteKind::channel_full, "from a to b", 64, 64, 1));
    const bool in_cycles = std::string(rate).ends_with("/cycle");
    CHECK(noted(full.notes, in_cycles ? NoteKind::load_of_cycles : NoteKind::load_of_times, 16, 0.25, 0.03125));
  }
  CHECK(noted(ring.flows("a,b,16 GB/s\n").notes, NoteKind::load_of_times, 16, 0.25, 0.03125, 0.5, "fixed frequency"));
  const Candidate below = ring.flows("a,b,15.9 GB/s\n");
  CHECK(point_of(below).latency() != nullptr);
  CHECK_FALSE(noted(below.notes, NoteKind::channel_full));
  const Candidate above = ring.flows("a,b,20 GB/s\n");
  CHECK(point_of(above).latency() == nullptr);
  CHECK(point_of(above).offered == Approx(20));
  CHECK(noted(above.notes, NoteKind::channel_overloaded, "from a to b", 80, 64, 1.25));
}

TEST_CASE("equal rates between all nodes are the load that a number gives") {
  const Ring ring;
  // Each of the four nodes sends 2 bits a cycle to each, itself included: 8 bits of a terminal.
  const std::string rows = "rows: [[2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2], [2, 2, 2, 2]]";
  const Candidate given = ring.candidate(
      fmt::format("traffic: {{pattern: matrix, {}, unit: bits/cycle}}\nload: [as_given, 8 bits/cycle]\n", rows));
  const Candidate uniform = ring.candidate("load: 8 bits/cycle\n");
  const auto& points = given.latency.timings.at(0).load_points;
  REQUIRE(points.size() == 2);
  CHECK(points[0].offered == Approx(8));
  REQUIRE(points[0].latency() != nullptr);
  CHECK(in_ns(*points[0].latency()) == Approx(in_ns(*points[1].latency())));
  CHECK(in_ns(*points[0].latency()) == Approx(in_ns(*point_of(uniform).latency())));
  CHECK(given.traffic.saturation.bits_per_phit == Approx(uniform.traffic.saturation.bits_per_phit));
}

TEST_CASE("rates with a unit are shares, with a note, unless the load is as given") {
  const Ring ring;
  const Candidate shares = ring.flows("a,b,20 GB/s\nb,c,10 GB/s\n", "load: 1 bits/cycle\n");
  const Candidate bare = ring.flows("a,b,2\nb,c,1\n", "load: 1 bits/cycle\n");
  CHECK(in_ns(*point_of(shares).latency()) == in_ns(*point_of(bare).latency()));
  CHECK(shares.traffic.saturation.bits_per_phit == Approx(bare.traffic.saturation.bits_per_phit));
  CHECK(noted(shares.notes, NoteKind::rates_are_shares));
  CHECK_FALSE(noted(bare.notes, NoteKind::rates_are_shares));
}

TEST_CASE("loads as given without absolute rates are a mistake at their key") {
  const Ring ring;
  const Diagnostic uniform = ring.mistake("load: as_given\n");
  CHECK(has(uniform.message, "uniform traffic has none"));
  CHECK(uniform.place.line == 10);
  CHECK(uniform.place.column == 7);
  ring.write("flows.csv", "a,b,1\n");
  const Diagnostic shares = ring.mistake("traffic: {pattern: matrix, file: flows.csv}\nload: [as_given]\n");
  CHECK(has(shares.message, "they are shares"));
  CHECK(has(shares.hint, "unit: GB/s"));
  CHECK(shares.place.line == 11);
}

TEST_CASE("traffic that names a node of no candidate is a mistake at its key, with a name like it") {
  const Ring ring;
  ring.write("flows.csv", "a,b,1\nc,e,1\n");
  const Diagnostic file = ring.mistake("traffic: {pattern: matrix, file: flows.csv}\n");
  CHECK(has(file.message, "line 2 of "));
  CHECK(has(file.message, "no node 'e'"));
  CHECK(file.place.line == 10);
  const Diagnostic node = ring.mistake("traffic: {pattern: hot_spot, node: dd}\n");
  CHECK(has(node.message, "hot_spot has no node dd: did you mean 'd'?"));
  CHECK(node.place.line == 10);
  CHECK(node.place.column == 36);
  // Another candidate has the node: the ring has no figures, and says why.
  const std::vector<Candidate> both =
      evaluate(ring.study("  - {name: eight, topology: {family: ring, nodes: 8}}\ntraffic: {pattern: hot_spot, node: "
                          "7}\npopulation: any\n"));
  CHECK(noted(both.at(0).notes, NoteKind::no_hops));
  CHECK(both.at(1).traffic.mean_hops() != nullptr);
}
