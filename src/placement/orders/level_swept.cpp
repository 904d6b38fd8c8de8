// SPDX-License-Identifier: Apache-2.0
#include "placement/order.hpp"
#include "placement/orders/lines.hpp"

namespace cutline {

namespace {

/// A half of the addresses, those with one value of the highest bit, from its first slot to its last.
///
/// With m levels the top three are called b0 = m - 1, b2 = m - 2 and b1 = m - 3. The addresses with bit b1 = 0 stand
/// cycle by cycle. The others make two cells, by bit b2: each is swept level by level from m - 4 down to 0, both ends
/// of a level's cube links side by side; before and after stand the nodes of its top levels, address by address. Then
/// little more than half as many links are open over a cut as where all cycles stand whole.
class Half {
 public:
  Half(std::uint32_t levels, bool sites, std::uint32_t top_bit)
      : b0_(levels - 1), b2_(levels - 2), b1_(levels - 3), sites_(sites), top_(top_bit << b0_) {}

  std::vector<RingSlot> slots() {
    for (const std::uint32_t address : cell(0)) add_cycle(address);
    for (const std::uint32_t address : cell(1u << b2_)) add_cycle(address);
    const std::vector<std::uint32_t> lower = cell(1u << b1_);
    by_address(lower, {b1_});
    sweep(lower);
    by_address(lower, {b2_, b0_});
    const std::vector<std::uint32_t> upper = cell(1u << b1_ | 1u << b2_);
    by_address(upper, {b2_, b1_});
    sweep(upper);
    by_address(upper, {b0_});
    return std::move(slots_);
  }

 private:
  /// The addresses of this half with these values of bits b1 and b2, ascending.
  std::vector<std::uint32_t> cell(std::uint32_t bits) const {
    std::vector<std::uint32_t> addresses(std::size_t{1} << b1_);
    for (std::uint32_t low = 0; low < addresses.size(); ++low) addresses[low] = top_ | bits | low;
    return addresses;
  }

  void add_cycle(std::uint32_t address) {
    for (std::uint32_t level = 0; level <= b0_ + (sites_ ? 1 : 0); ++level) slots_.push_back({address, level});
  }

  void by_address(const std::vector<std::uint32_t>& addresses, const std::vector<std::uint32_t>& levels) {
    for (const std::uint32_t address : addresses) {
      for (const std::uint32_t level : levels) slots_.push_back({address, level});
    }
  }

  /// Level by level downwards, an address and the one across its cube link together; then the sites.
  void sweep(const std::vector<std::uint32_t>& addresses) {
    for (std::uint32_t level = b1_; level-- > 0;) {
      for (const std::uint32_t address : addresses) {
        if ((address >> level & 1) != 0) continue;
        slots_.push_back({address, level});
        slots_.push_back({address | 1u << level, level});
      }
    }
    if (sites_) by_address(addresses, {b0_ + 1});
  }

  std::uint32_t b0_, b2_, b1_;
  bool sites_;
  std::uint32_t top_;
  std::vector<RingSlot> slots_;
};

std::vector<RingSlot> level_swept_on_line(std::uint32_t levels, bool sites) {
  std::vector<RingSlot> slots = Half(levels, sites, 0).slots();
  std::vector<RingSlot> other = Half(levels, sites, 1).slots();
  slots.insert(slots.end(), other.rbegin(), other.rend());
  return slots;
}

Placement level_swept_on_network(const Topology& topology, const PlacementChoice& choice) {
  return place_rings({.name = "level_swept", .line = level_swept_on_line, .least_levels = 3, .split_from = 6}, topology,
                     choice);
}

}  // namespace

/// Source: derived: checked by program, see the tests. A quarter of the cube stands cycle by cycle, with at most as
/// many links open over a cut as in natural order; in the swept cells a cut is crossed by one cycle link an address and
/// by the cube links of one level at a time. Together 5 2^(d-3) + 1 links at the densest cut for d = 3 .. 11, which is
/// the least of any order for d = 3 and 4 (exhaustive search); natural order has floor(2^(d+1) / 3) + 3.
Order level_swept_order() {
  return {.name = "level_swept",
          .summary =
              "cube-connected cycles in 5 2^(d-3) + 1 tracks on a line: half of the cycles whole, the others "
              "swept level by level; split over two axes from d = 6",
          .source = "derived",
          .network = level_swept_on_network,
          .kind = NetworkKind::cycles_of_cube};
}

}  // namespace cutline
