// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/topology.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// The values that a digit, which is not one of the class's own, takes in the copies of the class; null: all values.
const std::vector<std::uint32_t>* only_values(const LinkClass& link_class, std::size_t digit) {
  for (const LinkClass::Only& only : link_class.only) {
    if (only.digit == digit) return &only.values;
  }
  return nullptr;
}

bool has_digit(const LinkClass& link_class, std::size_t digit) {
  return std::ranges::binary_search(link_class.digits, digit);
}

/// The part of the number of a site that a local address stands for.
std::uint64_t spread_of(const Topology& topology, const LinkClass& link_class,
                        const std::vector<std::uint64_t>& weights, std::uint32_t local) {
  std::uint64_t number = 0;
  for (const std::uint8_t digit : link_class.digits) {
    number += weights[digit] * (local % topology.digits[digit].radix);
    local /= topology.digits[digit].radix;
  }
  return number;
}

/// Calls visit(number) for every combination of values, in the copies of the class, of the digits from `digit` on that
/// are not the class's own.
void for_each_copy(const Topology& topology, const LinkClass& link_class, const std::vector<std::uint64_t>& weights,
                   std::size_t digit, std::uint64_t number, FunctionRef<void(std::uint64_t)> visit) {
  while (digit < topology.digits.size() && has_digit(link_class, digit)) ++digit;
  if (digit == topology.digits.size()) {
    visit(number);
    return;
  }
  const auto* values = only_values(link_class, digit);
  const std::uint32_t count = values ? static_cast<std::uint32_t>(values->size()) : topology.digits[digit].radix;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t value = values ? (*values)[i] : i;
    for_each_copy(topology, link_class, weights, digit + 1, number + weights[digit] * value, visit);
  }
}

/// The coordinate of a value of a digit, as text. For a node it is the number of nodes' coordinates below the value.
/// For an interchange it is the coordinate before it, with a plus sign for each interchange since that coordinate.
std::string coordinate(const Topology& topology, std::size_t digit, std::uint32_t value) {
  if (topology.digits[digit].levels.empty() || topology.has_switches()) return fmt::format("{}", value);
  std::uint32_t nodes = 0;
  std::size_t since = 0;
  for (std::uint32_t lower = 0; lower <= value; ++lower) {
    const bool is_node = topology.level(digit, lower) == 0;
    nodes += is_node ? 1 : 0;
    since = is_node ? 0 : since + 1;
  }
  return fmt::format("{}{}", nodes - 1, std::string(since, '+'));
}

}  // namespace

std::uint64_t Topology::site_count() const {
  std::uint64_t count = 1;
  for (const Digit& digit : digits) count *= digit.radix;
  return count;
}

std::uint64_t Topology::node_count() const {
  std::uint64_t count = 1;
  for (std::size_t digit = 0; digit < digits.size(); ++digit) count *= node_value_count(digit);
  return count;
}

std::vector<std::uint32_t> Topology::node_values(std::size_t digit) const {
  return those_with(digits[digit].radix, [&](std::uint32_t value) { return level(digit, value) == 0; });
}

std::uint32_t Topology::node_value_count(std::size_t digit) const {
  const std::vector<std::uint8_t>& levels = digits[digit].levels;
  if (levels.empty()) return digits[digit].radix;
  return static_cast<std::uint32_t>(std::ranges::count(levels, std::uint8_t{0}));
}

SiteKind Topology::kind(std::uint64_t site) const {
  if (!has_interchanges()) return SiteKind::node;
  int interchanges = 0;
  std::uint64_t rest = site;
  for (std::size_t digit = 0; digit < digits.size(); ++digit) {
    const std::uint8_t level_here = level(digit, static_cast<std::uint32_t>(rest % digits[digit].radix));
    rest /= digits[digit].radix;
    if (level_here == kNothing) return SiteKind::nothing;
    interchanges += level_here > 0 ? 1 : 0;
  }
  if (interchanges == 0) return SiteKind::node;
  return interchanges == 1 || inner == InnerSites::interchanges ? inner_kind(*this) : SiteKind::nothing;
}

bool Topology::has_interchanges() const {
  return std::ranges::any_of(digits, [](const Digit& digit) { return !digit.levels.empty(); });
}

std::optional<std::uint8_t> Topology::boxed_digit() const {
  const auto boxed = std::ranges::find_if(digits, [](const Digit& digit) { return digit.boxed; });
  if (boxed == digits.end()) return std::nullopt;
  return static_cast<std::uint8_t>(boxed - digits.begin());
}

std::uint64_t Topology::copies(const LinkClass& link_class) const {
  std::uint64_t count = 1;
  for (std::size_t digit = 0; digit < digits.size(); ++digit) {
    if (has_digit(link_class, digit)) continue;
    const auto* values = only_values(link_class, digit);
    count *= values ? values->size() : digits[digit].radix;
  }
  return count;
}

std::uint64_t Topology::link_count() const {
  return sum_over<std::uint64_t>(
      classes, [&](const LinkClass& link_class) { return link_class.links.size() * copies(link_class); });
}

bool Topology::is_product() const {
  return std::ranges::all_of(classes, [&](const LinkClass& link_class) {
    if (link_class.digits.size() != 1) return false;
    for (std::size_t digit = 0; digit < digits.size(); ++digit) {
      if (has_digit(link_class, digit)) continue;
      const auto* values = only_values(link_class, digit);
      const bool all_nodes = node_value_count(digit) == digits[digit].radix;
      if (values == nullptr ? !all_nodes : *values != node_values(digit)) return false;
    }
    return true;
  });
}

std::vector<Digit> digits_of(const std::vector<std::uint32_t>& radices) { return {radices.begin(), radices.end()}; }

std::vector<std::uint64_t> digit_weights(const Topology& topology) {
  std::vector<std::uint64_t> weights;
  std::uint64_t weight = 1;
  for (const Digit& digit : topology.digits) {
    weights.push_back(weight);
    weight *= digit.radix;
  }
  return weights;
}

std::uint64_t number_of_digits(const Topology& topology, const std::vector<std::uint64_t>& weights,
                               const std::vector<std::uint8_t>& digits, std::uint64_t site) {
  std::uint64_t number = 0, weight = 1;
  for (const std::uint8_t digit : digits) {
    const std::uint32_t radix = topology.digits[digit].radix;
    number += site / weights[digit] % radix * weight;
    weight *= radix;
  }
  return number;
}

std::uint32_t link_weight(const LinkClass& link_class, std::size_t link, CutIn what) {
  return what == CutIn::links ? 1 : static_cast<std::uint32_t>(link_class.channels) * link_class.width(link);
}

std::optional<std::uint32_t> equal_link_weight(const Topology& topology, CutIn what) {
  std::optional<std::uint32_t> weight;
  for (const LinkClass& link_class : topology.classes) {
    for (std::size_t link = 0; link < link_class.links.size(); ++link) {
      const std::uint32_t own = link_weight(link_class, link, what);
      if (weight.value_or(own) != own) return std::nullopt;
      weight = own;
      if (link_class.widths.empty()) break;
    }
  }
  return weight.value_or(1);
}

void for_each_link(const Topology& topology,
                   FunctionRef<void(std::size_t, std::size_t, std::uint64_t, std::uint64_t)> visit) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for (std::size_t c = 0; c < topology.classes.size(); ++c) {
    const LinkClass& link_class = topology.classes[c];
    for (std::size_t i = 0; i < link_class.links.size(); ++i) {
      const std::uint64_t a = spread_of(topology, link_class, weights, link_class.links[i].a);
      const std::uint64_t b = spread_of(topology, link_class, weights, link_class.links[i].b);
      for_each_copy(topology, link_class, weights, 0, 0, [&](std::uint64_t rest) { visit(c, i, a + rest, b + rest); });
    }
  }
}

SiteKind inner_kind(const Topology& topology) {
  return topology.has_switches() ? SiteKind::switch_node : SiteKind::interchange;
}

std::string_view site_word(SiteKind kind) {
  return kind == SiteKind::node ? "node" : kind == SiteKind::switch_node ? "switch" : "interchange";
}

std::string address(const Topology& topology, std::uint64_t node) {
  if (topology.names) return site_name(topology, node);
  bool dots = false;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    dots = dots || (topology.has_switches() ? topology.digits[digit].radix : topology.node_value_count(digit)) > 10;
  }
  std::string text;
  std::uint64_t rest = node;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    const std::string value =
        coordinate(topology, digit, static_cast<std::uint32_t>(rest % topology.digits[digit].radix));
    text = text.empty() ? value : value + (dots ? "." : "") + text;
    rest /= topology.digits[digit].radix;
  }
  return text;
}

void expect_valid(const Topology& topology) {
  for (const Digit& digit : topology.digits) {
    CUTLINE_EXPECT(digit.levels.empty() || digit.levels.size() == digit.radix);
    CUTLINE_EXPECT(digit.level(0) == 0);
  }
  for (const LinkClass& link_class : topology.classes) {
    CUTLINE_EXPECT(link_class.channels == 1 || link_class.channels == 2);
    CUTLINE_EXPECT(!link_class.digits.empty());
    if (link_class.shared) {
      CUTLINE_EXPECT(link_class.digits.size() == 1 && link_class.links.size() == 1 && link_class.channels == 1);
      CUTLINE_EXPECT(link_class.links[0].a == 0 &&
                     link_class.links[0].b + 1 == topology.digits[link_class.digits[0]].radix);
    }
    CUTLINE_EXPECT(std::ranges::is_sorted(link_class.digits));
    CUTLINE_EXPECT(link_class.widths.empty() || link_class.widths.size() == link_class.links.size());
    std::uint64_t size = 1;
    for (const std::uint8_t digit : link_class.digits) {
      CUTLINE_EXPECT(digit < topology.digits.size());
      size *= topology.digits[digit].radix;
    }
    for (const LocalLink& link : link_class.links) CUTLINE_EXPECT(link.a != link.b && link.a < size && link.b < size);
    for (const LinkClass::Only& only : link_class.only) {
      CUTLINE_EXPECT(only.digit < topology.digits.size() && !has_digit(link_class, only.digit));
      CUTLINE_EXPECT(!only.values.empty() && std::ranges::is_sorted(only.values));
      CUTLINE_EXPECT(only.values.back() < topology.digits[only.digit].radix);
    }
  }
}

}  // namespace cutline
