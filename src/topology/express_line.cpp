// SPDX-License-Identifier: Apache-2.0
#include "express_line.hpp"

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// Builds the line from its start: adds nodes and interchanges one after the other, each with a local link to the one
/// before.
class LineBuilder {
 public:
  explicit LineBuilder(const ExpressDesign& design)
      : design_(design), last_(design.spacings.size()), chain_(design.multiplicity.empty() ? 1 : chains()) {
    line_.express.resize(design.spacings.size());
  }

  ExpressLine build() {
    for (std::uint32_t node = 0; node < design_.nodes; ++node) {
      if (node > 0) add_boundary(node);
      add(0);
    }
    return std::move(line_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Last {
    std::uint32_t value = kNone;  ///< of the last interchange at which channels of the level end
  };

  std::size_t chains() const { return design_.multiplicity[0]; }

  std::uint32_t add(std::uint8_t level) {
    const auto value = static_cast<std::uint32_t>(line_.levels.size());
    if (value > 0 && !after_edge_) line_.local.push_back({value - 1, value});
    after_edge_ = false;
    line_.levels.push_back(level);
    return value;
  }

  void add_boundary(std::uint32_t boundary) {
    const auto top = static_cast<std::uint8_t>(design_.spacings.size());
    if (design_.module > 0 && boundary % design_.module == 0) {
      end_channels(add(top), top);
      add_module_boundary(top);
    } else if (design_.style == ExpressStyle::interleaved) {
      add_interleaved(boundary);
    } else if (const std::uint8_t level = boundary_level(design_, boundary); level > 0) {
      end_channels(add(level), level);
    }
  }

  /// The second edge interchange; the next module's express channels begin there.
  void add_module_boundary(std::uint8_t top) {
    after_edge_ = true;
    const std::uint32_t edge = add(top);
    for (std::uint32_t i = 0; i < design_.module_channels; ++i) line_.boundary.push_back({edge - 1, edge});
    ++line_.module_gaps;
    for (Last& last : last_) last.value = edge;
  }

  void add_interleaved(std::uint32_t boundary) {
    const std::uint32_t spacing = design_.spacings[0];
    for (std::size_t q = 0; q < chain_.size(); ++q) {
      if (boundary % spacing != q * spacing / chain_.size()) continue;
      const std::uint32_t value = add(1);
      if (chain_[q].value != kNone) line_.express[0].push_back({chain_[q].value, value});
      chain_[q].value = value;
    }
  }

  void end_channels(std::uint32_t value, std::uint8_t level) {
    for (std::size_t j = 0; j < level; ++j) {
      if (last_[j].value != kNone) {
        for (std::uint32_t i = 0; i < design_.multiplicity[j]; ++i) line_.express[j].push_back({last_[j].value, value});
      }
      last_[j].value = value;
    }
  }

  const ExpressDesign& design_;
  ExpressLine line_;
  std::vector<Last> last_;   ///< one a level
  std::vector<Last> chain_;  ///< for the style `interleaved`: one for each interchange of a group
  bool after_edge_ = false;  ///< the next link crosses a module boundary and is not a local one
};

ExpressLine line_of_nodes(const ExpressDesign& design) {
  ExpressLine line;
  for (std::uint32_t node = 1; node < design.nodes; ++node) line.local.push_back({node - 1, node});
  for (std::size_t j = 0; j < design.spacings.size(); ++j) {
    std::vector<LocalLink>& express = line.express.emplace_back();
    for (std::uint64_t to = design.spacings[j]; to < design.nodes; to += design.spacings[j]) {
      const auto end = static_cast<std::uint32_t>(to);
      express.insert(express.end(), design.multiplicity[j], {end - design.spacings[j], end});
    }
  }
  return line;
}

}  // namespace

std::uint8_t boundary_level(const ExpressDesign& design, std::uint32_t boundary) {
  const std::uint32_t place = design.module > 0 ? boundary % design.module : boundary;
  std::uint8_t level = 0;
  while (level < design.spacings.size() && place % design.spacings[level] == 0) ++level;
  return level;
}

std::uint64_t express_link_estimate(const ExpressDesign& design) {
  std::uint64_t links = 2 * std::uint64_t{design.nodes};
  for (std::size_t j = 0; j < design.spacings.size(); ++j)
    links += (design.nodes / design.spacings[j] + 1) * std::uint64_t{design.multiplicity[j]};
  if (design.module > 0) links += design.nodes / design.module * std::uint64_t{design.module_channels};
  return links;
}

ExpressLine express_line(const ExpressDesign& design) {
  CUTLINE_EXPECT(design.multiplicity.size() == design.spacings.size() && !design.spacings.empty());
  CUTLINE_EXPECT(design.module == 0 || design.style == ExpressStyle::interchange);
  return design.style == ExpressStyle::node ? line_of_nodes(design) : LineBuilder(design).build();
}

}  // namespace cutline
