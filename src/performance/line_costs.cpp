// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>

#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"
#include "measure/placed_links.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

namespace {

/// The most entries that a digit keeps, two a link, and the most kinds of lines that it tells apart.
constexpr std::size_t kMostKept = 1 << 21;
constexpr std::size_t kMostKinds = 16;

/// Where a channel of a digit's graph begins, its class within the digit, and where it ends.
using Ends = std::tuple<std::uint64_t, std::uint32_t, std::uint64_t>;

/// The costs of the links of a digit on all of its lines.
class LinksOfDigit {
 public:
  explicit LinksOfDigit(const ChannelGraph& graph) {
    std::vector<Ends> all;
    for (std::uint64_t value = 0; value < graph.node_count(); ++value) {
      for (std::uint64_t c = graph.first[value]; c < graph.first[value + 1]; ++c)
        all.emplace_back(value, graph.link_class[c], graph.head[c]);
    }
    ends_ = all;
    std::sort(ends_.begin(), ends_.end());
    ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
    for (const Ends& ends : all) of_channel_.push_back(number(ends));
    sums_.resize(ends_.size());
  }

  void add(std::uint64_t line, const Ends& ends, double cost, double copies) {
    const std::size_t n = number(ends);
    CUTLINE_EXPECT(n < ends_.size() && ends_[n] == ends);
    sums_[n].add(cost, copies);
    complete_ = complete_ && kept_.size() < kMostKept;
    if (complete_) kept_.push_back({line, n, cost, copies});
  }

  std::vector<LineCosts> kinds() {
    std::map<std::vector<double>, double> copies_of;
    if (complete_) {
      std::sort(kept_.begin(), kept_.end());
      for (auto first = kept_.begin(); first != kept_.end() && copies_of.size() <= kMostKinds;) {
        const auto last = std::find_if(first, kept_.end(), [&](const Kept& k) { return k.line != first->line; });
        std::vector<Sum> sums(ends_.size());
        for (auto link = first; link != last; ++link) sums[link->number].add(link->cost, link->copies);
        copies_of[means(sums)] += first->copies;
        first = last;
      }
    }
    if (copies_of.empty() || copies_of.size() > kMostKinds) return {{1, means(sums_)}};
    double copies = 0;
    for (const auto& [costs, own] : copies_of) copies += own;
    std::vector<LineCosts> kinds;
    for (const auto& [costs, own] : copies_of) kinds.push_back({own / copies, costs});
    return kinds;
  }

 private:
  struct Sum {
    double costs = 0, links = 0;
    void add(double cost, double copies) {
      costs += cost * copies;
      links += copies;
    }
  };
  struct Kept {
    std::uint64_t line = 0;
    std::size_t number = 0;
    double cost = 0, copies = 0;
    auto operator<=>(const Kept&) const = default;
  };

  std::size_t number(const Ends& ends) const {
    return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), ends) - ends_.begin());
  }
  std::vector<double> means(const std::vector<Sum>& sums) const {
    std::vector<double> all;
    for (const std::size_t n : of_channel_) {
      CUTLINE_EXPECT(sums[n].links > 0);
      all.push_back(sums[n].costs / sums[n].links);
    }
    return all;
  }

  std::vector<Ends> ends_;               ///< of all channels, sorted
  std::vector<std::size_t> of_channel_;  ///< by channel: the index of its ends in ends_
  std::vector<Sum> sums_;                ///< over all lines
  std::vector<Kept> kept_;
  bool complete_ = true;  ///< every link is kept
};

/// The number of each class among those of its digit.
std::vector<std::uint32_t> numbers_within_digits(const Topology& topology) {
  std::vector<std::uint32_t> next(topology.digits.size()), numbers;
  for (const LinkClass& link_class : topology.classes) numbers.push_back(next[link_class.digits[0]]++);
  return numbers;
}

}  // namespace

std::vector<std::vector<LineCosts>> line_costs(const Topology& topology, const Placement& placement,
                                               const Layout& layout, const std::vector<const ChannelGraph*>& graphs,
                                               FunctionRef<double(const LinkPlace&)> cost) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  const std::vector<std::uint32_t> numbers = numbers_within_digits(topology);
  std::vector<LinksOfDigit> of_digit;
  for (const ChannelGraph* graph : graphs) of_digit.emplace_back(*graph);
  for_each_placed_link(topology, placement, layout, [&](const PlacedLink& link) {
    const std::size_t digit = topology.classes[link.link_class].digits[0];
    const auto value = [&](std::uint64_t site) { return site / weights[digit] % topology.digits[digit].radix; };
    const std::uint64_t a = value(link.a), b = value(link.b), line = link.a - a * weights[digit];
    const double one = cost(link.place), copies = static_cast<double>(link.copies);
    of_digit[digit].add(line, {a, numbers[link.link_class], b}, one, copies);
    if (!link.one_way) of_digit[digit].add(line, {b, numbers[link.link_class], a}, one, copies);
  });
  std::vector<std::vector<LineCosts>> all;
  for (LinksOfDigit& links : of_digit) all.push_back(links.kinds());
  return all;
}

}  // namespace cutline
