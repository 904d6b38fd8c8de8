// SPDX-License-Identifier: Apache-2.0
#include "check_links.hpp"

#include <fmt/core.h>

#include <bit>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"

namespace cutline::checking {
namespace {

constexpr std::uint64_t kLinksOfATask = std::uint64_t{1} << 16;

/// Mixes all bits of a number: the last steps of the generator splitmix64.
std::uint64_t scramble(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

bool is_injective(const AxisPlacement& axis) {
  std::vector<bool> taken(axis.slots());
  bool injective = true;
  axis.for_each_coordinate([&](Coordinate coordinate) {
    const std::uint32_t slot = axis.slot(coordinate);
    injective = injective && !taken[slot];
    taken[slot] = true;
  });
  return injective;
}

/// The coordinate that stands at a slot, or nothing where none does.
std::optional<std::uint32_t> coordinate_at(const AxisPlacement& axis, std::uint32_t slot) {
  for (std::uint32_t coordinate = 0; coordinate < axis.coordinates(); ++coordinate) {
    if (axis.slot(Coordinate{coordinate}) == slot) return coordinate;
  }
  return std::nullopt;
}

/// The axis along which a link is straight; kBent where its ends differ along several.
constexpr std::size_t kBent = 3;
std::size_t direction(const Cell& a, const Cell& b) {
  std::size_t found = kBent;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (a.at[axis] == b.at[axis]) continue;
    if (found != kBent) return kBent;
    found = axis;
  }
  return found;
}

/// A shared link has a terminal at every slot from its first to its last.
LineLink line_link(const Topology& topology, Axis axis, const Cell& a, const Cell& b, std::uint64_t key) {
  LineLink link{std::min(a[axis], b[axis]), std::max(a[axis], b[axis]), static_cast<std::uint16_t>(key >> 32),
                static_cast<std::uint32_t>(key)};
  if (topology.classes[link.link_class].shared) link.terminals = link.hi - link.lo + 1;
  return link;
}

}  // namespace

void Fingerprint::add_link(std::uint64_t cell_a, std::uint64_t cell_b, std::uint64_t key) {
  const std::uint64_t lo = std::min(cell_a, cell_b);
  const std::uint64_t hi = std::max(cell_a, cell_b);
  first +=
      scramble(lo * 0x9e3779b97f4a7c15ULL + std::rotl(hi * 0xc2b2ae3d27d4eb4fULL, 32) + key * 0x165667b19e3779f9ULL);
  second +=
      scramble(lo * 0xd6e8feb86659fd93ULL ^ std::rotl(hi * 0xa0761d6478bd642fULL, 29) ^ key * 0xe7037ed1a0b428dbULL);
  ++links;
}

PlacedLinks::PlacedLinks(const Layout& layout, const Topology& topology, const Placement& placement)
    : topology_(topology), placement_(placement), weight_(topology.digits.size()) {
  line_by_line_ = digits_have_axes(topology, placement);
  for (const Axis axis : kAxes) {
    std::uint32_t weight = 1;
    for (const std::uint8_t digit : placement[axis].digits) {
      weight_[digit].at[index(axis)] = weight;
      weight *= topology.digits[digit].radix;
    }
    line_by_line_ = line_by_line_ && is_injective(placement[axis]);
  }
  for (const LinkKind& kind : layout.wiring.kinds) {
    wires_.try_emplace({kind.link_class, kind.channels, kind.width}, kind.wires);
  }
}

void PlacedLinks::expect_kinds(const Layout& layout, Findings& findings) const {
  std::map<std::pair<int, std::uint32_t>, std::uint32_t> by_width;
  for (const LinkKind& kind : layout.wiring.kinds) {
    const auto known = by_width.try_emplace({kind.channels, kind.width}, kind.wires).first;
    if (kind.wires != 0 && known->second == kind.wires) continue;
    findings.add("connectivity", [&] {
      return fmt::format("links of {} channels of width {} have {} wires here and {} there", kind.channels, kind.width,
                         known->second, kind.wires);
    });
  }
}

std::uint32_t PlacedLinks::wires_of(std::size_t link_class, std::size_t link) const {
  const LinkClass& links = topology_.classes[link_class];
  const auto found = wires_.find({static_cast<std::uint32_t>(link_class), links.channels, links.width(link)});
  return found == wires_.end() ? 0 : found->second;  // 0 matches no link of the layout, so the link is reported
}

PlacedLinks::ClassView PlacedLinks::view(std::size_t link_class, const Held& held) const {
  const LinkClass& links = topology_.classes[link_class];
  ClassView view;
  std::uint64_t addresses = 1;
  for (const std::uint8_t digit : links.digits) addresses *= topology_.digits[digit].radix;
  view.local.resize(addresses);
  std::vector<bool> on_held(addresses, true);
  for (std::uint64_t address = 0; address < addresses; ++address) {
    std::uint64_t rest = address;
    for (const std::uint8_t digit : links.digits) {
      const auto value = static_cast<std::uint32_t>(rest % topology_.digits[digit].radix);
      rest /= topology_.digits[digit].radix;
      for (std::size_t axis = 0; axis < 3; ++axis) view.local[address].at[axis] += weight_[digit].at[axis] * value;
      if (!held.empty() && held[digit] && *held[digit] != value) on_held[address] = false;
    }
  }
  for (std::uint32_t link = 0; link < links.links.size(); ++link) {
    const LocalLink ends = links.shared ? outermost(view) : links.links[link];
    if (!on_held[ends.a] || !on_held[ends.b]) continue;
    view.links.push_back({ends, link_key(static_cast<std::uint32_t>(link_class), wires_of(link_class, link))});
  }
  add_copies(links, held, view);
  return view;
}

/// The first and the last of the nodes that share wires, wherever an order has put them.
LocalLink PlacedLinks::outermost(const ClassView& view) const {
  const auto place = [&](std::uint32_t address) { return cell({}, view.local[address]); };
  LocalLink ends;
  for (std::uint32_t address = 0; address < view.local.size(); ++address) {
    if (place(address) < place(ends.a)) ends.a = address;
    if (place(ends.b) < place(address)) ends.b = address;
  }
  return ends;
}

/// Adds the digits outside the class with the values they take: all values, those where the class is present, or the
/// one they are held at.
void PlacedLinks::add_copies(const LinkClass& links, const Held& held, ClassView& view) const {
  for (std::uint32_t digit = 0; digit < topology_.digits.size(); ++digit) {
    if (std::ranges::find(links.digits, digit) != links.digits.end()) continue;
    std::vector<std::uint32_t> values;
    const auto only = std::ranges::find(links.only, digit, &LinkClass::Only::digit);
    for (std::uint32_t value = 0; value < topology_.digits[digit].radix; ++value) {
      if (!held.empty() && held[digit] && *held[digit] != value) continue;
      if (only != links.only.end() && !std::ranges::binary_search(only->values, value)) continue;
      values.push_back(value);
    }
    view.copies *= values.size();
    view.others.push_back({weight_[digit], std::move(values)});
  }
}

Cell PlacedLinks::cell(const Contribution& base, const Contribution& own) const {
  Cell cell;
  for (const Axis axis : kAxes) {
    const std::uint32_t coordinate = base.at[index(axis)] + own.at[index(axis)];
    cell.at[index(axis)] = placement_[axis].slot(Coordinate{coordinate});
  }
  return cell;
}

/// Visits links number begin to end - 1 of the class, copy by copy.
template <class Visitor>
void PlacedLinks::visit(const ClassView& view, std::uint64_t begin, std::uint64_t end, const Visitor& visitor) const {
  if (begin >= end) return;
  std::size_t link = begin % view.links.size();
  std::vector<std::size_t> turn(view.others.size());
  std::uint64_t rest = begin / view.links.size();
  Contribution base;
  const auto move = [&base](const OtherDigit& digit, std::uint32_t by) {
    for (std::size_t axis = 0; axis < 3; ++axis) base.at[axis] += digit.weight.at[axis] * by;
  };
  for (std::size_t i = 0; i < turn.size(); ++i) {
    turn[i] = rest % view.others[i].values.size();
    rest /= view.others[i].values.size();
    move(view.others[i], view.others[i].values[turn[i]]);
  }
  for (std::uint64_t number = begin; number < end; ++number) {
    const ViewedLink& viewed = view.links[link];
    visitor(cell(base, view.local[viewed.ends.a]), cell(base, view.local[viewed.ends.b]), viewed.key);
    if (++link < view.links.size()) continue;
    link = 0;
    for (std::size_t i = 0; i < turn.size(); ++i) {
      const OtherDigit& digit = view.others[i];
      const std::uint32_t before = digit.values[turn[i]];
      const bool carries = ++turn[i] == digit.values.size();
      if (carries) turn[i] = 0;
      move(digit, digit.values[turn[i]] - before);  // the difference may be negative: sums wrap modulo 2^32
      if (!carries) break;
    }
  }
}

std::array<Fingerprint, 4> PlacedLinks::fingerprints() const {
  const GridSize grid = placement_.grid();
  std::array<Fingerprint, 4> total;
  for (std::size_t link_class = 0; link_class < topology_.classes.size(); ++link_class) {
    const ClassView all = view(link_class, {});
    const std::uint64_t count = all.copies * all.links.size();
    const std::uint64_t tasks = (count + kLinksOfATask - 1) / kLinksOfATask;
    std::vector<std::array<Fingerprint, 4>> sums(tasks);
    parallel_for(tasks, [&](std::size_t task) {
      const std::uint64_t begin = task * kLinksOfATask;
      std::array<Fingerprint, 4> sum;
      visit(all, begin, std::min(count, begin + kLinksOfATask), [&](const Cell& a, const Cell& b, std::uint64_t key) {
        sum[direction(a, b)].add_link(cell_number(grid, a), cell_number(grid, b), key);
      });
      sums[task] = sum;
    });
    for (const auto& sum : sums) {
      for (std::size_t i = 0; i < total.size(); ++i) total[i].add(sum[i]);
    }
  }
  return total;
}

std::vector<LineLink> PlacedLinks::on_line(Axis axis, std::uint32_t line) const {
  CUTLINE_EXPECT(line_by_line_);
  Held held(topology_.digits.size());
  std::uint32_t rest = line;
  for (const Axis other : kAxes) {
    if (other == axis) continue;
    const std::uint32_t slot = rest % placement_.grid()[other];
    rest /= placement_.grid()[other];
    const std::optional<std::uint32_t> coordinate = coordinate_at(placement_[other], slot);
    if (!coordinate) return {};
    std::uint32_t left = *coordinate;
    for (const std::uint8_t digit : placement_[other].digits) {
      held[digit] = left % topology_.digits[digit].radix;
      left /= topology_.digits[digit].radix;
    }
  }
  std::vector<LineLink> found;
  for (std::size_t link_class = 0; link_class < topology_.classes.size(); ++link_class) {
    const ClassView there = view(link_class, held);
    visit(there, 0, there.copies * there.links.size(), [&](const Cell& a, const Cell& b, std::uint64_t key) {
      found.push_back(line_link(topology_, axis, a, b, key));
    });
  }
  return found;
}

std::array<std::vector<std::vector<LineLink>>, 3> PlacedLinks::on_lines(
    const std::array<std::vector<bool>, 3>& wanted) const {
  std::array<std::vector<std::vector<LineLink>>, 3> found;
  const GridSize grid = placement_.grid();
  for (std::size_t i = 0; i < 3; ++i) found[i].resize(wanted[i].size());
  for (std::size_t link_class = 0; link_class < topology_.classes.size(); ++link_class) {
    const ClassView all = view(link_class, {});
    visit(all, 0, all.copies * all.links.size(), [&](const Cell& a, const Cell& b, std::uint64_t key) {
      const std::size_t i = direction(a, b);
      if (i == kBent) return;
      const std::uint64_t line = line_of(grid, kAxes[i], a);
      if (wanted[i][line]) found[i][line].push_back(line_link(topology_, kAxes[i], a, b, key));
    });
  }
  return found;
}

}  // namespace cutline::checking
