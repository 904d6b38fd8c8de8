// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/said_sites.hpp"

#include <fmt/core.h>

#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/base/letters.hpp"
#include "cutline/base/named.hpp"
#include "cutline/topology/graph_file.hpp"
#include "cutline/topology/graph_text.hpp"
#include "cutline/topology/said_names.hpp"

namespace cutline {

namespace {

/// For messages: a number as it is, a name in quotes.
std::string shown_text(std::string_view text) {
  return read_as<std::uint64_t>(text) ? std::string(text) : quoted_name(text);
}

}  // namespace

std::optional<std::string> name_in_quotes(std::string_view text) {
  if (text.size() < 3 || !text.starts_with('"') || !text.ends_with('"')) return std::nullopt;
  std::string name;
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    if (text[at] == '"' && (++at + 1 >= text.size() || text[at] != '"')) return std::nullopt;
    name += text[at];
  }
  return name;
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
  return number < sites_ ? std::optional(numbers_.site(number)) : std::nullopt;
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
