// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/detail/routing/routes.hpp"
#include "cutline/study/laid_out.hpp"
#include "study/paper_specs.hpp"
#include "support/csv.hpp"

// Tests every row of the reference files of express cubes and of the worked examples with the specs under
// layouts/papers/.

using namespace cutline;
using namespace cutline::test;

namespace {

const Json& record_of(const Json& all, const std::string& name) {
  for (const Json& record : all) {
    if (record.at("name") == name) return record;
  }
  FAIL("no record of " << name);
  return all.front();
}

const Json& point(const Json& record, long long distance) {
  return record.at("curve").at("points").at(static_cast<std::size_t>(distance - 1));
}

double number(const Json& record, const char* pointer) { return record.at(Json::json_pointer(pointer)).get<double>(); }

/// The points of figure 4 for an express cube of spacing i and l levels, at all distances up to `to`.
Json curve(const std::string& i, const std::string& l, const std::string& source, long long to) {
  const std::string topology = "{family: express, radix: 1024, dimensions: 1, spacing: " + i + ", levels: " + l + "}";
  const Json all =
      records(spec("dally-1991/fig-4", {{"candidates", "[{name: hierarchical, topology: " + topology + "}]"},
                                        {"expect", "[]"},
                                        {"curve.to", std::to_string(to)},
                                        {"curve.source", source}}));
  return record_of(all, "hierarchical");
}

long long power(long long base, long long exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

}  // namespace

TEST_CASE("specs of Dally 1991: every row and column of figure 4") {
  std::map<std::string, Json> from;
  for (const char* source : {"mean", "7", "8", "31", "32", "42"})
    from[source] = records(spec("dally-1991/fig-4", {{"curve.source", source}}));
  for (const Row& row : golden("seeds_ec_fig4.csv")) {
    const long long distance = row.integer("D");
    CAPTURE(distance);
    const auto at = [&](const char* source, const char* name) -> const Json& {
      return point(record_of(from.at(source), name), distance);
    };
    const Json& plain = at("mean", "conventional");
    CHECK(number(plain, "/wire_ns") == near(row.number("wire")));
    CHECK(number(plain, "/distance_latency_ns") == near(row.number("conv")));
    CHECK(number(plain, "/node_ns") == near(row.number("conv_alphaD")));
    CHECK(number(at("mean", "flat"), "/hops") == near(row.number("H_flat16_mean")));
    CHECK(number(at("8", "flat"), "/hops") == near(row.number("H_flat16_s8")));
    CHECK(number(at("7", "flat"), "/hops") == near(row.number("H_flat16_s7")));
    CHECK(number(at("mean", "flat"), "/hops_half_way") == near(row.number("H_flat16_eq4")));
    CHECK(number(at("mean", "flat"), "/hops_half_way_printed") ==
          half_way_hops_as_printed(16, static_cast<std::uint64_t>(distance)));
    CHECK(number(at("mean", "flat"), "/hops_half_way_past_destination") == near(row.number("H_flat16_eq4B")));
    CHECK(number(at("mean", "hierarchical"), "/hops") == near(row.number("H_hier_mean")));
    CHECK(number(at("31", "hierarchical"), "/hops") == near(row.number("H_hier_s31")));
    CHECK(number(at("32", "hierarchical"), "/hops") == near(row.number("H_hier_s32")));
    CHECK(number(at("42", "hierarchical"), "/hops") == near(row.number("H_hier_s42")));
    CHECK(number(at("mean", "flat"), "/distance_latency_ns") == near(row.number("T_flat16_mean")));
    CHECK(number(at("8", "flat"), "/distance_latency_ns") == near(row.number("T_flat16_s8")));
    CHECK(number(at("mean", "hierarchical"), "/distance_latency_ns") == near(row.number("T_hier_mean")));
    CHECK(number(at("32", "hierarchical"), "/distance_latency_ns") == near(row.number("T_hier_s32")));
    CHECK(number(at("42", "hierarchical"), "/distance_latency_ns") == near(row.number("T_hier_s42")));
  }
}

TEST_CASE("specs of Dally 1991: every row of the mean hops, any spacing and levels") {
  std::map<std::string, Json> curves;
  for (const Row& row : golden("seeds_ec_means.csv")) {
    CAPTURE(row.text("i"));
    CAPTURE(row.text("l"));
    CAPTURE(row.text("D"));
    Json& of = curves[row.text("i") + " " + row.text("l")];
    if (of.is_null()) of = curve(row.text("i"), row.text("l"), "mean", 1024);
    const long long distance = row.integer("D"), reach = power(row.integer("i"), row.integer("l"));
    const double hops = number(point(of, distance), "/hops");
    CHECK(hops == near(row.number("mean_H")));
    if (distance >= reach) CHECK(hops == near(row.number("eq5")));
    CHECK(distance == row.integer("conv"));
  }
}

TEST_CASE("specs of Dally 1991: every route, level by level, both ways round") {
  std::map<std::string, Json> curves;
  for (const Row& row : golden("seeds_ec_routes.csv")) {
    CAPTURE(row.text("i"));
    CAPTURE(row.text("l"));
    CAPTURE(row.text("src"));
    CAPTURE(row.text("dst"));
    // Interchanges stand between nodes, so a route downwards from s is the mirror image of one upwards from -1 - s.
    const long long reach = power(row.integer("i"), row.integer("l"));
    const long long source = row.integer("src") % reach;
    const long long place = row.integer("dir") > 0 ? source : reach - 1 - source;
    Json& of = curves[row.text("i") + " " + row.text("l") + " " + std::to_string(place)];
    if (of.is_null()) of = curve(row.text("i"), row.text("l"), std::to_string(place), 1024);
    const Json& at = point(of, row.integer("D"));
    const Json& levels = at.at("hops_by_level");
    for (std::size_t level = 0; level < 4; ++level) {
      const std::string column = "H" + std::to_string(level);
      CHECK((level < levels.size() ? levels.at(level).get<long long>() : 0) == row.integer(column));
    }
    CHECK(number(at, "/hops") == row.number("H"));
  }
}

TEST_CASE("specs of Dally 1991: every share of the levels, counted, printed and of the example") {
  std::map<std::string, Json> lines;
  for (const Row& row : golden("seeds_ec_fractions.csv")) {
    const std::string topology = "{family: express, dimensions: 1, radix: " + row.text("k") +
                                 ", spacing: " + row.text("i") + ", levels: " + row.text("l") + "}";
    CAPTURE(topology);
    Json& line = lines[topology];
    if (line.is_null()) {
      const Json all = records(spec("dally-1991/allocation", {{"candidates[paper].topology", topology}}));
      line = record_of(all, "paper").at("express").at("lines").at(0);
    }
    const auto level = static_cast<std::size_t>(row.integer("level"));
    CAPTURE(level);
    CHECK(line.at("share").at(level).get<double>() == near(row.number("exact")));
    CHECK(line.at("share_printed").at(level).is_null() == !row.has("printed_eq6"));
    if (row.has("printed_eq6"))
      CHECK(line.at("share_printed").at(level).get<double>() == near(row.number("printed_eq6")));
    CHECK(line.at("share_example").at(level).get<double>() == near(row.number("example_rule")));
  }
}

TEST_CASE("specs of the papers: every worked example") {
  std::map<std::string, double> shown;
  const Json machine = records(spec("dally-1991/j-machine")), delays = records(spec("dally-1991/j-machine-wires"));
  const double longest_ns = number(record_of(delays, "across"), "/delay/longest_wire_ns");
  const double next_ns = number(record_of(delays, "neighbours"), "/delay/longest_wire_ns");
  shown["EC-jm-wire-speed"] = number(record_of(delays, "across"), "/length/longest_span") * 25 / longest_ns;
  shown["EC-jm-Tw"] = next_ns;
  const Json nodes = records(spec("dally-1991/j-machine-nodes"));
  const Json& over_nodes = record_of(nodes, "a line of it");
  shown["EC-jm-alpha"] = number(over_nodes, "/curve/alpha");
  const double light_mm_per_ns = 299.792458;
  shown["EC-jm-eps"] = std::pow(light_mm_per_ns / shown["EC-jm-wire-speed"], 2);
  const Json& node = record_of(machine, "J-Machine");
  shown["EC-jm-netpins"] = number(node, "/pins/per_node_max");
  shown["EC-jm-pins"] = number(record_of(nodes, "J-Machine"), "/modules/0/pins_max_with_others");
  shown["EC-jm-beta"] = number(over_nodes, "/over/x/channels_per_edge");
  shown["EC-jm-M"] = number(over_nodes, "/over/x/express_channels");
  shown["EC-jm-fourwide"] = number(record_of(machine, "m = 3"), "/density/x/peak_wires") / 2;
  shown["EC-jm-ratio"] = 80 / number(node, "/channel/width_bits");
  const auto wires_per_mm = [](const char* technology) {
    const Study study = spec("dally-1991/j-machine", {{"technology", technology}});
    return 1 / in_mm(study.technology.layers.at(0).pitch);
  };
  shown["EC-pcb-density"] = wires_per_mm("paper-pcb");
  shown["EC-ic-pitch"] = 1000 / wires_per_mm("paper-cmos-1um");
  const Json allocation = records(spec("dally-1991/allocation"));
  const Json line = record_of(allocation, "paper").at("express").at("lines").at(0);
  for (std::size_t level = 0; level < 4; ++level) {
    shown["EC-alloc-example-m" + std::to_string(level)] = line.at("allocation_example").at(level);
    shown["EC-alloc-exact-m" + std::to_string(level)] = line.at("allocation").at(level);
  }
  const Json figure = records(spec("dally-1991/fig-4", {{"curve.to", "1024"}}));
  const Json& hierarchical = record_of(figure, "hierarchical");
  shown["EC-Dcross-lo"] = number(hierarchical, "/curve/alpha");
  shown["EC-Dcross-hi"] = number(hierarchical, "/curve/crossover_distance");
  shown["EC-ratio-at-Dcross"] = number(point(hierarchical, 768), "/times_wire");
  shown["EC-slope-flat16"] = number(record_of(figure, "flat"), "/curve/slope_ns");
  shown["EC-slope-hier"] = number(hierarchical, "/curve/slope_ns");
  const Json pins = records(spec("dally-1990/pins/1m"));
  shown["WE-pins-1M-n2"] = number(record_of(pins, "torus dimensions=2"), "/pins/per_node_max");
  shown["WE-pins-1M-n4"] = number(record_of(pins, "torus dimensions=4"), "/pins/per_node_max");
  const Study rows = spec("dally-1987-memo/density-of-a-row");
  const std::vector<Candidate> all = evaluate(rows, {}, Layouts::kept);
  const Layout& cube = all.at(0).laid_out()->layout;
  const std::vector<std::int64_t> links = pattern_profile(cube, Axis::x, cube.lines(Axis::x).patterns.at(0)).links;
  const std::int64_t peak = *std::max_element(links.begin(), links.end());
  const auto last = std::find(links.rbegin(), links.rend(), peak);
  shown["WE-peak-links"] = static_cast<double>(peak);
  shown["WE-peak-channels"] = static_cast<double>(2 * peak);
  shown["WE-peak-first-cut"] = static_cast<double>(std::find(links.begin(), links.end(), peak) - links.begin() + 1);
  shown["WE-peak-last-cut"] = static_cast<double>(links.rend() - last);
  shown["WE-peak-cuts"] = static_cast<double>(std::count(links.begin(), links.end(), peak));
  shown["WE-mid-channels"] = static_cast<double>(2 * links.at(511));
  shown["WE-bound-row"] =
      2.0 * static_cast<double>(links.size());  // one channel in each direction over every cut, or fewer
  CHECK(2.0 * static_cast<double>(peak) <= shown["WE-bound-row"]);
  for (const Row& row : golden("seeds_examples.csv")) {
    CAPTURE(row.text("id"));
    REQUIRE(shown.count(row.text("id")) == 1);
    CHECK(shown.at(row.text("id")) == near(row.number("value")));
  }
}
