// SPDX-License-Identifier: Apache-2.0
// Studies of networks in parts, and of networks whose one-way channels leave some messages without a way.
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/detail/performance/traffic.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/quantities.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

const IntegerTable kRing = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
const IntegerTable kTwoRings = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}};

Data figure(const Study& study, const Candidate& candidate, const std::string& key) {
  return quantity_value(under_delay(study, candidate, 0), key);
}

Design one_way(Design design) {
  design.parameters.set("channels", std::string("unidirectional"));
  return design;
}

ChosenTraffic rows(IntegerTable table) { return choose_traffic("matrix", {{"rows", std::move(table)}}); }

}  // namespace

TEST_CASE("messages in two rings have the hops, loads, saturation and latency of one, and half have no way") {
  for (const bool self : {true, false}) {
    CAPTURE(self);
    Study study = unit_study();
    study.traffic_self = self;
    for (const Routing routing : {Routing::minimal, Routing::balanced, Routing::layered, Routing::up_down}) {
      for (const auto& links : {kRing, kTwoRings}) {
        const auto nodes = static_cast<std::int64_t>(links.size());
        Design each = graph(std::to_string(study.designs.size()), nodes, links);
        each.routing = routing;
        study.designs.push_back(each);
      }
    }
    study.virtual_channels = 2;
    const std::vector<Candidate> all = evaluated(study);
    for (std::size_t i = 0; i < all.size(); i += 2) {
      const Candidate &one = all[i], &two = all[i + 1];
      CAPTURE(one.design->name);
      for (const char* key : {"graph.mean_distance_hops", "performance.mean_hops", "performance.peak_channel_load",
                              "performance.saturation_bits_per_cycle_per_terminal"}) {
        CAPTURE(key);
        REQUIRE(!figure(study, two, key).is_null());
        CHECK(figure(study, two, key).number() == Approx(figure(study, one, key).number()).epsilon(1e-12));
      }
      CHECK(one.latency.timings[0].latency.total().base == Approx(two.latency.timings[0].latency.total().base));
      CHECK(figure(study, one, "performance.without_way_fraction").number() == 0);
      CHECK(figure(study, two, "performance.without_way_fraction").number() == Approx(self ? 0.5 : 4 / 7.0));
      CHECK(figure(study, two, "graph.parts").number() == 2);
      CHECK(noted(two.notes, NoteKind::network_in_parts, 2, 4, 32, 56));
      CHECK(noted(two.notes, NoteKind::messages_without_way, self ? 50.0 : 57.14));
      CHECK(two.traffic.saturation.limited_by.limit != SaturationLimit::bisection);
    }
  }
}

TEST_CASE("messages of two networks without a link between them load each as when it is alone") {
  Study study = unit_study();
  const IntegerTable first = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}}, second = {{0, 1}, {1, 2}, {0, 2}};
  IntegerTable both = first;
  for (const auto& link : second) both.push_back({link[0] + 4, link[1] + 4});
  const IntegerTable of_first = {{0, 3, 1, 0}, {2, 0, 0, 5}, {0, 0, 1, 0}, {1, 1, 1, 0}},
                     of_second = {{0, 9, 0}, {0, 0, 2}, {4, 4, 0}};
  IntegerTable of_both(7, IntegerList(7, 1));  // ones have no way where the parts differ
  double total_first = 0, total_second = 0, lost = 0;
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      if (i < 4 && j < 4) total_first += static_cast<double>(of_both[i][j] = of_first[i][j]);
      if (i >= 4 && j >= 4) total_second += static_cast<double>(of_both[i][j] = of_second[i - 4][j - 4]);
      if ((i < 4) != (j < 4)) ++lost;
    }
  }
  const auto under = [&](const IntegerTable& links, const IntegerTable& traffic) {
    study.designs = {graph("g", static_cast<std::int64_t>(traffic.size()), links)};
    study.traffic = rows(traffic);
    return evaluated(study).front();
  };
  const Candidate a = under(first, of_first), b = under(second, of_second), all = under(both, of_both);
  const double sent = total_first + total_second;
  const double of_a = *a.traffic.peak_channel_load() * total_first / 4,
               of_b = *b.traffic.peak_channel_load() * total_second / 3;
  CHECK(*all.traffic.peak_channel_load() == Approx(std::max(of_a, of_b) * 7 / sent));
  CHECK(*all.traffic.mean_hops() ==
        Approx((*a.traffic.mean_hops() * total_first + *b.traffic.mean_hops() * total_second) / sent));
  CHECK(*all.traffic.without_way == Approx(lost / (lost + sent)));
  CHECK(all.traffic.terminal_load == Approx(13 * 7 / sent));  // node 5 takes 13, and no node sends more than 9
}

TEST_CASE("one-way channels: messages that have a way are measured, whichever way the others would go") {
  Study study = unit_study();
  study.designs = {one_way(graph("line", 4, {{0, 1}, {1, 2}, {2, 3}}))};
  const Candidate line = evaluated(study).front();
  CHECK(*line.traffic.without_way == Approx(6 / 16.0));
  CHECK(*line.traffic.mean_hops() == 1);  // 4 messages of no hop, 3 of one, 2 of two, 1 of three
  CHECK(*line.traffic.peak_channel_load() == Approx(4 * 4 / 10.0));  // four pairs over the middle, ten are sent
  CHECK(line.traffic.terminal_load == Approx(4 * 4 / 10.0));
  CHECK(noted(line.notes, NoteKind::pairs_without_way, 6, 12));
}

TEST_CASE("where no message has a way there is no result but the layout, and a note says why") {
  for (const bool self : {true, false}) {
    Study study = unit_study();
    study.traffic_self = self;
    study.designs = {graph("apart", 4, {{0, 1}, {2, 3}})};
    study.traffic = rows({{0, 0, 1, 0}, {0, 0, 0, 2}, {0, 0, 0, 0}, {0, 0, 0, 0}});
    const Candidate apart = evaluated(study).front();
    CHECK(apart.can_be_built());
    CHECK(!apart.traffic.mean_hops());
    CHECK(apart.latency.timings.empty());
    CHECK(noted(apart.notes, NoteKind::no_message_has_way, "matrix"));
    CHECK(*apart.traffic.without_way == 1);
  }
}

TEST_CASE("a spare tile changes no length, no cut and no load of the others") {
  Study study = unit_study();
  Design ring = graph("ring", 4, kRing), spare = graph("spare", 5, kRing);
  ring.placement.cells = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  spare.placement.cells = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}};
  study.designs = {ring, spare};
  const std::vector<Candidate> all = evaluated(study);
  for (const char* key : {"length.total_pitches", "length.longest_pitches", "pins.per_node_max", "graph.diameter_hops",
                          "graph.bisection_links.upper"}) {
    CAPTURE(key);
    CHECK(figure(study, all[0], key) == figure(study, all[1], key));
  }
  CHECK(all[1].laid_out()->measures.size.width_pitches > all[0].laid_out()->measures.size.width_pitches);
}

TEST_CASE("a bisection of 0 cannot be held, nor the bisection of others by a network that has one of 0") {
  Study study = unit_study();
  study.designs = {torus(4, 1), graph("rings", 8, kTwoRings)};
  hold(study, Resource::bisection, 64);
  CHECK(complaint([&] { evaluated(study); }).find("has nothing of the bisection that is held") != std::string::npos);
  hold_of(study, Resource::bisection, "rings");
  CHECK(complaint([&] { evaluated(study); }).find("it is in 2 parts that no link joins") != std::string::npos);
  hold(study, Resource::pins, 64);
  CHECK(evaluated(study)[1].can_be_built());
}
