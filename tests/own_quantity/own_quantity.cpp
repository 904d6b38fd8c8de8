// SPDX-License-Identifier: Apache-2.0
// One new row of the catalogue is enough: every output that shows quantities then shows the new one.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/list/listing.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "cutline/spec/spec.hpp"
#include "json.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The wires of a node, over all its links.
Data wires_of_node(const UnderDelay& asked) {
  if (!asked.candidate.laid_out()) return {};
  return 2 * asked.candidate.facts.links * asked.candidate.channel.wires / asked.candidate.facts.nodes;
}

Quantity row() {
  return {.key = "pins.mean_wires",
          .unit = Unit::wires,
          .summary = "wires of a node, the mean",
          .value = wires_of_node,
          .names = {.name = "mean_wires", .title = "node has", .column = "mean_wires", .rank = "wires_of_node"},
          .derivations = {{"2 * links * wires / nodes", "definition"}}};
}

constexpr const char* kSpec =
    "cutline: 1\n"
    "technology: unit\n"
    "candidates:\n"
    "  - {name: torus, topology: {family: torus, radix: 4, dimensions: 2}, channel: {width: 8 bits}}\n"
    "  - {name: mesh, topology: {family: mesh, radix: 4, dimensions: 2}, channel: {width: 8 bits}}\n"
    "delay: linear\n"
    "rank: wires_of_node\n"
    "expect: [{candidate: torus, key: pins.mean_wires, value: 32}]\n";

struct Answer {
  Study study = parse_study(kSpec, "own.yaml", ".");
  std::vector<Candidate> candidates = evaluate(study);
  std::vector<Ranking> rankings = rank(study, candidates);
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a spec ranks by it and expects its value") {
  const Answer answer;
  CHECK(answer.rankings[0].score == std::vector<std::optional<double>>{32.0, 24.0});
  CHECK(answer.rankings[0].rank == std::vector<std::optional<int>>{2, 1});
  // The torus has the longer wires, but they have nothing to do with the measure: its row has neither parts nor a rule
  // for losses, so the verdict names no cause.
  CHECK(answer.rankings[0].verdict.losses.at(1).cause == Cause::none);
  const Data document = result_document(answer.study, answer.candidates, answer.rankings);
  for (const ExpectationResult& each : check_expectations(answer.study, document, answer.candidates, answer.rankings))
    CHECK(each.holds);
}

TEST_CASE("the record, its flat table and its schema have it") {
  const Answer answer;
  const Data torus = record(answer.study, answer.candidates[0], 0, nullptr, 0);
  CHECK(torus.at("pins").at("mean_wires") == Data(32.0));
  const Table flat = flat_records({torus});
  CHECK(std::any_of(flat.columns.begin(), flat.columns.end(),
                    [](const TableColumn& column) { return column.key == "pins.mean_wires"; }));
  CHECK(has(result_schema(), "wires of a node, the mean; wires"));
}

TEST_CASE("the tables of measure and compare have it") {
  const Answer answer;
  const auto sections = measure_sections("torus", {under_delay(answer.study, answer.candidates[0], 0)});
  const auto& rows = sections.front().table.rows;
  CHECK(std::any_of(rows.begin(), rows.end(), [](const auto& cells) {
    return cells[1] == TableCell("mean_wires") && cells[2] == TableCell("32");
  }));
  const std::vector<ExpectationResult> none;
  const Comparison comparison{answer.study, answer.candidates, answer.rankings, none};
  CHECK(has(text_table(ranking_table(comparison, 0)), "node has"));
  CHECK(has(csv_table(ranking_records(comparison)), ",mean_wires,"));
}

TEST_CASE("explain and the lists know it") {
  const Answer answer;
  for (const char* word : {"mean_wires", "pins.mean_wires"}) {
    const Explanation of = explain(answer.study, answer.candidates[1], 0, word);
    CHECK(of.value == "24");
    CHECK(of.unit == "wires");
    CHECK(of.formula == "2 * links * wires / nodes");
  }
  CHECK(has(csv_table(listing("quantities").table), "pins.mean_wires"));
  CHECK(has(csv_table(listing("measures").table), "pins.mean_wires"));
  CHECK(has(listing("measures").sections.front().title, "wires_of_node"));
}

int main(int argc, char** argv) {
  add_quantity(row());
  return doctest::Context(argc, argv).run();
}
