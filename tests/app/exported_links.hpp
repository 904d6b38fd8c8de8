// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/place.hpp"
#include "support/csv.hpp"

/// Runs exports in the tools for which they are made, and gives the table of links to compare with.
namespace cutline::test {

/// Networks that simulators run: a cycle of 0.25 ns, routers of 2 cycles, interchanges of 1, channels of 32 bits.
inline constexpr const char* kSimulated = R"(cutline: 1
technology: nangate45
delay: d2m
clock: {rule: fixed, frequency: 4 GHz}
router: {delay: 2 cycles}
interchange: {delay: 1 cycle}
node: {width: 1 mm, height: 1 mm}
channel: {width: 32 bits}
candidates:
  - {name: torus, topology: {family: torus, radix: 6, dimensions: 2}}
  - {name: oneway, topology: {family: torus, radix: 4, dimensions: 2, channels: unidirectional}}
  - {name: express, topology: {family: express, radix: 12, dimensions: 1, spacing: 4}}
  - {name: parallel, topology: {family: graph, nodes: 3, links: [[0, 1], [0, 1], [1, 2]]}}
)";

inline bool is_there(const std::string& file) { return fs::exists(file); }

/// The Python of the system, which has Debian's modules; if there is none, any Python.
inline std::string python() { return fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3"; }

/// Whether a Python module is installed; prints a message if it is not.
inline bool has_module(const Place& place, const std::string& name) {
  const bool there = contains(place.output_of(python() + " -c 'import " + name + "; print(\"there\")'"), "there");
  if (!there) MESSAGE("Python's " << name << " is not installed: its test skipped");
  return there;
}

/// The rows of an export that is a table; `arguments` are such as `--to csv -c torus --clock 2GHz`.
inline std::vector<Row> exported_rows(const Place& place, const std::string& arguments) {
  const Run run = place.run("export spec.yaml " + arguments);
  CHECK(run.code == 0);
  std::vector<std::string> names;
  std::vector<Row> rows;
  std::stringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '#') continue;
    if (names.empty()) {
      names = split(line);
    } else {
      rows.emplace_back(names, split(line));
    }
  }
  return rows;
}

/// The links of an export, from the export to CSV.
inline std::vector<Row> links_of(const Place& place, const std::string& arguments) {
  return exported_rows(place, "--to csv " + arguments);
}

/// Whether all messages at a node for the same destination leave for one next node, on one link or parallel ones.
inline bool have_one_way_each(const std::vector<Row>& routes) {
  std::set<std::pair<std::string, std::string>> pairs;
  std::set<std::tuple<std::string, std::string, std::string>> ways;
  for (const Row& row : routes) {
    pairs.insert({row.text("site"), row.text("destination")});
    ways.insert({row.text("site"), row.text("destination"), row.text("next")});
  }
  return pairs.size() == ways.size();
}

/// The nodes that a message passes after its source, from the export to routes, with one path for each pair.
inline std::vector<long long> routed_path(const std::vector<Row>& routes, long long from, long long to) {
  std::map<long long, long long> next;
  for (const Row& row : routes) {
    if (row.integer("destination") != to) continue;
    CHECK(next.emplace(row.integer("site"), row.integer("next")).first->second == row.integer("next"));
  }
  std::vector<long long> path;
  for (long long at = from; at != to && path.size() <= next.size(); path.push_back(at)) at = next.at(at);
  return path;
}

/// The sum of `cost(link, node)` over the links of a path and the nodes that they enter; of parallel links the first
/// counts.
template <class Cost>
double cost_of_path(const std::vector<Row>& links, long long from, const std::vector<long long>& path, Cost cost) {
  double sum = 0;
  for (const long long to : path) {
    const auto joins = [&](const Row& link) {
      return (link.integer("from") == from && link.integer("to") == to) ||
             (link.text("one_way") == "0" && link.integer("from") == to && link.integer("to") == from);
    };
    const auto found = std::find_if(links.begin(), links.end(), joins);
    REQUIRE(found != links.end());
    sum += cost(*found, to);
    from = to;
  }
  return sum;
}

/// The least cost of a path from one node to another, where entering a node over a link costs `cost(link, node)`.
template <class Cost>
double least_cost(const std::vector<Row>& links, long long from, long long to, Cost cost) {
  std::map<long long, double> best = {{from, 0}};
  const auto improve = [&](const Row& link, long long a, long long b) {
    if (best.count(a) == 0) return false;
    const double sum = best.at(a) + cost(link, b);
    if (best.count(b) != 0 && best.at(b) <= sum + 1e-12) return false;
    best[b] = sum;
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Row& link : links) {
      changed |= improve(link, link.integer("from"), link.integer("to"));
      if (link.text("one_way") == "0") changed |= improve(link, link.integer("to"), link.integer("from"));
    }
  }
  return best.count(to) == 0 ? std::numeric_limits<double>::infinity() : best.at(to);
}

}  // namespace cutline::test
