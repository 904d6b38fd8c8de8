// SPDX-License-Identifier: Apache-2.0
#include "one_search.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 32;

struct PlaceOfDigit {
  std::uint64_t weight = 1;
  std::uint32_t radix = 1;
  std::uint32_t of(std::uint64_t node) const { return static_cast<std::uint32_t>(node / weight % radix); }
};

/// The neighbours of nodes over the links of one class. `steps` lists, for each local address, what each link adds to
/// the number of the node.
struct ClassSteps {
  std::vector<PlaceOfDigit> digits;
  std::vector<std::vector<std::int64_t>> steps;
  std::vector<std::pair<PlaceOfDigit, std::vector<std::uint32_t>>> only;

  bool is_at(std::uint64_t node) const {
    return std::all_of(only.begin(), only.end(), [&](const auto& one) {
      return std::binary_search(one.second.begin(), one.second.end(), one.first.of(node));
    });
  }
  const std::vector<std::int64_t>& from(std::uint64_t node) const {
    std::size_t local = 0;
    std::size_t weight = 1;
    for (const PlaceOfDigit& digit : digits) {
      local += weight * digit.of(node);
      weight *= digit.radix;
    }
    return steps[local];
  }
};

PlaceOfDigit digit_of(const Topology& topology, const std::vector<std::uint64_t>& weights, std::size_t digit) {
  return {weights[digit], topology.digits[digit].radix};
}

ClassSteps steps_of(const Topology& topology, const std::vector<std::uint64_t>& weights, const LinkClass& links) {
  ClassSteps result;
  std::size_t addresses = 1;
  for (const std::uint8_t digit : links.digits) {
    result.digits.push_back(digit_of(topology, weights, digit));
    addresses *= topology.digits[digit].radix;
  }
  const auto number = [&](std::uint32_t local) {
    std::int64_t sum = 0;
    for (const PlaceOfDigit& digit : result.digits) {
      sum += static_cast<std::int64_t>(digit.weight * (local % digit.radix));
      local /= digit.radix;
    }
    return sum;
  };
  result.steps.resize(addresses);
  for (const LocalLink& link : links.links) {
    result.steps[link.a].push_back(number(link.b) - number(link.a));
    if (links.channels == 2) result.steps[link.b].push_back(number(link.a) - number(link.b));
  }
  for (const LinkClass::Only& only : links.only)
    result.only.emplace_back(digit_of(topology, weights, only.digit), only.values);
  return result;
}

/// The digit that the `only` of the most classes restricts. Its value at a node tells which classes can be present
/// there.
std::size_t telling_digit(const Topology& topology) {
  std::vector<std::size_t> uses(topology.digits.size(), 0);
  for (const LinkClass& links : topology.classes) {
    for (const LinkClass::Only& only : links.only) ++uses[only.digit];
  }
  return static_cast<std::size_t>(std::max_element(uses.begin(), uses.end()) - uses.begin());
}

class Neighbours {
 public:
  explicit Neighbours(const Topology& topology) {
    const std::vector<std::uint64_t> weights = digit_weights(topology);
    const std::size_t telling = telling_digit(topology);
    digit_ = digit_of(topology, weights, telling);
    by_value_.resize(digit_.radix);
    for (const LinkClass& links : topology.classes) {
      CUTLINE_EXPECT(!links.shared);
      ClassSteps steps = steps_of(topology, weights, links);
      for (std::uint32_t value = 0; value < digit_.radix; ++value) {
        if (steps.is_at(digit_.weight * value) || !only_by(links, telling)) by_value_[value].push_back(classes_.size());
      }
      if (only_by(links, telling)) steps.only.clear();
      classes_.push_back(std::move(steps));
    }
  }

  template <class Visit>
  void visit(std::uint64_t node, const Visit& visit_neighbour) const {
    for (const std::size_t number : by_value_[digit_.of(node)]) {
      const ClassSteps& steps = classes_[number];
      if (!steps.is_at(node)) continue;
      for (const std::int64_t step : steps.from(node)) {
        visit_neighbour(node + static_cast<std::uint64_t>(step));
      }
    }
  }

 private:
  /// Whether this digit alone decides where the class is present.
  static bool only_by(const LinkClass& links, std::size_t digit) {
    return std::all_of(links.only.begin(), links.only.end(),
                       [&](const LinkClass::Only& only) { return only.digit == digit; });
  }

  PlaceOfDigit digit_;
  /// Classes that may be present at a node with this value of the digit.
  std::vector<std::vector<std::size_t>> by_value_;
  std::vector<ClassSteps> classes_;
};

}  // namespace

std::optional<OneSearch> one_search(const Topology& topology, std::uint64_t effort) {
  CUTLINE_EXPECT(!topology.has_interchanges());
  const std::uint64_t nodes = topology.node_count();
  if (nodes > kMostNodes || topology.link_count() > effort / 2) return std::nullopt;
  const Neighbours neighbours(topology);
  std::vector<bool> seen(nodes, false);
  std::vector<std::uint32_t> here = {0}, next;
  seen[0] = true;
  OneSearch found;
  for (std::uint64_t hops = 1; !here.empty(); ++hops) {
    for (const std::uint32_t node : here) {
      neighbours.visit(node, [&](std::uint64_t other) {
        if (seen[other]) return;
        seen[other] = true;
        next.push_back(static_cast<std::uint32_t>(other));
      });
    }
    if (!next.empty()) found.distances.diameter = hops;
    found.distances.total += static_cast<Int128>(hops) * static_cast<Int128>(next.size());
    found.reached += next.size();
    here.swap(next);
    next.clear();
  }
  found.distances.total *= static_cast<Int128>(nodes);
  found.distances.pairs = static_cast<Int128>(nodes) * static_cast<Int128>(found.reached - 1);
  return found;
}

}  // namespace cutline
