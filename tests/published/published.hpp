// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <map>
#include <string>
#include <vector>

#include "cutline/base/format.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "json.hpp"
#include "study/studies.hpp"
#include "support/csv.hpp"

/// Networks of published works, written as a user would write them, with the program's results for them.
namespace cutline::test {

/// Published figures are rounded to ten digits or more.
inline constexpr double kPrinted = 1e-8;
inline doctest::Approx printed(double value) { return doctest::Approx(value).epsilon(kPrinted); }

/// Hops, routes and loads as the works count them: all shortest paths count alike, and a channel passes one bit in a
/// cycle.
inline const std::string kBits = "technology: unit\nchannel: {width: 1 bit}\nmessage: 1 bit\nrouting: minimal\n";

/// A graph of a published work, node by node and link by link, in cells of a grid.
struct PublishedGraph {
  std::vector<std::string> cells;  ///< "[x, y]", one for each node
  std::vector<std::string> links;  ///< "[a, b]"
  std::vector<std::string> switches;

  void add_link(const Row& row) { links.push_back(fmt::format("[{}, {}]", row.text("a"), row.text("b"))); }
  std::string candidate() const {
    const std::string inner = switches.empty() ? "" : fmt::format(", switches: [{}]", join(switches, ", "));
    return fmt::format("topology: {{family: graph, nodes: {}, links: [{}]{}}}, placement: {{cells: [{}]}}",
                       cells.size(), join(links, ", "), inner, join(cells, ", "));
  }
};

/// The only candidate of a study, evaluated, with its record.
struct Told {
  Study study;
  std::vector<Candidate> candidates;
  nlohmann::ordered_json record;

  const Candidate& candidate() const { return candidates.at(0); }
  const nlohmann::ordered_json& at(const std::string& key) const {
    return record.at(nlohmann::ordered_json::json_pointer("/" + replaced(key)));
  }
  double number(const std::string& key) const { return at(key).get<double>(); }
  /// Links over every cut of an axis, joined by blanks.
  std::string cuts(Axis axis) const { return join(machine_profile(candidate().laid_out()->layout, axis).links, " "); }

 private:
  static std::string replaced(std::string key) {
    for (char& c : key) c = c == '.' ? '/' : c;
    return key;
  }
};

/// `settings` are lines of a spec, `candidate` the keys of its only candidate.
inline Told told(const std::string& settings, const std::string& candidate) {
  Told result{parse_study("cutline: 1\n" + settings + "candidates: [{name: one, " + candidate + "}]\n", "one.yaml", ""),
              {},
              {}};
  result.candidates = evaluated(result.study);
  result.record = json_of(result_document(result.study, result.candidates, {})).at("candidates").at(0);
  return result;
}

/// Time in routers and on wires, without the time from a message's head to its tail.
inline double without_message(const Told& of) {
  return of.number("performance.latency_parts_ns.node") + of.number("performance.latency_parts_ns.wire");
}

/// Rows of a golden file by the value of a column.
inline std::map<std::string, std::vector<Row>> golden_by(const std::string& column, const std::string& name) {
  std::map<std::string, std::vector<Row>> rows;
  for (const Row& row : golden("published/" + name)) rows[row.text(column)].push_back(row);
  return rows;
}

}  // namespace cutline::test
