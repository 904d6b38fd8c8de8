// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/topology/given_graph.hpp"

// What the views of boost_graph.hpp are made of. Nothing of it needs Boost.

namespace cutline {

/// Numbers the links of a network, and finds the links at a site, without a list of all of them: a link of a class is
/// stored once for all of its copies. A binary 20-cube has 10 million links, and its numbers take 20 kB.
///
/// Links have the numbers 0, 1, 2 ... in the order of for_each_link(). Their channels have numbers in the same order;
/// of the two channels of a link the one from its end a comes first. A bus counts as a link of two channels between any
/// two of its nodes, in the place of its own link. The network must outlive its numbers.
///
/// Memory: 8 bytes a link of a class, 8 bytes for each local address of a class, 32 bytes for each class and digit.
class LinkNumbers {
 public:
  /// Throws a limit error for a bus with more than 2^27 pairs of nodes. Cost: O(links of the classes).
  explicit LinkNumbers(const Topology& topology);
  LinkNumbers(const LinkNumbers&) = delete;  ///< the links of a bus stand within it
  LinkNumbers& operator=(const LinkNumbers&) = delete;

  /// Which channels of the links at a site are wanted: of either kind, those that begin there, or those that end there.
  enum class Ways : std::uint8_t { all, out, in };

  /// One link. Sites are numbers of sites, see NodeNumbers.
  struct Link {
    std::uint32_t link_class = 0;
    std::uint32_t local = 0;     ///< its number in the class; of a bus, the number of the pair
    std::uint64_t a = 0, b = 0;  ///< its sites
  };
  /// The links of one class at one site: begin <= i < end.
  struct AtSite {
    std::uint64_t begin = 0, end = 0;
    std::uint64_t rest = 0;  ///< the part of the site's number that the class's digits do not make
  };

  const Topology& topology() const { return *topology_; }
  std::uint64_t link_count() const { return blocks_.empty() ? 0 : blocks_.back().after_links; }
  std::uint64_t channel_count() const { return blocks_.empty() ? 0 : blocks_.back().after_channels; }
  std::size_t class_count() const { return blocks_.size(); }
  /// Channels of each link of a class: 1 or 2.
  std::uint32_t ways(std::size_t link_class) const { return blocks_[link_class].ways; }

  /// The link of a number. Cost: O(digits + log classes).
  Link link(std::uint64_t number) const;
  /// The number of the link of a channel, and whether the channel leads from b to a.
  struct Channel {
    std::uint64_t link = 0;
    bool reversed = false;
  };
  Channel channel(std::uint64_t number) const;
  /// The number of a channel of a link of a class.
  std::uint64_t channel_number(std::size_t link_class, std::uint64_t link, bool reversed) const {
    const Block& block = blocks_[link_class];
    return block.first_channel + (link - block.first_link) * block.ways + (reversed ? 1 : 0);
  }
  /// The class of a link, by its number. Cost: O(log classes).
  std::size_t class_of(std::uint64_t link) const;

  /// The links of a class at a site. Cost: O(digits of the class).
  AtSite at(std::size_t link_class, std::uint64_t site, Ways ways) const;
  /// Whether the site is the end b of the link at position i of at().
  bool is_b(std::size_t link_class, std::uint64_t i) const { return (blocks_[link_class].entries[i] & 1) != 0; }
  /// The number of the link at position i of at(). Cost: O(digits that are not the class's own).
  std::uint64_t number(std::size_t link_class, std::uint64_t i, std::uint64_t rest) const {
    const Block& block = blocks_[link_class];
    return block.first_link + (block.entries[i] >> 1) * block.copies + copy_at(block, rest);
  }
  /// The site at the other end of the link at position i of at().
  std::uint64_t other(std::size_t link_class, std::uint64_t i, std::uint64_t rest) const {
    const Block& block = blocks_[link_class];
    const std::uint32_t entry = block.entries[i];
    const LocalLink& link = block.links[entry >> 1];
    return rest + spread(block, (entry & 1) != 0 ? link.a : link.b);
  }

 private:
  /// A digit that is not the class's own, and its values in the copies of the class.
  struct Outer {
    std::uint64_t weight = 1;
    std::uint32_t radix = 1, count = 1;
    const std::vector<std::uint32_t>* only = nullptr;  ///< null: all of them
  };
  /// A digit of the class's own, or several that follow one another.
  struct Inner {
    std::uint64_t weight = 1, radix = 1;
  };
  struct Block {
    std::span<const LocalLink> links;  ///< of the class, or `pairs`
    std::vector<LocalLink> pairs;      ///< of a bus
    std::vector<Inner> inner;
    std::vector<Outer> outer;  ///< the lowest digit first; it changes slowest from copy to copy
    std::vector<Outer> some;   ///< those of them with `only`
    std::uint32_t ways = 2;    ///< channels of a link
    std::uint64_t copies = 1;
    std::uint64_t first_link = 0, first_channel = 0, after_links = 0, after_channels = 0;
    /// Of local address l: begins[2 l] to begins[2 l + 1] are the links that begin there, from there on to
    /// begins[2 l + 2] those that end there.
    std::vector<std::uint32_t> begins;
    std::vector<std::uint32_t> entries;  ///< twice the number of the link in the class, plus 1 at its end b
  };

  static std::uint64_t spread(const Block& block, std::uint64_t local) {
    if (block.inner.size() == 1) return local * block.inner[0].weight;
    std::uint64_t site = 0;
    for (const Inner& digit : block.inner) {
      site += local % digit.radix * digit.weight;
      local /= digit.radix;
    }
    return site;
  }
  static std::uint64_t copy_at(const Block& block, std::uint64_t rest);
  void set_digits(std::size_t link_class, const std::vector<std::uint64_t>& weights);
  void list_links_at(Block& block) const;

  const Topology* topology_;
  std::vector<Block> blocks_;  ///< by class
};

}  // namespace cutline

namespace cutline {

/// A link of a network seen from one of its ends, or a channel: the edge descriptor of a view. Two descriptors of an
/// undirected view are equal if they are of one link, whichever end is `from`.
template <bool kLinks>
struct NetworkEdge {
  std::size_t from = 0, to = 0;  ///< vertices
  std::uint64_t link = 0;        ///< its number, see LinkNumbers
  bool reversed = false;         ///< it leads from the link's end b to its end a

  std::pair<std::uint64_t, bool> key() const { return {link, !kLinks && reversed}; }
  friend bool operator==(const NetworkEdge& a, const NetworkEdge& b) { return a.key() == b.key(); }
  friend auto operator<=>(const NetworkEdge& a, const NetworkEdge& b) { return a.key() <=> b.key(); }
  friend std::size_t hash_value(const NetworkEdge& edge) {
    return std::hash<std::uint64_t>()(2 * edge.key().first + (edge.key().second ? 1 : 0));
  }
};

/// What the copies of a view share: the numbers of links and of sites.
struct NetworkNumbers {
  explicit NetworkNumbers(const Topology& topology)
      : links(topology), sites(topology), count(topology.node_count() + topology.interchange_count()) {}
  LinkNumbers links;
  NodeNumbers sites;
  std::uint64_t count;  ///< of nodes, interchanges and switches

  template <bool kLinks>
  NetworkEdge<kLinks> edge(std::uint64_t link, bool reversed) const {
    const LinkNumbers::Link ends = links.link(link);
    const std::uint64_t from = reversed ? ends.b : ends.a, to = reversed ? ends.a : ends.b;
    return {sites.number(from), sites.number(to), link, reversed};
  }
};

/// The values of the property maps of a view.
struct AddressOfVertex {
  const NetworkNumbers* numbers = nullptr;
  std::string operator()(std::size_t vertex) const {
    return address(numbers->links.topology(), numbers->sites.site(vertex));
  }
};
struct TerminalsOfVertex {
  const NetworkNumbers* numbers = nullptr;
  std::uint32_t operator()(std::size_t vertex) const {
    const Topology& topology = numbers->links.topology();
    const std::uint64_t site = numbers->sites.site(vertex);
    if (topology.kind(site) != SiteKind::node) return 0;
    const std::vector<std::uint32_t>* own = own_terminals(topology);
    return own == nullptr ? topology.concentration : (*own)[site];
  }
};
template <bool kLinks>
struct NumberOfEdge {
  const NetworkNumbers* numbers = nullptr;
  std::size_t operator()(const NetworkEdge<kLinks>& edge) const {
    if constexpr (kLinks) return edge.link;
    return numbers->links.channel_number(numbers->links.class_of(edge.link), edge.link, edge.reversed);
  }
};
template <bool kLinks>
struct WidthOfEdge {
  const NetworkNumbers* numbers = nullptr;
  std::uint32_t operator()(const NetworkEdge<kLinks>& edge) const {
    const LinkNumbers::Link link = numbers->links.link(edge.link);
    const LinkClass& in = numbers->links.topology().classes[link.link_class];
    return in.shared ? in.width(0) : in.width(link.local);
  }
};
template <bool kLinks>
struct ValueOfLink {
  std::span<const double> values = {};
  double operator()(const NetworkEdge<kLinks>& edge) const { return values[edge.link]; }
};
template <bool kLinks>
struct ValueOfChannel {
  const NetworkNumbers* numbers = nullptr;
  std::span<const double> values = {};
  double operator()(const NetworkEdge<kLinks>& edge) const {
    const std::size_t link_class = numbers->links.class_of(edge.link);
    const bool both = kLinks && numbers->links.ways(link_class) == 2;
    const double one = values[numbers->links.channel_number(link_class, edge.link, edge.reversed)];
    return both ? one + values[numbers->links.channel_number(link_class, edge.link, !edge.reversed)] : one;
  }
};

}  // namespace cutline

template <bool kLinks>
struct std::hash<cutline::NetworkEdge<kLinks>> {
  std::size_t operator()(const cutline::NetworkEdge<kLinks>& edge) const { return hash_value(edge); }
};
