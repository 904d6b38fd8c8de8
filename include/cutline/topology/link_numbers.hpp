// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cutline/topology/topology.hpp"

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
