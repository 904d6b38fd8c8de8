// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/line_flows.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/arc_flows.hpp"

namespace cutline {

namespace {

/// A line of a digit as a network of its own.
Topology network_of_line(const Topology& whole, std::size_t digit) {
  Topology line;
  line.digits = {whole.digits[digit]};
  for (const LinkClass& link_class : whole.classes) {
    if (link_class.digits[0] != digit) continue;
    line.classes.push_back(link_class);
    line.classes.back().digits = {0};
    line.classes.back().only.clear();
  }
  return line;
}

/// The share of a digit's lines on which the other digits have an even sum.
double even_share(const Topology& topology, std::size_t digit) {
  double surplus = 1;  // of even sums over odd ones
  for (std::size_t other = 0; other < topology.digits.size(); ++other) {
    const std::uint32_t radix = topology.digits[other].radix;
    if (other != digit) surplus *= radix % 2 == 0 ? 0 : 1.0 / radix;
  }
  return (1 + surplus) / 2;
}

using SharedFlows = std::shared_ptr<const Flows>;

/// Rings of more values have one kind of line, with ties shared evenly: less than one in 64 of their messages has a
/// tie.
constexpr std::uint32_t kLongRing = 64;

/// `others` is the sum of the other digits; absent where ties are shared evenly.
SharedFlows flows_between_values(const Topology& line, std::optional<std::uint32_t> others) {
  const auto graph = std::make_shared<const ChannelGraph>(channel_graph(line));
  if (auto arcs = arc_flows(graph, others)) return std::make_shared<const Flows>(std::move(*arcs));
  const auto demand = [](std::uint32_t source, std::uint32_t destination) { return source == destination ? 0.0 : 1.0; };
  return std::make_shared<const Flows>(
      flows_of(dimension_order_routes(line, others.value_or(0)), demand, WithoutWay::left_out));
}

}  // namespace

std::vector<LineFlows> uniform_line_flows(const Topology& topology) {
  CUTLINE_EXPECT(topology.is_product() && !topology.has_interchanges());
  std::vector<std::vector<LineFlows>> of_digit(topology.digits.size());
  for (const DigitKind& kind : digit_kinds(topology)) {
    const Topology line = network_of_line(topology, kind.digits[0]);
    const bool told = kind.radix <= kLongRing || topology.digits.size() == 1;
    const SharedFlows even = flows_between_values(line, told ? std::optional(0U) : std::nullopt);
    const bool alternates = told && even->classes > 1 && kind.radix % 4 == 0 && topology.digits.size() > 1;
    const SharedFlows odd = alternates ? flows_between_values(line, 1) : even;
    for (const std::size_t digit : kind.digits) {
      const double share = odd->begins == even->begins ? 1 : even_share(topology, digit);
      of_digit[digit].push_back({digit, share, even});
      if (share < 1) of_digit[digit].push_back({digit, 1 - share, odd});
    }
  }
  std::vector<LineFlows> lines;
  std::reverse(of_digit.begin(), of_digit.end());
  for (const std::vector<LineFlows>& digit : of_digit) lines.insert(lines.end(), digit.begin(), digit.end());
  return lines;
}

double line_visits(const Topology& topology) {
  double visits = 0;
  for (const DigitKind& kind : digit_kinds(topology)) {
    double links = 0;
    for (const std::size_t c : kind.classes) links += static_cast<double>(topology.classes[c].links.size());
    visits += 2.0 * kind.radix * links;
  }
  return visits;
}

}  // namespace cutline
