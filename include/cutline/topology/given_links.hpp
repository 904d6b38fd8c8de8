// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/quantity.hpp"

namespace cutline {

/// What others say of a link, as its file gives it: cables measured by others, a way between cities, synthesis results.
/// A link has a delay or cycles, not both.
struct GivenLink {
  std::optional<Length> length;  ///< of its longest wire, from end to end
  std::optional<Time> delay;     ///< one way, with all that it passes
  std::optional<double> cycles;  ///< the same in cycles of a fixed clock
  bool empty() const { return !length && !delay && !cycles; }
  auto operator<=>(const GivenLink&) const = default;
};

/// The given figures of all links of a graph. Links with equal figures share an entry.
struct GivenLinks {
  std::vector<GivenLink> figures;  ///< distinct, ascending, at most 2^16 - 1
  /// By class of the topology and link: the number of its figures in `figures`, plus 1; 0 where it has none.
  std::vector<std::vector<std::uint16_t>> of_class;
  /// How far a given figure may be from that of the layout, as a share of the latter, until the two differ.
  double tolerance = 0.1;
  /// Whether some link has a figure of this kind, such as &GivenLink::length. Cost: one pass over `figures`.
  template <class Figure>
  bool have(std::optional<Figure> GivenLink::*kind) const {
    return std::any_of(figures.begin(), figures.end(), [&](const GivenLink& each) { return (each.*kind).has_value(); });
  }

  /// The figures of this number plus 1; null for 0.
  const GivenLink* find(std::uint16_t number) const { return number == 0 ? nullptr : &figures[number - 1U]; }
  std::uint16_t of(std::size_t link_class, std::size_t link) const { return of_class[link_class][link]; }
};

}  // namespace cutline
