// SPDX-License-Identifier: Apache-2.0
// Requests and replies: two message classes.
#include <doctest/doctest.h>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

Study asked_study(const std::string& keys) {
  return parse_study(
      "cutline: 1\ntechnology: nangate45\nchannel: {width: 64 bits}\ncandidates:\n"
      "  - {name: line, topology: {family: mesh, radices: [4]}}\n"
      "  - {name: torus, topology: {family: torus, radices: [4, 4]}}\n" +
          keys,
      "spec.yaml", ".", {});
}

constexpr const char* kOneWay =
    "traffic: {pattern: matrix, rows: [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]}\n";

Candidate line_of(const std::string& keys) {
  Study study = asked_study(keys);
  study.designs.resize(1);
  return evaluate(study).at(0);
}

}  // namespace

TEST_CASE("replies go back and have their own size: the busiest channel is the one from the memory") {
  const Candidate requests = line_of(std::string(kOneWay) + "message: 64 bits\n");
  const Candidate both = line_of(std::string(kOneWay) + "message: {request: 64 bits, reply: 320 bits}\n");
  // Of four nodes two send all: two messages for each that a mean node offers. Five bits of six go back.
  CHECK(*requests.traffic.peak_channel_load() == Approx(4));
  CHECK(*both.traffic.peak_channel_load() == Approx(4 * 5.0 / 6));
  const double* hops = std::get_if<double>(&both.traffic.hops);
  REQUIRE(hops != nullptr);
  CHECK(*hops == Approx(2.5));
  CHECK(both.traffic.terminal_load == Approx(4 * 5.0 / 6));
  const Candidate header =
      line_of(std::string(kOneWay) + "header: 64 bits\nmessage: {request: 64 bits, reply: 320 bits}\n");
  CHECK(*header.traffic.peak_channel_load() == Approx(4 * 384.0 / 512));
}

TEST_CASE("uniform traffic with replies loads what it loads without, and its mean message is between both") {
  const Candidate one = evaluate(asked_study("message: 192 bits\n")).at(1);
  const Candidate two = evaluate(asked_study("message: {request: 64 bits, reply: 320 bits}\n")).at(1);
  CHECK(*two.traffic.peak_channel_load() == Approx(*one.traffic.peak_channel_load()));
  CHECK(two.traffic.saturation.bits_per_phit == Approx(one.traffic.saturation.bits_per_phit));
}

TEST_CASE("each message class needs the virtual channels of the routes, and limits count them all") {
  const std::string limit = "limits: {virtual_channels: 3}\n";
  const std::vector<Candidate> one = evaluate(asked_study(limit));
  const std::vector<Candidate> two = evaluate(asked_study(limit + "message: {request: 64 bits, reply: 320 bits}\n"));
  for (std::size_t i = 0; i < 2; ++i) {
    REQUIRE((one[i].traffic.routes && two[i].traffic.routes));
    CHECK(two[i].traffic.routes->virtual_channels == 2 * one[i].traffic.routes->virtual_channels);
    CHECK(two[i].traffic.routes->free_of_deadlock);
  }
  CHECK(one[1].infeasible.empty());
  REQUIRE(two[1].infeasible.size() == 1);
  CHECK(two[1].infeasible.front().needed == 4);
}

TEST_CASE("given rates are those of requests: replies come on top") {
  const std::string rates =
      "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\nload: as_given\ncontention: none\n"
      "traffic: {pattern: matrix, unit: Gb/s, rows: [[0, 8, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}\n";
  const auto offered = [&](const std::string& message) {
    return line_of(rates + message).latency.timings.at(0).load_points.at(0).offered;
  };
  CHECK(offered("message: {request: 64 bits, reply: 192 bits}\n") == Approx(4 * offered("message: 64 bits\n")));
}
