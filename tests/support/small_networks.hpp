// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline::test {

inline bool has_field(const Family& family, std::string_view name) {
  for (const Field& field : family.fields) {
    if (field.name == name) return true;
  }
  return false;
}

/// Sizes to try for a family, by the fields that it has: one radix, mixed radices, dimensions, nodes.
/// each_small_network skips the sizes that the family refuses.
inline std::vector<Parameters> sizes_of(const Family& family, std::uint64_t most_nodes) {
  std::vector<Parameters> sizes;
  const std::vector<std::int64_t> lines = {2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 17, 32, 63, 256};
  if (has_field(family, "radix")) {
    for (const std::int64_t radix : lines) {
      std::uint64_t nodes = 1;
      for (std::int64_t n = 1; (nodes *= static_cast<std::uint64_t>(radix)) <= most_nodes; ++n)
        sizes.push_back({{"radix", radix}, {"dimensions", n}});
    }
  } else if (has_field(family, "dimensions")) {
    for (std::int64_t n = 1; n <= 8; ++n) sizes.push_back({{"dimensions", n}});
  } else if (has_field(family, "nodes") && !has_field(family, "links")) {
    for (const std::int64_t nodes : lines) sizes.push_back({{"nodes", nodes}});
  }
  if (has_field(family, "radices")) {
    for (const IntegerList& radices : {IntegerList{2, 3}, {4, 2, 4, 2}, {3, 5, 3, 5}, {6, 4}, {2, 7, 4}, {16, 3, 5}})
      sizes.push_back({{"radices", radices}});
  }
  return sizes;
}

/// The family's own examples and its sizes, with two-way and one-way links if the family offers both.
inline std::vector<Parameters> cases_of(const Family& family, std::uint64_t most_nodes) {
  std::vector<Parameters> cases = family.examples;
  for (const Parameters& size : sizes_of(family, most_nodes)) {
    cases.push_back(size);
    if (!has_field(family, "channels")) continue;
    cases.push_back(size);
    cases.back().set("channels", std::string("unidirectional"));
  }
  return cases;
}

/// The network; absent if the family does not have this size.
inline std::optional<Topology> built(const Family& family, const Parameters& parameters) {
  try {
    return build_topology(family.name, parameters);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// Calls visit(label, network) for every small network of every family of the catalogue.
inline void each_small_network(std::uint64_t most_nodes,
                               const std::function<void(const std::string&, const Topology&)>& visit) {
  for (const Family& family : families()) {
    for (const Parameters& parameters : cases_of(family, most_nodes)) {
      const auto network = built(family, parameters);
      if (!network || network->node_count() > most_nodes || network->node_count() < 2) continue;
      visit(std::string(family.name) + " " + to_string(parameters), *network);
    }
  }
}

}  // namespace cutline::test
