// SPDX-License-Identifier: Apache-2.0
#include "topology/said_sites.hpp"

#include <fmt/core.h>

#include "base/letters.hpp"
#include "base/named.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

namespace {

/// For messages: a number as it is, a name in quotes.
std::string shown_text(std::string_view text) {
  return read_as<std::uint64_t>(text) ? std::string(text) : quoted_name(text);
}

}  // namespace

const std::vector<std::uint32_t>* own_terminals(const Topology& topology) {
  return topology.names && !topology.names->terminals.empty() ? &topology.names->terminals : nullptr;
}

std::optional<std::uint64_t> site_named(const Topology& topology, std::string_view name) {
  if (topology.names) {
    const auto found = topology.names->names.find(name);
    return found ? std::optional<std::uint64_t>(topology.names->site[*found]) : std::nullopt;
  }
  const auto number = read_as<std::uint64_t>(name);
  if (!number || *number >= topology.node_count() + topology.interchange_count()) return std::nullopt;
  return node_site(topology, *number);
}

std::string site_name(const Topology& topology, std::uint64_t site) {
  if (topology.names) return std::string(topology.names->names[topology.names->name[site]]);
  return std::to_string(node_number(topology, site));
}

bool has_tile_names(const Topology& topology) { return topology.names && topology.names->of_tiles; }

std::uint64_t node_of_row(const Topology& topology, std::uint64_t row) {
  return has_tile_names(topology) ? node_number(topology, topology.names->site[row]) : row;
}

bool has_names(const Topology& topology) {
  if (!topology.names) return false;
  const SiteNames& known = *topology.names;
  const NodeNumbers numbers(topology);
  for (std::uint32_t name = 0; name < known.names.size(); ++name) {
    if (known.names[name] != std::to_string(numbers.number(known.site[name]))) return true;
  }
  return false;
}

SaidSites::SaidSites(const Topology& topology)
    : topology_(topology), numbers_(topology), sites_(topology.node_count() + topology.interchange_count()) {}

std::optional<std::uint64_t> SaidSites::find(std::uint64_t number) const {
  if (topology_.names && topology_.names->has_numbers) return find(std::to_string(number));
  if (number >= sites_) return std::nullopt;
  return has_tile_names(topology_) ? topology_.names->site[number] : numbers_.site(number);
}

std::optional<std::uint64_t> SaidSites::find(std::string_view text) const {
  const auto number = read_as<std::uint64_t>(text);
  if (!topology_.names) {
    if (!number) return at_address(text);
    return find(*number);
  }
  const SiteNames& known = *topology_.names;
  if (const auto found = known.names.find(text)) return known.site[*found];
  return number && !known.has_numbers ? find(*number) : std::nullopt;
}

std::optional<std::uint64_t> SaidSites::at_address(std::string_view text) const {
  const std::vector<std::uint64_t> weights = digit_weights(topology_);
  std::uint64_t site = 0;
  for (std::size_t digit = topology_.digits.size(); digit-- > 0;) {
    const std::size_t dot = digit > 0 ? text.find('.') : text.size();
    if (dot > text.size()) return std::nullopt;
    const std::uint64_t value = read_as<std::uint64_t>(text.substr(0, dot)).value_or(~std::uint64_t{0});
    const std::vector<std::uint32_t> values = topology_.node_values(digit);
    if (value >= values.size()) return std::nullopt;
    site += weights[digit] * values[static_cast<std::size_t>(value)];
    if (digit > 0) text.remove_prefix(dot + 1);
  }
  return site;
}

std::string SaidSites::how_nodes_are_called(std::string_view near) const {
  if (topology_.names) {
    constexpr std::uint32_t kMostCompared = 1U << 16;
    const NodeNames& names = topology_.names->names;
    std::vector<std::string_view> all;
    for (std::uint32_t i = 0; i < std::min(names.size(), kMostCompared); ++i) all.push_back(names[i]);
    const std::string_view close = nearest(near, all);
    if (!close.empty()) return fmt::format("did you mean {}?", quoted_name(close));
    if (topology_.names->has_numbers) return "some names of this network are numbers, so a number is a name too";
    return fmt::format("nodes have the names of their file, such as {}, or numbers from 0 to {}", quoted_name(names[0]),
                       sites_ - 1);
  }
  return fmt::format("the nodes are 0 to {}{}", topology_.node_count() - 1,
                     sites_ > topology_.node_count() ? ", switches or interchanges follow" : "");
}

std::uint64_t SaidSites::expect(std::string_view text, std::string_view key) const {
  if (const auto site = find(text)) return *site;
  throw_input_error(fmt::format("the network has no node {}", shown_text(text)), how_nodes_are_called(text),
                    std::string(key));
}

std::vector<std::uint64_t> SaidSites::expect_all(const SaidNodes& said, std::string_view key) const {
  const bool named = topology_.names && topology_.names->names.find(said.text);
  if (!said.numbers || named) return {expect(said.text, key)};
  const auto [first, last] = *said.numbers;
  std::vector<std::uint64_t> sites;
  for (std::uint64_t number = first; number <= last; ++number) {
    const auto site = find(number);
    if (!site)
      throw_input_error(fmt::format("the network has no node {}", number), how_nodes_are_called(said.text),
                        std::string(key));
    sites.push_back(*site);
  }
  return sites;
}

std::optional<std::uint64_t> SaidSites::node_number(std::uint64_t site) const {
  return topology_.kind(site) == SiteKind::node ? std::optional(numbers_.number(site)) : std::nullopt;
}

std::uint64_t SaidSites::expect_node(std::string_view text, std::string_view key) const {
  const std::uint64_t site = expect(text, key);
  if (const auto number = node_number(site)) return *number;
  throw_input_error(fmt::format("{} is {}, where no message begins or ends", shown_text(text),
                                topology_.has_switches() ? "a switch" : "an interchange"),
                    {}, std::string(key));
}

}  // namespace cutline
