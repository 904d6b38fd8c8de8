// SPDX-License-Identifier: Apache-2.0
// Counts the cables of layouts/gallery/hpc-4096.yaml again, link by link.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "layout/flat.hpp"
#include "support/places.hpp"

using namespace cutline;

namespace {

constexpr double kMetre = 100'000;  // in unit cells of 10 um
constexpr double kSlack = 1.5, kCopperReach = 3, kOpticalReach = 100;

/// Where slots begin, and where their boxes and their routing channels end. The positions are added up from the sizes,
/// with an aisle before every `per_rack`th slot.
struct Slots {
  std::vector<double> start, box_end, end;
  std::uint32_t per_rack;
  Slots(const AxisPositions& sizes, std::uint32_t in_rack, double aisle) : per_rack(in_rack) {
    double at = 0;
    for (std::size_t slot = 0; slot < sizes.box.size(); ++slot) {
      if (slot > 0 && slot % in_rack == 0) at += aisle;
      start.push_back(at);
      box_end.push_back(at += sizes.box[slot]);
      end.push_back(at += sizes.channel[slot]);
    }
  }
  std::uint32_t rack(std::uint32_t slot) const { return slot / per_rack; }
  double near_face(std::uint32_t slot) const { return start[slot / per_rack * per_rack]; }
  double far_face(std::uint32_t slot) const { return end[slot / per_rack * per_rack + per_rack - 1]; }
  /// The distance between the facing sides of the racks of two slots.
  double between(std::uint32_t a, std::uint32_t b) const {
    return a < b ? near_face(b) - far_face(a) : near_face(a) - far_face(b);
  }
  double out_of(std::uint32_t from, std::uint32_t to) const {
    return std::abs(box_end[to] - (from < to ? far_face(from) : near_face(from)));
  }
  double into(std::uint32_t from, std::uint32_t to) const {
    return std::abs(box_end[from] - (from < to ? near_face(to) : far_face(to)));
  }
};

/// Metres from rack to rack, along the row and then across the aisles; negative for a link within a rack.
double way(const Slots& columns, const Slots& rows, const flat::FlatLink& link) {
  const std::uint32_t ax = link.a[Axis::x], bx = link.b[Axis::x], ay = link.a[Axis::y], by = link.b[Axis::y];
  const bool along = columns.rack(ax) != columns.rack(bx), across = rows.rack(ay) != rows.rack(by);
  if (along && across) return (columns.out_of(ax, bx) + rows.into(ay, by)) / kMetre;
  if (along) return columns.between(ax, bx) / kMetre;
  return across ? rows.between(ay, by) / kMetre : -1;
}

struct Count {
  std::uint64_t links = 0, wires = 0;
  double total = 0, longest = 0;
};

std::map<std::string, Count> count(const Candidate& candidate, std::uint32_t rack_columns, std::uint32_t rack_rows) {
  const Slots columns(candidate.laid_out()->layout.columns(), rack_columns, 0);
  const Slots rows(candidate.laid_out()->layout.rows(), rack_rows, 1.2 * kMetre);
  std::map<std::string, Count> counts;
  for (const flat::FlatLink& link : flat::links(candidate.laid_out()->layout)) {
    const double metres = way(columns, rows, link) + kSlack;
    const bool within = metres < kSlack;
    Count& own = counts[within                    ? "within"
                        : metres <= kCopperReach  ? "copper-cable"
                        : metres <= kOpticalReach ? "optical-cable"
                                                  : "none"];
    ++own.links;
    own.wires += static_cast<std::uint64_t>(link.wires);
    own.total += metres;
    own.longest = std::max(own.longest, metres);
  }
  return counts;
}

}  // namespace

TEST_CASE("cables of 4,096 terminals in 64 racks: links, wires and metres of every medium equal a count of all links") {
  const Study study = read_study(cutline::test::source_folder() + "/layouts/gallery/hpc-4096.yaml");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
  REQUIRE(candidates.size() == 3);
  for (const Candidate& candidate : candidates) {
    CAPTURE(candidate.design->name);
    CHECK(candidate.facts.terminals == 4096);
    const bool switches = candidate.design->name == "cables";
    auto counts = count(candidate, switches ? 4 : 8, switches ? 2 : 8);
    const LevelMeasures& rack = candidate.packages()->levels.at(0);
    CHECK(rack.modules == 64);
    CHECK(rack.inside.links == counts["within"].links);
    CHECK(rack.over_reach == 0);
    CHECK(counts["none"].links == 0);
    REQUIRE(rack.media.size() == 2);
    for (const MediumUse& use : rack.media) {
      CAPTURE(use.name);
      const Count& own = counts[use.name];
      CHECK(own.links > 0);
      CHECK(use.links == own.links);
      CHECK(use.wires == own.wires);
      CHECK(use.total * 1e-9 == doctest::Approx(own.total).epsilon(1e-9));
      CHECK(use.carried * 1e-9 == doctest::Approx(own.longest).epsilon(1e-12));
    }
    CHECK(rack.links_crossing == rack.media[0].links + rack.media[1].links);
  }
}

TEST_CASE("cables of 4,096 terminals in 64 racks: the slowest link is a cable's ends, its flight and the lines to it") {
  const Study study = read_study(cutline::test::source_folder() + "/layouts/gallery/hpc-4096.yaml");
  for (const Candidate& candidate : evaluate(study)) {
    CAPTURE(candidate.design->name);
    const MediumUse& light = candidate.packages()->levels.at(0).media.at(1);
    const double cable = 198 + 4.903 * light.carried * 1e-9;
    CHECK(in_ns(light.delay_max) == doctest::Approx(cable));
    const double slowest = in_ns(candidate.latency.timings.at(0).longest_wire);
    CHECK(slowest > cable);
    CHECK(in_ns(candidate.latency.timings[0].slowest_over.at(0).at(1)) == slowest);
    CHECK(light.longest * 1e-6 == doctest::Approx(candidate.laid_out()->measures.length.mm->longest).epsilon(1e-12));
    // Lines lead at most across both racks.
    CHECK(slowest < cable + 2 * (0.65 + 1.3) * 6.92);
  }
}
