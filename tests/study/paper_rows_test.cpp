// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "cutline/study/laid_out.hpp"
#include "study/paper_specs.hpp"
#include "support/csv.hpp"

// Tests every row of the reference files with the specs under layouts/papers/, read by the spec reader. Rows that
// differ only in values share one spec, and the test overrides its values as `--set` does.

using namespace cutline;
using namespace cutline::test;

namespace {

const Json& paper_rows_record_of(const Json& all, const std::string& name, const std::string& model = "") {
  for (const Json& record : all) {
    if (record.at("name") == name && (model.empty() || record.at("delay").at("model") == model)) return record;
  }
  FAIL("no record of " << name);
  return all.front();
}

double paper_rows_number(const Json& record, const char* pointer) {
  return record.at(Json::json_pointer(pointer)).get<double>();
}

/// The name of the file for a row's size; there are three sizes.
std::string file_of(const Row& row) { return row.text("N") == "256" ? "256" : row.text("N") == "16384" ? "16k" : "1m"; }

const std::vector<std::string> kModels = {"constant", "logarithmic", "linear"};

std::string cube_name(const Row& row) { return row.text("k") + "-ary " + row.text("n") + "-cube"; }

const Json& point_at(const Json& record, double offered) {
  for (const Json& point : record.at("curve").at("points")) {
    if (std::abs(point.at("offered_bits_per_cycle_per_terminal").get<double>() - offered) < 1e-9) return point;
  }
  FAIL("no point at " << offered);
  return record;
}

}  // namespace

TEST_CASE("specs of Dally 1990: every row of latency against dimension, with real and with whole widths") {
  std::map<std::string, Json> real, whole;
  for (const char* size : {"256", "16k", "1m"}) {
    const std::string name = std::string("dally-1990/best-dimension/") + size;
    real[size] = records(spec(name));
    whole[size] = records(spec(name, {{"channel", "{round: nearest}"}}));
  }
  const char* columns[] = {"T_const", "T_log", "T_lin"};
  const char* whole_columns[] = {"Tr_const", "Tr_log", "Tr_lin"};
  for (const Row& row : golden("seeds_kn_latency.csv")) {
    CAPTURE(row.text("N"));
    CAPTURE(row.text("n"));
    const std::string name = "torus dimensions=" + row.text("n");
    for (std::size_t d = 0; d < kModels.size(); ++d) {
      const Json& record = paper_rows_record_of(real[file_of(row)], name, kModels[d]);
      CHECK(paper_rows_number(record, "/channel/width_bits") == near(row.number("W")));
      CHECK(paper_rows_number(record, "/performance/mean_hops") == near(row.number("D")));
      CHECK(paper_rows_number(record, "/length/longest_span") == near(row.number("l")));
      CHECK(paper_rows_number(record, "/performance/latency_ns") == near(row.number(columns[d])));
      const Json& rounded = paper_rows_record_of(whole[file_of(row)], name, kModels[d]);
      CHECK(paper_rows_number(rounded, "/channel/width_bits") == row.number("W_r"));
      CHECK(paper_rows_number(rounded, "/performance/latency_ns") == near(row.number(whole_columns[d])));
      const double cycles = paper_rows_number(rounded, "/performance/latency_parts_ns/message") /
                            paper_rows_number(rounded, "/delay/cycle_ns");
      CHECK(cycles == near(row.number("cyc_r")));
    }
  }
}

TEST_CASE("specs of Dally 1990: every row of the best dimensions") {
  for (const Row& row : golden("seeds_kn_best_n.csv")) {
    const std::size_t delay = row.text("delay") == "const" ? 0 : row.text("delay") == "log" ? 1 : 2;
    CAPTURE(row.text("N"));
    CAPTURE(row.text("delay"));
    const auto check = [&](const std::string& folder, const char* best, const char* latency) {
      const Study study = spec("dally-1990/" + folder + "/" + file_of(row));
      const std::vector<Candidate> all = evaluate(study);
      const Ranking ranking = rank(study, all).at(delay);
      CHECK(winner(ranking, all) == "torus dimensions=" + row.text(best));
      CHECK(*ranking.score[ranking.order[0]] == near(row.number(latency)));
    };
    check("best-dimension", "best_n", "T");
    check("even-dimensions", "best_even_n", "T_even");
  }
}

TEST_CASE("specs of Dally 1990: every row of the pins, and the hot spot's bandwidth is a channel's") {
  std::map<std::string, Json> real, whole;
  for (const char* size : {"256", "16k", "1m"}) {
    const std::string name = std::string("dally-1990/pins/") + size;
    real[size] = records(spec(name));
    whole[size] = records(spec(name, {{"defaults.channel", "{round: nearest}"}}));
  }
  for (const Row& row : golden("seeds_kn_pins.csv")) {
    CAPTURE(row.text("N"));
    CAPTURE(row.text("n"));
    const std::string name = "torus dimensions=" + row.text("n");
    CHECK(paper_rows_number(paper_rows_record_of(real[file_of(row)], name), "/pins/per_node_max") ==
          near(row.number("pins")));
    CHECK(paper_rows_number(paper_rows_record_of(real[file_of(row)], name), "/channel/width_bits") ==
          near(row.number("hot_spot")));
    CHECK(paper_rows_number(paper_rows_record_of(whole[file_of(row)], name), "/pins/per_node_max") ==
          near(row.number("pins_r")));
  }
}

TEST_CASE("specs of Dally 1990: every row of the whole cubes, natural, folded, as meshes, and their widths") {
  const std::string name = "dally-1990/whole-cubes";
  const std::vector<Row> rows = golden("seeds_kn_cubes.csv");
  Overrides meshes;
  for (const Row& row : rows) {
    meshes.emplace_back("candidates[" + cube_name(row) + "].topology",
                        "{family: mesh, radix: " + row.text("k") + ", dimensions: " + row.text("n") + "}");
  }
  const Json natural = records(spec(name)), mesh = records(spec(name, meshes));
  const Json folded = records(spec(name, {{"defaults.placement.order", "folded"}}));
  std::map<std::string, Json> held;
  for (const Row& row : rows) {
    CAPTURE(cube_name(row));
    const Json& record = paper_rows_record_of(natural, cube_name(row));
    const double width = row.number("W");
    CHECK(record.at("nodes") == row.integer("N"));
    CHECK(record.at("grid").at("columns") == row.integer("Px"));
    CHECK(record.at("grid").at("rows") == row.integer("Py"));
    CHECK(paper_rows_number(record, "/density/x/middle_wires") * width == row.number("cut_mid_x"));
    CHECK(paper_rows_number(record, "/density/x/peak_wires") * width == row.number("peak_x"));
    const double ways =
        paper_rows_number(record, "/density/x/peak_wires") / paper_rows_number(record, "/density/x/peak_links");
    CHECK(paper_rows_number(record, "/density/x/per_line_peak_links") * ways * width == row.number("peak_row"));
    CHECK(paper_rows_number(record, "/performance/mean_hops") == near(row.number("D")));
    CHECK(paper_rows_number(record, "/pins/per_node_max") * width == row.number("pins"));
    CHECK(paper_rows_number(record, "/pins/ports_per_node_max") == row.number("chan_per_node"));
    CHECK(paper_rows_number(record, "/graph/bisection_links/upper") ==
          paper_rows_number(record, "/graph/bisection_links/lower"));
    CHECK(paper_rows_number(record, "/graph/bisection_links/upper") * ways * width == row.number("B_true"));
    CHECK(paper_rows_number(record, "/length/longest_span") == row.number("longest_natural"));
    CHECK(paper_rows_number(paper_rows_record_of(folded, cube_name(row)), "/length/longest_span") ==
          row.number("longest_folded"));
    CHECK(paper_rows_number(paper_rows_record_of(mesh, cube_name(row)), "/length/longest_span") ==
          row.number("longest_mesh"));
    Json& formula = held[row.text("N")];
    if (formula.is_null()) {
      formula = records(spec(name, {{"hold", "{bisection: " + row.text("N") + " wires, count: formula}"},
                                    {"channel", "{wires_per_bit: 1}"},
                                    {"defaults", "{ideal: true}"}}));
    }
    CHECK(paper_rows_number(paper_rows_record_of(formula, cube_name(row)), "/channel/width_bits") == near(width));
    CHECK(row.number("B_eq6") == row.number("N"));
  }
}

TEST_CASE("specs of Dally 1990: every row of table I, which is reconstructed") {
  const Json small = records(spec("dally-1990/contention/256")), large = records(spec("dally-1990/contention/1024"));
  for (const Row& row : golden("seeds_kn_table1.csv")) {
    CAPTURE(cube_name(row));
    const Json& record = paper_rows_record_of(row.text("N") == "256" ? small : large, cube_name(row));
    const double most = paper_rows_number(record, "/performance/contention_saturation_bits_per_cycle_per_terminal");
    CHECK(most == near(row.number("max_lam")));
    const double k = paper_rows_number(record, "/parameters/radix");
    CHECK(k / (k - 1) == near(row.number("capacity")));
    CHECK(most * (k - 1) / k == near(row.number("max_frac")));
    for (const auto& [load, column] : {std::pair(0.0, "lat_0"), {0.1, "lat_01"}, {0.2, "lat_02"}, {0.3, "lat_03"}}) {
      CHECK(paper_rows_number(point_at(record, load), "/latency_cycles") == near(row.number(column)));
    }
  }
}

TEST_CASE("specs of Dally 1990: at a larger bisection more dimensions win under constant delay alone") {
  const std::pair<int, const char*> best[] = {{1, "2"}, {2, "2"}, {4, "2"}, {8, "3"}, {16, "4"}};
  for (const auto& [times, dimensions] : best) {
    CAPTURE(times);
    const Study study =
        spec("dally-1990/larger-bisection/256", {{"hold.bisection", std::to_string(times) + " x of cube"}});
    const std::vector<Candidate> all = evaluate(study);
    const std::vector<Ranking> rankings = rank(study, all);
    CHECK(winner(rankings[0], all) == std::string("torus dimensions=") + dimensions);
    CHECK(winner(rankings[1], all) == "torus dimensions=2");
  }
}

TEST_CASE("specs of Ranade and Johnsson: every row of the lengths, link by link") {
  const Study study = spec("ranade-johnsson-1987/hypercubes");
  const std::vector<Candidate> all = evaluate(study, {}, Layouts::kept);
  std::map<std::string, std::vector<std::map<std::int64_t, std::int64_t>>>
      counted;  // links by length, dimension by dimension
  for (const Candidate& candidate : all) {
    auto& dimensions = counted[candidate.design->name];
    const Layout& layout = candidate.laid_out()->layout;
    REQUIRE(layout.lines(Axis::x).patterns.size() == 1);
    const Pattern& row = layout.lines(Axis::x).patterns[0];
    dimensions.resize(candidate.laid_out()->measures.length.by_class.size());
    for (std::size_t part = 0; part < row.size(); ++part) {
      const std::size_t of_class = layout.wiring.kinds[row.kind[part]].link_class;
      ++dimensions[of_class][static_cast<std::int64_t>(layout.wiring.span(Axis::x, row, part).pitches())];
    }
  }
  for (const Row& row : golden("seeds_rj_lengths.csv")) {
    CAPTURE(row.text("p"));
    CAPTURE(row.text("i"));
    const std::string cube = " dimensions=" + std::to_string(2 * row.integer("p"));
    const auto i = static_cast<std::size_t>(row.integer("i"));
    const auto& normal = counted.at("normal" + cube).at(i);
    const auto& gray = counted.at("Gray" + cube).at(i);
    CHECK(normal.size() == 1);
    CHECK(normal.at(row.integer("normal_len")) == row.integer("links"));
    CHECK(row.integer("normal_len") * row.integer("links") == row.integer("normal_total"));
    CHECK(static_cast<long long>(gray.size()) == row.integer("gray_distinct"));
    CHECK(gray.begin()->first == row.integer("gray_min"));
    CHECK(gray.rbegin()->first == row.integer("gray_max"));
    std::int64_t total = 0, links = 0;
    for (const auto& [length, count] : gray) {
      CHECK(length % 2 == 1);
      CHECK(count == row.integer("gray_max_count"));
      total += length * count;
      links += count;
    }
    CHECK(links == row.integer("links"));
    CHECK(total == row.integer("gray_total"));
    CHECK(static_cast<double>(total) / static_cast<double>(links) == near(row.number("gray_mean")));
  }
}

namespace {

const std::map<std::string, std::string> kHosts = {{"mesh", "mesh"},
                                                   {"hypercube", "hypercube"},
                                                   {"hypercube_gray", "hypercube Gray"},
                                                   {"ccc", "cycles"},
                                                   {"ccc_gray", "cycles Gray"}};
const std::pair<const char*, const char*> kCells[] = {
    {"const", "constant"}, {"cap", "logarithmic_rj"}, {"res", "linear"}};

/// The record of a row's host, from a table's spec at the row's size.
class Hosts {
 public:
  const Json& at(const std::string& table, const Row& row, const char* model) {
    Json& known = known_[table + " " + row.text("p")];
    if (known.is_null()) {
      const std::string nodes = std::to_string(1LL << (2 * row.integer("p")));
      known = records(spec("ranade-johnsson-1987/" + table, {{"defaults.topology.nodes", nodes}}));
    }
    for (const Json& record : known) {
      const std::string label = record.at("delay").at("model");
      if (record.at("name") == kHosts.at(row.text("host")) && label.rfind(model, 0) == 0) return record.at("emulation");
    }
    FAIL("no record");
    return known;
  }

 private:
  std::map<std::string, Json> known_;
};

}  // namespace

TEST_CASE("specs of Ranade and Johnsson: every row of table 1, as printed and exact") {
  Hosts hosts;
  for (const Row& row : golden("seeds_rj_tab1.csv")) {
    CAPTURE(row.text("p"));
    CAPTURE(row.text("host"));
    const Json& any = hosts.at("table-1", row, "constant");
    CHECK(paper_rows_number(any, "/printed_width") == near(row.number("width_printed")));
    CHECK(paper_rows_number(any, "/bound_width") == near(row.number("width_exact")));
    if (row.has("width_opt")) CHECK(paper_rows_number(any, "/exact_width") == near(row.number("width_opt")));
    CHECK(paper_rows_number(any, "/printed_longest") == near(row.number("len_printed")));
    CHECK(paper_rows_number(any, "/exact_longest") == near(row.number("len_exact")));
    for (const auto& [cell, model] : kCells) {
      const Json& host = hosts.at("table-1", row, model);
      CHECK(paper_rows_number(host, "/printed_longest_ns") == near(row.number(std::string("printed_") + cell)));
      CHECK(paper_rows_number(host, "/exact_longest_ns") == near(row.number(std::string("exact_") + cell)));
    }
  }
}

TEST_CASE("specs of Ranade and Johnsson: every row of tables 2 to 4, as printed, corrected and exact") {
  Hosts hosts;
  for (const std::string table : {"2", "3", "4"}) {
    for (const Row& row : golden("seeds_rj_tab" + table + ".csv")) {
      CAPTURE(table);
      CAPTURE(row.text("vol"));
      CAPTURE(row.text("p"));
      CAPTURE(row.text("host"));
      for (const auto& [cell, model] : kCells) {
        const Json& host = hosts.at("table-" + table + "-" + row.text("vol"), row, model);
        CHECK(paper_rows_number(host, "/printed_time_ns") == near(row.number(std::string("printed_") + cell)));
        if (table == "4")
          CHECK(paper_rows_number(host, "/corrected_time_ns") == near(row.number(std::string("fixed_") + cell)));
        // The reference has the times with the paper's bound on tracks. Wider channels never take longer.
        const std::string exact = std::string("exact_") + cell;
        CHECK(host.at("exact_time_ns").is_number() == row.has(exact));
        if (!row.has(exact)) continue;
        const bool as_wide = host.at("exact_width") == host.at("bound_width");
        CHECK(paper_rows_number(host, "/exact_time_ns") <= row.number(exact) * (1 + 1e-9));
        if (as_wide) CHECK(paper_rows_number(host, "/exact_time_ns") == near(row.number(exact)));
        if (table != "3") continue;
        CHECK(paper_rows_number(host, "/evaluations") == near(row.number("comp")));
        CHECK(paper_rows_number(host, "/evaluations") * row.number("L") == near(row.number("comp_L")));
      }
    }
  }
}
