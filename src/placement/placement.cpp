// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/placement/placement.hpp"

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "placement/named_sites.hpp"
#include "placement/seats.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

GridSize Placement::grid() const { return {{axes[0].slots(), axes[1].slots(), axes[2].slots()}}; }

std::string order_text(const Placement& placement, std::string_view between) {
  std::vector<std::string> orders = {placement[Axis::x].order, placement[Axis::y].order};
  if (placement[Axis::z].slots() > 1) orders.push_back(placement[Axis::z].order);
  const bool alike = std::ranges::all_of(orders, [&](const std::string& o) { return o == orders[0]; });
  return alike ? orders[0] : join(orders, between);
}

void AxisPlacement::place_in_sequence(std::uint32_t coordinates) {
  taken_.clear();
  slots_ = coordinates;
}

void AxisPlacement::place(std::vector<std::uint32_t> taken, std::uint32_t slots) {
  CUTLINE_EXPECT(!taken.empty());
  CUTLINE_EXPECT(std::ranges::all_of(taken, [&](std::uint32_t slot) { return slot < slots; }));
  taken_ = std::move(taken);
  slots_ = slots;
}

bool digits_have_axes(const Topology& topology, const Placement& placement) {
  std::vector<int> axes_of(topology.digits.size());
  for (const AxisPlacement& axis : placement.axes) {
    for (const std::uint8_t digit : axis.digits) ++axes_of[digit];
  }
  return std::ranges::all_of(axes_of, [](int axes) { return axes == 1; });
}

namespace {

/// Calls visit(digit, value) for the digits of a coordinate.
template <class Visit>
void for_each_value(const Topology& topology, const AxisPlacement& axis, Coordinate coordinate, const Visit& visit) {
  auto rest = static_cast<std::uint32_t>(coordinate);
  for (const std::uint8_t digit : axis.digits) {
    visit(digit, rest % topology.digits[digit].radix);
    rest /= topology.digits[digit].radix;
  }
}

SiteKind kind_at(const Topology& topology, const AxisPlacement& axis, Coordinate coordinate) {
  SiteKind kind = SiteKind::node;
  for_each_value(topology, axis, coordinate, [&](std::uint8_t digit, std::uint32_t value) {
    const std::uint8_t level = topology.level(digit, value);
    if (level == kNothing) {
      kind = SiteKind::nothing;
    } else if (level > 0 && kind == SiteKind::node) {
      kind = inner_kind(topology);
    }
  });
  return kind;
}

/// Digits known so far while a cell's node is sought.
constexpr std::uint32_t kUnknown = ~0u;
using Digits = std::array<std::uint32_t, 64>;

/// Writes the digits of a coordinate of one axis; false where they contradict those known already.
bool add_digits(const Topology& topology, const AxisPlacement& place, Coordinate coordinate, Digits& digits) {
  bool fits = true;
  for_each_value(topology, place, coordinate, [&](std::uint8_t digit, std::uint32_t value) {
    fits = fits && (digits[digit] == kUnknown || digits[digit] == value);
    digits[digit] = value;
  });
  return fits;
}

/// The coordinates of each axis that stand at the cell.
using Standing = std::array<std::vector<Coordinate>, 3>;

Standing standing_at(const Placement& placement, const Cell& cell) {
  Standing found;
  for (std::size_t axis = 0; axis < found.size(); ++axis) {
    const AxisPlacement& place = placement.axes[axis];
    for (std::uint32_t number = 0; number < place.coordinates(); ++number) {
      if (place.slot(Coordinate{number}) == cell.at[axis]) found[axis].push_back(Coordinate{number});
    }
  }
  return found;
}

/// Tries every coordinate of the axes from `axis` on that stands at the cell.
bool find_digits(const Topology& topology, const Placement& placement, const Standing& standing, std::size_t axis,
                 Digits& digits) {
  if (axis == standing.size()) return true;
  for (const Coordinate coordinate : standing[axis]) {
    Digits more = digits;
    if (add_digits(topology, placement.axes[axis], coordinate, more) &&
        find_digits(topology, placement, standing, axis + 1, more)) {
      digits = more;
      return true;
    }
  }
  return false;
}

/// The slots along each axis of all sites of the plane; 0 where nothing stands.
std::array<std::vector<std::uint32_t>, 3> slots_of_plane(const Topology& joint, const Placement& placement,
                                                         const Topology& plane,
                                                         const std::vector<std::uint64_t>& site) {
  std::array<std::vector<std::uint32_t>, 3> slots;
  for (auto& along : slots) along.resize(site.size());
  for (std::uint64_t s = 0; s < site.size(); ++s) {
    if (plane.kind(s) == SiteKind::nothing) continue;
    const Cell cell = cell_of(joint, placement, site[s]);
    for (std::size_t axis = 0; axis < 3; ++axis) slots[axis][s] = cell.at[axis];
  }
  return slots;
}

/// Whether orders of lines place the network, and not all by number.
bool is_laid_out_anew(const Topology& topology, const Placement& placement) {
  if (placement.given != nullptr) return false;
  bool by_number = true;
  for (const AxisPlacement& axis : placement.axes) {
    if (axis.slots() == 1) continue;
    const Order* order = find_order(axis.order);
    if (order == nullptr || order->line == nullptr) return false;
    by_number = by_number && order->by_number;
  }
  return !by_number && topology.has_dimensions && digits_have_axes(topology, placement);
}

/// The order of lines by which the sites of a network with dimensions take the seats that a user lists; null where
/// sites do not stand so, or by number.
const Order* order_of_seats(const Topology& topology, const Placement& placement) {
  if (!topology.has_dimensions || topology.boxed_digit()) return nullptr;
  const Order* found = nullptr;
  for (const AxisPlacement& axis : placement.axes) {
    if (axis.slots() == 1) continue;
    const Order* order = find_order(axis.order);
    if (axis.digits.size() != topology.digits.size() || order == nullptr || order->line == nullptr || order->by_number)
      return nullptr;
    found = order;
  }
  return found;
}

}  // namespace

std::vector<SiteKind> kinds_by_slot(const Topology& topology, const AxisPlacement& axis) {
  if (!topology.has_interchanges()) return {};
  std::vector<SiteKind> kinds(axis.slots(), SiteKind::nothing);
  axis.for_each_coordinate([&](Coordinate coordinate) {
    SiteKind& here = kinds[axis.slot(coordinate)];
    const SiteKind kind = kind_at(topology, axis, coordinate);
    if (here != SiteKind::node && kind != SiteKind::nothing) here = kind;
  });
  return kinds;
}

std::vector<std::uint64_t> sites_by_slot(const Topology& topology, const AxisPlacement& axis) {
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::vector<std::uint64_t> sites(axis.slots(), kEmptyCell);
  axis.for_each_coordinate([&](Coordinate coordinate) {
    std::uint64_t site = 0;
    for_each_value(topology, axis, coordinate,
                   [&](std::uint8_t digit, std::uint32_t value) { site += weights[digit] * value; });
    // Where the user lists the cells, coordinates at which nothing stands share a slot with others.
    std::uint64_t& here = sites[axis.slot(coordinate)];
    if (here == kEmptyCell || topology.kind(site) != SiteKind::nothing) here = site;
  });
  return sites;
}

Cell cell_of(const Topology& topology, const Placement& placement, std::uint64_t node) {
  std::array<std::uint32_t, 64> digits{};
  std::uint64_t rest = node;
  for (std::size_t i = 0; i < topology.digits.size(); ++i) {
    digits[i] = static_cast<std::uint32_t>(rest % topology.digits[i].radix);
    rest /= topology.digits[i].radix;
  }
  Cell cell;
  for (const Axis axis : kAxes) {
    const AxisPlacement& place = placement[axis];
    std::uint32_t coordinate = 0;
    std::uint32_t weight = 1;
    for (const std::uint8_t digit : place.digits) {
      coordinate += digits[digit] * weight;
      weight *= topology.digits[digit].radix;
    }
    cell.at[index(axis)] = place.slot(Coordinate{coordinate});
  }
  return cell;
}

std::optional<std::uint64_t> node_at(const Topology& topology, const Placement& placement, const Cell& cell) {
  Digits digits;
  digits.fill(kUnknown);
  if (!find_digits(topology, placement, standing_at(placement, cell), 0, digits)) return std::nullopt;
  std::uint64_t node = 0;
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for (std::size_t digit = 0; digit < weights.size(); ++digit) {
    if (digits[digit] == kUnknown) return std::nullopt;
    node += weights[digit] * digits[digit];
  }
  return node;
}

std::vector<std::uint64_t> nodes_by_cell(const Topology& topology, const Placement& placement) {
  const GridSize grid = placement.grid();
  if (grid.count() > std::uint64_t{1} << 26)
    throw_limit_error(
        fmt::format("its grid has {} x {} x {} cells, and only grids of up to 2^26 can be written cell by "
                    "cell: in exports and drawings",
                    grid[Axis::x], grid[Axis::y], grid[Axis::z]),
        "place the nodes on fewer columns and rows");
  std::vector<std::uint64_t> nodes(grid.count(), kEmptyCell);
  const std::uint64_t count = topology.site_count();
  for (std::uint64_t node = 0; node < count; ++node) {
    if (topology.kind(node) == SiteKind::nothing) continue;
    nodes[cell_number(grid, cell_of(topology, placement, node))] = node;
  }
  return nodes;
}

Placement placement_of_plane(const Topology& joint, const Placement& placement, const Topology& plane,
                             const std::vector<std::uint64_t>& site) {
  if (site.empty()) return placement;
  Placement own = placement;
  std::array<std::vector<std::uint32_t>, 3> slots = slots_of_plane(joint, placement, plane, site);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    AxisPlacement& along = own.axes[axis];
    along.digits = numbers_below<std::uint8_t>(plane.digits.size());
    along.place(std::move(slots[axis]), placement.axes[axis].slots());
  }
  if (!placement.given) return own;
  GivenPlaces given = *placement.given;
  given.tile_of_site.assign(site.size(), 0);
  for (std::uint64_t s = 0; s < site.size(); ++s) {
    if (plane.kind(s) != SiteKind::nothing) given.tile_of_site[s] = placement.given->tile_of_site[site[s]];
  }
  own.given = SharedConst<GivenPlaces>(std::move(given));
  return own;
}

void NamedSites::name_seats(const Placement& placement) {
  const Order* order = order_of_seats(topology_, placement);
  if (order == nullptr) return;
  const auto digits = numbers_below<std::uint8_t>(topology_.digits.size());
  const std::vector<std::uint32_t> seat = order->line(radices_of(topology_, digits));
  std::vector<std::uint64_t> by_seat(seat.size());
  for (std::uint64_t site = 0; site < seat.size(); ++site) by_seat[seat[site]] = site;
  for (std::uint64_t site = 0; site < seat.size(); ++site) {
    if (topology_.kind(site) != topology_.kind(by_seat[site])) return;
  }
  by_seat_ = std::move(by_seat);
}

NamedSites::NamedSites(const Topology& topology, const Placement& placement)
    : topology_(topology), natural_(placement) {
  if (has_tile_names(topology)) return;
  if (!is_laid_out_anew(topology, placement)) {
    name_seats(placement);
    return;
  }
  std::array<std::vector<std::uint64_t>, 3> by_slot;
  for (const Axis axis : kAxes) {
    AxisPlacement& natural = natural_.axes[index(axis)];
    natural.place_in_sequence(natural.coordinates());
    const std::vector<std::uint64_t> here = sites_by_slot(topology, placement[axis]);
    const std::vector<std::uint64_t> before = sites_by_slot(topology, natural);
    const auto same_kind = [&](std::uint64_t a, std::uint64_t b) {
      return a != kEmptyCell && topology.kind(a) == topology.kind(b);
    };
    if (!std::equal(here.begin(), here.end(), before.begin(), before.end(), same_kind)) return;
    by_slot[index(axis)] = here;
  }
  by_slot_ = std::move(by_slot);
}

std::uint64_t NamedSites::site(std::uint64_t number) const {
  if (same()) return number;
  if (!by_seat_.empty()) return by_seat_[number];
  const Cell cell = cell_of(topology_, natural_, number);
  return sum_over<std::uint64_t>(kAxes, [&](const Axis axis) { return by_slot_[index(axis)][cell[axis]]; });
}

}  // namespace cutline
