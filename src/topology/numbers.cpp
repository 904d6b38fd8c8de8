// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/links.hpp"
#include "cutline/topology/family.hpp"

namespace cutline {

namespace {

/// Counts the combinations of values of all digits below a certain one.
struct SitesBelow {
  std::uint64_t nodes = 1;
  std::uint64_t one_interchange = 0;  ///< combinations with exactly one value of an interchange
  std::uint64_t all = 1;              ///< combinations without a value at which nothing stands
  /// How many combinations make the site an interchange if `above` of the higher digits have an interchange's value.
  std::uint64_t interchanges(const Topology& topology, std::size_t above) const {
    if (topology.inner == InnerSites::interchanges) return above == 0 ? all - nodes : all;
    return above == 0 ? one_interchange : above == 1 ? nodes : 0;
  }
};

SitesBelow sites_below(const Topology& topology, std::size_t digits) {
  SitesBelow below;
  for (std::size_t digit = 0; digit < digits; ++digit) {
    std::uint64_t nodes = topology.node_value_count(digit);
    const std::vector<std::uint8_t>& levels = topology.digits[digit].levels;
    const auto nothing = static_cast<std::uint64_t>(std::ranges::count(levels, kNothing));
    const std::uint64_t interchanges = topology.digits[digit].radix - nodes - nothing;
    below.one_interchange = below.one_interchange * nodes + below.nodes * interchanges;
    below.nodes *= nodes;
    below.all *= nodes + interchanges;
  }
  return below;
}

/// The pairs of nodes of a bus, which join the values of one digit.
std::vector<LocalLink> pairs_on_bus(std::uint32_t nodes) {
  const std::uint64_t count = std::uint64_t{nodes} * (nodes - 1) / 2;
  if (count > kMaxLinksOfAClass) throw_limit_error("a bus joins more than 2^27 pairs of nodes, the limit");
  std::vector<LocalLink> pairs;
  pairs.reserve(count);
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) pairs.push_back({a, b});
  }
  return pairs;
}

}  // namespace

std::uint64_t Topology::interchange_count() const { return sites_below(*this, digits.size()).interchanges(*this, 0); }

std::uint64_t NodeNumbers::CountedDigit::interchanges_below(const Lower& value, std::size_t above) const {
  return value.nodes * interchanges[above] + value.interchanges * interchanges[std::min<std::size_t>(above + 1, 2)];
}

NodeNumbers::NodeNumbers(const Topology& topology) {
  if (!topology.has_interchanges()) return;
  node_count_ = topology.node_count();
  for (std::size_t d = 0; d < topology.digits.size(); ++d) {
    const SitesBelow below = sites_below(topology, d);
    CountedDigit digit{.radix = topology.digits[d].radix, .nodes = below.nodes};
    for (std::size_t above = 0; above < 3; ++above) digit.interchanges[above] = below.interchanges(topology, above);
    std::uint32_t interchanges = 0;
    for (std::uint32_t value = 0; value < digit.radix; ++value) {
      const std::uint8_t level = topology.level(d, value);
      digit.lower.push_back({static_cast<std::uint32_t>(digit.node_values.size()), interchanges, level > 0});
      if (level == 0) digit.node_values.push_back(value);
      if (level > 0 && level != kNothing) ++interchanges;
    }
    digits_.push_back(std::move(digit));
  }
}

std::uint64_t NodeNumbers::number(std::uint64_t site) const {
  if (digits_.empty()) return site;
  // Counts the nodes and interchanges among the sites before this one, by the highest digit in which they differ from
  // it.
  std::uint64_t weight = 1;
  for (const CountedDigit& digit : digits_) weight *= digit.radix;
  std::uint64_t rest = site, nodes = 0, interchanges = 0;
  std::size_t above = 0;  // number of higher digits with an interchange's value; 2 stands for two or more
  for (std::size_t d = digits_.size(); d-- > 0;) {
    const CountedDigit& digit = digits_[d];
    weight /= digit.radix;
    const Lower& lower = digit.lower[rest / weight];
    rest %= weight;
    if (above == 0) nodes += lower.nodes * digit.nodes;
    interchanges += digit.interchanges_below(lower, above);
    above = std::min<std::size_t>(above + (lower.is_interchange ? 1 : 0), 2);
  }
  return above == 0 ? nodes : node_count_ + interchanges;
}

std::uint64_t NodeNumbers::site(std::uint64_t number) const {
  if (digits_.empty()) return number;
  return number < node_count_ ? site_of_node(number) : site_of_interchange(number - node_count_);
}

std::uint64_t NodeNumbers::site_of_interchange(std::uint64_t rank) const {
  // The inverse of number(): finds each digit's value, the highest first, by the count of interchanges with lower ones.
  std::uint64_t weight = 1;
  for (const CountedDigit& digit : digits_) weight *= digit.radix;
  std::uint64_t site = 0;
  std::size_t above = 0;  // as in number()
  for (std::size_t d = digits_.size(); d-- > 0;) {
    const CountedDigit& digit = digits_[d];
    weight /= digit.radix;
    const auto next = std::ranges::partition_point(
        digit.lower, [&](const Lower& lower) { return digit.interchanges_below(lower, above) <= rank; });
    const Lower& found = *std::prev(next);
    rank -= digit.interchanges_below(found, above);
    site += weight * static_cast<std::uint64_t>(&found - digit.lower.data());
    above = std::min<std::size_t>(above + (found.is_interchange ? 1 : 0), 2);
  }
  return site;
}

std::uint64_t NodeNumbers::site_of_node(std::uint64_t number) const {
  std::uint64_t site = 0;
  std::uint64_t weight = 1;
  for (const CountedDigit& digit : digits_) {
    site += weight * digit.node_values[number % digit.node_values.size()];
    number /= digit.node_values.size();
    weight *= digit.radix;
  }
  return site;
}

std::uint64_t node_number(const Topology& topology, std::uint64_t site) {
  CUTLINE_EXPECT(topology.kind(site) != SiteKind::nothing);
  return NodeNumbers(topology).number(site);
}

std::uint64_t node_site(const Topology& topology, std::uint64_t number) { return NodeNumbers(topology).site(number); }

LinkNumbers::LinkNumbers(const Topology& topology) : topology_(&topology), blocks_(topology.classes.size()) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::uint64_t links = 0, channels = 0;
  for (std::size_t c = 0; c < blocks_.size(); ++c) {
    const LinkClass& in = topology.classes[c];
    Block& block = blocks_[c];
    if (in.shared) block.pairs = pairs_on_bus(topology.digits[in.digits[0]].radix);
    block.links = in.shared ? std::span<const LocalLink>(block.pairs) : std::span<const LocalLink>(in.links);
    block.ways = in.shared || in.channels == 2 ? 2 : 1;
    set_digits(c, weights);
    list_links_at(block);
    block.first_link = links;
    block.first_channel = channels;
    links += block.links.size() * block.copies;
    channels += block.links.size() * block.copies * block.ways;
    block.after_links = links;
    block.after_channels = channels;
  }
}

void LinkNumbers::set_digits(std::size_t link_class, const std::vector<std::uint64_t>& weights) {
  const LinkClass& in = topology_->classes[link_class];
  Block& block = blocks_[link_class];
  block.copies = topology_->copies(in);
  for (std::size_t digit = 0; digit < topology_->digits.size(); ++digit) {
    const std::uint32_t radix = topology_->digits[digit].radix;
    if (std::ranges::binary_search(in.digits, digit)) {
      if (!block.inner.empty() && block.inner.back().weight * block.inner.back().radix == weights[digit])
        block.inner.back().radix *= radix;
      else
        block.inner.push_back({weights[digit], radix});
      continue;
    }
    Outer outer{weights[digit], radix, radix};
    for (const LinkClass::Only& only : in.only) {
      if (only.digit == digit) outer.only = &only.values;
    }
    if (outer.only != nullptr) {
      outer.count = static_cast<std::uint32_t>(outer.only->size());
      block.some.push_back(outer);
    }
    block.outer.push_back(outer);
  }
}

/// Sorts the ends of all links by their local address, by counting.
void LinkNumbers::list_links_at(Block& block) const {
  std::uint64_t locals = 1;
  for (const Inner& digit : block.inner) locals *= digit.radix;
  block.begins.assign(2 * locals + 1, 0);
  const auto row = [](std::uint32_t local, bool is_b) { return 2 * std::size_t{local} + (is_b ? 1 : 0); };
  for (const LocalLink& link : block.links) {
    ++block.begins[row(link.a, false) + 1];
    ++block.begins[row(link.b, true) + 1];
  }
  for (std::size_t i = 1; i < block.begins.size(); ++i) block.begins[i] += block.begins[i - 1];
  block.entries.resize(2 * block.links.size());
  std::vector<std::uint32_t> next(block.begins.begin(), block.begins.end() - 1);
  for (std::uint32_t i = 0; i < block.links.size(); ++i) {
    block.entries[next[row(block.links[i].a, false)]++] = 2 * i;
    block.entries[next[row(block.links[i].b, true)]++] = 2 * i + 1;
  }
}

std::size_t LinkNumbers::class_of(std::uint64_t link) const {
  const auto above = [](std::uint64_t number, const Block& block) { return number < block.after_links; };
  return static_cast<std::size_t>(std::upper_bound(blocks_.begin(), blocks_.end(), link, above) - blocks_.begin());
}

LinkNumbers::Link LinkNumbers::link(std::uint64_t number) const {
  const std::size_t link_class = class_of(number);
  const Block& block = blocks_[link_class];
  const std::uint64_t within = number - block.first_link;
  const auto local = static_cast<std::uint32_t>(within / block.copies);
  std::uint64_t copy = within % block.copies, rest = 0;
  for (auto digit = block.outer.rbegin(); digit != block.outer.rend(); ++digit) {
    const auto i = static_cast<std::uint32_t>(copy % digit->count);
    copy /= digit->count;
    rest += digit->weight * (digit->only != nullptr ? (*digit->only)[i] : i);
  }
  const LocalLink& link = block.links[local];
  return {static_cast<std::uint32_t>(link_class), local, rest + spread(block, link.a), rest + spread(block, link.b)};
}

LinkNumbers::Channel LinkNumbers::channel(std::uint64_t number) const {
  const auto above = [](std::uint64_t channel, const Block& block) { return channel < block.after_channels; };
  const Block& block = *std::upper_bound(blocks_.begin(), blocks_.end(), number, above);
  const std::uint64_t within = number - block.first_channel;
  return {block.first_link + within / block.ways, within % block.ways != 0};
}

std::uint64_t LinkNumbers::copy_at(const Block& block, std::uint64_t rest) {
  std::uint64_t copy = 0;
  for (const Outer& digit : block.outer) {
    std::uint64_t i = rest / digit.weight % digit.radix;
    if (digit.only != nullptr)
      i = static_cast<std::uint64_t>(std::lower_bound(digit.only->begin(), digit.only->end(), i) - digit.only->begin());
    copy = copy * digit.count + i;
  }
  return copy;
}

LinkNumbers::AtSite LinkNumbers::at(std::size_t link_class, std::uint64_t site, Ways ways) const {
  const Block& block = blocks_[link_class];
  for (const Outer& digit : block.some) {
    if (!std::binary_search(digit.only->begin(), digit.only->end(), site / digit.weight % digit.radix)) return {};
  }
  std::uint64_t local = 0, weight = 1, rest = site;
  for (const Inner& digit : block.inner) {
    const std::uint64_t value = site / digit.weight % digit.radix;
    local += value * weight;
    rest -= value * digit.weight;
    weight *= digit.radix;
  }
  const bool both = ways == Ways::all || block.ways == 2;
  return {block.begins[2 * local + (!both && ways == Ways::in ? 1 : 0)],
          block.begins[2 * local + (!both && ways == Ways::out ? 1 : 2)], rest};
}

}  // namespace cutline
