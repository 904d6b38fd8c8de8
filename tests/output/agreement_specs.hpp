// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cutline/spec/spec.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/places.hpp"

/// Studies whose numbers are compared with each other: those of layouts/, and random ones.
namespace cutline::test {

/// Leaves out candidates with more links, and all but the first of a sweep, because links are compared one by one.
inline constexpr std::uint64_t kMostLinks = 600;
inline constexpr std::size_t kMostDesigns = 12;

inline bool is_small(const Design& design) {
  if (design.ideal) return false;
  try {
    const Topology topology = build_topology(design.family, design.parameters);
    const bool bus = std::any_of(topology.classes.begin(), topology.classes.end(),
                                 [](const LinkClass& each) { return each.shared; });
    return !bus && topology.link_count() <= kMostLinks;
  } catch (const Error&) {
    return false;  // a point of a sweep that is no network
  }
}

/// The study with its small candidates alone. If the candidate to which the others are held equal is not among them,
/// each has its own width.
inline std::optional<Study> small_part(Study study) {
  std::erase_if(study.designs, [](const Design& design) { return !is_small(design); });
  if (study.designs.size() > kMostDesigns) study.designs.resize(kMostDesigns);
  if (study.designs.empty()) return std::nullopt;
  const bool has_reference = std::any_of(study.designs.begin(), study.designs.end(),
                                         [&](const Design& design) { return design.name == study.hold.of; });
  if (!study.hold.of.empty() && !has_reference) study.hold = {};
  study.population.any = true;
  study.fail.clear();
  return study;
}

/// The specs of layouts/, in the order of their names.
inline std::vector<std::string> specs_of_layouts() {
  std::vector<std::string> files;
  for (const char* folder : {"gallery", "new", "papers"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() + "/layouts/" + folder)) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Draws specs at random, with everything that affects the time of a link.
class RandomSpecs {
 public:
  explicit RandomSpecs(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    const bool unit = chance(4);
    std::string spec = "cutline: 1\n";
    spec += unit ? "delay: " + pick({"[constant, linear]", "logarithmic", "[linear, quadratic]"})
                 : "delay: " + pick({"repeated", "[d2m, linear]", "[elmore, repeated]", "d2m"});
    spec += unit ? "\n" : fmt::format("\ntechnology: {}\nnode: {{width: 1 mm, height: {}}}\n", technology(), height());
    spec += fmt::format("channel: {{width: {} bits}}\nmessage: 128 bits\n", pick({"1", "4", "17"}));
    spec += fmt::format("router: {{delay: {}}}\n", pick({"0.7 ns", "3 ns"}));
    spec += clock(unit);
    spec += fmt::format("traffic: {{pattern: uniform, self: {}}}\n", pick({"true", "false"}));
    if (!unit && chance(2))
      spec +=
          "packages:\n  - {name: chip, cells: [2, 2], spacing: 0.4 mm, edge: {phy_delay: 1.3 ns}}\n  - {name: board}\n";
    // A candidate with another technology than the study's has its own wires.
    const std::string own = !unit && chance(3) ? fmt::format(", technology: {}", technology()) : "";
    return spec + fmt::format("candidates: [{{name: one, topology: {{{}}}{}}}]\n", network(), own);
  }

 private:
  bool chance(std::uint64_t of) { return random_() % of == 0; }
  std::string pick(const std::vector<std::string>& all) { return all[random_() % all.size()]; }
  std::string technology() { return pick({"nangate45", "sky130", "asap7", "gf180"}); }
  std::string height() { return pick({"1 mm", "0.6 mm", "2 mm"}); }
  std::string clock(bool unit) {
    const std::string fixed = unit ? "0.8 GHz" : pick({"1 GHz", "3 GHz", "8 GHz"});
    const std::string rule = pick({"rule: fixed, frequency: " + fixed, "rule: fixed, frequency: " + fixed,
                                   "rule: fixed, frequency: " + fixed, "rule: per_link", "rule: longest_wire"});
    return fmt::format("clock: {{{}}}\nwires: {}\n", rule, pick({"pipelined", "pipelined", "unpipelined"}));
  }
  std::string network() {
    return pick(
        {"family: mesh, radix: 5, dimensions: 2", "family: torus, radix: 6, dimensions: 2",
         "family: torus, radix: 4, dimensions: 3", "family: mesh, radices: [6, 3]",
         "family: torus, radices: [5, 4], channels: unidirectional", "family: ring, nodes: 11",
         "family: hypercube, dimensions: 5", "family: hyperx, radix: 4, dimensions: 2", graph(), graph(),
         "family: ccc, dimensions: 3", "family: fat_tree, radix: 4, levels: 2", "family: dragonfly, global_links: 1",
         "family: sparse_hamming, columns: 5, rows: 4, row_skips: [3], column_skips: [2]",
         "family: mesh, radix: 3, dimensions: 2, concentration: 2", "family: folded_hypercube, dimensions: 4",
         "family: de_bruijn, dimensions: 4", "family: kautz, degree: 2, dimensions: 3, channels: unidirectional",
         graph() + ", channels: unidirectional"});
  }
  /// A ring of nodes with chords, some links of which are parallel.
  std::string graph() {
    const std::uint64_t nodes = 6 + random_() % 9;
    std::string links;
    for (std::uint64_t i = 0; i < nodes; ++i) links += fmt::format("[{}, {}], ", i, (i + 1) % nodes);
    for (std::uint64_t i = 0; i < nodes / 2; ++i) {
      const std::uint64_t a = random_() % nodes;
      links += fmt::format("[{}, {}], ", a, (a + 1 + random_() % (nodes - 1)) % nodes);
    }
    return fmt::format("family: graph, nodes: {}, links: [{}]", nodes, links.substr(0, links.size() - 2));
  }

  std::mt19937_64 random_;
};

}  // namespace cutline::test
