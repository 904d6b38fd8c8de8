// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// The values each digit may take in the copies of a class, where it is not one of the class's own: all, or those
/// listed.
const std::vector<std::uint32_t>* only_values(const LinkClass& link_class, std::size_t digit) {
  for (const LinkClass::Only& only : link_class.only) {
    if (only.digit == digit) return &only.values;
  }
  return nullptr;
}

bool has_digit(const LinkClass& link_class, std::size_t digit) {
  return std::binary_search(link_class.digits.begin(), link_class.digits.end(), digit);
}

/// The part of a node's number that a local address stands for.
std::uint64_t spread(const Topology& topology, const LinkClass& link_class, const std::vector<std::uint64_t>& weights,
                     std::uint32_t local) {
  std::uint64_t number = 0;
  for (const std::uint8_t digit : link_class.digits) {
    number += weights[digit] * (local % topology.radices[digit]);
    local /= topology.radices[digit];
  }
  return number;
}

/// Calls visit(number) for every value of the digits from `digit` on that are not the class's own.
void for_each_copy(const Topology& topology, const LinkClass& link_class, const std::vector<std::uint64_t>& weights,
                   std::size_t digit, std::uint64_t number, const std::function<void(std::uint64_t)>& visit) {
  while (digit < topology.radices.size() && has_digit(link_class, digit)) ++digit;
  if (digit == topology.radices.size()) {
    visit(number);
    return;
  }
  const auto* values = only_values(link_class, digit);
  const std::uint32_t count = values ? static_cast<std::uint32_t>(values->size()) : topology.radices[digit];
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t value = values ? (*values)[i] : i;
    for_each_copy(topology, link_class, weights, digit + 1, number + weights[digit] * value, visit);
  }
}

}  // namespace

std::uint64_t Topology::node_count() const {
  std::uint64_t count = 1;
  for (const std::uint32_t radix : radices) count *= radix;
  return count;
}

std::uint64_t Topology::copies(const LinkClass& link_class) const {
  std::uint64_t count = 1;
  for (std::size_t digit = 0; digit < radices.size(); ++digit) {
    if (has_digit(link_class, digit)) continue;
    const auto* values = only_values(link_class, digit);
    count *= values ? values->size() : radices[digit];
  }
  return count;
}

std::uint64_t Topology::link_count() const {
  std::uint64_t count = 0;
  for (const LinkClass& link_class : classes) count += link_class.links.size() * copies(link_class);
  return count;
}

bool Topology::is_product() const {
  return std::all_of(classes.begin(), classes.end(),
                     [](const LinkClass& c) { return c.digits.size() == 1 && c.only.empty(); });
}

std::vector<std::uint64_t> digit_weights(const Topology& topology) {
  std::vector<std::uint64_t> weights;
  std::uint64_t weight = 1;
  for (const std::uint32_t radix : topology.radices) {
    weights.push_back(weight);
    weight *= radix;
  }
  return weights;
}

void for_each_link(const Topology& topology,
                   const std::function<void(std::size_t, std::size_t, NodeId, NodeId)>& visit) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for (std::size_t c = 0; c < topology.classes.size(); ++c) {
    const LinkClass& link_class = topology.classes[c];
    for (std::size_t i = 0; i < link_class.links.size(); ++i) {
      const std::uint64_t a = spread(topology, link_class, weights, link_class.links[i].a);
      const std::uint64_t b = spread(topology, link_class, weights, link_class.links[i].b);
      for_each_copy(topology, link_class, weights, 0, 0,
                    [&](std::uint64_t rest) { visit(c, i, NodeId(a + rest), NodeId(b + rest)); });
    }
  }
}

std::string address(const Topology& topology, NodeId node) {
  const bool dots =
      std::any_of(topology.radices.begin(), topology.radices.end(), [](std::uint32_t r) { return r > 10; });
  std::string text;
  std::uint64_t rest = node.index;
  for (std::size_t digit = 0; digit < topology.radices.size(); ++digit) {
    const std::string value = fmt::format("{}", rest % topology.radices[digit]);
    text = text.empty() ? value : value + (dots ? "." : "") + text;
    rest /= topology.radices[digit];
  }
  return text;
}

void expect_valid(const Topology& topology) {
  for (const LinkClass& link_class : topology.classes) {
    CUTLINE_EXPECT(link_class.channels == 1 || link_class.channels == 2);
    CUTLINE_EXPECT(!link_class.digits.empty());
    CUTLINE_EXPECT(std::is_sorted(link_class.digits.begin(), link_class.digits.end()));
    CUTLINE_EXPECT(link_class.widths.empty() || link_class.widths.size() == link_class.links.size());
    std::uint64_t size = 1;
    for (const std::uint8_t digit : link_class.digits) {
      CUTLINE_EXPECT(digit < topology.radices.size());
      size *= topology.radices[digit];
    }
    for (const LocalLink& link : link_class.links) CUTLINE_EXPECT(link.a != link.b && link.a < size && link.b < size);
    for (const LinkClass::Only& only : link_class.only) {
      CUTLINE_EXPECT(only.digit < topology.radices.size() && !has_digit(link_class, only.digit));
      CUTLINE_EXPECT(!only.values.empty() && std::is_sorted(only.values.begin(), only.values.end()));
      CUTLINE_EXPECT(only.values.back() < topology.radices[only.digit]);
    }
  }
}

}  // namespace cutline
